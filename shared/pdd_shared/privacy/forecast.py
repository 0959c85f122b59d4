"""What a campaign can expect, in closed form: how many donors make it into a day's sums, and how far off totals are.

Donors' activity is Beta(a, b): the share of days a donor is active (PDD, WWW '19, section 4.1). Who is active on the
data day is drawn in proportion to activity, so among them it is Beta(a + 1, b).

An error here is that of the noise alone: the mean of |noise| over the count expected, as in the mean relative error of
PDD, equation 4, for one entry's total. Who donates, and who does not come in time, are other questions.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, exp, lgamma, log, prod

from pdd_shared.privacy.noise.distributions import Law, Reals, spread

ACTIVITY = (2.2170, 0.4634)
"""The paper's fit to Mozilla's week of 4,802 users (section 4.1)."""


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
    """Return the expected share of grouped donors whose counts arrive. A group needs every one of its members.

    Args:
        group_sizes: The members of each group.
        delay: As in `absence`.
        activity: a and b of donors' activity.
    """
    present = 1 - absence(delay, activity)
    return sum(size * present**size for size in group_sizes) / sum(group_sizes)


def plain_loss(group_size: int, delay: int, activity: tuple[float, float] = ACTIVITY) -> float:
    """Return the expected mean relative error of a count where groups of one size may be lost: 1 - (1 - p)^group_size.

    Source: PDD (WWW '19), equation 4.
    """
    return 1 - plain_confidence([group_size], delay, activity)


def cohort_confidence(delay: int, activity: tuple[float, float] = ACTIVITY) -> float:
    """Return the expected share of donors active on a data day whose counts arrive. A donor costs its own counts alone.

    A donor must have been there in the `delay + 1` days after the data day, the shortest window. A window that waits
    for more uploads takes a few more.
    """
    return 1 - absence(delay, activity)


@dataclass(frozen=True)
class Repeated:
    """The sum of so many independent draws of one law: the noise of a total over days, strata, or both.

    Its variance grows with the draws, its characteristic function is the law's to their power.
    """

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
    """A total to expect, in searches: those in it, the mean of the noise's size, and what 95% of it keeps within."""

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


def searches_counted(rate: float, cap: int) -> float:
    """Return how many of a donor's searches a day count under a cap, on average.

    E[min(N, cap)], N Poisson of mean `rate`. People differ more than Poisson (PDD, section 4.1 and figure 3), so more
    is cut off from those who search most.
    """
    if rate <= 0:
        return 0.0
    chances = (exp(number * log(rate) - rate - lgamma(number + 1)) for number in range(cap))
    return cap - sum((cap - number) * chance for number, chance in enumerate(chances))


def donors_needed(wanted: float, each: float, noise: Repeated, confidence: float) -> int | None:
    """Return the fewest donors there on a day for which a total's mean relative error is small enough.

    The server's noise stays the same, so n counted donors give an error of E|noise| / (n each).

    Args:
        wanted: The largest mean relative error that is small enough.
        each: What one counted donor adds to the total, in searches.
        noise: The noise on the total.
        confidence: The share of the donors there whose vectors are counted.

    Returns:
        The number of donors; None if no number is enough.
    """
    if each <= 0 or confidence <= 0 or wanted <= 0:
        return None
    return ceil(spread((noise,)).mean_absolute / (wanted * each) / confidence)
