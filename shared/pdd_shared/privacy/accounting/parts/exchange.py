"""The worst vector: a hit that moves to a number with as many hits or more tells no less.

For shifts s >= t >= 1, the pair of numbers moved by s and t is dominated by the one moved by s + 1 and t - 1. That is
proven for discrete Laplace noise (docs/reference/privacy.md, section "Parts"). For Skellam and discrete Gaussian noise
it holds in every case tried, and is not proven for all. So it is checked here for the noise that is accounted. The most
by which the divergence of the first pair exceeds that of the second, at any k, goes to delta. It is about 10^-11, from
rounding, unless the noise is so small that most ratios count as infinite.
"""

from decimal import Decimal
from functools import lru_cache

import numpy as np

from pdd_shared.privacy.accounting.parts.ratio_grid import CARRIED, RatioLaw, certain, law_of_shift
from pdd_shared.privacy.accounting.parts.ratios import LawName, Reals
from pdd_shared.protocol.limits import MOST_PER_NUMBER

_CUTS = 2.0**-57
"""More than what cutting the ends of a product can add to its divergence."""


@lru_cache(maxsize=256)
def excess(law: LawName, scale: Decimal, per_number: int, bits: int) -> float:
    """Return what an exchange of one hit can lower a divergence by at most, over all pairs of shifts.

    Args:
        law: The law of the noise.
        scale: Its scale.
        per_number: The most that one number grows by.
        bits: The fineness of the grid on which the worst vector is accounted.

    Raises:
        ValueError: A number may grow by more than MOST_PER_NUMBER, and the law is not discrete Laplace.
    """
    if law == "discrete-laplace":
        return 0.0
    if per_number > MOST_PER_NUMBER:
        raise ValueError(f"at most {MOST_PER_NUMBER} hits for one of several numbers, not {per_number}")
    laws = [certain(bits), *(law_of_shift(law, scale, shift, bits) for shift in range(1, per_number + 1))]
    pairs = [(s, t) for s in range(1, per_number) for t in range(1, s + 1)]
    return max((_lowered(laws[s], laws[t], laws[s + 1], laws[t - 1]) for s, t in pairs), default=0.0)


def _lowered(one: RatioLaw, other: RatioLaw, more: RatioLaw, less: RatioLaw) -> float:
    """Return an upper bound of what the exchange of the first two laws for the last two lowers a divergence by.

    `times` rounds the mass beyond the grid up. For the last two that is the wrong direction, so it is added here.
    """
    rounded = (CARRIED - 1) * (more.beyond + less.beyond) + more.beyond * less.beyond
    return above(one.times(other), more.times(less)) + rounded * CARRIED


def above(one: RatioLaw, other: RatioLaw) -> float:
    """Return an upper bound of the largest difference of the first law's divergence to the other's, at any k >= 0.

    Both divergences are linear in k between places of the grid, and below the lowest one, down to k = 0.
    """
    lowest, after = min(one.first, other.first), max(one.after, other.after)
    high, low = _curve(one, lowest, after), _curve(other, lowest, after)
    rounding = 16 * len(high) * 2.0**-52
    return max(0.0, float(np.max(high * (1 + rounding) - low * (1 - rounding)))) + _CUTS


def _curve(law: RatioLaw, lowest: int, after: int) -> Reals:
    """Return the divergence at k = 0, which is the mass, and at the places from `lowest` to before `after`."""
    mass = float(np.add.accumulate(law.masses)[-1]) + law.beyond
    rest = np.full(after - law.after, law.beyond)
    return np.concatenate([[mass], law.divergences(lowest), rest])
