"""On which days donors use their browser: each donor has a share of active days, which are drawn at random."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pdd_research.errors import SettingError
from pdd_research.seeded_randomness import Generator
from pdd_shared.privacy.forecast import ACTIVITY

WEEK = 7
Present = NDArray[np.bool_]
"""For each donor, whether it is active on a day."""


@dataclass(frozen=True)
class Holiday:
    """A holiday: from day `first` to day `last`, the same `share` of all donors is away."""

    first: int
    last: int
    share: float

    def __post_init__(self) -> None:
        """Raise SettingError if the first day is below 0 or after the last, or the share isn't from 0 to 1."""
        if not 0 <= self.first <= self.last:
            raise SettingError(f"a holiday from day {self.first} to day {self.last} is none; the first day is 0")
        _check_share("a holiday's share", self.share)


@dataclass(frozen=True)
class Activity:
    """A model of the days on which donors are active (PDD, section 4.1).

    Attributes:
        alpha: a donor's share of active days is Beta(alpha, beta) distributed.
        beta: see alpha.
        weekday_donors: the share of donors who tend to be away on the sixth and seventh days of a week.
        weekend_absence: the probability with which such a donor is away on each of these days.
        holidays: when many donors are away together.
    """

    alpha: float = ACTIVITY[0]
    beta: float = ACTIVITY[1]
    weekday_donors: float = 0.0
    weekend_absence: float = 1.0
    holidays: tuple[Holiday, ...] = ()

    def __post_init__(self) -> None:
        """Raise SettingError if a value is out of its range."""
        if not (self.alpha > 0 and self.beta > 0):
            raise SettingError(f"Beta({self.alpha}, {self.beta}) is no distribution; both must be above 0")
        _check_share("weekday_donors", self.weekday_donors)
        _check_share("weekend_absence", self.weekend_absence)

    @classmethod
    def of_mean(cls, mean: float) -> "Activity":
        """Return the activity of donors who are active on this share of days on average.

        The sum of alpha and beta, which decides how much donors differ, is the paper's.

        Raises:
            SettingError: if the mean isn't between 0 and 1.
        """
        if not 0 < mean < 1:
            raise SettingError(f"the mean activity is {mean}; it must be above 0 and below 1")
        both = sum(ACTIVITY)
        return cls(mean * both, (1 - mean) * both)

    def days(self, donors: int, days: int, rng: Generator) -> Iterator[Present]:
        """Yield for each day which donors are active: `days` arrays of `donors` booleans.

        Days are drawn one after the other, so only one day is in memory: with t days to come and k active ones among
        them, the next day is active with probability k / t (selection sampling; Fan, Muller and Rezucha 1962).
        """
        left = np.rint(rng.beta(self.alpha, self.beta, donors) * days).astype(np.float32)
        weekday = self._weekday_donors(donors, rng)
        away = [rng.random(donors, np.float32) < holiday.share for holiday in self.holidays]
        for day in range(days):
            drawn = rng.random(donors, np.float32) * (days - day) < left
            left -= drawn
            if weekday is not None and day % WEEK >= WEEK - 2:
                drawn &= ~(weekday & (rng.random(donors, np.float32) < self.weekend_absence))
            for holiday, absent in zip(self.holidays, away, strict=True):
                if holiday.first <= day <= holiday.last:
                    drawn &= ~absent
            yield drawn

    def _weekday_donors(self, donors: int, rng: Generator) -> Present | None:
        return rng.random(donors, np.float32) < self.weekday_donors if self.weekday_donors else None


def _check_share(name: str, share: float) -> None:
    if not 0 <= share <= 1:
        raise SettingError(f"{name} is {share}; a share is from 0 to 1")
