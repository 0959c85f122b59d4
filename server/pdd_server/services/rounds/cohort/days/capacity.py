"""Which campaigns a data day's cohorts can count, with which floors, and how large their sums may grow.

A campaign stays in the plan if the floor of at least one cohort reaches its `min_cohort`. The range in which a sum is
read must also hold the counts of all uploads, and the noise on both sides. Where it does not, campaigns are left out
until the rest fits.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pdd_shared.rounds.cohort.day.floors import server_floor
from pdd_shared.rounds.cohort.day.layout import SumRange, cohort_layout, fits, largest_range, noise_reach
from pdd_shared.rounds.cohort.messages import CohortDay, CohortPart
from pdd_shared.rounds.cohort.parameters import TreeSize


@dataclass(frozen=True)
class Frame:
    """The part of a day's plan that follows from its cohorts and campaigns.

    Attributes:
        parts: The parts of the campaigns that the day counts.
        days: The floor and the number of sub-cohorts of each cohort, in order of cohorts.
        sums: The capacity of the sums and the reach of their noise, as the plan states them.
    """

    parts: tuple[CohortPart, ...]
    days: tuple[CohortDay, ...]
    sums: SumRange


def frame_for(
    size: TreeSize, divided: Sequence[int], parts: tuple[CohortPart, ...], shares: tuple[Fraction, ...], recent: int
) -> Frame | None:
    """Return the floors, the range, and the campaigns that the day's cohorts can count.

    Which campaigns take part decides on the floors, because each tolerates its own share of colluders. So the floors
    are computed anew whenever a campaign is left out.

    Args:
        size: The size of the epoch's tree.
        divided: Into how many sub-cohorts each cohort is divided on this day, in order of cohorts.
        parts: The parts of the campaigns that can pay for the day.
        shares: The smallest share of leaves in a list on each of the last data days, as `planning.shares_until`.
        recent: The most leaves of a recent tree, as `PublicLog.largest_tree`.

    Returns:
        The frame; None if no campaign can take part.
    """
    while parts:
        percents = [part.terms.colluders for part in parts]
        days = tuple(
            CohortDay(floor=server_floor(size, percents, number, shares, recent), sub_cohorts=number)
            for number in divided
        )
        reached = tuple(part for part in parts if part.terms.min_cohort <= max(day.floor for day in days))
        if reached != parts:
            parts = reached
            continue
        found = _range(parts, size, days)
        if found.capacity >= max(day.floor for day in days):
            return Frame(parts, days, found)
        parts = without_widest(parts)
    return None


def _range(parts: tuple[CohortPart, ...], size: TreeSize, days: Iterable[CohortDay]) -> SumRange:
    """Return the largest capacity that fits the layouts of all cohorts, and the reach of the noise at that capacity.

    Homes check a plan with the largest number of all its parts, in units, including those that are closed in some
    cohorts. The same cap is used here, or homes would refuse the plan.
    """
    layouts = [cohort_layout(parts, size, day) for day in set(days)]
    most = max(max(part.terms.most_units) for part in parts)
    low, high = 0, min(largest_range(layout).capacity for layout in layouts)
    while low < high:
        middle = (low + high + 1) // 2
        reach = max(noise_reach(layout, middle) for layout in layouts)
        low, high = (middle, high) if fits(middle, most, reach) else (low, middle - 1)
    return SumRange(low, max(noise_reach(layout, low) for layout in layouts))


def without_widest(parts: tuple[CohortPart, ...]) -> tuple[CohortPart, ...]:
    """Return the parts without the one that needs most of the range: the largest cap, then the largest noise scale."""
    widest = max(parts, key=lambda part: (max(part.terms.most_units), part.terms.noise.widest, part.campaign))
    return tuple(part for part in parts if part != widest)
