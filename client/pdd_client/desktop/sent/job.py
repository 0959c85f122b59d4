"""The worker's jobs for the Sent page."""

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, ClassVar

from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.sent.view_model import SentViewModel
from pdd_client.desktop.texts.catalogue import tr

if TYPE_CHECKING:
    from pdd_client.core.donation.ledger import Account
    from pdd_client.donor.donor import Donor


@dataclass(frozen=True)
class ShowSentJob(Job):
    """Collects everything ever sent, day by day, and what was published of it."""

    def run(self, donor: "Donor") -> SentViewModel:
        """Return what the page shows, from the home alone; nothing is sent."""
        status = donor.status()
        joined, membership = bool(status.campaigns), donor.installation.joined()
        consents = donor.installation.store.consents.newest()
        return SentViewModel(
            today=donor.today,
            days=donor.days.sent() if joined else (),
            refusals=tuple(reversed(status.refusals)),
            titles={campaign.id: campaign.title for campaign in status.campaigns},
            results={found.id: found for found in donor.campaigns.results()} if joined else {},
            weekly=frozenset(name for name, one in consents.items() if one[0].campaign.terms.period == "week"),
            in_cohort=membership is not None and membership.info.protocol == "cohort",
        )


@dataclass(frozen=True)
class AccountJob(Job):
    """Computes the privacy account."""

    def run(self, donor: "Donor") -> "Account":
        """Return the account; composing many days takes seconds."""
        return donor.account.ledger()

    def doing(self) -> str:
        """See Job."""
        return tr("doing_account")


@dataclass(frozen=True)
class SetCeilingJob(Job):
    """Sets the donor's limit for all campaigns together; None takes it away."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    ceiling: Decimal | None

    def run(self, donor: "Donor") -> None:
        """Set the limit; see `PrivacyAccount.set_ceiling`."""
        donor.account.set_ceiling(self.ceiling)
