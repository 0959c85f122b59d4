"""Jobs: what the worker does with a donor for the window.

A job is a frozen dataclass, so that it equals another one that asks for the same. A page may define jobs of its own
in a module beside it.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pdd_client.desktop.texts.catalogue import tr

# Loading the libraries of the client's core takes about a second: jobs import it in the worker's thread.
if TYPE_CHECKING:
    from pdd_client.core.donation.consent import Consent
    from pdd_client.donor.donor import Donor
    from pdd_client.donor.settings.browsers import Browser
    from pdd_client.donor.settings.preferences import Preferences


@dataclass(frozen=True)
class Job(ABC):
    """Something to do with a donor, outside the window's thread."""

    changes: ClassVar[bool] = False
    """Whether the pages have to be refreshed after the job."""
    decides: ClassVar[bool] = False
    """Whether it is a decision that needs no server. Such a job is done even if the person quits before its turn."""
    ends: ClassVar[bool] = False
    """Whether the donor is gone after the job. Later jobs are dropped until the person begins anew."""

    @abstractmethod
    def run(self, donor: "Donor") -> Any:
        """Do the job and return its result; called in the worker's thread.

        Raises:
            DonorError: it can't be done; the error is shown to the person.

        """

    def doing(self) -> str:
        """Return what the status line says while the job runs; empty if the job takes no time."""
        return ""


# --- looking


@dataclass(frozen=True)
class BrowsersJob(Job):
    """Looks for the browsers of this computer."""

    def run(self, donor: "Donor") -> "tuple[Browser, ...]":
        """Return the browsers, and whether their histories are read."""
        return donor.exclusions.browsers()

    def doing(self) -> str:
        """See Job."""
        return tr("doing_browsers")


@dataclass(frozen=True)
class AgreedJob(Job):
    """Reads what the donor agreed to in a campaign."""

    campaign: str

    def run(self, donor: "Donor") -> "Consent":
        """See `Campaigns.agreed`."""
        return donor.campaigns.agreed(self.campaign)


# --- what is given


@dataclass(frozen=True)
class WithholdJob(Job):
    """Has zeros sent for a day."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    day: date

    def run(self, donor: "Donor") -> None:
        """See `Days.withhold`."""
        donor.days.withhold(self.day)


@dataclass(frozen=True)
class SetSendingJob(Job):
    """Chooses how days are sent: after the donor's review, or by itself."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    mode: Literal["review", "by-itself"]

    def run(self, donor: "Donor") -> None:
        """See `Settings.set_sending`."""
        donor.settings.set_sending(self.mode)


@dataclass(frozen=True)
class BlockJob(Job):
    """Blocks a word, or words that occur together: searches with them do not count."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    text: str

    def run(self, donor: "Donor") -> str:
        """Return the words as they are kept; see `ExclusionChoices.block`."""
        return donor.exclusions.block(self.text)


@dataclass(frozen=True)
class UnblockJob(Job):
    """Unblocks a word."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    text: str

    def run(self, donor: "Donor") -> str:
        """Return the word as it was kept; see `ExclusionChoices.unblock`."""
        return donor.exclusions.unblock(self.text)


@dataclass(frozen=True)
class RemoveSearchJob(Job):
    """Takes out the search with this id."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    search: str

    def run(self, donor: "Donor") -> None:
        """See `ExclusionChoices.remove_search`."""
        donor.exclusions.remove_search(self.search)


@dataclass(frozen=True)
class RestoreSearchJob(Job):
    """Puts back the search with this id, which was taken out."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    search: str

    def run(self, donor: "Donor") -> None:
        """See `ExclusionChoices.restore_search`."""
        donor.exclusions.restore_search(self.search)


@dataclass(frozen=True)
class PauseJob(Job):
    """Pauses: gives nothing until a moment (aware), or with None until the donor resumes."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    until: datetime | None = None

    def run(self, donor: "Donor") -> None:
        """See `ExclusionChoices.pause`."""
        donor.exclusions.pause(self.until)


@dataclass(frozen=True)
class ResumeJob(Job):
    """Ends the pause."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True

    def run(self, donor: "Donor") -> None:
        """See `ExclusionChoices.resume`."""
        donor.exclusions.resume()


@dataclass(frozen=True)
class SwitchBrowserJob(Job):
    """Counts the searches of a browser from now on, or stops doing so."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    name: str
    on: bool

    def run(self, donor: "Donor") -> None:
        """See `ExclusionChoices.switch_browser`."""
        donor.exclusions.switch_browser(self.name, self.on)


@dataclass(frozen=True)
class SwitchProfileJob(Job):
    """Counts the searches of a browser's profile from now on, or stops doing so. `path` is that of its history."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    path: str
    on: bool

    def run(self, donor: "Donor") -> None:
        """See `ExclusionChoices.switch_profile`."""
        donor.exclusions.switch_profile(self.path, self.on)


@dataclass(frozen=True)
class AddHistoryJob(Job):
    """Counts a history that was not found; its result is why it can't, or None."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    path: Path

    def run(self, donor: "Donor") -> str | None:
        """See `ExclusionChoices.add_history`."""
        return donor.exclusions.add_history(self.path)


@dataclass(frozen=True)
class SetPreferenceJob(Job):
    """Changes one of the app's preferences.

    Attributes:
        name: the name of a field of `Preferences`.
        value: its new value.

    """

    decides: ClassVar[bool] = True
    name: str
    value: Any

    def run(self, donor: "Donor") -> "Preferences":
        """Keep the preference and return all of them. The theme is also kept in a file, for the next start."""
        from pdd_client.gateways.home_files import theme_file

        donor.settings.set_preference(self.name, self.value)
        if self.name == "theme":
            theme_file.remember(donor.home, self.value)
        return donor.settings.preferences()


@dataclass(frozen=True)
class StartAtLoginJob(Job):
    """Starts the app at login from now on, or stops that."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    on: bool

    def run(self, donor: "Donor") -> None:
        """Change what the system starts, then keep the choice; see `autostart.set_enabled`."""
        from pdd_client.desktop.system import autostart

        autostart.set_enabled(self.on, donor.home)
        donor.settings.set_preference("start_at_login", self.on)
