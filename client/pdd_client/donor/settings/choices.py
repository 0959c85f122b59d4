"""What a donor decides about its donation: what is kept out, what is sent and when, how the app looks."""

from datetime import UTC, datetime
from typing import Any

from pdd_client.core.donation.decisions import Sending
from pdd_client.core.donation.exclusions import Pause, blocked_entry
from pdd_client.core.errors import DonorError
from pdd_client.donor.error_translation import speaks_plainly
from pdd_client.donor.installation import Installation
from pdd_client.donor.settings import preferences
from pdd_client.donor.settings.preferences import Preferences
from pdd_shared.protocol.days import day_of


@speaks_plainly
class Choices:
    """The part of a Donor that reads no history and contacts nobody."""

    installation: Installation

    # --- keeping out

    def block(self, text: str) -> str:
        """Keep searches with this word (or these words together) out from now on; returns it as it is kept."""
        label = blocked_entry(text).label
        with self.installation.store.transaction():
            self.installation.store.block(label)
        return label

    def unblock(self, text: str) -> str:
        """Forget a blocked word; returns it as it was kept."""
        label = blocked_entry(text).label
        if label not in self.blocked():
            raise DonorError("that is not blocked: `pdd-donor blocked` lists what is")
        with self.installation.store.transaction():
            self.installation.store.unblock(label)
        return label

    def blocked(self) -> list[str]:
        """What is blocked."""
        return self.installation.store.blocked()

    def pause(self, until: datetime | None = None) -> None:
        """Give nothing to any campaign until then, or until resumed; what is searched meanwhile never counts.

        A pause that goes on gets this end.
        """
        now, end = self.installation.clock(), until and until.astimezone(UTC)
        if end is not None and end <= now:
            raise DonorError("a pause can't end in the past: nothing was changed; name a later moment")
        with self.installation.store.transaction():
            for pause in self._pauses(now) or [Pause(now)]:
                self.installation.store.pause(pause.start, end)

    def resume(self) -> None:
        """End the pause."""
        now = self.installation.clock()
        with self.installation.store.transaction():
            for pause in self._pauses(now):
                self.installation.store.pause(pause.start, now)

    def _pauses(self, now: datetime) -> list[Pause]:
        """Those that go on."""
        pauses = self.installation.store.exclusions(self.installation.zone).pauses
        return [pause for pause in pauses if pause.goes_on(now)]

    # --- sending, and the rest

    def sending(self) -> Sending:
        """Return whether days wait for review before they are sent; "review" until the donor chooses."""
        return self.installation.sending()

    def set_sending(self, mode: Sending) -> None:
        """Choose it: "review" for every day that is not locked yet, "by-itself" for today and the days to come."""
        if mode not in ("review", "by-itself"):
            raise DonorError(f"days are sent after a `review` or `by-itself`, not {mode[:20]!r}: nothing was changed")
        today = day_of(self.installation.clock(), self.installation.zone)
        with self.installation.store.transaction():
            if mode != self.sending():
                self.installation.store.set_fact("by_itself_from", today.isoformat() if mode == "by-itself" else None)
            self.installation.store.set_fact("sending", mode)

    def preferences(self) -> Preferences:
        """How this donor wants its app."""
        return preferences.preferences(self.installation)

    def set_preference(self, name: str, value: Any) -> None:
        """Change one of the Preferences; DonorError if there is none of that name, or it can't have that value."""
        preferences.set_preference(self.installation, name, value)
