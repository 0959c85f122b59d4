"""The exact laws of a number's size under the stated noise, and what follows from them.

Two laws are enough. A decoy is noise alone: a sum of donors' shares, whose law is stated. A count with discrete Laplace
noise has a law of its own where it is below 0. The true count is 0 or more. Whatever it is, the noise has gone past it,
and by how far has no memory: P(-Z = k | Z < 0) = (1 - q) q^(k - 1), q = e^(-1 / scale). So numbers below 0 tell the
noise without anybody knowing the counts.
"""

from dataclasses import dataclass, field
from math import exp
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pdd_shared.privacy.noise.distributions import Spread, spread
from pdd_shared.privacy.noise.donor_laws import law_of_shares

Integers = NDArray[np.int64]
Reals = NDArray[np.float64]
DIGITS = 10


class SizeLaw(Protocol):
    """The law of how large a number is, whatever its sign."""

    def beyond(self, sizes: Integers) -> Reals:
        """Return P(size > s) for each size s from -1 on."""

    def sizes(self, uniforms: Reals) -> Integers:
        """Return draws of the law, made from uniform numbers."""

    @property
    def tie(self) -> float:
        """The probability that two such numbers, with their signs, are equal."""

    @property
    def digits(self) -> Reals:
        """The probabilities of the last digits, from 0 to 9."""

    def scaled(self, part: float) -> "SizeLaw":
        """Return the law under noise of this part of the scale."""


@dataclass(frozen=True)
class BelowZero:
    """The law of how far a count with discrete Laplace noise is below 0, if it is: geometric, from 1 on."""

    scale: float

    def beyond(self, sizes: Integers) -> Reals:
        """Return q^s; 1 below the first size, which is 1."""
        return np.exp(-np.maximum(sizes, 0) / self.scale)

    def sizes(self, uniforms: Reals) -> Integers:
        """Return the draws by inversion."""
        return (1 + np.floor(-self.scale * np.log(uniforms))).astype(np.int64)

    @property
    def tie(self) -> float:
        """(1 - q) / (1 + q)."""
        q = exp(-1 / self.scale)
        return (1 - q) / (1 + q)

    @property
    def digits(self) -> Reals:
        """Proportional to q^9 for the digit 0, which comes last, and to 1, q, q^2, ... from 1 on."""
        weights = np.exp(-((np.arange(DIGITS) - 1) % DIGITS) / self.scale)
        found: Reals = weights / weights.sum()
        return found

    def scaled(self, part: float) -> "BelowZero":
        """Return the law under noise of this part of the scale."""
        return BelowZero(self.scale * part)


@dataclass(frozen=True)
class DecoySize:
    """The law of a decoy's size: `shares` donors' shares of noise, of which `of` make a draw of the law."""

    law: str
    scale: float
    shares: int
    of: int

    @property
    def _spread(self) -> Spread:
        return spread((law_of_shares(self.law, self.scale, self.shares, self.of),))

    def beyond(self, sizes: Integers) -> Reals:
        """Return the tail of the law, which is computed to about 1e-12."""
        found = self._spread
        # A wide law is computed in steps. The sum up to a point has the mass of its whole step, half of it beyond.
        points = np.concatenate([[-0.5], (np.arange(len(found.within)) + 0.5) * found.step])
        tails: Reals = 1 - np.interp(sizes + 0.5, points, np.concatenate([[0.0], found.within]))
        return tails

    def sizes(self, uniforms: Reals) -> Integers:
        """Return the draws by inversion."""
        found = self._spread
        return np.searchsorted(found.within, uniforms).astype(np.int64) * found.step

    @property
    def tie(self) -> float:
        """The sum of the squared probabilities."""
        masses = np.diff(self._spread.within, prepend=0.0)
        return float(masses[0] ** 2 + (masses[1:] ** 2).sum() / 2) / self._spread.step

    @property
    def digits(self) -> Reals:
        """The masses of each digit. A law so wide that it is computed in steps leaves the last digit uniform."""
        if self._spread.step > 1:
            return np.full(DIGITS, 1 / DIGITS)
        masses = np.diff(self._spread.within, prepend=0.0)
        found: Reals = np.bincount(np.arange(len(masses)) % DIGITS, masses, DIGITS).astype(np.float64)
        return found

    def scaled(self, part: float) -> "DecoySize":
        """Return the law under noise of this part of the scale."""
        return DecoySize(self.law, self.scale * part, self.shares, self.of)


@dataclass(frozen=True)
class Sample:
    """Numbers of which each has a stated law.

    Attributes:
        name: what they are.
        numbers: the numbers.
        laws: the different laws of their sizes.
        which: for each number the index of its law.
        signed: whether both signs are equally likely; otherwise the sign tells nothing.
    """

    name: str
    numbers: Integers = field(repr=False)
    laws: tuple[SizeLaw, ...] = field(repr=False)
    which: Integers = field(repr=False)
    signed: bool = True
