"""What a line chart shows, and where its marks go. No Qt: numbers in, numbers out."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from math import ceil, floor, log10

_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)


@dataclass(frozen=True)
class Point:
    """A day's value and its band; where nothing is uncertain, `low` and `high` are the value."""

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
        """The points by their days."""
        return {point.day: point for point in self.points}

    def runs(self, gap: timedelta) -> Iterator[tuple[Point, ...]]:
        """The points, cut where more than `gap` lies between two: a line must not claim days that have no number."""
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
    """A limit that is drawn as a line of its own."""

    name: str
    value: float


@dataclass(frozen=True)
class Plot:
    """Lines over days, and a limit, if there is one; `gap` is the longest time that a line spans.

    The numbers of `open_days` may still change.
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
        """The lowest and highest number that must be seen; zero is always in it."""
        numbers = [number for line in self.series for point in line.points for number in (point.low, point.high)]
        limit = [] if self.ceiling is None else [self.ceiling.value]
        low, high = min(0.0, *numbers, 0.0), max(0.0, *numbers, *limit, 0.0)
        return (low, high) if high > low else (low, low + 1.0)


def ticks(low: float, high: float, most: int) -> tuple[float, ...]:
    """Round numbers that cover [low, high], about `most` of them at the most, at least two."""
    step = _step((high - low) / max(1, most - 1))
    first, last = floor(low / step), ceil(high / step - 1e-9)
    return tuple(index * step for index in range(first, last + 1))


def _step(least: float) -> float:
    """The smallest of 1, 2, 2.5, 5 times a power of ten that is at least `least`."""
    unit = 10.0 ** floor(log10(least))
    return next(factor * unit for factor in _STEPS if factor * unit >= least * (1 - 1e-9))


def spread(days: tuple[date, ...], most: int) -> tuple[date, ...]:
    """At most `most` of the days, the first and the last among them, about evenly spread over the time."""
    if most < 2:
        return days[-1:]
    places = (nearest(days, index / (most - 1)) for index in range(most))
    return tuple(days[place] for place in dict.fromkeys(places))


def nearest(days: tuple[date, ...], place: float) -> int:
    """The index of the day nearest to `place`, a share of the time from the first to the last day."""
    span = (days[-1] - days[0]).days
    target = days[0].toordinal() + place * span
    return min(range(len(days)), key=lambda index: abs(days[index].toordinal() - target))
