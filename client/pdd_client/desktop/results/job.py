"""The worker's job for the Results page."""

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pdd_client.core.errors import DonorError
from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.results.view_model import ResultsViewModel, results_view_models
from pdd_client.desktop.texts.catalogue import tr

if TYPE_CHECKING:
    from pdd_client.donor.donor import Donor


@dataclass(frozen=True)
class ShowResultsJob(Job):
    """Collects what the campaigns had published when it was fetched last."""

    def run(self, donor: "Donor") -> tuple[ResultsViewModel, ...]:
        """Return what the page shows of each campaign, from the home alone; nothing if no server is joined."""
        if donor.installation.joined() is None:
            return ()
        with suppress(DonorError):  # on a full disk too, the page can be read
            donor.reminders.look_at_results()
        own = {campaign.id: campaign.stratum for campaign in donor.status().campaigns}
        return results_view_models(donor.campaigns.results(), own)

    def doing(self) -> str:
        """See Job."""
        return tr("doing_results")
