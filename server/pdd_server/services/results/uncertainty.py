"""How far sums of published numbers, and shares made of them, may be off because of the noise. Pure functions.

What is said here is of the noise alone: the interval covers the true count of the donors who are in the sums. That
others than those who donate would have searched alike is another question, which no noise answers.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from pdd_shared.privacy.noise.distributions import DiscreteGaussian, DiscreteLaplace, LaplaceShares, Law, half_width

CONFIDENCE = 0.95
_CONTINUOUS = 3.0
"""From this scale on, sums of discrete Gaussian draws have the law of one wider draw, but for less than 1e-30."""


@dataclass(frozen=True)
class Share:
    """An entry's searches as a share of all searches: the quotient of the published numbers, and its interval.

    The true share is from 0 to 1; noise can take the quotient and the bounds below 0 and above 1. `share` is None where
    the searches with their noise are not above zero. Where it is a number, it lies within its own bounds.
    """

    share: float | None
    low: float
    high: float


def summed(laws: Mapping[Law, int]) -> tuple[Law, ...]:
    """The laws whose independent draws add up to the sum of so many draws of each of `laws`.

    n draws of discrete Laplace are 2 NB(n), a difference of two, so draws of one scale join into one law, shares of
    donors among them; so do the variances of discrete Gaussians.
    """
    shares: dict[tuple[float, int], int] = defaultdict(int)
    variances, rest = 0.0, Counter[Law]()
    for law, times in laws.items():
        if isinstance(law, DiscreteLaplace):
            shares[law.scale, 1] += times
        elif isinstance(law, LaplaceShares):
            shares[law.scale, law.of] += law.shares * times
        elif isinstance(law, DiscreteGaussian) and law.scale >= _CONTINUOUS:
            variances += times * law.scale**2
        else:
            rest[law] += times
    joined: list[Law] = [LaplaceShares(scale, number, of) for (scale, of), number in sorted(shares.items())]
    return (*joined, *([DiscreteGaussian(variances**0.5)] if variances else []), *rest.elements())


def sum_half_width(laws: Mapping[Law, int], confidence: float = CONFIDENCE) -> int:
    """How far a sum of numbers with these draws on them may be off, with this probability at most; 0 for none."""
    return half_width(summed(laws), confidence) if laws else 0


def share_of(total: int, searches: int, laws: Mapping[Law, int], confidence: float = CONFIDENCE) -> Share:
    """The interval of true total / true searches, where both are sums of numbers that carry these draws each.

    With alpha = 1 - confidence, each of the two sums is off by more than h with probability alpha / 2 at most, h being
    the law's own quantile; so both are within h with probability `confidence` at least (Boole's inequality; nothing is
    asked of how they depend on each other). There the quotient lies between its smallest and its largest value over
    the rectangle, which are at corners: it rises with the total; as the searches grow it comes nearer to zero. The
    bounds are not cut at 0 and 1, so that the published quotient always lies between them. Where the searches may be
    zero nothing is known but that the true share is from 0 to 1, as a search adds at most 1 to an entry.
    Fieller's set for normal errors is narrower where both sums' errors matter; this one needs no normal errors.
    """
    half = sum_half_width(laws, 1 - (1 - confidence) / 2)
    fewest, most = searches - half, searches + half
    share = total / searches if searches > 0 else None
    if fewest <= 0:
        return Share(share, min(0.0, share or 0.0), max(1.0, share or 1.0))
    least, largest = total - half, total + half
    return Share(share, least / (most if least > 0 else fewest), largest / (fewest if largest > 0 else most))
