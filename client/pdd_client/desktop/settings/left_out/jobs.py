"""The worker's jobs that leave something out of every count, or count it again."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from pdd_client.desktop.jobs.jobs import Job

if TYPE_CHECKING:
    from pdd_client.donor.donor import Donor


@dataclass(frozen=True)
class SwitchSiteJob(Job):
    """Counts the searches on a search engine, or leaves them out."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    name: str
    on: bool

    def run(self, donor: "Donor") -> None:
        """See `ExclusionChoices.switch_site`."""
        donor.exclusions.switch_site(self.name, self.on)


@dataclass(frozen=True)
class SetHoursJob(Job):
    """Leaves out hours of each day, such as "22:00-06:00"; with None all hours count."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    hours: str | None

    def run(self, donor: "Donor") -> None:
        """See `ExclusionChoices.set_hours`."""
        donor.exclusions.set_hours(self.hours)
