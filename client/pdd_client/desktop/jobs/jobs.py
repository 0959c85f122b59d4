"""What the worker does for the window: one frozen dataclass a job, equal to another that asks for the same.

A page may define jobs of its own beside itself, in the same way.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from PySide6.QtCore import QCoreApplication

if TYPE_CHECKING:  # the client's core loads a second's worth of libraries: the worker's thread does that, not the start
    from pdd_client.donor.donor import Donor
    from pdd_client.donor.settings.browsers import Browser
    from pdd_client.donor.settings.preferences import Preferences

translate = QCoreApplication.translate


@dataclass(frozen=True)
class Job(ABC):
    """Something to be done with a donor, outside of the window's thread."""

    changes: ClassVar[bool] = False
    """Whether pages show something else after it."""
    decides: ClassVar[bool] = False
    """Whether it is a decision of the person's that needs no server: it is done even if the app is quit before."""
    ends: ClassVar[bool] = False
    """Whether the donor is gone after it, so that nothing more is done before the person begins anew."""

    @abstractmethod
    def run(self, donor: "Donor") -> Any:
        """Do it; DonorError says why it can't be done."""

    def doing(self) -> str:
        """What the status line says meanwhile, empty where it takes no time."""
        return ""


# --- looking


@dataclass(frozen=True)
class BrowsersJob(Job):
    """The browsers found."""

    def run(self, donor: "Donor") -> "tuple[Browser, ...]":
        """See Donor.browsers."""
        return donor.exclusions.browsers()

    def doing(self) -> str:
        """See Job."""
        return translate("jobs", "Looking for browsers…")


# --- what is given


@dataclass(frozen=True)
class WithholdJob(Job):
    """Send nothing for a day."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    day: date

    def run(self, donor: "Donor") -> None:
        """See Donor.withhold."""
        donor.days.withhold(self.day)


@dataclass(frozen=True)
class SetSendingJob(Job):
    """After review only, or by itself."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    mode: Literal["review", "by-itself"]

    def run(self, donor: "Donor") -> None:
        """See Donor.set_sending."""
        donor.settings.set_sending(self.mode)


@dataclass(frozen=True)
class BlockJob(Job):
    """Keep searches with these words out."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    text: str

    def run(self, donor: "Donor") -> str:
        """See Donor.block."""
        return donor.exclusions.block(self.text)


@dataclass(frozen=True)
class UnblockJob(Job):
    """Forget a blocked word."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    text: str

    def run(self, donor: "Donor") -> str:
        """See Donor.unblock."""
        return donor.exclusions.unblock(self.text)


@dataclass(frozen=True)
class SkipJob(Job):
    """Take one search out."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    search: str

    def run(self, donor: "Donor") -> None:
        """See Donor.skip."""
        donor.exclusions.skip(self.search)


@dataclass(frozen=True)
class UnskipJob(Job):
    """Put a search back that was taken out."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    search: str

    def run(self, donor: "Donor") -> None:
        """See Donor.unskip."""
        donor.exclusions.unskip(self.search)


@dataclass(frozen=True)
class PauseJob(Job):
    """Give nothing from now on, until the moment or until resumed."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    until: datetime | None = None

    def run(self, donor: "Donor") -> None:
        """See Donor.pause."""
        donor.exclusions.pause(self.until)


@dataclass(frozen=True)
class ResumeJob(Job):
    """End the pause."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True

    def run(self, donor: "Donor") -> None:
        """See Donor.resume."""
        donor.exclusions.resume()


@dataclass(frozen=True)
class SwitchBrowserJob(Job):
    """Count a browser's searches, or don't."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    name: str
    on: bool

    def run(self, donor: "Donor") -> None:
        """See Donor.switch_browser."""
        donor.exclusions.switch_browser(self.name, self.on)


@dataclass(frozen=True)
class SetPreferenceJob(Job):
    """How the person wants the app from now on; returns all the preferences."""

    decides: ClassVar[bool] = True
    name: str
    value: Any

    def run(self, donor: "Donor") -> "Preferences":
        """See Donor.set_preference; the colours are also remembered for the next start."""
        from pdd_client.gateways.home_files import theme_file

        donor.settings.set_preference(self.name, self.value)
        if self.name == "theme":
            theme_file.remember(donor.home, self.value)
        return donor.settings.preferences()
