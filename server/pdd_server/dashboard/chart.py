"""The chart of the largest entries over the days, with 95% bands, as points of an SVG. Pure functions."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from typing import Any

from pdd_server.services.results import law_in
from pdd_shared.privacy.noise import half_width

WIDTH, HEIGHT = 640, 240
SERIES = 3
DAYS = 60
DASHES = ("none", "8 5", "2 4")

Point = tuple[date, int, int]
"""A day, the total over all strata, and the half width of its 95% band."""


@dataclass(frozen=True)
class Line:
    """An entry's line and band: points of an SVG, and how its stroke is dashed."""

    entry: str
    line: str
    band: str
    dash: str


@dataclass(frozen=True)
class Chart:
    """Lines over a span of days and numbers; `zero` is the height of the line at 0."""

    lines: tuple[Line, ...]
    first: date
    last: date
    top: int
    zero: float
    summary: str


def chart_of(found: dict[str, Any]) -> Chart | None:
    """The entries with the largest totals over the last days; None where there are not two days to join."""
    series = _largest(_over_strata(found))
    days = sorted({day for points in series.values() for day, _, _ in points})
    if not days:
        return None
    low = min(0.0, *(total - half for points in series.values() for _, total, half in points))
    high = max(1.0, *(total + half for points in series.values() for _, total, half in points))

    def place(day: date, number: float) -> str:
        across = (day - days[0]).days / (days[-1] - days[0]).days
        return f"{across * WIDTH:.1f},{(high - number) / (high - low) * HEIGHT:.1f}"

    lines = []
    for dash, (entry, points) in zip(DASHES, series.items(), strict=False):
        upper = [place(day, total + half) for day, total, half in points]
        lower = [place(day, total - half) for day, total, half in reversed(points)]
        middle = " ".join(place(day, total) for day, total, _ in points)
        lines.append(Line(entry, middle, " ".join(upper + lower), dash))
    summary = "; ".join(f"{entry}: {points[0][1]} to {points[-1][1]}" for entry, points in series.items())
    return Chart(tuple(lines), days[0], days[-1], round(high), round(high / (high - low) * HEIGHT, 1), summary)


def _over_strata(found: dict[str, Any]) -> dict[str, list[Point]]:
    """Each entry's points: the strata of a day added up, and so their noise; only where all of them are listed."""
    by_day = defaultdict(list)
    for part in found["days"]:
        by_day[date.fromisoformat(part["day"])].append(part)
    series: dict[str, list[Point]] = defaultdict(list)
    for day in sorted(by_day)[-DAYS:]:
        parts = by_day[day]
        half = half_width([law_in(part["noise"]) for part in parts])
        for entry in parts[0]["totals"]:
            if all(entry in part["totals"] for part in parts):
                series[entry].append((day, sum(part["totals"][entry] for part in parts), half))
    return series


def _largest(series: dict[str, list[Point]]) -> dict[str, list[Point]]:
    """Those with the largest totals, of the entries that have two points to join."""
    lines = [entry for entry, points in series.items() if len(points) > 1]
    order = sorted(lines, key=lambda entry: -sum(total for _, total, _ in series[entry]))
    return {entry: series[entry] for entry in order[:SERIES]}
