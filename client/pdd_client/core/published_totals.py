"""Published totals, and their sums over regions and days with the 95% intervals of these."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from math import sqrt
from typing import NamedTuple

from pdd_shared.protocol.days import Period

WEEK = 7
"""The days of a week."""


@dataclass(frozen=True)
class PublishedDay:
    """The totals of one day and stratum, with their noise.

    Attributes:
        day: the data day.
        stratum: the stratum; None if the campaign has none.
        donors: the number of donors in the totals.
        searches: the total of searches.
        half_width: half the width of the 95% interval: 95% of the totals are off the true sum by at most this.
        totals: the total of each keyword, by its label.
        final: False while the server may still add sums to this day.
        half_width_together: the same for a keyword's sum over all strata of the day; None from a server that doesn't
            say it, or without strata.

    """

    day: date
    stratum: str | None
    donors: int
    searches: int
    half_width: float
    totals: Mapping[str, int]
    final: bool = True
    half_width_together: float | None = None


class Total(NamedTuple):
    """A sum of totals, and half the width of its 95% interval."""

    value: int
    half_width: float


@dataclass(frozen=True)
class PublishedWeek:
    """The totals of the last week that a campaign has published.

    Attributes:
        days: how many days of it were published; None for a campaign that counts by week.
        last: its last day.
        totals: each keyword's total over these days, by its label.

    """

    days: int | None
    last: date
    totals: Mapping[str, Total]


def over_regions(parts: Sequence[PublishedDay], entry: str) -> Total | None:
    """Return a keyword's total over the regions of a day; None if a region did not publish the keyword.

    The server says how far the sum over all regions may be off. One that doesn't leaves it to be estimated: the noise
    of the regions is independent, so the squares of their half widths add up, about.

    Args:
        parts: what each region published of that day.
        entry: the keyword's label.

    """
    if not all(entry in part.totals for part in parts):
        return None
    together = parts[0].half_width_together if len(parts) > 1 else parts[0].half_width
    half = _of_sum(part.half_width for part in parts) if together is None else together
    return Total(sum(part.totals[entry] for part in parts), half)


def published_week(published: Iterable[PublishedDay], period: Period) -> PublishedWeek | None:
    """Return the totals of the last week that was published; None if nothing was.

    A keyword that one of its days lacks is left out. The noise of two days is independent, as that of regions is.

    Args:
        published: the published days, or weeks, of each region.
        period: which of the two.

    """
    by_day: dict[date, list[PublishedDay]] = defaultdict(list)
    for part in published:
        by_day[part.day].append(part)
    if not by_day:
        return None
    last = max(by_day)
    days = [
        parts for day, parts in by_day.items() if day == last or (period == "day" and last - day < timedelta(days=WEEK))
    ]
    totals = {}
    for entry in by_day[last][0].totals:
        found = [over_regions(parts, entry) for parts in days]
        known = [total for total in found if total is not None]
        if len(known) == len(found):
            totals[entry] = Total(sum(one.value for one in known), _of_sum(one.half_width for one in known))
    return PublishedWeek(len(days) if period == "day" else None, last, totals)


def _of_sum(half_widths: Iterable[float]) -> float:
    return sqrt(sum(half**2 for half in half_widths))
