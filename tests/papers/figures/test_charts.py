"""The pictures of figures: no part of a legend lies outside."""

from collections.abc import Sequence

import polars as pl
import pytest
from matplotlib.figure import Figure

from pdd_papers.chart_legends import legend_beneath
from pdd_papers.figures.release_charts import drawn
from pdd_papers.figures.release_figures import CAPS, DAYS
from pdd_papers.figures.simulation_figures import Line, Plan, draw_picture


def labels_within(picture: Figure) -> list[str]:
    """Return the legend's labels, after checking that each is within the picture."""
    picture.draw_without_rendering()
    (legend,) = picture.legends
    for text in legend.get_texts():
        box = text.get_window_extent()
        assert picture.bbox.x0 <= box.x0 < box.x1 <= picture.bbox.x1, text
        assert picture.bbox.y0 <= box.y0 < box.y1 <= picture.bbox.y1, text
    return [text.get_text() for text in legend.get_texts()]


@pytest.mark.slow
@pytest.mark.parametrize("figures", [("distinct_percent",), ("distinct_percent", "impressions_percent")])
@pytest.mark.parametrize("days", [DAYS, (7,)])
def test_a_figures_legend_is_whole(figures: Sequence[str], days: Sequence[int]) -> None:
    """With as many lines as figures 2 to 4 can have, every label is complete and no two are alike."""
    points = [(length, cap) for length in days for cap in CAPS]
    table = pl.DataFrame(points, schema=["days", "d"], orient="row")
    table = table.with_columns(**{name: pl.col("d").sqrt() for name in figures})
    labels = labels_within(drawn(table, figures))
    assert len(set(labels)) == len(days) * len(figures)


def test_a_simulations_legend_is_whole() -> None:
    """The same holds for the simulator's figures."""
    table = pl.DataFrame({"line": ["plain, groups of 100"], "delay": [1.0], "mre": [0.1], "sd": [0.0]})
    names = [f"plain, groups of {size}, frequent donors only" for size in (50, 100, 500)]
    table = pl.concat([table.with_columns(line=pl.lit(name)) for name in names])
    plan = Plan("figure", "Loss", "delay", "delay", "mre", tuple(Line(name, ()) for name in names))
    assert labels_within(draw_picture(plan, table)) == names


def test_short_labels_stand_in_one_row() -> None:
    """A legend with short labels is in one row; columns are reduced only where it would be cut off."""
    picture = Figure(figsize=(6.4, 4.0), layout="constrained")
    axes = picture.add_subplot()
    lines = [axes.plot([0, 1], label=name)[0] for name in "abcd"]
    legend_beneath(picture, lines, list("abcd"))
    picture.draw_without_rendering()
    heights = {round(text.get_window_extent().y0) for text in picture.legends[0].get_texts()}
    assert len(heights) <= 1
