"""What a cap over the whole campaign has left out of each period: donors who search most use up their hits first."""

from collections.abc import Sequence
from datetime import date
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from pdd_results.errors import ResultsError
from pdd_shared.planning.left_out import LeftOut, left_out
from pdd_shared.protocol.days import days_of
from pdd_shared.series.published_days import Day

if TYPE_CHECKING:
    from pdd_results.campaign import Results


def left_out_frame(results: "Results", bursts: Sequence[int]) -> pl.DataFrame:
    """Return the shares left out, as `Results.left_out` describes them."""
    cap = results.campaign.max_campaign_hits
    if cap is None:
        raise ResultsError("this campaign doesn't cap the hits of all its periods together, so nothing is left out.")
    if results.campaign.threshold is not None:
        raise ResultsError("totals below a threshold are not listed, so the hits can't be added up.")
    if not results.published:
        raise ResultsError("nothing is published yet.")
    groups = [list(found) for _, found in groupby(results.published, key=lambda one: one.day)]
    found = _estimated(results, groups, cap, bursts)
    if found is None:
        raise ResultsError("more hits were counted than any assumption explains; check that donors can't give twice.")
    days = [group[0].day for group in groups]
    columns = {"left_out": found.share, "low": found.low, "high": found.high}
    first = [days_of(results.period, day)[0] for day in days]
    return pl.DataFrame({"first": first, "last": days, **{name: values.tolist() for name, values in columns.items()}})


def _estimated(results: "Results", groups: list[list[Day]], cap: int, bursts: Sequence[int]) -> LeftOut | None:
    """Return the estimate for the published periods. A missing period is taken for the mean of its neighbours."""
    numbers = np.array([[_hits(results, group), sum(one.full or 0 for one in group)] for group in groups], float)
    donors = float(np.mean([sum(one.donors for one in group) for group in groups]))
    variance = float(np.mean([sum(one.laws.totals.variance for one in group) for group in groups]))
    places = [_place(results, group[0].day) for group in groups]
    periods = np.arange(places[-1] + 1)
    hits, full = (np.interp(periods, places, column) for column in numbers.T)
    found = left_out(hits, full, max(1.0, donors), cap, variance, bursts)
    return found and LeftOut(*(shares[places] for shares in (found.share, found.low, found.high)))


def _hits(results: "Results", group: list[Day]) -> int:
    return sum(results.totals[entry].get(one.id, 0) for entry in results.keywords for one in group)


def _place(results: "Results", day: date) -> int:
    """Return how many periods of the campaign lie before one, by its last day."""
    return (day - results.campaign.start).days // (7 if results.period == "week" else 1)
