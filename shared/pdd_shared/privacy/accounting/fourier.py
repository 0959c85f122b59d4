"""The law of a sum of independent draws, by the fast Fourier transform. The extension has a twin at the same path."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, floor, log, sqrt

import numpy as np
from numpy.typing import NDArray

OUTSIDE = 1e-15
"""The largest probability that a sum lies outside the places that are computed."""

Reals = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Draws:
    """Several independent draws from one law.

    Attributes:
        law: The probabilities of 0 .. n, an array of n + 1 numbers.
        times: How many draws.
    """

    law: Reals = field(repr=False)
    times: int


def places_of(draws: Sequence[Draws]) -> range:
    """Return the places where the sum of all draws lies, except with probability OUTSIDE.

    Each draw lies in 0 .. n. So the sum is further than t from its mean with probability at most
    2 e^(-2 t^2 / sum of n^2) (Hoeffding, JASA '63, theorem 2).
    """
    mean = sum(each.times * float(each.law @ np.arange(len(each.law))) for each in draws)
    most = sum(each.times * (len(each.law) - 1) for each in draws)
    squares = sum(each.times * (len(each.law) - 1) ** 2 for each in draws)
    reach = sqrt(squares * log(2 / OUTSIDE) / 2) + 1
    return range(max(0, floor(mean - reach)), min(most, ceil(mean + reach)) + 1)


def sums_of(draws: Sequence[Draws], places: range) -> Reals:
    """Return the probability that the sum of all draws is at each of the places.

    The probability of other places wraps around onto these. So each result is at least the true one, and if the places
    are `places_of` the draws, all of them together are too large by at most OUTSIDE. Rounding comes on top, and can
    make a result slightly negative.
    """
    size = 2 ** (len(places) - 1).bit_length()
    spectrum = np.ones(size // 2 + 1, dtype=np.complex128)
    for each in draws:
        folded = np.bincount(np.arange(len(each.law)) % size, weights=each.law, minlength=size)
        spectrum *= _raised(np.fft.rfft(folded), each.times)
    sums: Reals = np.fft.irfft(spectrum, size)[np.arange(places.start, places.stop) % size]
    return sums


def _raised(base: NDArray[np.complex128], power: int) -> NDArray[np.complex128]:
    """Return each number to this power, by repeated squaring. numpy's power uses logarithms, which round more."""
    product = np.ones_like(base)
    while power:
        if power % 2:
            product = product * base
        base, power = base * base, power // 2
    return product
