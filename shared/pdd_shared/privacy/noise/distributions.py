"""The distributions of the noise on published numbers, for intervals and forecasts.

A published number may carry several draws: donors' shares, or strata or days that were added up. Every question about
its noise is answered from the distribution of the sum, whose characteristic function is the product of the draws'.
Floating point is good enough here. Noise itself is drawn in `sampling` and `donor_shares`, without floating point.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import ceil, exp
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pdd_shared.protocol.terms import PlainTerms

Reals = NDArray[np.float64]

_REACH = 20
"""How many standard deviations are computed on either side. Less than 1e-11 of every law here lies beyond."""
_CELLS = 2**17
"""The most integers computed one by one. A wider law is computed in larger steps."""


class Law(Protocol):
    """A law over the integers, symmetric about zero."""

    @property
    def variance(self) -> float:
        """Return the variance, in squared counts."""

    def characteristic(self, angles: Reals) -> Reals:
        """Return E[cos(angle X)] at each angle from 0 to pi."""


@dataclass(frozen=True)
class DiscreteLaplace:
    """P(k) proportional to exp(-|k| / scale) over the integers (Ghosh, Roughgarden, Sundararajan, STOC '09)."""

    scale: float

    @property
    def variance(self) -> float:
        """Return 2 a / (1 - a)^2, with a = exp(-1 / scale)."""
        a = exp(-1 / self.scale)
        return 2 * a / (1 - a) ** 2

    def characteristic(self, angles: Reals) -> Reals:
        """Return (1 - a)^2 / |1 - a e^(i angle)|^2."""
        a = exp(-1 / self.scale)
        found: Reals = (1 - a) ** 2 / ((1 - a) ** 2 + 4 * a * np.sin(angles / 2) ** 2)
        return found


@dataclass(frozen=True)
class LaplaceShares:
    """The sum of some donors' shares of noise: a difference of two draws of the negative binomial NB(shares / of).

    Attributes:
        scale: The scale of the discrete Laplace noise, in counts.
        shares: How many donors' shares are added up.
        of: How many shares make one draw of the discrete Laplace noise: m_noise.
    """

    scale: float
    shares: int
    of: int

    @property
    def variance(self) -> float:
        """Return the variance. It is proportional to `shares`; with `of` shares it is that of discrete Laplace."""
        return DiscreteLaplace(self.scale).variance * self.shares / self.of

    def characteristic(self, angles: Reals) -> Reals:
        """Return the characteristic function of discrete Laplace to the power of `shares` / `of`."""
        found: Reals = DiscreteLaplace(self.scale).characteristic(angles) ** (self.shares / self.of)
        return found


@dataclass(frozen=True)
class InUnits:
    """Noise that is drawn in units of several counts, and the error of rounding each donor's counts to units at random.

    The rounding error of one number has a mean of 0 and a variance of at most unit^2 / 4. Many of them together are
    taken for normal, with the largest variance.

    Attributes:
        noise: The noise, in units.
        unit: How many counts are one unit.
        donors: How many donors' rounded numbers are added up.
    """

    noise: LaplaceShares
    unit: int
    donors: int

    @property
    def variance(self) -> float:
        """Return the variance of both, in squared counts."""
        return self.unit**2 * (self.noise.variance + self.donors / 4)

    def characteristic(self, angles: Reals) -> Reals:
        """Return the product of both characteristic functions."""
        wide = self.unit * angles
        found: Reals = self.noise.characteristic(wide) * np.exp(-self.donors / 8 * wide**2)
        return found


@dataclass(frozen=True)
class DiscreteGaussian:
    """P(k) proportional to exp(-k^2 / (2 scale^2)) over the integers (Canonne, Kamath, Steinke, NeurIPS '20)."""

    scale: float

    @property
    def variance(self) -> float:
        """Return the variance, close to scale^2 from below."""
        numbers, weights = self._weights()
        return float(numbers**2 @ weights)

    def characteristic(self, angles: Reals) -> Reals:
        """Return E[cos(angle X)], from scale 3 on by Poisson's summation formula, with an error below 1e-19."""
        if self.scale >= 3:
            return np.exp(-((self.scale * angles) ** 2) / 2)
        numbers, weights = self._weights()
        found: Reals = np.cos(np.outer(angles, numbers)) @ weights
        return found

    def _weights(self) -> tuple[Reals, Reals]:
        scale = min(self.scale, 3)
        numbers = np.arange(-3 * _REACH, 3 * _REACH + 1, dtype=np.float64)
        weights = np.exp(-(numbers**2) / (2 * scale**2))
        return numbers * self.scale / scale, weights / weights.sum()


@dataclass(frozen=True, eq=False)
class Spread:
    """The distribution of the absolute value of a sum of draws.

    Attributes:
        step: The distance of the points h. It is 1 unless the law is so wide that single counts make no difference.
        within: P(|X| <= h) at h = 0, step, 2 step, ...
    """

    step: int
    within: Reals = field(repr=False)

    def half_width(self, confidence: float = 0.95) -> int:
        """Return the smallest h, a multiple of `step`, for which X lies in [-h, h] with at least this probability."""
        return int(np.searchsorted(self.within, confidence - 1e-12)) * self.step

    @property
    def mean_absolute(self) -> float:
        """Return E|X|, in counts: the expected error of a number."""
        return float((1 - self.within).sum()) * self.step

    def at_least(self, number: int) -> float:
        """Return P(X >= number), how often noise alone reaches a number above zero, which is rounded down to a step."""
        below = min((number - 1) // self.step, len(self.within) - 1)
        return max(0.0, float(1 - self.within[below]) / 2)


def weights_of(laws: Sequence[Law], most: int = _CELLS) -> tuple[int, Reals]:
    """Return a step, and P(X = k) of a sum of independent draws, one from each law, at k = 0, step, 2 step, ...

    Args:
        laws: The laws.
        most: About the most weights to compute. The step is above 1 if the law is wider.
    """
    reach = ceil(_REACH * sum(_tails(law) for law in laws) ** 0.5) + 1
    step = ceil(2 * reach / most)
    cells = 2 ** (ceil(2 * reach / step)).bit_length()
    angles = 2 * np.pi * np.fft.rfftfreq(cells, step)
    characteristic = np.prod([law.characteristic(angles) for law in laws], axis=0)
    return step, np.clip(np.fft.irfft(characteristic, cells)[: cells // 2], 0, None)


@lru_cache(maxsize=256)
def spread(laws: tuple[Law, ...]) -> Spread:
    """Return the distribution of a sum of independent draws, one from each law."""
    step, weights = weights_of(laws)
    weights[1:] *= 2
    return Spread(step, np.minimum(np.cumsum(weights), 1.0))


def _tails(law: Law) -> float:
    """Return the variance of a law whose tails are at least as heavy, by which the computed range is chosen.

    Fewer shares than make the whole noise have a smaller variance, but tails that fall as slowly.
    """
    if isinstance(law, LaplaceShares):
        return max(law.variance, DiscreteLaplace(law.scale).variance)
    if isinstance(law, InUnits):
        return law.unit**2 * (_tails(law.noise) + law.donors / 4)
    return law.variance


def half_width(laws: Sequence[Law], confidence: float = 0.95) -> int:
    """Return the half width, in whole counts, of the interval that holds the sum of these draws with `confidence`."""
    return spread(tuple(laws)).half_width(confidence)


def law_of(terms: PlainTerms) -> Law:
    """Return the distribution of the server's noise on each of a day's totals."""
    scale = float(terms.noise.scale)
    return DiscreteLaplace(scale) if terms.noise.law == "discrete-laplace" else DiscreteGaussian(scale)
