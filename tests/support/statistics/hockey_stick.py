"""Exact divergences of two laws, by enumeration in rational numbers, to check bounds against."""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

Pair = Mapping[Fraction, Fraction]
"""A pair of laws as its likelihood ratios: of each ratio Q / P, the probability P of meeting it."""


def shifted(a: Fraction, shift: int) -> Pair:
    """Return discrete Laplace, P proportional to a^|k|, and Q, the same moved by `shift`: ratios are constant
    beyond [0, shift].
    """
    end = 1 / (1 + a)
    if shift == 0:
        return {Fraction(1): Fraction(1)}
    inner = {k: end * (1 - a) * a**k for k in range(1, shift)}
    masses = {0: end, **inner, shift: end * a**shift}
    return {a ** (shift - 2 * k): mass for k, mass in masses.items()}


def together(pairs: Iterable[Pair]) -> Pair:
    """Return the product of independent pairs, whose ratios multiply."""
    whole: Counter[Fraction] = Counter({Fraction(1): Fraction(1)})
    for pair in pairs:
        product: Counter[Fraction] = Counter()
        for ratio, mass in whole.items():
            for other, weight in pair.items():
                product[ratio * other] += mass * weight
        whole = product
    return whole


def divergence(pair: Pair, k: Fraction) -> Fraction:
    """Return the largest Q(S) - k P(S) over all sets S."""
    return sum((mass * (ratio - k) for ratio, mass in pair.items() if ratio > k), Fraction(0))


def exchanged(pair: Pair) -> Pair:
    """Return the pair with P and Q exchanged."""
    turned: Counter[Fraction] = Counter()
    for ratio, mass in pair.items():
        turned[1 / ratio] += mass * ratio
    return turned
