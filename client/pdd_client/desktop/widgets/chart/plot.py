"""What a line chart shows, and the places of its numbers and days. No Qt: numbers in, numbers out."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from math import ceil, floor, log10

_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
"""The distances between level lines, to be multiplied by a power of ten."""


@dataclass(frozen=True)
class Point:
    """A day's value and its band; `low` and `high` equal the value if nothing is uncertain."""

    day: date
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Series:
    """A line: its name and its points, the earliest first."""

    name: str
    points: tuple[Point, ...]

    @cached_property
    def by_day(self) -> dict[date, Point]:
        """The points by day."""
        return {point.day: point for point in self.points}

    def runs(self, gap: timedelta) -> Iterator[tuple[Point, ...]]:
        """Yield the points in runs, cut wherever two are more than `gap` apart.

        A line is painted for each run, so that it does not suggest numbers for days that have none.
        """
        run: list[Point] = []
        for point in self.points:
            if run and point.day - run[-1].day > gap:
                yield tuple(run)
                run = []
            run.append(point)
        if run:
            yield tuple(run)


@dataclass(frozen=True)
class Ceiling:
    """A limit, which is painted as a level line of its own."""

    name: str
    value: float


@dataclass(frozen=True)
class Plot:
    """Lines over days, and a limit if there is one.

    Attributes:
        series: the lines.
        ceiling: the limit; None for none.
        gap: the longest time between two points of a line that are joined.
        open_days: the days whose numbers may still change.

    """

    series: tuple[Series, ...]
    ceiling: Ceiling | None = None
    gap: timedelta = timedelta(days=1)
    open_days: frozenset[date] = frozenset()

    @cached_property
    def days(self) -> tuple[date, ...]:
        """All days that have a point, the earliest first."""
        return tuple(sorted({point.day for line in self.series for point in line.points}))

    @cached_property
    def range(self) -> tuple[float, float]:
        """The lowest and the highest number that must be visible. Zero is between them or one of them; they differ."""
        numbers = [number for line in self.series for point in line.points for number in (point.low, point.high)]
        limit = [] if self.ceiling is None else [self.ceiling.value]
        low, high = min(0.0, *numbers, 0.0), max(0.0, *numbers, *limit, 0.0)
        return (low, high) if high > low else (low, low + 1.0)


def ticks(low: float, high: float, most: int) -> tuple[float, ...]:
    """Return round numbers at equal distances that cover [low, high].

    Args:
        low: the lowest number to cover.
        high: the highest one, above `low`.
        most: how many numbers there may be; at times there is one more, and there are always at least two.

    """
    step = _step((high - low) / max(1, most - 1))
    first, last = floor(low / step), ceil(high / step - 1e-9)
    return tuple(index * step for index in range(first, last + 1))


def _step(least: float) -> float:
    """Return the smallest of 1, 2, 2.5 and 5 times a power of ten that is at least `least`, which is above 0."""
    unit = 10.0 ** floor(log10(least))
    return next(factor * unit for factor in _STEPS if factor * unit >= least * (1 - 1e-9))


def spread(days: tuple[date, ...], most: int) -> tuple[date, ...]:
    """Return at most `most` of the days, about evenly spread over the time.

    The first and the last day are among them; if `most` is 1, it is the last.
    """
    if most < 2:
        return days[-1:]
    places = (nearest(days, index / (most - 1)) for index in range(most))
    return tuple(days[place] for place in dict.fromkeys(places))


def nearest(days: tuple[date, ...], place: float) -> int:
    """Return the index of the day nearest to a point in time.

    Args:
        days: the days, the earliest first; at least one.
        place: the point in time, from 0 for the first day to 1 for the last.

    """
    span = (days[-1] - days[0]).days
    target = days[0].toordinal() + place * span
    return min(range(len(days)), key=lambda index: abs(days[index].toordinal() - target))
