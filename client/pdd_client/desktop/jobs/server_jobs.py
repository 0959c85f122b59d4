"""The worker's jobs that contact the server, export the donor's data, or leave. See `jobs`."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from pdd_client.core.errors import DonorError
from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.texts.catalogue import tr

if TYPE_CHECKING:
    from pdd_client.donor.campaigns.join import Offer
    from pdd_client.donor.campaigns.leave import Farewell
    from pdd_client.donor.contact.report import CheckInReport
    from pdd_client.donor.donor import Donor


@dataclass(frozen=True)
class CheckInJob(Job):
    """Contacts the server and answers its tasks."""

    changes: ClassVar[bool] = True

    def run(self, donor: "Donor") -> "CheckInReport":
        """See `Donor.check_in`."""
        return donor.check_in()

    def doing(self) -> str:
        """See Job."""
        return tr("doing_contact")


@dataclass(frozen=True)
class FetchResultsJob(Job):
    """Fetches the published totals of all campaigns, and keeps them here."""

    changes: ClassVar[bool] = True

    def run(self, donor: "Donor") -> None:
        """See `Campaigns.fetch_results`."""
        donor.campaigns.fetch_results()

    def doing(self) -> str:
        """See Job."""
        return tr("doing_fetch")


@dataclass(frozen=True)
class AskForNewVersionJob(Job):
    """Asks the server for a newer version of the app. Nothing is downloaded."""

    changes: ClassVar[bool] = True

    def run(self, donor: "Donor") -> None:
        """See `Settings.ask_for_new_version`."""
        donor.settings.ask_for_new_version()


@dataclass(frozen=True)
class FetchOfferJob(Job):
    """Asks a server what it offers, before anything is agreed to.

    Attributes:
        url: the server's address; None for the server that the home has joined.

    """

    url: str | None = None

    def run(self, donor: "Donor") -> "Offer":
        """Return the offer; see `Campaigns.fetch_offer`."""
        return donor.campaigns.fetch_offer(self.url or donor.installation.membership().url)

    def doing(self) -> str:
        """See Job."""
        return tr("doing_look")


@dataclass(frozen=True)
class AcceptJob(Job):
    """Agrees to campaigns of an offer.

    Attributes:
        offer: what the donor has seen.
        strata: the ids of the campaigns, each with the donor's own region; None if the campaign has no regions.
        invitation: the code, if the server wants one.
        language: the tag of the language in which the donor read the consents.

    """

    changes: ClassVar[bool] = True
    offer: "Offer"
    strata: tuple[tuple[str, str | None], ...]
    invitation: str | None
    language: str

    def run(self, donor: "Donor") -> tuple[str, ...]:
        """Join all campaigns of `strata`, or none; return the ids of those that were not joined as they are already.

        See `Campaigns.accept`.
        """
        strata = dict(self.strata)
        return donor.campaigns.accept(self.offer.only(strata), strata, self.invitation, self.language).campaigns

    def doing(self) -> str:
        """See Job."""
        return tr("doing_join")


@dataclass(frozen=True)
class LeaveJob(Job):
    """Leaves a campaign, which gets nothing from now on."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    campaign: str

    def run(self, donor: "Donor") -> None:
        """See `Campaigns.leave`."""
        donor.campaigns.leave(self.campaign)


@dataclass(frozen=True)
class ExportJob(Job):
    """Writes everything that is kept here about the donor to a file."""

    file: Path

    def run(self, donor: "Donor") -> Path:
        """Write the file and return it; see `Donor.export`."""
        donor.export(self.file)
        return self.file

    def doing(self) -> str:
        """See Job."""
        return tr("doing_export")


@dataclass(frozen=True)
class EraseJob(Job):
    """Has the server forget the donor, erases the home, and stops the app from starting at login.

    Attributes:
        tell_server: False erases the home alone, if the server can't be reached.

    """

    ends: ClassVar[bool] = True
    tell_server: bool = True

    def run(self, donor: "Donor") -> "Farewell":
        """Erase everything and return what the server knows of the donor now; see `Donor.erase_me`."""
        from pdd_client.desktop.system import autostart

        farewell = donor.erase_me(tell_server=self.tell_server)
        with suppress(DonorError):  # the home is gone already: an app that still starts at login is empty
            autostart.set_enabled(False)
        return farewell

    def doing(self) -> str:
        """See Job."""
        return tr("doing_erase")
