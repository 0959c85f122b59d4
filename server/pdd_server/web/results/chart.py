"""The chart of some entries over the days, with 95% bands, and of confidence and donors beneath: paths of SVGs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from itertools import pairwise

from pdd_server.services.results.period_report import Point

WIDTH, HEIGHT, LOW = 640, 240, 80
_NEXT = timedelta(days=1)
DASHES = ("none", "8 5", "2 4", "12 4 2 4", "5 2")


@dataclass(frozen=True)
class Line:
    """An entry's line and band as paths of an SVG, broken where days are missing, and how its stroke is dashed."""

    entry: str
    line: str
    band: str
    dash: str


@dataclass(frozen=True)
class Chart:
    """Lines over a span of days; `zero` is the height of the line at 0; beneath, bars and a line of donors.

    `bars`, of the days' confidence, and `donors` are paths of an SVG too.
    """

    lines: tuple[Line, ...]
    first: date
    last: date
    top: int
    bottom: int
    zero: float
    bars: str
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
    # Each day has a slot of its own, and all that is drawn of it stands in the middle of that slot.
    first, slot = days[0].day, WIDTH / ((days[-1].day - days[0].day).days + 1)
    low = min(0, *(total - half for points in drawn.values() for _, total, half in points))
    high = max(1, *(total + half for points in drawn.values() for _, total, half in points))
    across = {one.day: f"{((one.day - first).days + 0.5) * slot:.1f}" for one in days}
    scale, lines = HEIGHT / (high - low), []
    for dash, (entry, points) in zip(DASHES, drawn.items(), strict=False):
        runs = [
            [(across[day], (high - total) * scale, half * scale) for day, total, half in run] for run in _runs(points)
        ]
        line = " ".join(_path([(x, y) for x, y, _ in run]) for run in runs)
        lines.append(Line(entry, line, " ".join(map(_band, runs)), dash))
    zero = round(high * scale, 1)
    return Chart(tuple(lines), first, days[-1].day, high, low, zero, *_beneath(days, across, slot), _summary(drawn))


def trend(totals: Sequence[int]) -> str:
    """A small line of an entry's totals, in a box of 96 by 24; empty where there are not two."""
    if len(totals) < 2:
        return ""
    low, high = min(totals), max(totals)
    tall = 20 / max(1, high - low)
    return _path([(x, 22 - (total - low) * tall) for x, total in zip(_across(len(totals)), totals, strict=True)])


@lru_cache(maxsize=64)
def _across(number: int) -> tuple[str, ...]:
    """So many places over a width of 96."""
    return tuple(f"{place * 96 / (number - 1):.1f}" for place in range(number))


def _runs(points: Sequence[Point]) -> list[list[Point]]:
    """The points in runs of days that follow each other."""
    runs = [[points[0]]]
    for before, point in pairwise(points):
        if point[0] - before[0] > _NEXT:
            runs.append([])
        runs[-1].append(point)
    return runs


def _path(places: Sequence[tuple[str, float]]) -> str:
    # A point alone is drawn as a line to itself, which round ends make a dot.
    ends = places if len(places) > 1 else [*places, *places]
    return "M" + "L".join([f"{x},{y:.1f}" for x, y in ends])


def _band(places: Sequence[tuple[str, float, float]]) -> str:
    above = [(x, y - half) for x, y, half in places]
    below = [(x, y + half) for x, y, half in reversed(places)]
    return _path(above + below) + "Z"


def _beneath(days: Sequence[Together], across: Mapping[date, str], slot: float) -> tuple[str, str, int]:
    lefts = (float(across[one.day]) - 0.4 * slot for one in days)
    bars = "".join(
        f"M{left:.2f},{LOW}v{-one.confidence * LOW:.1f}h{0.8 * slot:.2f}V{LOW}Z"
        for left, one in zip(lefts, days, strict=True)
    )
    most = max(1, *(one.donors for one in days))
    runs = _runs([(one.day, one.donors, 0) for one in days])
    paths = [_path([(across[day], LOW - max(0, donors) / most * LOW) for day, donors, _ in run]) for run in runs]
    return bars, " ".join(paths), most


def _summary(series: Mapping[str, Sequence[Point]]) -> str:
    """What the lines show, in words: where each begins and ends, and how far off."""
    ends = ((entry, points[0], points[-1]) for entry, points in series.items())
    return "; ".join(
        f"{entry}: {first[1]:,} on {first[0]}, {last[1]:,} on {last[0]}, give or take {last[2]:,}"
        for entry, first, last in ends
    )
