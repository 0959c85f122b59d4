"""What a day's cohorts can carry: their floors, the campaigns that these floors and the range of sums let in."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pdd_shared.rounds.cohort.day.floors import server_floor
from pdd_shared.rounds.cohort.day.layout import SumRange, cohort_layout, fits, largest_range, noise_reach
from pdd_shared.rounds.cohort.messages import CohortDay, CohortPart
from pdd_shared.rounds.cohort.parameters import TreeSize


@dataclass(frozen=True)
class Frame:
    """What a plan says of its cohorts, the parts that these can carry, and the range of their sums."""

    parts: tuple[CohortPart, ...]
    days: tuple[CohortDay, ...]
    sums: SumRange


def frame_for(
    size: TreeSize, divided: Sequence[int], parts: tuple[CohortPart, ...], shares: tuple[Fraction, ...]
) -> Frame | None:
    """Floors and range for those of the campaigns whose `min_cohort` is in reach of a cohort."""
    while parts:
        percents = [part.terms.colluders for part in parts]
        days = tuple(
            CohortDay(floor=server_floor(size, percents, number, shares), sub_cohorts=number) for number in divided
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
    """The capacity and the reach that all cohorts' layouts leave, as homes check them: by the largest cap of all."""
    layouts = [cohort_layout(parts, size, day) for day in set(days)]
    most = max(part.terms.max_searches for part in parts)
    low, high = 0, min(largest_range(layout).capacity for layout in layouts)
    while low < high:
        middle = (low + high + 1) // 2
        reach = max(noise_reach(layout, middle) for layout in layouts)
        low, high = (middle, high) if fits(middle, most, reach) else (low, middle - 1)
    return SumRange(low, max(noise_reach(layout, low) for layout in layouts))


def without_widest(parts: tuple[CohortPart, ...]) -> tuple[CohortPart, ...]:
    """The campaigns but the one that takes most of the range."""
    widest = max(parts, key=lambda part: (part.terms.max_searches, part.terms.scale, part.campaign))
    return tuple(part for part in parts if part != widest)
