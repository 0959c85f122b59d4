"""Points of a series: counts or rates of a keyword by day, week or month, and 7-day means, each with its interval.

A count of a period is the sum of its published totals, and its interval is that of all their draws. A period with a
missing day has no count. A rate is of the days that are there, and says how many are missing.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from pdd_shared.privacy.noise.distributions import Law
from pdd_shared.privacy.noise.ratios import UNKNOWN, Estimate, difference, ratio
from pdd_shared.privacy.noise.sums import sum_half_width
from pdd_shared.protocol import days as periods
from pdd_shared.series.grouping import PER, By, Grouping, Rate
from pdd_shared.series.published_days import Day, of_kind

_FEWEST = 5
"""The fewest numbers of which is said whether they vary by more than their noise."""
_NORMAL, _ONE_SIDED = 1.96, 1.645
"""Standard deviations of a normal law to half a 95% interval, and to its 95% quantile."""


class Point(NamedTuple):
    """A point of a series."""

    first: date
    """The first day that it is of."""
    last: date
    """The last day."""
    estimate: Estimate
    """The count or rate with its interval; UNKNOWN where there is none."""
    days: int
    """How many of its days have totals; of a difference, on the side that has fewer."""
    missing: int
    """How many have not; of a difference, on the side that lacks more."""
    final: bool
    """Whether its numbers stay as they are."""
    confidence: float | None
    """The mean coverage of its days, from 0 to 1; of a difference, of the side that has less. None without days."""


@dataclass(frozen=True)
class Span:
    """A period of a series: what all keywords have alike.

    Attributes:
        first: The first day.
        last: The last day.
        parts: The published days and strata in it, of days on which all wanted strata have totals.
        there: How many data days (or weeks) these are.
        wanted: How many the period has.
        each: How many days each of them has.
    """

    first: date
    last: date
    parts: tuple[Day, ...]
    there: int
    wanted: int
    each: int

    @cached_property
    def laws(self) -> Counter[Law]:
        """How many draws of each law are in the sum of its totals."""
        return Counter(part.laws.totals for part in self.parts)

    @cached_property
    def half_width(self) -> int:
        """Half the width of the 95% interval of the sum of its totals."""
        return self.parts[0].half_width if len(self.parts) == 1 else sum_half_width(self.laws)

    def denominator(self, rate: Rate) -> tuple[int, Counter[Law]]:
        """Return the sum that a rate is divided by, and the laws of its noise."""
        total = sum(part.searches if rate == "searches" else part.donors for part in self.parts)
        return total, of_kind(rate, Counter(part.laws for part in self.parts))

    def total_of(self, totals: Mapping[int, int]) -> int | None:
        """Return the sum of a keyword's totals; None if there are none, or if one of them is not listed."""
        found = [totals[part.id] for part in self.parts if part.id in totals]
        return sum(found) if found and len(found) == len(self.parts) else None


def spans_of(days: Sequence[Day], strata: int, grouping: Grouping, period: periods.Period) -> list[Span]:
    """Return the periods from the first of these days to the last, with and without totals.

    Args:
        days: The published days and strata.
        strata: How many strata each day has to have.
        grouping: How days become points.
        period: What a published number of the campaign is of.
    """
    by_day = defaultdict[date, list[Day]](list)
    for one in days:
        by_day[one.day].append(one)
    each = len(periods.days_of(period, max(by_day))) if by_day else 1
    found = []
    for first, last in _bounds(by_day, grouping, each) if by_day else ():
        ends = [first + timedelta(days=ahead) for ahead in range(each - 1, (last - first).days + 1, each)]
        there = [by_day[end] for end in ends if end in by_day and len(by_day[end]) == strata]
        parts = tuple(chain.from_iterable(there))
        found.append(Span(first, last, parts, len(there), len(ends), each))
    return found


def points_of(spans: Iterable[Span], totals: Mapping[int, int], grouping: Grouping) -> list[Point]:
    """Return a keyword's points.

    Args:
        spans: The periods, as of `spans_of`.
        totals: The keyword's totals by the id of the day and stratum.
        grouping: How days become points.
    """
    return [_point(span, _estimate(span, totals, grouping)) for span in spans]


