"""Charts of series: lines with 95% bands, named at their ends; coverage beneath, on an axis of its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from io import BytesIO
from itertools import pairwise
from math import ceil
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.dates import AutoDateLocator, ConciseDateFormatter
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import PercentFormatter, StrMethodFormatter

COLOURS = ("#0F766E", "#B45309", "#6D28D9", "#0369A1", "#9D174D", "#4D7C0F")
"""The colours of the server's pages. Colour-blind people can tell them apart."""
_INK, _QUIET, _RULE, _PAPER = "#1B2430", "#5B6570", "#DDD9D0", "#FBFAF7"
_MOST_LINES = 5
"""More lines than this are small charts instead."""
_ACROSS = 3
"""Small charts in a row."""
_APART = 0.07
"""The least distance of the names at the ends of lines, as a part of the axis."""
_PALE = 0.35


@dataclass(frozen=True)
class Line:
    """A keyword's line.

    Attributes:
        keyword: The keyword.
        colour: Its colour, as of `colours_of`.
        days: The last day of each period.
        values: The numbers; None where there is none.
        low: The lower bounds; None where none is known.
        high: The upper bounds.
        is_noise: Whether its ups and downs are no larger than noise makes them.
    """

    keyword: str
    colour: str
    days: Sequence[date]
    values: Sequence[float | None]
    low: Sequence[float | None]
    high: Sequence[float | None]
    is_noise: bool


@dataclass(frozen=True)
class Strip:
    """Shares beneath a chart, with the last day of each period."""

    name: str
    days: Sequence[date]
    shares: Sequence[float]


@dataclass(frozen=True)
class Drawing:
    """What a chart shows.

    Attributes:
        title: The campaign's title.
        unit: The unit of the numbers.
        contents: What they are of beside that; empty if nothing is to be said.
        lines: The lines.
        coverage: The mean coverage of each period.
    """

    title: str
    unit: str
    contents: str
    lines: tuple[Line, ...]
    coverage: Strip


@dataclass(frozen=True)
class Chart:
    """A chart, which notebooks show. `figure` is Matplotlib's, to be changed as you like."""

    figure: Figure

    def save(self, file: str | Path) -> None:
        """Write the chart to a file; its name says the format: .png, .svg or .pdf."""
        self.figure.savefig(file, dpi=200)

    def _repr_png_(self) -> bytes:
        shown = BytesIO()
        self.figure.savefig(shown, format="png", dpi=110)
        return shown.getvalue()


def colours_of(keywords: Sequence[str], known: Sequence[str]) -> dict[str, str]:
    """Return each keyword's colour. It follows from its place in the campaign, as on the server's pages.

    If two would have the same one, the later of the two takes the next that is free.
    """
    found: dict[str, str] = {}
    for keyword in keywords:
        place = known.index(keyword) % len(COLOURS)
        wanted = COLOURS[place:] + COLOURS[:place]
        found[keyword] = next((one for one in wanted if one not in found.values()), COLOURS[place])
    return found


def draw(drawing: Drawing) -> Chart:
    """Return the chart of a drawing."""
    figure = _small_charts(drawing) if len(drawing.lines) > _MOST_LINES else _chart(drawing)
    figure.suptitle(f"{drawing.title}{': ' if drawing.contents else ''}{drawing.contents}", color=_INK, fontsize=12)
    known = [Patch(color=_QUIET, alpha=0.25, label="95% interval of the noise")]
    if any(line.is_noise for line in drawing.lines):
        known.append(Patch(color=_QUIET, alpha=0.1, label="pale: no more than noise"))
    figure.legend(handles=known, ncols=2, loc="outside lower center", frameon=False, fontsize=8, labelcolor=_QUIET)
    return Chart(figure)


def _chart(drawing: Drawing) -> Figure:
    figure = Figure(figsize=(8, 5), layout="constrained", facecolor=_PAPER)
    upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(4, 1))
    for line in drawing.lines:
        _draw(upper, line)
    _style(upper, drawing.unit)
    upper.axhline(0, color=_QUIET, linewidth=0.8)
    _name_ends(upper, drawing.lines)
    _strip(lower, drawing.coverage)
    return figure


