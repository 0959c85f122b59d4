"""The figures of WWW '09 as CSV and SVG."""

from collections.abc import Sequence
from pathlib import Path

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Picture

_STYLES = ("-", "--", ":", "-.", (0, (1, 3)))
_TEAL, _AMBER = "#0F766E", "#B45309"
_NAMES = {"distinct_percent": "distinct queries released (%)", "impressions_percent": "impressions released (%)"}


def curve(table: pl.DataFrame, file: Path) -> tuple[Path, Path]:
    """Figure 1: frequency against the chance of release, computed and drawn."""
    picture = Picture(figsize=(6.4, 4.0), layout="constrained")
    axes = picture.add_subplot()
    axes.plot(table["frequency"], table["computed"], color=_TEAL, label="computed")
    axes.plot(table["frequency"], table["drawn"], ".", color=_AMBER, label="drawn")
    axes.set(xlabel="frequency of a query", ylabel="probability of release", ylim=(0, 1.02))
    picture.legend(loc="outside lower center", ncols=2, frameon=False)
    return _written(table, picture, file)


def lines(table: pl.DataFrame, figures: Sequence[str], file: Path) -> tuple[Path, Path]:
    """Figures 2 to 4: d against percentages; a line for each length of the log, an axis for each percentage."""
    picture = Picture(figsize=(6.4, 4.0), layout="constrained")
    left = picture.add_subplot()
    for figure, axes, colour in zip(figures, (left, left.twinx()) if len(figures) > 1 else (left,), (_TEAL, _AMBER)):  # noqa: B905 - one colour may be left
        _plot(axes, table, figure, colour)
    left.set(xlabel="d, searches of a user that count")
    picture.legend(loc="outside lower center", ncols=3, frameon=False)
    return _written(table.select("days", "d", *figures), picture, file)


def _plot(axes: Axes, table: pl.DataFrame, figure: str, colour: str) -> None:
    for days, style in zip(table["days"].unique().sort(), _STYLES * 3, strict=False):
        points = table.filter(pl.col("days") == days)
        axes.plot(points["d"], points[figure], color=colour, linestyle=style, label=f"{_NAMES[figure]}, {days} days")
    axes.set_ylabel(_NAMES[figure], color=colour)
    axes.set_ylim(bottom=0)


def _written(table: pl.DataFrame, picture: Picture, file: Path) -> tuple[Path, Path]:
    numbers, drawing = file.with_suffix(".csv"), file.with_suffix(".svg")
    table.write_csv(numbers)
    picture.savefig(drawing)
    return numbers, drawing
