"""What a donor gave to a campaign that is over, and what was published of it.

It reads this home alone. What the donor gave from another home is not in it.

The browser extension has a twin of this module; `tests/vectors/pages/contributions.json` holds both to one answer.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

TOP = 3
"""How many of the donor's keywords are named."""


@dataclass(frozen=True)
class Contribution:
    """What was given to one campaign, and what came of it. A period is a day, or a week.

    Attributes:
        periods: how many periods were given.
        searches: how many searches counted in them.
        hits: how often one of these counted for a keyword.
        top: at most TOP keywords with the largest counts, the largest first.
        published: of how many periods totals are published.
        donors: about how many donors' counts are in the totals of a typical period; None if their noise hides it.

    """

    periods: int
    searches: int = field(repr=False)
    hits: int = field(repr=False)
    top: tuple[tuple[str, int], ...] = field(repr=False)
    published: int
    donors: int | None


def contribution(
    given: Iterable[tuple[date, Mapping[str, Any]]], published: Iterable[tuple[date, int, float]]
) -> Contribution:
    """Return what was given to a campaign and what was published of it.

    Args:
        given: the counts that the server confirmed, the oldest first, each with the day on which they were asked for;
            as `Given.described` returns them. Days that got zeros instead of counts are not among them.
        published: for each period and stratum with totals its day, the number of donors with its noise, and half the
            width of the 95% interval.

    """
    # A lost week that was given once more counts once: as it was given last.
    periods = {date.fromisoformat(one["repeats"]) if "repeats" in one else day: one for day, one in given}
    counts = Counter[str]()
    for one in periods.values():
        counts.update(one["counts"])
    top = sorted(counts.items(), key=lambda count: (-count[1], count[0]))[:TOP]
    donors = dict[date, tuple[int, float]]()
    for day, many, half in published:
        before = donors.get(day, (0, 0.0))
        donors[day] = (before[0] + many, before[1] + half)
    searches = sum(one["searches"] for one in periods.values())
    return Contribution(len(periods), searches, counts.total(), tuple(top), len(donors), _typical(donors.values()))


def _typical(donors: Iterable[tuple[int, float]]) -> int | None:
    """Return the median to two digits; None if it is not larger than half its interval, or of one donor alone."""
    ordered = sorted(donors)
    many, half = ordered[(len(ordered) - 1) // 2] if ordered else (0, 0.0)
    step = 10 ** max(0, len(str(many)) - 2)
    return (many + step // 2) // step * step if many > max(1, half) else None
