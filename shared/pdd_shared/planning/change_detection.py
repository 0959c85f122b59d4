"""The chance to see a change between two totals through their noise."""

from math import sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from pdd_shared.planning.expected_hits import poisson
from pdd_shared.privacy.noise.distributions import Law, Reals, Spread, spread
from pdd_shared.privacy.noise.skellam import Skellam

CONFIDENCE = 0.95
"""A change counts as seen if the difference of the totals lies outside of the interval of this confidence."""
ENOUGH = 0.8
"""The chance to see a change from which on a campaign can answer its question, as is usual for studies."""

_QUANTILE = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
_ENOUGH_QUANTILE = NormalDist().inv_cdf(ENOUGH)


def chance_to_see(before: float, after: float, noise: Law) -> float:
    """Return the chance that a rise from one total to the next is seen, in a two-sided test at 95%.

    True totals are Poisson variables. A rise is seen if the difference of the published totals is above the half width
    of its 95% interval, as it is without a change. So 2.5% of the totals that did not change seem to rise.

    Args:
        before: The expected first total.
        after: The expected second total, not below the first.
        noise: The noise on each of the two totals.
    """
    if before <= 0:
        return 0.0
    steady = spread((noise, noise, Skellam((2 * before) ** 0.5)))
    # The second total is a Poisson variable of the first one's mean, and another one of the rise.
    rise, first = _likely(poisson(after - before))
    further = steady.half_width(CONFIDENCE) + 1 - np.arange(first, first + len(rise))
    return float(rise @ _at_least(steady, further))


def is_seen_about(before: float, after: float, variance: float) -> bool:
    """Return about whether the chance to see a rise is `ENOUGH`, with normal laws in place of the exact ones.

    Args:
        before: The expected first total.
        after: The expected second total.
        variance: The variance of the noise on each of them.
    """
    beyond = _QUANTILE * sqrt(2 * variance + 2 * before)
    return before > 0 and after - before >= beyond + _ENOUGH_QUANTILE * sqrt(2 * variance + before + after)


def _likely(chances: Reals) -> tuple[Reals, int]:
    """Return the probabilities without the very small ones at the beginning, and the number of the first that is left.

    A Poisson variable of mean m has a standard deviation of sqrt(m), so most of a long list is such a beginning.
    """
    first = int(np.argmax(chances > 1e-30))
    return chances[first:], first


def _at_least(law: Spread, numbers: NDArray[np.int64]) -> Reals:
    """Return P(X >= number) for a law that is symmetric about zero, for each whole number."""
    size = np.where(numbers > 0, numbers - 1, -numbers)  # P(X >= -n) = 1 - P(X >= n + 1)
    above: Reals = (1 - law.within[np.minimum(size // law.step, len(law.within) - 1)]) / 2
    return np.where(numbers > 0, above, 1 - above)
