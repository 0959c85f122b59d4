"""Exact noise for releases: draws of the discrete Laplace law, and whether a noisy count exceeds a threshold.

Floating-point noise leaks (Mironov, CCS '12), and seeded noise can be guessed. So counts take OpenDP's exact sampler,
and selections compare bits of the operating system's randomness with the exact probability, to 192 bits.
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
"""The precision of a probability in bits. It is rounded down, so items are released a little less often, never more."""
WORD = 64
_PRECISION = Context(prec=90, Emin=-(10**9), Emax=10**9)


@dataclass(frozen=True)
class Laplace:
    """The discrete Laplace law of scale b: P(k) = (1 - q) / (1 + q) q^|k| with q = exp(-1 / b)."""

    scale: Decimal

    def at_least(self, least: int) -> Decimal:
        """Return P(X >= least) to 90 digits: q^least / (1 + q) above 0, else 1 - q^(1 - least) / (1 + q)."""
        with localcontext(_PRECISION):
            q = (-1 / self.scale).exp()
            if least > 0:
                return q**least / (1 + q)
            return 1 - q ** (1 - least) / (1 + q)

    def add(self, counts: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return each count plus an independent draw, from the operating system's randomness."""
        enable_features("contrib")
        domain = vector_domain(atom_domain(T="i64"))
        noised = make_laplace(domain, l1_distance(T="i64"), scale=float(self.scale))(counts.tolist())
        return np.array(noised, np.int64)


def exceed(
    counts: NDArray[np.int64], threshold: int, law: Laplace, random: RandomBytes = os.urandom
) -> NDArray[np.bool_]:
    """Return for each count whether count + X > threshold, for independent X of the law.

    Only this yes or no is drawn, never the noise of a count that is not released. Equal counts have equal
    probabilities, which are computed once.

    Args:
        counts: exact counts.
        threshold: the integer to exceed.
        law: the noise.
        random: a source of uniform random bytes; only tests give another one.
    """
    distinct, which = np.unique(counts, return_inverse=True)
    return happen([bits_of(law.at_least(threshold + 1 - int(count))) for count in distinct], which, random)


def happen(chances: Sequence[int], which: NDArray[np.intp], random: RandomBytes = os.urandom) -> NDArray[np.bool_]:
    """Return which of independent events happen; the i-th has the probability chances[which[i]] / 2^BITS.

    An event happens if a uniform number of BITS bits is below its probability. The number is drawn 64 bits at a time,
    and the next 64 only if the bits so far are equal to the probability's.

    Args:
        chances: probabilities as integers below 2^BITS, see `bits_of`.
        which: for each event the index of its probability.
        random: a source of uniform random bytes.
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
    """Return a probability as an integer below 2^BITS, rounded down."""
    with localcontext(_PRECISION):
        bits: int = min(int(probability * 2**BITS), 2**BITS - 1)
        return bits
