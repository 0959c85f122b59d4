"""Donors' Skellam noise: each donor's share is the difference of two Poisson draws, from tables of integers.

Poisson draws add up. If m donors draw with mean v / (2 m) each, their sums have mean v / 2, and the difference is
Skellam noise of variance v, whatever m is. More donors make Skellam noise of a larger variance. The tables hold 128-bit
fixed-point numbers, computed in integers alone, so that every language draws the same noise from the same random bytes.
A share takes 32 random bytes a number, as that of discrete Laplace noise does (`donor_shares.py`).
"""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from pdd_shared.privacy.noise.distributions import Reals
from pdd_shared.privacy.noise.donor_shares import DRAW_BYTES, Table, table_of
from pdd_shared.protocol.keys import RandomBytes

_ONE = 1 << 192
"""1 in the fixed-point numbers of the computation, which have 64 bits more than the table."""
_CUT = 104
"""A table ends on either side where less than 2^-104 of the law lies beyond."""


@dataclass(frozen=True)
class Skellam:
    """The sum of some donors' shares of Skellam noise, for intervals and forecasts.

    Attributes:
        scale: The standard deviation of the noise that `of` shares make, in counts.
        shares: How many donors' shares are added up.
        of: How many shares make the noise that is promised: m_noise.
    """

    scale: float
    shares: int = 1
    of: int = 1

    @property
    def variance(self) -> float:
        """Return the variance, in squared counts."""
        return self.scale**2 * self.shares / self.of

    def characteristic(self, angles: Reals) -> Reals:
        """Return E[cos(angle X)] = e^(-variance (1 - cos(angle))) at each angle."""
        found: Reals = np.exp(-2 * self.variance * np.sin(angles / 2) ** 2)
        return found


def draw_skellam_shares(scale: Decimal, shares: int, numbers: int, random_bytes: RandomBytes) -> NDArray[np.int64]:
    """Return one donor's share of Skellam noise on each number.

    Args:
        scale: The standard deviation of the whole noise, in counts.
        shares: m_noise, how many shares make the whole noise.
        numbers: How many numbers get noise.
        random_bytes: The caller's cryptographic random source; 32 bytes a number are drawn.
    """
    drawn = poisson_table(scale, shares).draw(random_bytes(2 * DRAW_BYTES * numbers))
    return drawn[0::2] - drawn[1::2]


@dataclass(frozen=True)
class PoissonTable:
    """A table of Poisson draws that begins at the first number that is likely enough.

    Attributes:
        first: That number. It does not matter for a difference of two draws.
        table: The thresholds of the numbers from it on.
    """

    first: int
    table: Table

    def draw(self, random: bytes) -> NDArray[np.int64]:
        """Return one draw for each 16 of the random bytes."""
        return self.table.draw(random) + self.first


@lru_cache(maxsize=8)
def poisson_table(scale: Decimal, shares: int) -> PoissonTable:
    """Return the table of Poisson draws with mean scale^2 / (2 shares)."""
    mean = Fraction(scale) ** 2 / (2 * shares)
    mode = int(mean)
    lower, upper = _weights_below(mean, mode), _weights_from(mean, mode)
    sums = list(accumulate(lower[::-1] + upper))
    return PoissonTable(mode - len(lower), table_of(sums))


def _weights_from(mean: Fraction, mode: int) -> list[int]:
    """Return the weights of mode, mode + 1, ..., each the one before times mean / k, rounded down; the first is 1."""
    weights, k = [_ONE], mode + 1
    while _goes_on(weights[-1], mean / k):
        weights.append(weights[-1] * mean.numerator // (mean.denominator * k))
        k += 1
    return weights


def _weights_below(mean: Fraction, mode: int) -> list[int]:
    """Return the weights of mode - 1, mode - 2, ..., each the one above times (k + 1) / mean, rounded down."""
    weights, k = [_ONE], mode
    while k and _goes_on(weights[-1], k / mean):
        weights.append(weights[-1] * mean.denominator * k // mean.numerator)
        k -= 1
    return weights[1:]


def _goes_on(weight: int, step: Fraction) -> bool:
    """Return whether more than 2^-104 of the law may lie beyond this weight.

    The weights beyond fall at least as fast as a geometric series with this step, and the mode's weight alone is 1.
    """
    return step >= 1 or weight * step.numerator > (step.denominator - step.numerator) * (_ONE >> _CUT)