def _small_charts(drawing: Drawing) -> Figure:
    rows = ceil(len(drawing.lines) / _ACROSS)
    figure = Figure(figsize=(8, 2 * rows + 1.4), layout="constrained", facecolor=_PAPER)
    parts = figure.subfigures(2, 1, squeeze=False, height_ratios=(4 * rows, 2))
    upper, lower = parts[0, 0], parts[1, 0]
    grid = upper.subplots(rows, _ACROSS, sharex=True, sharey=True, squeeze=False)
    for axes in grid.flat[len(drawing.lines) :]:
        axes.set_visible(False)
    for axes, line in zip(grid.flat, drawing.lines, strict=False):
        _draw(axes, line)
        _style(axes, "")
        axes.axhline(0, color=_QUIET, linewidth=0.8)
        axes.set_title(_name(line), fontsize=9, color=line.colour, loc="left")
    upper.supylabel(drawing.unit, fontsize=9, color=_QUIET)
    strip = lower.subplots()
    _strip(strip, drawing.coverage)
    strip.set_xlim(grid[0, 0].get_xlim())
    return figure


def _draw(axes: Axes, line: Line) -> None:
    """Draw a line and its band, both interrupted where there is no number."""
    strength = _PALE if line.is_noise else 1.0
    low, value, high = map(_with_gaps, (line.low, line.values, line.high))
    days = list(line.days)
    axes.fill_between(days, low, high, color=line.colour, alpha=0.18 * strength, linewidth=0)  # type: ignore[arg-type]
    axes.plot(days, value, color=line.colour, alpha=strength, linewidth=1.6, marker=".", markersize=4)  # type: ignore[arg-type]


def _style(axes: Axes, unit: str) -> None:
    axes.set_facecolor(_PAPER)
    axes.grid(color=_RULE, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[:].set_visible(False)
    axes.tick_params(colors=_QUIET, labelsize=8, length=0)
    axes.set_ylabel(unit, color=_QUIET, fontsize=9)
    axes.yaxis.set_major_formatter(StrMethodFormatter("{x:,.10g}"))
    locator = AutoDateLocator(minticks=3, maxticks=6)  # type: ignore[no-untyped-call]
    axes.xaxis.set_major_locator(locator)
    axes.xaxis.set_major_formatter(ConciseDateFormatter(locator))  # type: ignore[no-untyped-call]


def _name_ends(axes: Axes, lines: Sequence[Line]) -> None:
    """Write each keyword at the end of its line, with room between them."""
    ends = [(line, max(at for at, one in enumerate(line.values) if one is not None)) for line in lines if _is_any(line)]
    bottom, top = axes.get_ylim()
    height = (top - bottom) * _APART
    last = float("-inf")
    for line, at in sorted(ends, key=lambda end: end[0].values[end[1]] or 0):
        value = line.values[at] or 0
        last = max(value, last + height)
        end = line.days[at], last
        axes.annotate(_name(line), end, (6, 0), textcoords="offset points", color=line.colour, fontsize=9, va="center")


def _strip(axes: Axes, strip: Strip) -> None:
    if strip.days:
        width = min(((after - day).days for day, after in pairwise(strip.days)), default=1)
        axes.bar(list(strip.days), list(strip.shares), width=0.8 * width, color=_QUIET, alpha=0.5)  # type: ignore[arg-type]
    _style(axes, strip.name)
    axes.set_ylim(0, 1)
    axes.yaxis.set_major_formatter(PercentFormatter(1))


def _with_gaps(numbers: Sequence[float | None]) -> list[float]:
    """Return the numbers, with NaN in place of None, at which Matplotlib interrupts a line."""
    return [float("nan") if one is None else one for one in numbers]


def _name(line: Line) -> str:
    return line.keyword + (" (noise)" if line.is_noise else "")


def _is_any(line: Line) -> bool:
    return any(one is not None for one in line.values)
