"""What a cap over the whole campaign leaves out, period by period: donors who search most use up their hits first.

A plan assumes people who differ, and searches that come in bursts. A donor has episodes, in each of which it makes
`BURST` hits. Its episodes are a Poisson variable whose mean is its own, drawn from a gamma law of shape `SHAPE`: over
the donors they are a negative binomial variable. All of a campaign's counts lose the same share, since a donor's hits
are used up in the order in which they are made.

The caps of a period are not followed here. With a cap on the campaign, periods need none.
"""

from math import exp, lgamma, log, log1p

import numpy as np

from pdd_shared.privacy.noise.distributions import Reals

BURST = 4
"""Hits of one episode. An ill person searches more than once."""
SHAPE = 0.5
"""The shape of the gamma law of donors' means: the busiest tenth of the donors makes 44% of all hits."""


def counted_shares(hits: float, periods: int, cap: int, burst: int = BURST, shape: float = SHAPE) -> Reals:
    """Return the share of all hits that counts in each period, the first period first.

    Args:
        hits: The mean hits of a donor in a period, above 0.
        periods: How many periods the campaign has.
        cap: How many hits of a donor count in all periods.
        burst: Hits of one episode.
        shape: The shape of the gamma law of donors' means; infinity for donors who are all alike.
    """
    counted = [hits_counted_by(period * hits, cap, burst, shape) for period in range(periods + 1)]
    return np.diff(counted) / hits


def hits_counted_by(hits: float, cap: int, burst: int = BURST, shape: float = SHAPE) -> float:
    """Return how many hits of a donor count on average, of so many made on average: E[min(burst N, cap)].

    That is the sum of P(burst N > j) over j = 0 .. cap - 1.
    """
    at_most = np.cumsum([_chance(number, hits / burst, shape) for number in range(-(-cap // burst))])
    return float(sum(1 - at_most[j // burst] for j in range(cap)))


def _chance(number: int, mean: float, shape: float) -> float:
    """Return the probability of so many episodes."""
    if mean <= 0:
        return float(number == 0)
    if shape == float("inf"):
        return exp(number * log(mean) - mean - lgamma(number + 1))
    ways = lgamma(number + shape) - lgamma(shape) - lgamma(number + 1)
    return exp(ways - shape * log1p(mean / shape) - number * log1p(shape / mean))
