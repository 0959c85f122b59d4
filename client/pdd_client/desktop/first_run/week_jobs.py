"""The worker's jobs for the last week, and the rows that they lead to. No Qt."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from pdd_client.core.errors import DonorError
from pdd_client.core.published_totals import PublishedWeek, Total, published_week
from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.texts.catalogue import tr

if TYPE_CHECKING:
    from pdd_client.donor.campaigns.join import Offer
    from pdd_client.donor.campaigns.results import CampaignResults
    from pdd_client.donor.days.last_week import OwnWeek
    from pdd_client.donor.donor import Donor

_ROWS = 3
"""The table shows at most this many keywords."""


class WeekRow(NamedTuple):
    """A keyword, the person's own count of the last week, and the total of all donors; None if not known."""

    label: str
    own: int | None
    everyone: Total | None


@dataclass(frozen=True)
class OwnWeekJob(Job):
    """Counts the last week for each campaign of an offer; nothing is kept or sent."""

    offer: "Offer"

    def run(self, donor: "Donor") -> "OwnWeek | None":
        """See `Days.last_week`."""
        return donor.days.last_week(self.offer)

    def doing(self) -> str:
        """See Job."""
        return tr("doing_count")


@dataclass(frozen=True)
class PublishedWeekJob(Job):
    """Looks at what each campaign of an offer published last."""

    offer: "Offer"

    def run(self, donor: "Donor") -> Mapping[str, PublishedWeek]:
        """Return the weeks by campaign id. A person can decide without them, so an error is not shown."""
        found: tuple[CampaignResults, ...] = ()
        with suppress(DonorError):
            found = donor.campaigns.offered_results(self.offer)
        weeks = {one.id: published_week(one.days, one.period) for one in found}
        return {name: week for name, week in weeks.items() if week is not None}


def week_rows(own: Mapping[str, int] | None, week: PublishedWeek | None) -> list[WeekRow]:
    """Return the keywords that the person searched most. If there is none, return those that all donors searched most.

    Args:
        own: the person's counts, of all keywords; None if no history could be read.
        week: what was published; None if nothing was.

    """
    everyone, mine = week.totals if week else {}, own or {}
    labels = dict.fromkeys((*mine, *everyone))
    rows = [WeekRow(label, mine.get(label, None if own is None else 0), everyone.get(label)) for label in labels]
    rows.sort(key=lambda row: (-(row.own or 0), -(row.everyone.value if row.everyone else 0)))
    return [row for row in rows if row.own or (row.everyone and not any(mine.values()))][:_ROWS]
