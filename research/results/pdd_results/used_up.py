"""What a cap over the whole campaign has left out of each period: donors who search most use up their hits first."""

from collections.abc import Sequence
from datetime import date
from itertools import groupby
from typing import NamedTuple

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
    by_day = {day: list(found) for day, found in groupby(published, key=lambda one: one.day.day)}
    places = {(day - start).days // (7 if period == "week" else 1): regions for day, regions in by_day.items()}
    there = [places.get(number) for number in range(max(places) + 1)]
    hits = [None if found is None else sum(one.hits for one in found) for found in there]
    full = [None if found is None else sum(one.day.full or 0 for one in found) for found in there]
    donors = sum(one.day.donors for one in published) / len(places)
    variance = sum(one.day.laws.totals.variance for one in published) / len(places)
    found = left_out(hits, full, max(1.0, donors), cap, variance, bursts)
    if found is None:
        raise ResultsError("more hits were counted than any assumption explains; check that donors can't give twice.")
    shares = {"left_out": found.share, "low": found.low, "high": found.high}
    spans = {"first": [days_of(period, day)[0] for day in by_day], "last": list(by_day)}
    return pl.DataFrame({**spans, **{name: values[list(places)].tolist() for name, values in shares.items()}})
