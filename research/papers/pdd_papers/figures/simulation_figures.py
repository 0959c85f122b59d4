"""Figures of the simulator, as tables and pictures, with `cohort` beside `plain`.

They are figures 4, 5a, 5b and 6 of the PDD paper, one on what a day's delay gains, and one on small servers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl
from matplotlib.figure import Figure as Picture

from pdd_papers.chart_legends import legend_beneath
from pdd_research.simulator.activity import Activity
from pdd_research.simulator.repeated_runs import Repeated, repeat
from pdd_research.simulator.run import Setting

GROUP_SIZES = (10, 25, 50, 75, 100, 150, 200, 250, 375, 500, 750, 1000)
"""The group sizes of figure 4."""
COMPARED = (50, 100, 500)
"""The group sizes of figures 5 and 6."""
DELAYS = (0, 1, 2, 3, 4, 5)
SMALL_SERVERS = (60, 200, 1000)
"""The numbers of donors of the figure on small servers."""
SMALL_GROUPS = (10, 50)
"""The group sizes of `plain` in the figure on small servers."""
WEEKLY = Activity(weekday_donors=0.4)
"""The paper's activity, with two donors in five away at weekends."""
_STYLES = ("-", "--", ":", "-.")
_TEAL = "#0F766E"
_AMBER = "#B45309"

Drawn = Callable[[str], None]
"""Called with the name of each line of each figure once it is simulated."""


@dataclass(frozen=True)
class Line:
    """A line of a figure.

    Attributes:
        name: the line's label.
        points: for each point the value that varies, and the setting to simulate.
    """

    name: str
    points: tuple[tuple[float, Setting], ...]


@dataclass(frozen=True)
class Plan:
    """A figure to be drawn.

    Attributes:
        name: of its files.
        title: above the picture.
        by: what the points of a line differ in, a column of the table.
        across: the column on the horizontal axis.
        up: the column on the vertical axis, `mre` or `confidence`.
        lines: the lines with their settings.
        logarithmic: whether the horizontal axis is.
    """

    name: str
    title: str
    by: str
    across: str
    up: str
    lines: tuple[Line, ...]
    logarithmic: bool = False

    def table(self, seeds: Sequence[int], drawn: Drawn) -> pl.DataFrame:
        """Simulate all points and return the figure's numbers: a row for each point, with the spread over the runs."""
        rows = []
        for line in self.lines:
            for at, setting in line.points:
                rows.append({"line": line.name, self.by: at} | self._row(repeat(setting, seeds), setting))
            drawn(f"{self.name}: {line.name}")
        return pl.DataFrame(rows)

    def _row(self, found: Repeated, setting: Setting) -> dict[str, Any]:
        figure = found.confidence if self.up == "confidence" else found.mre
        return {self.up: figure.mean, "sd": figure.sd, **_course(found, setting)}


def _course(found: Repeated, setting: Setting) -> dict[str, Any]:
    """Return on which night days are published and, for `cohort`, how many days of a run never are.

    The night that ends a data day is night 1. `plain` publishes when the window of its vectors is over.
    """
    if (cohort := found.cohort) is not None:
        return {"night": cohort.median, "night_p90": cohort.p90, "days_lost": cohort.days_lost}
    night = 1 + setting.days_after
    return {"night": float(night), "night_p90": night, "days_lost": None}


