"""Exact laws of the likelihood ratio of shifted noise, to 400 bits, to check bounds against.

`hockey_stick.Pair` holds them: of each ratio, P's probability of meeting it. What lies beyond `reach` is left out, and
is below 10^-60 for the scales that the tests use.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate

import mpmath

from tests.support.statistics.hockey_stick import Pair, shifted

_BITS = 400


def exact(x: mpmath.mpf) -> Fraction:
    """Return the number as a fraction, to 240 bits behind the point."""
    return Fraction(int(mpmath.floor(x * 2**240)), 2**240)


@lru_cache(maxsize=64)
def probabilities(law: str, scale: str, reach: int) -> tuple[mpmath.mpf, ...]:
    """Return P(X = 0), P(X = 1), ..., P(X = reach)."""
    with mpmath.workprec(_BITS):
        b = mpmath.mpf(scale)
        if law == "skellam":
            return tuple(mpmath.exp(-b * b) * mpmath.besseli(x, b * b) for x in range(reach + 1))
        if law == "discrete-gaussian":
            whole = mpmath.nsum(lambda x: mpmath.exp(-x * x / (2 * b * b)), [-mpmath.inf, mpmath.inf])
            return tuple(mpmath.exp(-(mpmath.mpf(x) ** 2) / (2 * b * b)) / whole for x in range(reach + 1))
        a = mpmath.exp(-1 / b)
        return tuple((1 - a) / (1 + a) * a**x for x in range(reach + 1))


@lru_cache(maxsize=64)
def pair(law: str, scale: str, shift: int, reach: int = 40) -> Pair:
    """Return the pair of the noise and the noise moved by `shift`."""
    with mpmath.workprec(_BITS):
        if law == "discrete-laplace":
            return shifted(exact(mpmath.exp(-1 / mpmath.mpf(scale))), shift)
        p = probabilities(law, scale, reach + shift)
        found: Counter[Fraction] = Counter()
        for x in range(-reach, reach + shift + 1):
            if abs(x) <= reach + shift and abs(x - shift) <= reach + shift:
                found[exact(p[abs(x - shift)] / p[abs(x)])] += exact(p[abs(x)])
        return found


def divergences(pair: Pair, ks: Sequence[Fraction]) -> list[Fraction]:
    """Return the largest Q(S) - k P(S) over all sets S, for each k."""
    ratios = sorted(pair)
    ones = [*accumulate((ratio * pair[ratio] for ratio in reversed(ratios)), initial=Fraction(0))]
    others = [*accumulate((pair[ratio] for ratio in reversed(ratios)), initial=Fraction(0))]
    above = [len(ratios) - bisect_left(ratios, k) for k in ks]
    return [ones[count] - k * others[count] for k, count in zip(ks, above, strict=True)]
