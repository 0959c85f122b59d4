"""Both input files joined by week. Their faults are reported, and repaired without using data from the future."""

from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pdd_papers.flu.errors import StudyError
from pdd_papers.flu.input_files import TARGET, WEEK, read_queries, read_target

Floats = NDArray[np.float64]
LEAST_WEEKS = 100
"""The fewest weeks before the first season in which a query must have been searched (PDD, section 5.1)."""


@dataclass(frozen=True)
class Faults:
    """What was wrong with the data.

    Attributes:
        missing_weeks: weeks that were left out.
        filled: for each query how many values were filled in by the last one before.
        duplicates: for each query that was left out the equal one that was kept.
        rare: queries that were left out because they were searched too seldom.
    """

    missing_weeks: tuple[date, ...] = ()
    filled: dict[str, int] = field(default_factory=dict)
    duplicates: dict[str, str] = field(default_factory=dict)
    rare: tuple[str, ...] = ()


@dataclass(frozen=True)
class Series:
    """Weeks in order, with each query's frequency (weeks, queries) and the rate."""

    weeks: tuple[date, ...]
    queries: tuple[str, ...]
    frequencies: Floats = field(repr=False)
    rates: Floats = field(repr=False)
    faults: Faults

    def before(self, day: date) -> int:
        """Return how many of the weeks ended before a day."""
        return sum(week < day for week in self.weeks)

    def rate_of(self, ago: int, index: int) -> float:
        """Return the rate some weeks before a week, or the last one known before that.

        Raises:
            StudyError: if there is none.
        """
        last = self.weeks[index] - timedelta(weeks=ago)
        known = [number for number in range(index) if self.weeks[number] <= last]
        if not known:
            raise StudyError(f"no rate is known {ago} weeks before {self.weeks[index]}; give earlier weeks too")
        return float(self.rates[known[-1]])


def read_series(queries: Path, target: Path) -> Series:
    """Return the weeks that both files have. A query's missing value becomes its last one before, or 0 at the start.

    Raises:
        StudyError: if the files have no week in common, or the rates are no numbers or never change.
    """
    asked, rates = read_queries(queries), read_target(target).drop_nulls()
    if rates.is_empty():
        raise StudyError(f"{target}: has no rate that is a number; write them as 1.5")
    names = asked.columns[1:]
    filled = {name: count for name in names if (count := asked[name].null_count())}
    # Values are filled in before weeks without a rate drop out, so a query's last value may come from such a week.
    whole = asked.with_columns(pl.col(names).fill_null(strategy="forward").fill_null(0.0))
    both = whole.join(rates, on=WEEK, how="inner", maintain_order="left")
    if both.is_empty():
        raise StudyError(f"{queries} and {target} have no week in common; give files of the same time")
    if both[TARGET].n_unique() == 1:
        raise StudyError(f"{target}: the rate never changes; give one that does, there is nothing to estimate here")
    weeks = tuple(both[WEEK].to_list())
    faults = Faults(_missing(weeks), filled)
    return Series(weeks, tuple(names), both.select(names).to_numpy(), both[TARGET].to_numpy(), faults)


def usable(series: Series, before: int, least: int = LEAST_WEEKS) -> Series:
    """Return the queries that can be studied, judged by the first `before` weeks alone.

    Queries with fewer than `least` weeks above 0 are left out, and all but the first of equal queries.

    Raises:
        StudyError: if none is left.
    """
    known = series.frequencies[:before]
    often = (known > 0).sum(axis=0) >= least
    rare = tuple(name for name, kept in zip(series.queries, often, strict=True) if not kept)
    first: dict[bytes, int] = {}
    duplicates: dict[str, str] = {}
    for number in np.flatnonzero(often):
        same = first.setdefault(known[:, number].tobytes(), int(number))
        if same != number:
            duplicates[series.queries[number]] = series.queries[same]
    if not first:
        raise StudyError(f"no query was searched in {least} weeks before the first season; give more weeks or queries")
    kept = list(first.values())
    faults = Faults(series.faults.missing_weeks, series.faults.filled, duplicates, rare)
    names = tuple(series.queries[number] for number in kept)
    return Series(series.weeks, names, series.frequencies[:, kept], series.rates, faults)


def _missing(weeks: tuple[date, ...]) -> tuple[date, ...]:
    there = set(weeks)
    spanned = (weeks[0] + timedelta(weeks=number) for number in range((weeks[-1] - weeks[0]).days // 7))
    return tuple(week for week in spanned if week not in there)
