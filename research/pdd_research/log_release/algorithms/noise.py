"""Exact noise for releases: draws of the discrete Laplace law, and of whether such a draw exceeds a bound.

Nothing here comes from a float or from a seeded generator: counts take OpenDP's exact sampler, selections random bits
that are compared with the exact probability to 192 bits.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal, localcontext

import numpy as np
from numpy.typing import NDArray

# Not opendp.prelude: it loads every library there is that OpenDP could work with, which takes seconds.
from opendp.domains import atom_domain, vector_domain
from opendp.measurements import make_laplace
from opendp.metrics import l1_distance
from opendp.mod import enable_features

RandomBytes = Callable[[int], bytes]
BITS = 192
"""Of a probability; what is beyond them is cut off, towards releasing less."""
WORD = 64
_PRECISION = Context(prec=90, Emin=-(10**9), Emax=10**9)


@dataclass(frozen=True)
class Laplace:
    """The discrete Laplace law of this scale b: P(k) = (1 - q) / (1 + q) q^|k|, q = exp(-1 / b)."""

    scale: Decimal

    def at_least(self, least: int) -> Decimal:
        """P(X >= least), to 90 digits: q^least / (1 + q) above 0, and 1 - q^(1 - least) / (1 + q) at 0 and below."""
        with localcontext(_PRECISION):
            q = (-1 / self.scale).exp()
            if least > 0:
                return q**least / (1 + q)
            return 1 - q ** (1 - least) / (1 + q)

    def add(self, counts: NDArray[np.int64]) -> NDArray[np.int64]:
        """Each count plus an independent draw, from the operating system's random source."""
        enable_features("contrib")
        domain = vector_domain(atom_domain(T="i64"))
        noised = make_laplace(domain, l1_distance(T="i64"), scale=float(self.scale))(counts.tolist())
        return np.array(noised, np.int64)


def exceed(
    counts: NDArray[np.int64], threshold: int, law: Laplace, random: RandomBytes = os.urandom
) -> NDArray[np.bool_]:
    """Of each count, whether count + X > threshold for an independent X of the law.

    Equal counts have equal probabilities, computed once, and no noise is drawn for what is not released.
    """
    distinct, which = np.unique(counts, return_inverse=True)
    return happen([bits_of(law.at_least(threshold + 1 - int(count))) for count in distinct], which, random)


def happen(chances: Sequence[int], which: NDArray[np.intp], random: RandomBytes = os.urandom) -> NDArray[np.bool_]:
    """Independent events: the i-th has the probability chances[which[i]] / 2^BITS.

    Of the bits of a uniform number 64 are drawn at a time, the next 64 only where those before decide nothing.
    """
    happened = np.zeros(len(which), np.bool_)
    undecided = np.arange(len(which))
    for word in range(BITS // WORD):
        shift = BITS - WORD * (word + 1)
        parts = np.array([chance >> shift & (2**WORD - 1) for chance in chances], np.uint64)[which[undecided]]
        drawn = np.frombuffer(random(8 * len(undecided)), np.uint64)
        happened[undecided[drawn < parts]] = True
        undecided = undecided[drawn == parts]
        if len(undecided) == 0:
            break
    return happened


def bits_of(probability: Decimal) -> int:
    """The probability as an integer below 2^BITS, cut off."""
    with localcontext(_PRECISION):
        bits: int = min(int(probability * 2**BITS), 2**BITS - 1)
        return bits
