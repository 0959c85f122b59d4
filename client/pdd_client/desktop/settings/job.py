"""The worker's jobs of the settings page alone."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from pdd_client.desktop.jobs.app_status import AppStatus, AppStatusJob
from pdd_client.desktop.jobs.jobs import Job

if TYPE_CHECKING:
    from pdd_client.core.donation.decisions import Sending
    from pdd_client.donor.campaigns.offers import OnOffer
    from pdd_client.donor.donor import Donor
    from pdd_client.donor.settings.browsers import Browser
    from pdd_client.donor.settings.extensions import ExtensionBrowser


@dataclass(frozen=True)
class Settings:
    """All that the settings page shows."""

    standing: AppStatus
    sending: "Sending"
    browsers: "tuple[Browser, ...]"
    extensions: "tuple[ExtensionBrowser, ...]"
    blocked: tuple[str, ...]
    offers: "tuple[OnOffer, ...]"
    at_login: bool
    home: Path


@dataclass(frozen=True)
class SettingsJob(Job):
    """Read them all; nothing is sent."""

    def run(self, donor: "Donor") -> Settings:
        """Look at the home, the browsers' folders, and what the system starts at login."""
        from pdd_client.desktop.system import autostart

        standing = AppStatusJob().run(donor)
        return Settings(
            standing=standing,
            sending=donor.settings.sending(),
            browsers=donor.exclusions.browsers(),
            extensions=donor.extensions.browsers(),
            blocked=tuple(donor.exclusions.blocked()),
            offers=donor.campaigns.on_offer() if standing.joined else (),
            at_login=autostart.enabled(),
            home=donor.home,
        )


@dataclass(frozen=True)
class StartAtLoginJob(Job):
    """Start the app at login, or don't."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    on: bool

    def run(self, donor: "Donor") -> None:
        """See autostart.set_enabled."""
        from pdd_client.desktop.system import autostart

        autostart.set_enabled(self.on, donor.home)
        donor.settings.set_preference("start_at_login", self.on)
