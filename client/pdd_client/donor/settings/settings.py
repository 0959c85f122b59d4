"""The use cases of settings: how days are sent, and how the app looks."""

from typing import Any

from pdd_client.core.donation.decisions import Sending
from pdd_client.core.errors import DonorError
from pdd_client.core.new_version import NewVersion
from pdd_client.donor.error_translation import translates_errors
from pdd_client.donor.installation import Installation
from pdd_client.donor.settings import new_versions
from pdd_client.donor.settings.preferences import Preferences, preferences, set_preference
from pdd_client.gateways.package_system import package_system
from pdd_shared.protocol.days import day_of


class Settings:
    """A donor's settings."""

    def __init__(self, installation: Installation) -> None:
        """Take an opened installation."""
        self.installation = installation

    @translates_errors
    def sending(self) -> Sending:
        """Return whether days wait for a review before they are sent: "review" until the donor chooses."""
        return self.installation.sending()

    @translates_errors
    def set_sending(self, mode: Sending) -> None:
        """Choose how days are sent.

        Args:
            mode: "review" holds for every day that is not locked yet, "by-itself" for today and the days to come.

        Raises:
            DonorError: the mode is neither of them.

        """
        if mode not in ("review", "by-itself"):
            raise DonorError(f"days are sent after a `review` or `by-itself`, not {mode[:20]!r}: nothing was changed")
        today = day_of(self.installation.clock(), self.installation.zone)
        with self.installation.store.transaction():
            if mode != self.sending():
                self.installation.store.set_fact("by_itself_from", today.isoformat() if mode == "by-itself" else None)
            self.installation.store.set_fact("sending", mode)

    @translates_errors
    def preferences(self) -> Preferences:
        """Return the donor's preferences for the app."""
        return preferences(self.installation)

    @translates_errors
    def set_preference(self, name: str, value: Any) -> None:
        """Change a preference.

        Raises:
            DonorError: no preference has this name, or it can't have this value.

        """
        set_preference(self.installation, name, value)

    @translates_errors
    def version_check_is_due(self) -> bool:
        """Return whether to ask the server for a newer version of the app now; see `ask_for_new_version`."""
        return new_versions.is_due(self.installation, package_system())

    @translates_errors
    def ask_for_new_version(self) -> None:
        """Ask the server for a newer version of the app if it is time, and this app came as a package of ours."""
        if (system := package_system()) is not None and self.version_check_is_due():
            new_versions.ask(self.installation, system)

    @translates_errors
    def new_version(self) -> NewVersion | None:
        """Return the newer version of the app that was found; nothing is sent."""
        return new_versions.new_version(self.installation)
