"""What is known when a week's rate is estimated: rates up to a lag before it, and counts up to the week itself.

Every model takes its weeks from here, so that none can look ahead. Weeks may be missing from the data, so lags are
counted by the calendar and not by rows.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pdd_papers.flu.errors import StudyError
from pdd_papers.flu.series import Floats, Series

WINDOW = 104
"""The weeks that a model learns from: the last two years (Yang, Santillana and Kou, PNAS 2015)."""
Places = NDArray[np.intp]
"""Rows of the data."""
_DAYS = 7
_YEAR_DAYS = 365.25
_WAVES = (1, 2)
"""Waves a year that describe the season."""


@dataclass(frozen=True)
class Calendar:
    """The weeks of a series and their rates.

    Attributes:
        days: the day of each week, counted from the year 1.
        logits: the rates as log(p / (1 - p)) of the share p of visits.
        season: sine and cosine of a place in the year, once and twice a year (weeks, 4).
    """

    days: NDArray[np.int64] = field(repr=False)
    logits: Floats = field(repr=False)
    season: Floats = field(repr=False)

    @classmethod
    def of(cls, series: Series) -> "Calendar":
        """Return the calendar of a series.

        Raises:
            StudyError: if a rate is no percentage between 0 and 100.
        """
        for week, rate in zip(series.weeks, series.rates, strict=True):
            if not 0 < rate < 100:
                raise StudyError(f"--target: the rate of {week} is {rate:g}; give percentages above 0 and below 100")
        days = np.array([week.toordinal() for week in series.weeks])
        angles = [2 * np.pi * wave * (days % _YEAR_DAYS) / _YEAR_DAYS for wave in _WAVES]
        season = np.column_stack([function(angle) for angle in angles for function in (np.sin, np.cos)])
        return cls(days, np.log(series.rates / (100 - series.rates)), season)

    def at(self, weeks: Places, ago: int) -> Places:
        """Return the row of the week so many weeks before each week, or of the last one there is before it; else -1."""
        return np.searchsorted(self.days, self.days[weeks] - _DAYS * ago, side="right") - 1

    def lagged(self, weeks: Places, lags: range) -> Floats:
        """Return the logits so many weeks before each week (weeks, lags); nan where there is none."""
        rows = np.column_stack([self.at(weeks, ago) for ago in lags])
        found: Floats = np.where(rows >= 0, self.logits[rows], np.nan)
        return found

    def learnt(self, week: int, lag: int, last_lag: int) -> Places:
        """Return the rows to learn from: the last WINDOW whose rate is out when a week is estimated.

        Args:
            week: the row of the week to estimate.
            lag: after how many weeks a rate is out.
            last_lag: the longest lag that a model asks for; earlier rows, which lack it, are left out.
        """
        out = int(self.at(np.array([week]), lag)[0]) + 1
        rows = np.arange(max(out - WINDOW, 0), out)
        return rows[self.at(rows, last_lag) >= 0]


def percent(logits: Floats) -> Floats:
    """Return logits as percentages."""
    rates: Floats = 100 / (1 + np.exp(-logits))
    return rates
