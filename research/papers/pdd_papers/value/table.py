"""The study's table: errors and gains of each way, a row for each campaign, with its lags side by side."""

import polars as pl

from pdd_papers.value.gains import Gain
from pdd_papers.value.study import BOTH, COUNTS, Campaign, Row

_WITHOUT = "-"


def table(rows: tuple[Row, ...]) -> pl.DataFrame:
    """Return all rows: lag, way, where the counts are from, the mean errors, and the gains with their intervals."""
    return pl.DataFrame([_flat(row) for row in rows], infer_schema_length=None)


def markdown(rows: tuple[Row, ...]) -> str:
    """Return the table for people: what the rates were estimated from, and for each lag the errors and gains."""
    lags = list(dict.fromkeys(row.lag for row in rows))
    columns = ["estimated from"]
    for lag in lags:
        after = f"{lag} week" if lag == 1 else f"{lag} weeks"
        columns += [f"{after}: MAE of counts alone", "MAE", "RMSE", "gain in MAE", "gain in RMSE"]
    found = {(row.lag, row.way, row.campaign): row for row in rows}
    named = dict.fromkeys((row.way, row.campaign) for row in rows if row.campaign is None or row.way != COUNTS)
    lines = [columns, ["---"] * len(columns)]
    for way, campaign in named:
        cells = [cell for lag in lags for cell in _cells(found, lag, way, campaign)]
        lines.append([_title(way, campaign), *cells])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def source(campaign: Campaign) -> str:
    """Return in words where counts are from."""
    if campaign.name:
        return campaign.name
    noise = "no noise" if campaign.epsilon is None else f"epsilon {campaign.epsilon:.15g}, {campaign.law}"
    return f"{campaign.donors:,} donors, by {campaign.period}, {noise}"


def _title(way: str, campaign: Campaign | None) -> str:
    if campaign is None:
        return way
    return f"rates and {source(campaign)}" if way == BOTH else f"{way}, {source(campaign)}"


def _cells(
    found: dict[tuple[int, str, Campaign | None], Row], lag: int, way: str, campaign: Campaign | None
) -> list[str]:
    row, alone = found[lag, way, campaign].found, found.get((lag, COUNTS, campaign)) if way == BOTH else None
    counts_alone = f"{alone.found.mae:.3f}" if alone else _WITHOUT
    return [counts_alone, f"{row.mae:.3f}", f"{row.rmse:.3f}", _gain(row.mae_gain), _gain(row.rmse_gain)]


def _gain(gain: Gain) -> str:
    return f"{gain.part:+.1%} ({gain.low:+.0%} to {gain.high:+.0%})"


def _flat(row: Row) -> dict[str, str | float | None]:
    campaign = row.campaign or Campaign(None, None, None, None)
    flat: dict[str, str | float | None] = {
        "lag": row.lag,
        "way": row.way,
        "counts": None if row.campaign is None else source(row.campaign),
        "donors": campaign.donors,
        "period": campaign.period,
        "law": campaign.law,
        "epsilon": campaign.epsilon,
    }
    for measure in ("mae", "rmse"):
        gain: Gain = getattr(row.found, f"{measure}_gain")
        flat |= {measure: getattr(row.found, measure), f"{measure}_gain": gain.part}
        flat |= {f"{measure}_gain_low": gain.low, f"{measure}_gain_high": gain.high}
    return flat
