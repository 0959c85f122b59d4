"""The study's picture: the gain in MAE by the number of donors, a panel for each lag and epsilon."""

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullLocator, PercentFormatter

from pdd_papers.chart_legends import legend_beneath
from pdd_papers.value.study import BOTH, TRUE

_INK, _QUIET, _LINE = "#1B2430", "#5B6570", "#DDD9D0"
_COLOURS = {"week": "#0F766E", "day": "#B45309"}
_MARKS = {"week": "o", "day": "s"}
_ASIDE = {"day": 1 / 1.06, "week": 1.06}
"""Points of the two periods stand a little beside each other, so that their bars can be told apart."""


def chart(found: pl.DataFrame) -> Figure:
    """Return the picture of a table.

    Args:
        found: the table of all rows; of the laws of noise only the first is drawn.
    """
    both = found.filter(pl.col("way") == BOTH)
    law = both["law"].drop_nulls().first()
    drawn = both.filter(pl.col("donors").is_not_null() & (pl.col("law").is_null() | (pl.col("law") == law)))
    lags = drawn["lag"].unique(maintain_order=True).to_list()
    epsilons = [None, *drawn["epsilon"].drop_nulls().unique().sort(descending=True)]
    picture = Figure(figsize=(3.6 * len(epsilons), 0.6 + 3.0 * len(lags)), layout="constrained")
    panels = picture.subplots(len(lags), len(epsilons), sharex=True, sharey=True, squeeze=False)
    for lag, row in zip(lags, panels, strict=True):
        best = both.filter((pl.col("lag") == lag) & (pl.col("counts") == TRUE))["mae_gain"].item()
        for epsilon, axes in zip(epsilons, row, strict=True):
            _panel(axes, drawn.filter((pl.col("lag") == lag) & pl.col("epsilon").eq_missing(epsilon)), best)
        after = "1 week" if lag == 1 else f"{lag} weeks"
        row[0].set_ylabel(f"rates out after {after}:\nerror saved by counts (MAE)")
    for epsilon, top, bottom in zip(epsilons, panels[0], panels[-1], strict=True):
        noise = "no noise" if epsilon is None else f"epsilon {epsilon:g} in 18 weeks"
        top.set_title(noise, fontsize="medium", color=_INK)
        bottom.set_xlabel("donors")
    legend_beneath(picture, *panels[0][0].get_legend_handles_labels())
    return picture


def _panel(axes: Axes, rows: pl.DataFrame, best: float) -> None:
    """Draw the gains of both periods with their intervals, and those of all searches without noise as a line."""
    axes.axhline(0, color=_INK, linewidth=1, label="rates alone")
    axes.axhline(best, color=_QUIET, linewidth=1, linestyle="--", label="all searches, no noise")
    for period in rows["period"].unique(maintain_order=True):
        points, colour = rows.filter(pl.col("period") == period).sort("donors"), _COLOURS[period]
        gain = points["mae_gain"].to_numpy()
        bars = (gain - points["mae_gain_low"].to_numpy(), points["mae_gain_high"].to_numpy() - gain)
        donors = points["donors"].to_numpy() * _ASIDE[period]
        label = f"counts by {period}, bar: 95% interval"
        axes.errorbar(donors, gain, bars, color=colour, marker=_MARKS[period], markersize=5, elinewidth=1, label=label)
    axes.set_xscale("log")
    axes.set_xticks(rows["donors"].unique().sort().to_list())
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda donors, _: f"{donors:,.0f}"))
    axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    axes.grid(color=_LINE, linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.tick_params(colors=_QUIET)
