"""The law of a sum of independent draws, by the fast Fourier transform (twin: extension/src, the same path)."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log, sqrt

import numpy as np
from numpy.typing import NDArray

OUTSIDE = 1e-15
"""How much of a sum's law may lie outside the places that are computed."""

Reals = NDArray[np.float64]


@dataclass(frozen=True)
class Draws:
    """So many independent draws, each from this law on 0 .. n: an array of n + 1 probabilities."""

    law: Reals
    times: int


def places_of(draws: Sequence[Draws]) -> range:
    """Return the places where the sum of all draws lies, but for a probability of OUTSIDE.

    A draw is within 0 .. n, so that the sum is further than t from its mean with probability 2 e^(-2 t^2 / sum of n^2)
    at most (Hoeffding, JASA '63, theorem 2).
    """
    mean = sum(each.times * float(each.law @ np.arange(len(each.law))) for each in draws)
    most = sum(each.times * (len(each.law) - 1) for each in draws)
    squares = sum(each.times * (len(each.law) - 1) ** 2 for each in draws)
    reach = sqrt(squares * log(2 / OUTSIDE) / 2) + 1
    return range(max(0, floor(mean - reach)), min(most, ceil(mean + reach)) + 1)


def sums_of(draws: Sequence[Draws], places: range) -> Reals:
    """Return the probability that the sum of all draws is at each of the places.

    What lies elsewhere wraps around onto these places. None comes out lower for it, and all of them together higher by
    OUTSIDE at most, if they are `places_of` the sum. Each is off by rounding, and may come out below zero by it.
    """
    size = 2 ** (len(places) - 1).bit_length()
    spectrum = np.ones(size // 2 + 1, dtype=np.complex128)
    for each in draws:
        folded = np.bincount(np.arange(len(each.law)) % size, weights=each.law, minlength=size)
        spectrum *= _raised(np.fft.rfft(folded), each.times)
    sums: Reals = np.fft.irfft(spectrum, size)[np.arange(places.start, places.stop) % size]
    return sums


def _raised(base: NDArray[np.complex128], power: int) -> NDArray[np.complex128]:
    """Return each number to this power, by squaring: numpy's own way, by logarithms, rounds more."""
    product = np.ones_like(base)
    while power:
        if power % 2:
            product = product * base
        base, power = base * base, power // 2
    return product
