"""The laws of the noise on published numbers, described; drawn elsewhere, and never in floating point.

A published number may carry several draws (donors' shares, strata or days added up): every question about noise is
answered from the law of the sum, whose characteristic function is the product of theirs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, exp
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pdd_shared.protocol.terms import PlainTerms

Reals = NDArray[np.float64]

_REACH = 20
"""Standard deviations looked at on either side: of every law here less than 1e-11 lies beyond."""
_CELLS = 2**17
"""Wider laws than this many integers are looked at in steps of more than one."""


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
    """The sum of `shares` donors' shares, of which `of` make discrete Laplace: a difference of two NB(shares / of)."""

    scale: float
    shares: int
    of: int

    @property
    def variance(self) -> float:
        """Return the variance, which grows with the shares: at `of` shares it is discrete Laplace's."""
        return DiscreteLaplace(self.scale).variance * self.shares / self.of

    def characteristic(self, angles: Reals) -> Reals:
        """Return discrete Laplace's, to the power of the part of the shares that are there."""
        found: Reals = DiscreteLaplace(self.scale).characteristic(angles) ** (self.shares / self.of)
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
        """Return the sum over the integers, by Poisson's formula where they are many (wrong by less than 1e-30)."""
        if self.scale >= 3:
            return np.exp(-((self.scale * angles) ** 2) / 2)
        numbers, weights = self._weights()
        found: Reals = np.cos(np.outer(angles, numbers)) @ weights
        return found

    def _weights(self) -> tuple[Reals, Reals]:
        reach = ceil(_REACH * min(self.scale, 3))
        numbers = np.arange(-reach, reach + 1, dtype=np.float64)
        scale = min(self.scale, 3)
        weights = np.exp(-(numbers**2) / (2 * scale**2))
        return numbers * self.scale / scale, weights / weights.sum()


@dataclass(frozen=True)
class Spread:
    """How a sum of draws lies about zero: P(|X| <= h) at h = 0, step, 2 step, ...

    `step` is 1 unless the law is so wide that single counts make no difference.
    """

    step: int
    within: Reals

    def half_width(self, confidence: float = 0.95) -> int:
        """Return the smallest h, rounded up to a step, for which X lies in [-h, h] with at least this probability."""
        return int(np.searchsorted(self.within, confidence - 1e-12)) * self.step

    @property
    def mean_absolute(self) -> float:
        """Return E|X|, in counts: the expected error of a number."""
        return float((1 - self.within).sum()) * self.step

    def at_least(self, number: int) -> float:
        """Return P(X >= number) for a number above zero, rounded down to a step: how often noise alone reaches it."""
        below = min((number - 1) // self.step, len(self.within) - 1)
        return max(0.0, float(1 - self.within[below]) / 2)


@lru_cache(maxsize=256)
def spread(laws: tuple[Law, ...]) -> Spread:
    """Return the law of the sum of independent draws, one of each."""
    reach = ceil(_REACH * sum(_tails(law) for law in laws) ** 0.5) + 1
    step = ceil(2 * reach / _CELLS)
    cells = 2 ** (ceil(2 * reach / step)).bit_length()
    angles = np.arange(cells // 2 + 1) * (2 * np.pi / (cells * step))
    characteristic = np.prod([law.characteristic(angles) for law in laws], axis=0)
    weights = np.clip(np.fft.irfft(characteristic, cells)[: cells // 2], 0, None)
    weights[1:] *= 2
    return Spread(step, np.minimum(np.cumsum(weights), 1.0))


def _tails(law: Law) -> float:
    """Return the variance of a law whose tails are no lighter.

    Fewer shares than make the whole noise still have its tails.
    """
    if isinstance(law, LaplaceShares):
        return max(law.variance, DiscreteLaplace(law.scale).variance)
    return law.variance


def half_width(laws: Sequence[Law], confidence: float = 0.95) -> int:
    """Return how far a number with these draws on it is off at most, with this probability, in whole counts."""
    return spread(tuple(laws)).half_width(confidence)


def law_of(terms: PlainTerms) -> Law:
    """Return the law of the noise on each of a day's totals."""
    scale = float(terms.noise.scale)
    return DiscreteLaplace(scale) if terms.noise.law == "discrete-laplace" else DiscreteGaussian(scale)
