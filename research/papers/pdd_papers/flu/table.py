"""Table 2 of the PDD paper for our data: the errors of each way's estimates, by season and on average."""

from statistics import fmean, stdev

import polars as pl

from pdd_papers.flu.seasons import Scores, Season, scores
from pdd_papers.flu.series import Floats, Series
from pdd_papers.flu.study import TRUE, Way

AVERAGE = "average"
WORTH = (
    "The ways below leave out the flu rates that are already published. So the table says how a way of collecting "
    "changes estimates, and nothing about what searches add to those rates: for that, see `pdd-papers value`."
)
"""What the comparison is worth, for the reader of the table."""
MEASURES = ("mae", "rmse", "r")
PAPER = {TRUE: (2.2714, 3.2984, 0.9078), "plain": (2.4930, 3.2964, 0.8932)}
"""The averages of the paper's table 2: England, rates of another unit, seasons 2014/15 to 2016/17."""


def table(ways: tuple[Way, ...], series: Series, seasons: tuple[Season, ...]) -> pl.DataFrame:
    """Return table 2: a row for each way and season, and one for each way's average over the seasons.

    A row has each measure's mean over the draws, and its standard deviation as `mae_sd`, `rmse_sd` and `r_sd`.
    """
    rows = []
    for way in ways:
        found = [_scores(drawn, series, season) for drawn, season in zip(way.estimates, seasons, strict=True)]
        rows += [_row(way.name, season.name, each) for season, each in zip(seasons, found, strict=True)]
        rows.append(_row(way.name, AVERAGE, [_mean(of_draw) for of_draw in zip(*found, strict=True)]))
    return pl.DataFrame(rows)


def changes(found: pl.DataFrame) -> dict[str, dict[str, float | None]]:
    """Return by how much each way's averages differ from those of the true frequencies, relative to the latter.

    The change that the paper reports is under `paper`. A change is None if the average of the true frequencies is 0.
    """
    averages = found.filter(pl.col("season") == AVERAGE).select("way", *MEASURES)
    ours = {row[0]: row[1:] for row in averages.rows()}
    compared = {name: _change(ours[name], ours[TRUE]) for name in ours if name != TRUE}
    return {"paper": _change(PAPER["plain"], PAPER[TRUE]), **compared}


def markdown(found: pl.DataFrame) -> str:
    """Return the table for people, with the paper's averages and the change of each way."""
    differences = changes(found)
    lines = [WORTH, "", "| way | season | MAE | RMSE | r |", "| --- | --- | --- | --- | --- |"]
    for row in found.to_dicts():
        cells = " | ".join(_cell(row[name], row[f"{name}_sd"]) for name in MEASURES)
        lines.append(f"| {row['way']} | {row['season']} | {cells} |")
    lines += ["", "| against true frequencies | MAE | RMSE | r |", "| --- | --- | --- | --- |"]
    for name, change in differences.items():
        title = "the paper's table 2, plain" if name == "paper" else name
        lines.append(f"| {title} | " + " | ".join(_part(change[measure]) for measure in MEASURES) + " |")
    return "\n".join(lines) + "\n"


def _scores(drawn: Floats, series: Series, season: Season) -> list[Scores]:
    return [scores(estimated, series.rates[season.start : season.end]) for estimated in drawn]


def _mean(of_seasons: tuple[Scores, ...]) -> Scores:
    return Scores(*(fmean(getattr(found, name) for found in of_seasons) for name in MEASURES))


def _row(way: str, season: str, found: list[Scores]) -> dict[str, str | float]:
    row: dict[str, str | float] = {"way": way, "season": season}
    for name in MEASURES:
        values = [getattr(each, name) for each in found]
        row |= {name: fmean(values), f"{name}_sd": stdev(values) if len(values) > 1 else 0.0}
    return row


def _change(to: tuple[float, ...], since: tuple[float, ...]) -> dict[str, float | None]:
    pairs = zip(MEASURES, to, since, strict=True)
    return {measure: (now - before) / before if before else None for measure, now, before in pairs}


def _part(change: float | None) -> str:
    return "-" if change is None else f"{change:+.1%}"


def _cell(mean: float, deviation: float) -> str:
    return f"{mean:.4f}" + (f" ({deviation:.4f})" if deviation else "")
