"""SVG paths of a chart: keywords' totals by day or week with 95% bands; beneath them the confidence and donors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from itertools import pairwise

from pdd_server.services.results.period_report import Point
from pdd_shared.protocol.days import Period

WIDTH, HEIGHT, LOW = 640, 240, 80
"""The width of both parts of the chart, the height of the upper and that of the lower part, in units of the SVG."""
_STEPS: dict[Period, timedelta] = {"day": timedelta(days=1), "week": timedelta(weeks=1)}
DASHES = ("none", "8 5", "2 4", "12 4 2 4", "5 2")
"""The lines' dash patterns (stroke-dasharray), so that lines can be told apart without colours."""


@dataclass(frozen=True)
class Line:
    """A keyword in the chart.

    Attributes:
        entry: The keyword.
        line: The SVG path of its totals, interrupted where days are missing.
        band: The SVG path of its 95% band.
        dash: The line's dash pattern.
    """

    entry: str
    line: str
    band: str
    dash: str


@dataclass(frozen=True)
class Chart:
    """A chart over a span of days. Of a weekly campaign each day stands for the week that it ends.

    Attributes:
        lines: The keywords.
        first: The first day.
        last: The last day.
        step: The time from one day to the next, in days.
        top: The number at the upper edge.
        bottom: The number at the lower edge, at most 0.
        zero: The distance of the number 0 from the upper edge, in units of the SVG.
        bars: The SVG path of the lower part's bars, the days' confidence.
        donors: The SVG path of the lower part's line, the days' donors.
        most_donors: The number of donors at the lower part's upper edge.
        summary: What the lines show, in words, for people who can't see them.
    """

    lines: tuple[Line, ...]
    first: date
    last: date
    step: int
    top: int
    bottom: int
    zero: float
    bars: str
    donors: str
    most_donors: int
    summary: str


@dataclass(frozen=True)
class Together:
    """The confidence of a day, from 0 to 1, and its donors with noise, all strata added up."""

    day: date
    confidence: float
    donors: int


def chart_of(series: Mapping[str, Sequence[Point]], days: Sequence[Together], period: Period = "day") -> Chart | None:
    """Return a chart; None if there are fewer than two days, or no points.

    Args:
        series: The points of each keyword; of more keywords than DASHES has patterns, the last ones are left out.
        days: The days with totals, in order.
        period: What each of the days is the last day of.
    """
    drawn = {entry: points for entry, points in series.items() if points}
    if len(days) < 2 or not drawn:
        return None
    # Each period from the first to the last has a slot of equal width. Points and bars are in the middle of their slot.
    step, first = _STEPS[period], days[0].day
    slot = WIDTH / ((days[-1].day - first) / step + 1)
    low = min(0, *(total - half for points in drawn.values() for _, total, half in points))
    high = max(1, *(total + half for points in drawn.values() for _, total, half in points))
    across = {one.day: f"{((one.day - first) / step + 0.5) * slot:.1f}" for one in days}
    scale, lines = HEIGHT / (high - low), []
    for dash, (entry, points) in zip(DASHES, drawn.items(), strict=False):
        runs = [
            [(across[day], (high - total) * scale, half * scale) for day, total, half in run]
            for run in _runs(points, step)
        ]
        line = " ".join(_path([(x, y) for x, y, _ in run]) for run in runs)
        lines.append(Line(entry, line, " ".join(map(_band, runs)), dash))
    zero = round(high * scale, 1)
    beneath = _beneath(days, across, slot, step)
    return Chart(tuple(lines), first, days[-1].day, step.days, high, low, zero, *beneath, _summary(drawn))


def trend(totals: Sequence[int]) -> str:
    """Return the SVG path of a keyword's small line, in a box of 96 by 24; empty for fewer than two totals."""
    if len(totals) < 2:
        return ""
    low, high = min(totals), max(totals)
    tall = 20 / max(1, high - low)
    return _path([(x, 22 - (total - low) * tall) for x, total in zip(_across(len(totals)), totals, strict=True)])


@lru_cache(maxsize=64)
def _across(number: int) -> tuple[str, ...]:
    """Return the horizontal coordinates of so many points, evenly over a width of 96."""
    return tuple(f"{place * 96 / (number - 1):.1f}" for place in range(number))


def _runs(points: Sequence[Point], step: timedelta) -> list[list[Point]]:
    """Split points into runs without a gap longer than a step."""
    runs = [[points[0]]]
    for before, point in pairwise(points):
        if point[0] - before[0] > step:
            runs.append([])
        runs[-1].append(point)
    return runs


def _path(places: Sequence[tuple[str, float]]) -> str:
    # A single point becomes a line to itself, which round line caps show as a dot.
    ends = places if len(places) > 1 else [*places, *places]
    return "M" + "L".join([f"{x},{y:.1f}" for x, y in ends])


def _band(places: Sequence[tuple[str, float, float]]) -> str:
    """Return the closed SVG path around the 95% band of a run of points: x, y, and the band's half height."""
    above = [(x, y - half) for x, y, half in places]
    below = [(x, y + half) for x, y, half in reversed(places)]
    return _path(above + below) + "Z"


def _beneath(
    days: Sequence[Together], across: Mapping[date, str], slot: float, step: timedelta
) -> tuple[str, str, int]:
    """Return the SVG paths of the lower part's bars and line, and the number of donors at its upper edge.

    Args:
        days: The days, in order.
        across: The horizontal coordinate of each day.
        slot: The width of a day's slot.
        step: The time from one day to the next.
    """
    lefts = (float(across[one.day]) - 0.4 * slot for one in days)
    bars = "".join(
        f"M{left:.2f},{LOW}v{-one.confidence * LOW:.1f}h{0.8 * slot:.2f}V{LOW}Z"
        for left, one in zip(lefts, days, strict=True)
    )
    most = max(1, *(one.donors for one in days))
    runs = _runs([(one.day, one.donors, 0) for one in days], step)
    paths = [_path([(across[day], LOW - max(0, donors) / most * LOW) for day, donors, _ in run]) for run in runs]
    return bars, " ".join(paths), most


def _summary(series: Mapping[str, Sequence[Point]]) -> str:
    """Return what the lines show, in words: their first and last totals, and the last one's 95% interval."""
    ends = ((entry, points[0], points[-1]) for entry, points in series.items())
    return "; ".join(
        f"{entry}: {first[1]:,} on {first[0]}, {last[1]:,} on {last[0]}, ± {last[2]:,} (95% interval)"
        for entry, first, last in ends
    )
