"""The forecast of a campaign in closed form: how many donors' counts reach a day's sums, and how large errors are.

A donor's activity, the share of days on which it is active, is Beta(a, b) (PDD, WWW '19, section 4.1). A donor is
active on the data day with a probability proportional to its activity. So among the donors of a data day activity is
Beta(a + 1, b).

Errors here are those of the noise alone: the mean of |noise| divided by the expected count, as in the mean relative
error of PDD, equation 4, for one entry's total. Bias from who donates, and from donors who don't come in time, is not
in them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from pdd_shared.privacy.noise.distributions import Law, Reals, spread

ACTIVITY = (2.2170, 0.4634)
"""a and b of the activity of 4,802 users in a week of Mozilla's data, as the paper fits them (PDD, section 4.1)."""


def absence(delay: int, activity: tuple[float, float] = ACTIVITY) -> float:
    """Return the probability that a donor active on the data day is away on all of the `delay + 1` days after it.

    E[(1 - theta)^(delay + 1)] under Beta(a + 1, b).

    Args:
        delay: How many days later than the day after a data day its counts are still taken.
        activity: a and b of donors' activity.
    """
    a, b = activity[0] + 1, activity[1]
    return prod((b + day) / (a + b + day) for day in range(delay + 1))


def plain_confidence(group_sizes: Sequence[int], delay: int, activity: tuple[float, float] = ACTIVITY) -> float:
    """Return the expected share of grouped donors whose counts are in the sums. A group needs all of its members.

    Args:
        group_sizes: How many members each group has.
        delay: As in `absence`.
        activity: a and b of donors' activity.
    """
    present = 1 - absence(delay, activity)
    return sum(size * present**size for size in group_sizes) / sum(group_sizes)


def plain_loss(group_size: int, delay: int, activity: tuple[float, float] = ACTIVITY) -> float:
    """Return the expected mean relative error of a count from lost groups of one size: 1 - (1 - p)^group_size.

    p is the `absence` of a donor.

    Source: PDD (WWW '19), equation 4.
    """
    return 1 - plain_confidence([group_size], delay, activity)


def cohort_confidence(delay: int, activity: tuple[float, float] = ACTIVITY) -> float:
    """Return the expected share of donors active on a data day whose counts are in the sums of `cohort`.

    A donor who stays away costs only its own counts. The donor must have been there in the `delay + 1` days after the
    data day, which is the shortest window; a window that waits for more uploads has a few donors more.
    """
    return 1 - absence(delay, activity)


@dataclass(frozen=True)
class Repeated:
    """The sum of `times` independent draws of one law: the noise of a total over days, strata or both."""

    law: Law
    times: int

    @property
    def variance(self) -> float:
        """Return the variance, in squared counts."""
        return self.times * self.law.variance

    def characteristic(self, angles: Reals) -> Reals:
        """Return E[cos(angle X)] at each angle from 0 to pi."""
        found: Reals = self.law.characteristic(angles) ** self.times
        return found


@dataclass(frozen=True)
class Total:
    """An expected total and the noise on it, in searches.

    Attributes:
        searches: How many searches the total counts.
        error: The mean of |noise|.
        half_width: The half width of the 95% interval of the noise.
    """

    searches: float
    error: float
    half_width: int

    @property
    def relative_error(self) -> float | None:
        """Return the mean error as a share of the searches; None where there are none to compare it with."""
        return self.error / self.searches if self.searches else None


def total(searches_a_day: float, law: Law, days: int, strata: int = 1) -> Total:
    """Return the expected total of a period, and the error that noise adds to it.

    Args:
        searches_a_day: The searches counted on a day, in all strata together.
        law: The noise on each day's number of a stratum.
        days: Days of the period.
        strata: How many strata are added up.
    """
    noise = spread((Repeated(law, days * strata),))
    return Total(searches_a_day * days, noise.mean_absolute, noise.half_width())
