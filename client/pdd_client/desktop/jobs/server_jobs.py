"""The worker's jobs that contact the server, or that leave it: see `jobs`."""

from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from pdd_client.core.errors import DonorError
from pdd_client.desktop.jobs.jobs import Job, translate

if TYPE_CHECKING:
    from pdd_client.donor.campaigns.join import Offer
    from pdd_client.donor.campaigns.leave import Farewell
    from pdd_client.donor.contact.report import CheckInReport
    from pdd_client.donor.donor import Donor


@dataclass(frozen=True)
class CheckInJob(Job):
    """Contact the server and answer its tasks."""

    changes: ClassVar[bool] = True

    def run(self, donor: "Donor") -> "CheckInReport":
        """See Donor.check_in."""
        return donor.check_in()

    def doing(self) -> str:
        """See Job."""
        return translate("jobs", "Contacting the server…")


@dataclass(frozen=True)
class FetchResultsJob(Job):
    """Have the published totals of all campaigns kept here."""

    changes: ClassVar[bool] = True

    def run(self, donor: "Donor") -> None:
        """See Donor.fetch_results."""
        donor.campaigns.fetch_results()

    def doing(self) -> str:
        """See Job."""
        return translate("jobs", "Fetching what was published…")


@dataclass(frozen=True)
class LookJob(Job):
    """What a server offers, before anything is agreed to; of the home's own server where no address is given."""

    url: str | None = None

    def run(self, donor: "Donor") -> "Offer":
        """See Donor.look."""
        return donor.campaigns.look(self.url or donor.installation.membership().url)

    def doing(self) -> str:
        """See Job."""
        return translate("jobs", "Asking the server what it offers…")


@dataclass(frozen=True)
class AcceptJob(Job):
    """Agree to campaigns of an offer: each with the person's own region, None where it has none."""

    changes: ClassVar[bool] = True
    offer: "Offer"
    strata: tuple[tuple[str, str | None], ...]
    invitation: str | None
    language: str

    def run(self, donor: "Donor") -> tuple[str, ...]:
        """The ids of the campaigns joined; see Donor.accept. All of them must hold before the first is joined."""
        joined: list[str] = []
        for name, stratum in self.strata:
            part = replace(
                self.offer,
                campaigns={name: self.offer.campaigns[name]},
                signed={name: self.offer.signed[name]},
            )
            joined.extend(donor.campaigns.accept(part, stratum, self.invitation, self.language).campaigns)
        return tuple(joined)

    def doing(self) -> str:
        """See Job."""
        return translate("jobs", "Joining…")


@dataclass(frozen=True)
class LeaveJob(Job):
    """Give a campaign nothing from now on."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    campaign: str

    def run(self, donor: "Donor") -> None:
        """See Donor.leave."""
        donor.campaigns.leave(self.campaign)


@dataclass(frozen=True)
class ExportJob(Job):
    """Write everything kept here about the donor to a file."""

    file: Path

    def run(self, donor: "Donor") -> Path:
        """See Donor.export; returns the file."""
        donor.export(self.file)
        return self.file

    def doing(self) -> str:
        """See Job."""
        return translate("jobs", "Writing your data to a file…")


@dataclass(frozen=True)
class EraseJob(Job):
    """Have the server forget the donor, unless it is gone, then erase the home; the app starts at login no more."""

    ends: ClassVar[bool] = True
    tell_server: bool = True

    def run(self, donor: "Donor") -> "Farewell":
        """See Donor.erase_me."""
        from pdd_client.desktop.system import autostart

        farewell = donor.erase_me(tell_server=self.tell_server)
        with suppress(DonorError):  # what is erased is erased: an app that starts all the same is empty
            autostart.set_enabled(False)
        return farewell

    def doing(self) -> str:
        """See Job."""
        return translate("jobs", "Erasing…")