def plans(base: Setting) -> tuple[Plan, ...]:
    """Return the figures for the donors and days of `base`, which also gives the models of activity and volume."""
    heuristic = replace(base, strategy="frequent")
    cohort = Line("cohort", _over_delays(replace(base, protocol="cohort")))
    plain, frequent = (*_by_delay(base), cohort), (*_by_delay(heuristic), cohort)
    published = (*_by_delay(base, SMALL_GROUPS), cohort)
    by_size, small = _by_group_size(base), _small_servers(base)
    return (
        Plan("figure-4", "Loss by group size, delay 2", "group_size", "group_size", "mre", by_size, logarithmic=True),
        Plan("figure-5a", "Loss by delay", "delay", "delay", "mre", plain),
        Plan("figure-5b", "Loss by delay, frequent donors only", "delay", "delay", "mre", frequent),
        Plan("figure-6", "Confidence, frequent donors only", "delay", "delay", "confidence", frequent),
        Plan("publication", "Loss by the night of publication", "delay", "night", "mre", published),
        Plan("small-servers", "Loss on small servers, delay 1", "donors", "donors", "mre", small, logarithmic=True),
    )


def draw(base: Setting, seeds: Sequence[int], folder: Path, drawn: Drawn = lambda _: None) -> tuple[Path, ...]:
    """Simulate all figures, write each as CSV and SVG into a folder, and return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    return tuple(file for plan in plans(base) for file in _write(plan, plan.table(seeds, drawn), folder))


def _by_group_size(base: Setting) -> tuple[Line, ...]:
    """Return the lines of figure 4. `cohort` has no groups, so its line is level."""
    sizes = [size for size in GROUP_SIZES if size <= base.donors] or [base.donors]
    cohort = replace(base, protocol="cohort", delay=2)
    plain = tuple((size, replace(base, group_size=size, delay=2)) for size in sizes)
    return Line("plain", plain), Line("cohort", tuple((size, cohort) for size in (sizes[0], sizes[-1])))


def _by_delay(base: Setting, sizes: Sequence[int] = COMPARED) -> tuple[Line, ...]:
    return tuple(Line(f"plain, groups of {size}", _over_delays(replace(base, group_size=size))) for size in sizes)


def _over_delays(base: Setting) -> tuple[tuple[float, Setting], ...]:
    return tuple((delay, replace(base, delay=delay)) for delay in DELAYS)


def _small_servers(base: Setting) -> tuple[Line, ...]:
    """Return a line for each way of grouping and each activity."""
    ways = {f"plain, groups of {size}": replace(base, delay=1, group_size=size) for size in SMALL_GROUPS}
    ways["cohort"] = replace(base, delay=1, protocol="cohort")
    activities = {"": base.activity, ", weekday people": WEEKLY}
    return tuple(
        Line(name + more, tuple((donors, replace(way, donors=donors, activity=activity)) for donors in SMALL_SERVERS))
        for name, way in ways.items()
        for more, activity in activities.items()
    )


def _write(plan: Plan, table: pl.DataFrame, folder: Path) -> tuple[Path, Path]:
    numbers, picture = folder / f"{plan.name}.csv", folder / f"{plan.name}.svg"
    table.write_csv(numbers)
    draw_picture(plan, table).savefig(picture)
    return numbers, picture


def draw_picture(plan: Plan, table: pl.DataFrame) -> Picture:
    """Return the picture: a colour for each protocol; the lines of one protocol differ in their dashes."""
    picture = Picture(figsize=(6.4, 4.0), layout="constrained")
    axes = picture.add_subplot()
    for index, line in enumerate(plan.lines):
        points = table.filter(pl.col("line") == line.name)
        colour = _AMBER if line.name.startswith("cohort") else _TEAL
        places, heights = points[plan.across], points[plan.up]
        axes.errorbar(places, heights, points["sd"], label=line.name, color=colour, linestyle=_STYLES[index % 4])
    if plan.logarithmic:
        axes.set_xscale("log")
    axes.set(title=plan.title, xlabel=_ACROSS[plan.across], ylabel=_UP[plan.up], ylim=(0, 1.02))
    legend_beneath(picture, *axes.get_legend_handles_labels())
    return picture


_ACROSS = {
    "group_size": "group size",
    "delay": "delay",
    "night": "night after which days are published (median; 1 ends the data day)",
    "donors": "donors",
}
_UP = {"mre": "mean relative error (equation 4)", "confidence": "confidence"}
