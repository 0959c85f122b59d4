"""Flu seasons: which weeks are estimated from which, how well, and baselines without any model."""

from dataclasses import dataclass
from datetime import timedelta

import numpy as np

from pdd_papers.flu.errors import StudyError
from pdd_papers.flu.input_files import week_end
from pdd_papers.flu.series import Floats, Series

FIRST_WEEK = 40
"""The CDC week in which a season begins: early October."""
WEEKS = 52
LEAST_TRAINING = 2 * WEEKS
UNPUBLISHED = 2
"""When a season begins, the rates of so many weeks before it are unpublished, so the model can't learn from them."""
BASELINES = {"last value": 1, "two weeks ago": 2}
"""Estimates without queries, and how many weeks old they are. The CDC publishes a rate one to two weeks later."""


@dataclass(frozen=True)
class Season:
    """A flu season.

    Attributes:
        name: its years, such as 2015/16.
        start: the index of its first week in the series.
        end: the index after its last week.
    """

    name: str
    start: int
    end: int

    @property
    def learnt(self) -> int:
        """The number of weeks whose rate was published when the season began; the model learns from these alone."""
        return self.start - UNPUBLISHED


@dataclass(frozen=True)
class Scores:
    """The errors of estimates.

    Attributes:
        mae: mean absolute error, in the rate's unit.
        rmse: root mean squared error, in the rate's unit.
        r: Pearson's correlation of estimates and rates.
    """

    mae: float
    rmse: float
    r: float


def last_seasons(series: Series, number: int) -> tuple[Season, ...]:
    """Return the last `number` whole seasons of 52 weeks, the earliest first.

    Raises:
        StudyError: if there are fewer, or `number` is below 1.
    """
    if number < 1:
        raise StudyError(f"--seasons: is {number}; it must be 1 or more")
    years = range(series.weeks[0].year, series.weeks[-1].year + 1)
    whole = [season for year in years if (season := _season(series, year)) is not None]
    if len(whole) < number:
        raise StudyError(
            f"the data has {len(whole)} whole seasons after two years to learn from; "
            f"ask for as many with --seasons, or give more weeks"
        )
    return tuple(whole[-number:])


def _season(series: Series, year: int) -> Season | None:
    """Return the season that begins in a year; None in the first two years, at the data's end, or with few weeks."""
    first = week_end(year, FIRST_WEEK)
    last = first + timedelta(weeks=WEEKS - 1)
    season = Season(f"{year}/{(year + 1) % 100:02}", series.before(first), series.before(last + timedelta(weeks=1)))
    covered = series.weeks[-1] >= last and season.end - season.start >= WEEKS // 2
    return season if covered and season.learnt >= LEAST_TRAINING else None


def baseline(series: Series, season: Season, ago: int) -> Floats:
    """Return a baseline's estimates: for each week of a season the rate of `ago` weeks before."""
    return np.array([series.rate_of(ago, index) for index in range(season.start, season.end)])


def scores(estimated: Floats, rates: Floats) -> Scores:
    """Return the scores of a season's estimates; r is 0 if they never change."""
    off = estimated - rates
    moved = min(np.ptp(estimated), np.ptp(rates)) > 0
    r = float(np.corrcoef(estimated, rates)[0, 1]) if moved else 0.0
    return Scores(float(np.abs(off).mean()), float(np.sqrt((off**2).mean())), r)
