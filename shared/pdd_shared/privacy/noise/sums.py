"""Intervals of sums of noisy numbers: exact, from the law of the sum of their draws.

An interval covers the noise only. It contains the true count of the donors who are in the sums.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping

from pdd_shared.privacy.noise.distributions import (
    DiscreteGaussian,
    DiscreteLaplace,
    InUnits,
    LaplaceShares,
    Law,
    half_width,
)
from pdd_shared.privacy.noise.skellam import Skellam

CONFIDENCE = 0.95
"""The probability with which an interval contains the true number."""
_CONTINUOUS = 3.0
"""From this scale on, a sum of discrete Gaussian draws is taken for one wider draw, which is wrong by under 1e-30."""


def summed(laws: Mapping[Law, int]) -> tuple[Law, ...]:
    """Return fewer laws with the same sum: one draw of each of them is distributed as all the draws of `laws` together.

    A draw of discrete Laplace is the difference of two geometric numbers, so n draws are the difference of two NB(n).
    Draws of one scale, and donors' shares of such draws, therefore join into one law, if their units
    are the same. Skellam draws join by adding their variances, and so do discrete Gaussians of a large scale.

    Args:
        laws: How many independent draws there are of each law.
    """
    shares: dict[tuple[float, int], int] = defaultdict(int)
    rounded: dict[tuple[float, int, int], list[int]] = defaultdict(lambda: [0, 0])
    variances, skellam, rest = 0.0, 0.0, Counter[Law]()
    for law, times in laws.items():
        if isinstance(law, DiscreteLaplace):
            shares[law.scale, 1] += times
        elif isinstance(law, LaplaceShares):
            shares[law.scale, law.of] += law.shares * times
        elif isinstance(law, InUnits):
            together = rounded[law.noise.scale, law.noise.of, law.unit]
            together[:] = together[0] + law.noise.shares * times, together[1] + law.donors * times
        elif isinstance(law, Skellam):
            skellam += times * law.variance
        elif isinstance(law, DiscreteGaussian) and law.scale >= _CONTINUOUS:
            variances += times * law.scale**2
        else:
            rest[law] += times
    joined: list[Law] = [LaplaceShares(scale, number, of) for (scale, of), number in sorted(shares.items())]
    joined += [
        InUnits(LaplaceShares(scale, number, of), unit, donors)
        for (scale, of, unit), (number, donors) in sorted(rounded.items())
    ]
    joined += [DiscreteGaussian(variances**0.5)] if variances else []
    joined += [Skellam(skellam**0.5)] if skellam else []
    return (*joined, *rest.elements())


def sum_half_width(laws: Mapping[Law, int], confidence: float = CONFIDENCE) -> int:
    """Return half the width of the interval of a sum of noisy numbers, in counts; 0 without draws.

    Args:
        laws: How many draws of each law are in the sum.
        confidence: The probability with which the interval contains the true sum.
    """
    return half_width(summed(laws), confidence) if laws else 0
