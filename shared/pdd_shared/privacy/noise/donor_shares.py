"""Donors' noise: each donor's share of discrete Laplace noise, drawn from tables of integers.

A share is the difference of two draws of the negative binomial NB(1 / m), whose p(k) is proportional to
Gamma(k + 1/m) / k! a^k with a = exp(-1 / scale). Sums of negative binomials are negative binomial: m shares make
NB(1) - NB(1), which is discrete Laplace. The tables hold 128-bit fixed-point numbers, computed in integers alone, so
that every language draws the same noise from the same random bytes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pdd_shared.privacy.noise.tables import look_up
from pdd_shared.protocol.keys import RandomBytes

DRAW_BYTES = 16
"""Random bytes of a draw: one 128-bit number, little endian. A share takes two draws, first the one that is added."""
DISTANCE = 2.0**-99
"""The largest total variation distance between a draw and NB(1 / m): 2^-100 for the cut tail, the rest for rounding."""

_ONE = 1 << 192
"""1 in the fixed-point numbers of the computation, which have 64 bits more than the table."""
_CUT = 100
"""A table ends where less than 2^-100 of the law lies beyond."""


@dataclass(frozen=True, eq=False)
class Table:
    """Thresholds T_0 <= T_1 <= ... of 128 bits, held as two 64-bit halves.

    A random number u of 128 bits gives the draw k, the number of thresholds that are at most u.
    """

    high: NDArray[np.uint64] = field(repr=False)
    low: NDArray[np.uint64] = field(repr=False)

    def draw(self, random: bytes) -> NDArray[np.int64]:
        """Return one draw for each 16 of the random bytes."""
        halves = np.frombuffer(random, dtype="<u8").reshape(-1, 2)
        low, high = halves[:, 0], halves[:, 1]
        drawn, undecided = look_up(self.high, high)
        for place in undecided:
            drawn[place] = self._among_equals(int(drawn[place]), high[place], low[place])
        return drawn

    def _among_equals(self, first: int, high: np.uint64, low: np.uint64) -> int:
        """Return the draw of a number whose upper half equals that of thresholds, the first of them at `first`."""
        last = int(np.searchsorted(self.high, high, side="right"))
        return first + int(np.searchsorted(self.low[first:last], low, side="right"))


@lru_cache(maxsize=8)
def table(scale: Decimal, shares: int) -> Table:
    """Return the table of NB(1 / shares), with a = exp(-1 / scale).

    Its thresholds are T_k = floor(2^128 P(X <= k)), with the probabilities of the kept values of k adding up to 1.

    Args:
        scale: The scale of the whole noise, in counts.
        shares: m_noise, how many shares make the whole noise.
    """
    return table_of(_running_sums(_exp_of_minus(1 / Fraction(scale)), shares))


def table_of(sums: Sequence[int]) -> Table:
    """Return the table of the law whose weights have these running sums: T_k = floor(2^128 sums[k] / sums[-1])."""
    # The last would be 2^128, which no draw reaches: it needs no row, unless it is the only one.
    thresholds = [(one << 128) // sums[-1] for one in sums[:-1]] or [(1 << 128) - 1]
    octets = b"".join(threshold.to_bytes(DRAW_BYTES, "little") for threshold in thresholds)
    halves = np.frombuffer(octets, dtype="<u8").reshape(-1, 2).astype(np.uint64)
    return Table(np.ascontiguousarray(halves[:, 1]), np.ascontiguousarray(halves[:, 0]))


def draw_shares(scale: Decimal, shares: int, numbers: int, random_bytes: RandomBytes) -> NDArray[np.int64]:
    """Return one donor's share of the noise on each number.

    Args:
        scale: The scale of the whole noise, in counts.
        shares: m_noise, how many shares make the whole noise.
        numbers: How many numbers get noise.
        random_bytes: The caller's cryptographic random source; 32 bytes a number are drawn.
    """
    drawn = table(scale, shares).draw(random_bytes(2 * DRAW_BYTES * numbers))
    return drawn[0::2] - drawn[1::2]


def _exp_of_minus(x: Fraction) -> int:
    """Return exp(-x) in fixed point, by its power series: each term is the previous one times x / n, rounded down.

    The result is zero from x = 192 on, where the true value is far below 2^-192 and the series would be long.
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
    """Return the running sums of the weights w_0 = 1, w_(k+1) = w_k a (k m + 1) / ((k + 1) m), with m = `shares`.

    They end when the rest of the weights is below 2^-100 of the sum. Each further weight is at most a times the last,
    so the rest is at most w a / (1 - a).
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