def varies(points: Iterable[Point]) -> bool | None:
    """Return whether a series changes by more than its noise; None if there are too few numbers to tell.

    The sum of squared distances from the weighted mean, each in standard deviations, is compared with its 95% quantile
    under noise alone. A noisy number's squared distance has a mean of 1 and a variance of at most 5, that of Laplace
    noise. Points of overlapping days must not be given: their noise is correlated.
    """
    found = [point.estimate for point in points]
    known = [
        (one.value, (one.high - one.low) / 2)
        for one in found
        if one.value is not None and one.low is not None and one.high is not None
    ]
    if len(known) < _FEWEST:
        return None
    weights = [half**-2 for _, half in known]
    mean = sum(weight * value for weight, (value, _) in zip(weights, known, strict=True)) / sum(weights)
    distance = sum(((value - mean) / half * _NORMAL) ** 2 for value, half in known)
    free = len(known) - 1
    return bool(distance > free + _ONE_SIDED * (5 * free) ** 0.5)


def compared(span: Span, other: Span | None, totals: Mapping[int, int], grouping: Grouping) -> Point:
    """Return a keyword's point, less what is subtracted from it. Its days and coverage are those of the worse side."""
    if other is None:
        return _point(span, _estimate(span, totals, grouping))
    point, also = _point(span, _difference(span, other, totals, grouping)), _point(other, UNKNOWN)
    known = None not in (point.confidence, also.confidence)
    return point._replace(
        days=min(point.days, also.days),
        missing=max(point.missing, also.missing),
        final=point.final and also.final,
        confidence=min(point.confidence or 0, also.confidence or 0) if known else None,
    )


def _difference(span: Span, other: Span, totals: Mapping[int, int], grouping: Grouping) -> Estimate:
    """Return the difference of a keyword's counts or rates in two periods or strata, whose noise is independent."""
    one, less = (_estimate(part, totals, grouping) for part in (span, other))
    if grouping.rate is not None or one.value is None or less.value is None:
        return difference(one, less)
    total, minus = (part.total_of(totals) or 0 for part in (span, other))
    return _around(total - minus, sum_half_width(span.laws + other.laws), grouping.mean)


def _bounds(by_day: Mapping[date, object], grouping: Grouping, each: int) -> Iterator[tuple[date, date]]:
    """Yield the first and last day of each point, from the first day with totals to the last."""
    last = max(by_day)
    start = min(by_day) - timedelta(days=each - 1)
    by: By = grouping.by or ("week" if each == 7 else "day")
    if by == "day":
        start += timedelta(days=grouping.mean - 1)
    while start <= last:
        if by == "day":
            yield start - timedelta(days=grouping.mean - 1), start
            start += timedelta(days=1)
            continue
        first, end = _month(start) if by == "month" else _week(start)
        yield first, end
        start = end + timedelta(days=1)


def _week(day: date) -> tuple[date, date]:
    last = periods.last_day("week", day)
    return last - timedelta(days=6), last


def _month(day: date) -> tuple[date, date]:
    first = day.replace(day=1)
    return first, (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)


def _estimate(span: Span, totals: Mapping[int, int], grouping: Grouping) -> Estimate:
    total = span.total_of(totals)
    if total is None:
        return UNKNOWN
    if grouping.rate is not None:
        bottom, of_bottom = span.denominator(grouping.rate)
        return ratio(total, bottom, span.laws, of_bottom).times(PER)
    if span.there < span.wanted:
        return UNKNOWN
    return _around(total, span.half_width, grouping.mean)


def _around(total: int, half: int, mean: int) -> Estimate:
    """Return a count with its interval, divided by the days of a mean."""
    found = Estimate(total, total - half, total + half)
    return found.times(1 / mean) if mean > 1 else found


def _point(span: Span, estimate: Estimate) -> Point:
    parts = span.parts
    confidence = sum(part.confidence for part in parts) / len(parts) if parts else None
    days, missing = span.there * span.each, (span.wanted - span.there) * span.each
    return Point(span.first, span.last, estimate, days, missing, all(part.final for part in parts), confidence)
