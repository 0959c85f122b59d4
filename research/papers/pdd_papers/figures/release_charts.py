"""The figures of WWW '09 as CSV and SVG."""

from collections.abc import Sequence
from pathlib import Path

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Picture

from pdd_papers.chart_legends import legend_beneath

_STYLES = ("-", "--", ":", "-.", (0, (1, 3)))
_TEAL, _AMBER = "#0F766E", "#B45309"
_NAMES = {"distinct_percent": "distinct queries released (%)", "impressions_percent": "impressions released (%)"}


def curve(table: pl.DataFrame, file: Path) -> tuple[Path, Path]:
    """Write figure 1: the probability of release by a query's frequency, as computed and as found by drawing noise.

    Args:
        table: frequency, computed and drawn.
        file: the files' path; the suffix is replaced.

    Returns:
        The CSV and the SVG.
    """
    picture = Picture(figsize=(6.4, 4.0), layout="constrained")
    axes = picture.add_subplot()
    axes.plot(table["frequency"], table["computed"], color=_TEAL, label="computed")
    axes.plot(table["frequency"], table["drawn"], ".", color=_AMBER, label="drawn")
    axes.set(xlabel="frequency of a query", ylabel="probability of release", ylim=(0, 1.02))
    legend_beneath(picture, *axes.get_legend_handles_labels())
    return _written(table, picture, file)


def lines(table: pl.DataFrame, figures: Sequence[str], file: Path) -> tuple[Path, Path]:
    """Write one of figures 2 to 4: percentages by d, with a line for each length of the log.

    Args:
        table: days, d, and the percentages.
        figures: one or two columns of percentages; the second has an axis on the right.
        file: the files' path; the suffix is replaced.

    Returns:
        The CSV and the SVG.
    """
    return _written(table.select("days", "d", *figures), drawn(table, figures), file)


def drawn(table: pl.DataFrame, figures: Sequence[str]) -> Picture:
    """Return the picture of these figures, with a legend for the lines."""
    picture = Picture(figsize=(6.4, 4.0), layout="constrained")
    left = picture.add_subplot()
    sides = (left, left.twinx()) if len(figures) > 1 else (left,)
    for figure, axes, colour in zip(figures, sides, (_TEAL, _AMBER)):  # noqa: B905 - one colour may be left
        _plot(axes, table, figure, colour, named=len(figures) > 1)
    left.set(xlabel="d, searches of a user that count")
    named = [pair for axes in sides for pair in zip(*axes.get_legend_handles_labels(), strict=True)]
    legend_beneath(picture, [handle for handle, _ in named], [label for _, label in named])
    return picture


def _plot(axes: Axes, table: pl.DataFrame, figure: str, colour: str, named: bool) -> None:
    for days, style in zip(table["days"].unique().sort(), _STYLES * 3, strict=False):
        points = table.filter(pl.col("days") == days)
        length = "1 day" if days == 1 else f"{days} days"
        label = f"{_NAMES[figure]}, {length}" if named else length
        axes.plot(points["d"], points[figure], color=colour, linestyle=style, label=label)
    axes.set_ylabel(_NAMES[figure], color=colour)
    axes.set_ylim(bottom=0)


def _written(table: pl.DataFrame, picture: Picture, file: Path) -> tuple[Path, Path]:
    numbers, drawing = file.with_suffix(".csv"), file.with_suffix(".svg")
    table.write_csv(numbers)
    picture.savefig(drawing)
    return numbers, drawing
