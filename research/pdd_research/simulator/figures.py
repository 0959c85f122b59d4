"""Figures 4, 5a, 5b and 6 of the PDD paper, drawn again: each as a table and a picture, `recoverable` beside them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import polars as pl
from matplotlib.figure import Figure as Picture

from pdd_research.legends import legend_beneath
from pdd_research.simulator.repeated import repeat
from pdd_research.simulator.run import Setting

GROUP_SIZES = (10, 25, 50, 75, 100, 150, 200, 250, 375, 500, 750, 1000)
"""Of figure 4."""
COMPARED = (50, 100, 500)
"""The group sizes of figures 5 and 6."""
DELAYS = (0, 1, 2, 3, 4, 5)
_STYLES = ("-", "--", ":", "-.")
_TEAL = "#0F766E"
_AMBER = "#B45309"

Drawn = Callable[[str], None]
"""Told the name of each line of each figure once it is simulated."""


@dataclass(frozen=True)
class Line:
    """One line of a figure: its name, the settings of its points and where they stand."""

    name: str
    points: tuple[tuple[float, Setting], ...]


@dataclass(frozen=True)
class Plan:
    """A figure to be drawn: what is on its axes, and which of the results is read off."""

    name: str
    title: str
    across: str
    up: str
    lines: tuple[Line, ...]
    logarithmic: bool = False

    def table(self, seeds: Sequence[int], drawn: Drawn) -> pl.DataFrame:
        """Its numbers: a row a point, with the mean and the standard deviation over the runs."""
        rows = []
        for line in self.lines:
            for at, setting in line.points:
                found = repeat(setting, seeds)
                figure = found.confidence if self.up == "confidence" else found.mre
                rows.append({"line": line.name, self.across: at, self.up: figure.mean, "sd": figure.sd})
            drawn(f"{self.name}: {line.name}")
        return pl.DataFrame(rows)


def plans(base: Setting) -> tuple[Plan, ...]:
    """The four figures for these donors and days; `base` gives also the models of activity and volume."""
    heuristic = replace(base, strategy="frequent")
    recoverable = replace(base, protocol="recoverable", group_size=100)
    beside = Line("recoverable, groups of 100", _over_delays(recoverable))
    return (
        Plan("figure-4", "Loss by group size, delay 2", "group_size", "mre", _by_group_size(base), logarithmic=True),
        Plan("figure-5a", "Loss by delay", "delay", "mre", (*_by_delay(base), beside)),
        Plan("figure-5b", "Loss by delay, frequent donors only", "delay", "mre", (*_by_delay(heuristic), beside)),
        Plan("figure-6", "Confidence, frequent donors only", "delay", "confidence", (*_by_delay(heuristic), beside)),
    )


def draw(base: Setting, seeds: Sequence[int], folder: Path, drawn: Drawn = lambda _: None) -> tuple[Path, ...]:
    """Simulate all figures and write each as CSV and SVG into a folder; the files."""
    folder.mkdir(parents=True, exist_ok=True)
    return tuple(file for plan in plans(base) for file in _write(plan, plan.table(seeds, drawn), folder))


def _by_group_size(base: Setting) -> tuple[Line, ...]:
    sizes = [size for size in GROUP_SIZES if size <= base.donors]
    plain = [(size, replace(base, group_size=size, delay=2)) for size in sizes]
    recoverable = [(size, replace(point, protocol="recoverable")) for size, point in plain if size <= max(COMPARED)]
    return Line("plain", tuple(plain)), Line("recoverable", tuple(recoverable))


def _by_delay(base: Setting) -> Iterable[Line]:
    return (Line(f"groups of {size}", _over_delays(replace(base, group_size=size))) for size in COMPARED)


def _over_delays(base: Setting) -> tuple[tuple[float, Setting], ...]:
    return tuple((delay, replace(base, delay=delay)) for delay in DELAYS)


def _write(plan: Plan, table: pl.DataFrame, folder: Path) -> tuple[Path, Path]:
    numbers, picture = folder / f"{plan.name}.csv", folder / f"{plan.name}.svg"
    table.write_csv(numbers)
    _picture(plan, table).savefig(picture)
    return numbers, picture


def _picture(plan: Plan, table: pl.DataFrame) -> Picture:
    """One colour for the paper's protocol and one for ours; what tells lines apart is how they are dashed."""
    picture = Picture(figsize=(6.4, 4.0), layout="constrained")
    axes = picture.add_subplot()
    for index, line in enumerate(plan.lines):
        points = table.filter(pl.col("line") == line.name)
        colour = _AMBER if line.name.startswith("recoverable") else _TEAL
        places, heights = points[plan.across], points[plan.up]
        axes.errorbar(places, heights, points["sd"], label=line.name, color=colour, linestyle=_STYLES[index % 4])
    if plan.logarithmic:
        axes.set_xscale("log")
    axes.set(title=plan.title, xlabel=plan.across.replace("_", " "), ylabel=_UP[plan.up], ylim=(0, 1.02))
    legend_beneath(picture, *axes.get_legend_handles_labels())
    return picture


_UP = {"mre": "mean relative error (equation 4)", "confidence": "confidence"}
