"""What a cap over the whole campaign has left out, estimated from published counts and `full`.

The forecast in `used_up` assumes how donors differ and how searches come in bursts. Here both are estimated. For each
pair of a shape and a burst:

1. The counts up to a period are a growing function of the hits that donors made until then, with or without the cap.
   Its inverse gives the hits that were made.
2. From these follows how many donors use their last hit in each period. `full` has that number, with noise.
3. A pair is kept if its likelihood is at least e^-3 of the largest, a 95% region of two parameters (chi squared).

The best pair gives the estimate. All pairs that are kept give its range. The range is then widened, because chance
decides how many donors use their last hit. The range matters: people who differ and bursts can give the same `full`,
though they leave out different shares.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import inf

import numpy as np

from pdd_shared.planning.used_up import hits_counted_by
from pdd_shared.privacy.noise.distributions import Reals

BURSTS = (1, 2, 3, 4, 6, 8)
"""The hits of an episode that are tried."""
_SHAPES = (0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 10, inf)
"""The shapes that are tried; infinity is people who are alike."""
_WITHIN = 3.0


@dataclass(frozen=True, eq=False)
class LeftOut:
    """Which share of the hits of each period the cap has left out, from 0 to 1; arrays of shape (periods,).

    Attributes:
        share: The estimate.
        low: The least share of all pairs that the numbers don't rule out.
        high: The largest.
    """

    share: Reals = field(repr=False)
    low: Reals = field(repr=False)
    high: Reals = field(repr=False)


def left_out(
    hits: Sequence[float | None],
    full: Sequence[float | None],
    donors: float,
    cap: int,
    variance: float,
    bursts: Sequence[int] = BURSTS,
) -> LeftOut | None:
    """Return the shares that the cap has left out; None if no pair explains as many hits as were counted.

    Args:
        hits: The counted hits of each period from the campaign's first on: the sum of all entries' counts, with noise.
            None for a missing period, which is taken for the mean of its neighbours.
        full: The donors who used their last hit in each period, with noise; None as in `hits`.
        donors: The mean number of donors in a period, above 0.
        cap: How many hits of a donor count in all periods (`max_campaign_hits`).
        variance: The variance of the noise on each number of `full`.
        bursts: The hits of an episode that are tried. One alone if it is known.
    """
    made, ended = _filled(hits), _filled(full)
    tried = list(_tried(made / donors, ended, donors, cap, variance, bursts))
    if not tried:
        return None
    best = max(likelihood for likelihood, _ in tried)
    kept = np.array([shares for likelihood, shares in tried if likelihood >= best - _WITHIN])
    estimate = max(tried, key=lambda one: one[0])[1]
    chance = 2 * estimate / max(1.0, float(ended.sum())) ** 0.5
    return LeftOut(estimate, np.maximum(0, kept.min(axis=0) - chance), np.minimum(1, kept.max(axis=0) + chance))


def _filled(numbers: Sequence[float | None]) -> Reals:
    known = {place: number for place, number in enumerate(numbers) if number is not None}
    return np.interp(range(len(numbers)), list(known), list(known.values()))


def _tried(
    hits: Reals, full: Reals, donors: float, cap: int, variance: float, bursts: Sequence[int]
) -> Iterator[tuple[float, Reals]]:
    """Yield for each pair the logarithm of its likelihood, and the shares that the cap leaves out."""
    until = np.maximum.accumulate(np.maximum(0, hits.cumsum()))
    # Hits of a donor in all periods for which the counts are computed; between them they are interpolated.
    grid = np.concatenate([[0.0], np.geomspace(0.001, max(400, 50 * cap), 260)])
    for burst in bursts:
        for shape in _SHAPES:
            counted = np.array([hits_counted_by(made, cap, burst, shape) for made in grid])
            if until[-1] >= counted[-1]:
                continue
            made = np.interp(until, counted, grid)
            expected = donors * np.diff([_share_full(each, cap, burst, shape) for each in (0.0, *made)])
            spread = np.maximum(expected, 0) + variance
            likelihood = -0.5 * float(((full - expected) ** 2 / spread + np.log(spread)).sum())
            yield likelihood, _shares(np.diff(until, prepend=0), np.diff(made, prepend=0))


def _share_full(made: float, cap: int, burst: int, shape: float) -> float:
    """Return the share of donors who have used up their hits: what the cap's last hit adds to the counts."""
    return hits_counted_by(made, cap, burst, shape) - hits_counted_by(made, cap - 1, burst, shape)


def _shares(counted: Reals, made: Reals) -> Reals:
    """Return the shares left out; 0 in a period without hits."""
    kept: Reals = np.divide(counted, made, out=np.ones_like(made), where=made > 0)
    return 1 - np.clip(kept, 0, 1)
