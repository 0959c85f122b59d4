"""Confidence intervals of sums of published numbers, and of shares made of them. Pure functions.

The intervals cover the noise only: they contain the true count of the donors who are in the sums. Whether people who
don't donate search alike is another question, on which the intervals say nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

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


@dataclass(frozen=True)
class Share:
    """A keyword's share of all searches, with its interval.

    The true share is from 0 to 1. Noise can take the published share and the bounds below 0 and above 1.

    Attributes:
        share: The published total divided by the published searches; None if these are not above zero. It always lies
            between the bounds.
        low: The lower bound of the interval.
        high: The upper bound of the interval.
    """

    share: float | None
    low: float
    high: float


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


def share_of(
    total: int,
    searches: int,
    laws: Mapping[Law, int],
    of_searches: Mapping[Law, int] | None = None,
    confidence: float = CONFIDENCE,
) -> Share:
    """Return the share total / searches, with an interval for the true quotient.

    Let alpha = 1 - confidence. Each of the two sums is off by more than h with probability at most alpha / 2, where h
    is the quantile of its noise. So both are within h with probability at least `confidence` (Boole's inequality),
    however the two depend on each other. The pair of true sums then lies in a rectangle. The quotient rises with the
    total and comes nearer to zero as the searches grow, so its extremes over the rectangle are at corners.

    The bounds are not cut at 0 and 1, so the published quotient always lies between them. If the true searches may be
    zero, only the range from 0 to 1 is known, because a search adds at most 1 to a keyword's total. Fieller's interval
    is narrower where both errors matter, but it assumes normal errors.

    Args:
        total: The keyword's published total.
        searches: All published searches of the same days and strata.
        laws: How many draws of each law are in `total`.
        of_searches: How many are in `searches`; None for the same as in `total`.
        confidence: The least probability with which the interval contains the true share.
    """
    each = 1 - (1 - confidence) / 2
    half, searches_half = sum_half_width(laws, each), sum_half_width(laws if of_searches is None else of_searches, each)
    fewest, most = searches - searches_half, searches + searches_half
    share = total / searches if searches > 0 else None
    if fewest <= 0:
        return Share(share, min(0.0, share or 0.0), max(1.0, share or 1.0))
    least, largest = total - half, total + half
    return Share(share, least / (most if least > 0 else fewest), largest / (fewest if largest > 0 else most))
