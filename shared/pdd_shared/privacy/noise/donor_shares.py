"""Donors' noise: each member's share of discrete Laplace noise, from tables of integers and the system's CSPRNG.

A share is a difference of two draws of the negative binomial NB(1 / m), p(k) proportional to Gamma(k + 1/m) / k! a^k
with a = exp(-1 / scale). The negative binomial adds up: m shares make NB(1) - NB(1), which is discrete Laplace. The
tables hold 128-bit fixed-point numbers, computed in integers alone, so that every language makes the same bytes.
"""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pdd_shared.privacy.noise.tables import look_up
from pdd_shared.protocol.keys import RandomBytes

DRAW_BYTES = 16
"""A draw takes one 128-bit number, little endian; a share two of them, first what is added, then what is taken away."""
DISTANCE = 2.0**-99
"""Total variation between a draw and NB(1 / m), at most: 2^-100 cut off, and what rounding to 128 bits moves."""

_ONE = 1 << 192
"""Fixed point while computing: 64 bits more than the table has."""
_CUT = 100
"""A table ends where less than 2^-100 of the law lies beyond."""


@dataclass(frozen=True)
class Table:
    """Thresholds T_0 <= T_1 <= ... of 128 bits, as two halves: a draw u gives k, the number of thresholds <= u."""

    high: NDArray[np.uint64]
    low: NDArray[np.uint64]

    def draw(self, random: bytes) -> NDArray[np.int64]:
        """Return one draw for each 16 bytes."""
        halves = np.frombuffer(random, dtype="<u8").reshape(-1, 2)
        low, high = halves[:, 0], halves[:, 1]
        drawn, undecided = look_up(self.high, high)
        for place in undecided:
            drawn[place] = self._among_equals(int(drawn[place]), high[place], low[place])
        return drawn

    def _among_equals(self, first: int, high: np.uint64, low: np.uint64) -> int:
        """Return the place among the thresholds whose upper half is that of the draw, from `first` on."""
        last = int(np.searchsorted(self.high, high, side="right"))
        return first + int(np.searchsorted(self.low[first:last], low, side="right"))


@lru_cache(maxsize=8)
def table(scale: Decimal, shares: int) -> Table:
    """Return the table of NB(1 / shares), a = exp(-1 / scale).

    Its thresholds are T_k = floor(2^128 P(X <= k)), P among the k that are kept.
    """
    sums = _running_sums(_exp_of_minus(1 / Fraction(scale)), shares)
    # The last would be 2^128, which no draw reaches: it needs no row, unless it is the only one.
    thresholds = [(one << 128) // sums[-1] for one in sums[:-1]] or [(1 << 128) - 1]
    octets = b"".join(threshold.to_bytes(DRAW_BYTES, "little") for threshold in thresholds)
    halves = np.frombuffer(octets, dtype="<u8").reshape(-1, 2).astype(np.uint64)
    return Table(np.ascontiguousarray(halves[:, 1]), np.ascontiguousarray(halves[:, 0]))


def draw_shares(scale: Decimal, shares: int, numbers: int, random_bytes: RandomBytes) -> NDArray[np.int64]:
    """Return one member's share of the noise on each number.

    Args:
        scale: The scale of the whole noise, in counts.
        shares: How many shares make the whole noise.
        numbers: How many numbers of the vector.
        random_bytes: The caller's cryptographic random source; 32 bytes a number are drawn.
    """
    drawn = table(scale, shares).draw(random_bytes(2 * DRAW_BYTES * numbers))
    return drawn[0::2] - drawn[1::2]


def _exp_of_minus(x: Fraction) -> int:
    """Return exp(-x) in fixed point, by its power series: each term is the one before times x / n, rounded down.

    Zero from x = 192 on, where it is below 2^-192 by far, and the series would be long.
    """
    if x >= 192:
        return 0
    term, total, n = _ONE, 0, 0
    while term:
        total += -term if n % 2 else term
        n += 1
        term = term * x.numerator // (x.denominator * n)
    return total


def _running_sums(a: int, shares: int) -> list[int]:
    """Return sums of the weights w_0 = 1, w_(k+1) = w_k a (k m + 1) / ((k + 1) m), until what is left is below 2^-100.

    Each further weight is at most a times the last, so what is left is at most w a / (1 - a).
    """
    weight, total, k = _ONE, 0, 0
    sums = []
    while True:
        total += weight
        sums.append(total)
        if weight * a <= (_ONE - a) * (total >> _CUT):
            return sums
        weight = (weight * a >> 192) * (k * shares + 1) // ((k + 1) * shares)
        k += 1
