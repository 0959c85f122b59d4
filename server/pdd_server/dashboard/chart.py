"""The chart of some entries over the days, with 95% bands, and of confidence and donors beneath: paths of SVGs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

WIDTH, HEIGHT, LOW = 640, 240, 80
DASHES = ("none", "8 5", "2 4", "12 4 2 4", "5 2")

Point = tuple[date, int, int]
"""A day, the total over all strata, and the half width of its 95% band."""


@dataclass(frozen=True)
class Line:
    """An entry's line and band as paths of an SVG, broken where days are missing, and how its stroke is dashed."""

    entry: str
    line: str
    band: str
    dash: str


@dataclass(frozen=True)
class Bar:
    """A day's confidence: where its bar stands, how wide it is, and how high."""

    left: float
    width: float
    height: float


@dataclass(frozen=True)
class Chart:
    """Lines over a span of days; `zero` is the height of the line at 0; beneath, bars and a line of donors."""

    lines: tuple[Line, ...]
    first: date
    last: date
    top: int
    bottom: int
    zero: float
    bars: tuple[Bar, ...]
    donors: str
    most_donors: int
    summary: str


@dataclass(frozen=True)
class Together:
    """A day's confidence, and its donors with noise, all strata added up."""

    day: date
    confidence: float
    donors: int


def chart_of(series: Mapping[str, Sequence[Point]], days: Sequence[Together]) -> Chart | None:
    """The chart of these entries over these days, which are in order; None where there are not two days to join."""
    drawn = {entry: points for entry, points in series.items() if points}
    if len(days) < 2 or not drawn:
        return None
    first, span = days[0].day, (days[-1].day - days[0].day).days
    low = min(0, *(total - half for points in drawn.values() for _, total, half in points))
    high = max(1, *(total + half for points in drawn.values() for _, total, half in points))

    def across(day: date) -> float:
        return (day - first).days / span * WIDTH

    def up(number: float) -> float:
        return (high - number) / (high - low) * HEIGHT

    lines = []
    for dash, (entry, points) in zip(DASHES, drawn.items(), strict=False):
        runs = _runs(points)
        line = " ".join(_path([(across(day), up(total)) for day, total, _ in run]) for run in runs)
        edges = [[(across(day), up(total + half), up(total - half)) for day, total, half in run] for run in runs]
        band = " ".join(map(_band, edges))
        lines.append(Line(entry, line, band, dash))
    return Chart(
        tuple(lines), first, days[-1].day, high, low, round(up(0), 1), *_beneath(days, across), _summary(drawn)
    )


def trend(totals: Sequence[int]) -> str:
    """A small line of an entry's totals, in a box of 96 by 24; empty where there are not two."""
    if len(totals) < 2:
        return ""
    low, high = min(totals), max(totals)
    wide, tall = 96 / (len(totals) - 1), 20 / max(1, high - low)
    return _path([(place * wide, 22 - (total - low) * tall) for place, total in enumerate(totals)])


def _runs(points: Sequence[Point]) -> list[list[Point]]:
    """The points in runs of days that follow each other."""
    runs = [[points[0]]]
    for before, point in pairwise(points):
        if point[0] - before[0] > timedelta(days=1):
            runs.append([])
        runs[-1].append(point)
    return runs


def _path(places: Sequence[tuple[float, float]]) -> str:
    # A point alone is drawn as a line to itself, which round ends make a dot.
    ends = places if len(places) > 1 else [*places, *places]
    return "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in ends)


def _band(places: Sequence[tuple[float, float, float]]) -> str:
    upper = [(x, top) for x, top, _ in places]
    return _path(upper + [(x, bottom) for x, _, bottom in reversed(places)]) + "Z"


def _beneath(days: Sequence[Together], across: Callable[[date], float]) -> tuple[tuple[Bar, ...], str, int]:
    width = WIDTH / ((days[-1].day - days[0].day).days + 1)
    bars = tuple(
        Bar(round(across(one.day) * (1 - width / WIDTH), 1), round(0.8 * width, 2), round(one.confidence * LOW, 1))
        for one in days
    )
    most = max(1, *(one.donors for one in days))
    runs = _runs([(one.day, one.donors, 0) for one in days])
    paths = [_path([(across(day), LOW - max(0, donors) / most * LOW) for day, donors, _ in run]) for run in runs]
    return bars, " ".join(paths), most


def _summary(series: Mapping[str, Sequence[Point]]) -> str:
    """What the lines show, in words: where each begins and ends, and how far off."""
    return "; ".join(
        f"{entry}: {points[0][1]} on {points[0][0]}, {points[-1][1]} on {points[-1][0]}, give or take {points[-1][2]}"
        for entry, points in series.items()
    )
