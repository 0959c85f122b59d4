"""What a cap over the whole campaign leaves out, period by period: donors who search most use up their hits first.

A plan assumes people who differ, and searches that come in bursts. A donor has episodes, in each of which it makes
`BURST` hits. Its episodes are a Poisson variable whose mean is its own, drawn from a gamma law of shape `SHAPE`: over
the donors they are a negative binomial variable. All of a campaign's counts lose the same share, since a donor's hits
are used up in the order in which they are made.

The caps of a period are not followed here. With a cap on the campaign, periods need none.
"""

from math import ceil, exp, inf

import numpy as np

from pdd_shared.privacy.noise.distributions import Reals

BURST = 4
"""Hits of one episode. An ill person searches more than once."""
SHAPE = 0.5
"""The shape of the gamma law of donors' means: the busiest tenth of the donors makes 44% of all hits."""

MOST_LOST = 0.1
"""The largest share of the hits of a campaign's last quarter that a cap on all of its periods should leave out."""
_CAPS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 36, 48, 72, 96, 144, 192)
"""The caps that are tried."""
_FAR = 60
"""More episodes than so many times the mean are left out: their probability is below 10^-12."""


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
    if hits <= 0 or cap <= 0:
        return 0.0
    mean, episodes = hits / burst, -(-cap // burst)
    likely = min(episodes, int(_FAR * (1 + mean / min(shape, 1))))
    more = 1 - np.cumsum(_chances(likely, mean, shape))
    last = cap - burst * (episodes - 1) if likely == episodes else burst
    return float(burst * more[:-1].sum() + last * more[-1])


def fewest_hits(hits: float, periods: int, most_lost: float = MOST_LOST) -> int | None:
    """Return the smallest of some caps that leaves out few of the hits of the last quarter; None if none does.

    Args:
        hits: The mean hits of a donor in a period.
        periods: How many periods the campaign has.
        most_lost: The largest share of the last quarter's hits that the cap may leave out.
    """
    last = periods - ceil(periods / 4)

    def lost(cap: int) -> float:
        counted = hits_counted_by(periods * hits, cap) - hits_counted_by(last * hits, cap)
        return 1 - counted / ((periods - last) * hits)

    return next((cap for cap in _CAPS if hits <= 0 or lost(cap) <= most_lost), None)


def _chances(numbers: int, mean: float, shape: float) -> Reals:
    """Return the probabilities of 0, 1, .. episodes, so many of them."""
    before = np.arange(numbers - 1)
    if shape == inf:
        steps, first = mean / (before + 1), exp(-mean)
    else:
        steps, first = (before + shape) / (before + 1) * mean / (mean + shape), (1 + mean / shape) ** -shape
    return first * np.concatenate([[1.0], np.cumprod(steps)])
