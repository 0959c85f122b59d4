"""The files that the study writes: table 2 and figure 7 with their numbers, and the errors of frequencies by delay."""

from pathlib import Path

import numpy as np
import polars as pl
from matplotlib.figure import Figure

from pdd_papers.chart_legends import legend_beneath
from pdd_papers.flu.collection import PROTOCOLS
from pdd_papers.flu.seasons import Season
from pdd_papers.flu.series import Series
from pdd_papers.flu.study import TRUE, Way
from pdd_papers.flu.table import markdown

_COLOURS = {TRUE: "#475569", "plain": "#0F766E", "cohort": "#B45309"}


def figure(ways: tuple[Way, ...], series: Series, seasons: tuple[Season, ...]) -> pl.DataFrame:
    """Return figure 7's numbers: for each week the rate, and each way's mean and standard deviation over its draws."""
    weeks = [index for season in seasons for index in range(season.start, season.end)]
    names = [season.name for season in seasons for _ in range(season.start, season.end)]
    columns = {"season": names, "week": [series.weeks[index] for index in weeks], "rate": series.rates[weeks]}
    for way in ways:
        drawn = np.concatenate(way.estimates, axis=1)
        columns |= {way.name: drawn.mean(axis=0), f"{way.name}: sd": drawn.std(axis=0)}
    return pl.DataFrame(columns)


def panels(ways: tuple[Way, ...]) -> pl.DataFrame:
    """Return by how much a query's frequency of a week is off on average, a row for each panel."""
    rows = [(way.name, way.weekly_error) for way in ways if way.weekly_error is not None]
    return pl.DataFrame(rows, {"way": pl.String, "weekly_error": pl.Float64}, orient="row")


def write(
    found: pl.DataFrame, drawn: pl.DataFrame, frequencies: pl.DataFrame, errors: pl.DataFrame, folder: Path
) -> tuple[str, ...]:
    """Write everything into an existing folder, and return the files' names."""
    tables = {"table-2.csv": found, "figure-7.csv": drawn, "frequencies.csv": frequencies, "panels.csv": errors}
    for name, table in tables.items():
        table.write_csv(folder / name)
    (folder / "table-2.md").write_text(markdown(found), "utf-8")
    _picture(drawn).savefig(folder / "figure-7.svg")
    return (*tables, "table-2.md", "figure-7.svg")


def _picture(drawn: pl.DataFrame) -> Figure:
    """Return figure 7: a panel for each season, with the rate, and each estimate with its band of two deviations."""
    seasons = drawn["season"].unique(maintain_order=True).to_list()
    picture = Figure(figsize=(4.0 * len(seasons), 4.0), layout="constrained")
    panels = picture.subplots(1, len(seasons), sharey=True, squeeze=False)[0]
    for axes, season in zip(panels, seasons, strict=True):
        rows = drawn.filter(pl.col("season") == season)
        axes.plot(rows["week"], rows["rate"], color="black", linestyle=":", label="rate")
        for name in (TRUE, *PROTOCOLS):
            mean, spread = rows[name].to_numpy(), 2 * rows[f"{name}: sd"].to_numpy()
            axes.plot(rows["week"], mean, color=_COLOURS[name], label=name)
            axes.fill_between(rows["week"].to_list(), mean - spread, mean + spread, color=_COLOURS[name], alpha=0.2)
        axes.set(title=season)
        axes.tick_params(axis="x", rotation=30)
    panels[0].set_ylabel("visits for influenza-like illness (%)")
    legend_beneath(picture, *panels[0].get_legend_handles_labels())
    return picture
