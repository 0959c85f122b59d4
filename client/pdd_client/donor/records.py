"""What a donor's home tells: where the donor stands, what was sent, what came of it, what comes next."""

from datetime import date, datetime
from pathlib import Path

from pdd_client.donor.campaigns.offers import OnOffer, campaigns_on_offer
from pdd_client.donor.days.calendar import Day, SentDay, days_to_review, sent_days
from pdd_client.donor.days.send_times import with_moments
from pdd_client.donor.error_translation import speaks_plainly
from pdd_client.donor.export import export
from pdd_client.donor.installation import Installation
from pdd_client.donor.results import CampaignResults, results
from pdd_client.donor.schedule import next_check_in
from pdd_client.donor.status import Status, status
from pdd_client.gateways.home_store.rows import Logged
from pdd_shared.protocol.days import day_of


@speaks_plainly
class Records:
    """The part of a Donor that only looks at what is kept here."""

    installation: Installation

    @property
    def today(self) -> date:
        """The data day now, by this computer's clock."""
        return day_of(self.installation.clock(), self.installation.zone)

    def log(self) -> list[Logged]:
        """Everything that ever left this computer, and every refusal."""
        return self.installation.store.logged()

    def status(self) -> Status:
        """Where this donor stands."""
        return status(self.installation)

    def days_to_review(self) -> tuple[Day, ...]:
        """The days that can still be decided on, and those just locked; the newest first."""
        return with_moments(self.installation, days_to_review(self.installation, self.today))

    def sent_days(self) -> tuple[SentDay, ...]:
        """What became of each day since joining, the oldest first."""
        return with_moments(self.installation, sent_days(self.installation, self.today))

    def results(self) -> tuple[CampaignResults, ...]:
        """What the campaigns had published when it was fetched last."""
        return results(self.installation)

    def campaigns_on_offer(self) -> tuple[OnOffer, ...]:
        """Campaigns that are not joined, and joined ones that have changed, as of the last contact."""
        return campaigns_on_offer(self.installation, self.today)

    def next_check_in(self) -> datetime:
        """When to check in next (aware, UTC); in the past: at once. Kept across restarts; ask again each minute."""
        return next_check_in(self.installation)

    def export(self, file: Path) -> None:
        """Write all that is kept here about the donor to a JSON file, without keys."""
        export(self.installation, file)
