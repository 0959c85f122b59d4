"""What a cap over the whole campaign has left out of each period: donors who search most use up their hits first."""

from collections.abc import Sequence
from datetime import date
from itertools import groupby
from typing import NamedTuple

import numpy as np
import polars as pl

from pdd_results.errors import ResultsError
from pdd_shared.planning.left_out import left_out
from pdd_shared.protocol.days import Period, days_of
from pdd_shared.series.published_days import Day


class Counted(NamedTuple):
    """A published day and region, and the sum of all its totals, in hits."""

    day: Day
    hits: int


def left_out_frame(
    published: Sequence[Counted], start: date, period: Period, cap: int, bursts: Sequence[int]
) -> pl.DataFrame:
    """Return the shares left out, as `Results.left_out` describes them. A missing period is the mean of its neighbours.

    Args:
        published: What is published, by day.
        start: The campaign's first day.
        period: What a published number is of.
        cap: How many hits of a donor count in all periods.
        bursts: The hits of an episode that are tried.

    Raises:
        ResultsError: Nothing is published, or more hits than donors can have.
    """
    if not published:
        raise ResultsError("nothing is published yet.")
    by_day = {day: _sums(list(found)) for day, found in groupby(published, key=lambda one: one.day.day)}
    places = [(day - start).days // (7 if period == "week" else 1) for day in by_day]
    numbers = np.array(list(by_day.values()), float)
    hits, full = (np.interp(range(places[-1] + 1), places, column) for column in numbers[:, :2].T)
    donors, variance = numbers[:, 2:].mean(axis=0)
    found = left_out(hits, full, max(1.0, float(donors)), cap, float(variance), bursts)
    if found is None:
        raise ResultsError("more hits were counted than any assumption explains; check that donors can't give twice.")
    shares = {"left_out": found.share, "low": found.low, "high": found.high}
    spans = {"first": [days_of(period, day)[0] for day in by_day], "last": list(by_day)}
    return pl.DataFrame({**spans, **{name: values[places].tolist() for name, values in shares.items()}})


def _sums(regions: Sequence[Counted]) -> tuple[int, int, int, float]:
    """Return a day's hits, donors who used their last one, donors, and the variance of the noise on the second."""
    days = [one.day for one in regions]
    full, donors = sum(day.full or 0 for day in days), sum(day.donors for day in days)
    return sum(one.hits for one in regions), full, donors, sum(day.laws.totals.variance for day in days)
