"""Laws of likelihood ratios on the grid 1, g, g^2, ... and below 1, with g = 1 + 2^-bits.

A ratio between two places is split over both so that the expectations of 1 and of 1 / ratio stay the same: "connect the
dots" (Doroshenko et al., PETS '22). Since (1 - k / ratio)+ is convex in 1 / ratio, its expectation can only grow. It
grows as well with every mass, and with a mass that is moved to a higher place. So a law here never has less mass, or at
lower places, than the one that it stands for, and no guarantee is overstated.
"""

from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from math import log, log1p

import numpy as np
from numpy.typing import NDArray

from pdd_shared.privacy.accounting.parts.ratios import DOWN, UP, LawName, Ratios, Reals, shifted

_FARTHEST = 2.0**64
"""Larger ratios count as infinite, and those below one over this as large as it."""
_CUT_MASS = 2.0**-60
"""The mass at either end that is moved up: from the top to infinity, from the bottom to the lowest place left."""
_MOST_LOSS = 96
"""About the largest loss, in nats, that a product of ratios keeps apart from infinity. Without a limit, a server could
name terms with which composing takes hours and all memory. Budgets beyond 37 are spent by finite tables alone."""
_LOST = 2.0**-900
"""More than all products that are too small for a float can add up to in one convolution."""
CARRIED = 1 + 2.0**-10
"""More than a whole law's mass after rounding up, by which what goes to infinity or an end is multiplied."""


@dataclass(frozen=True, eq=False)
class RatioLaw:
    """A law of the likelihood ratio Q / P under Q; each mass is at least the true one.

    Attributes:
        bits: The grid's g is 1 + 2^-bits.
        first: The power of g of the lowest place.
        masses: Q's probability of each place.
        beyond: Q's probability of an infinite ratio.
    """

    bits: int
    first: int
    masses: Reals = field(repr=False)
    beyond: float

    @property
    def after(self) -> int:
        """Return the power of g after the highest place."""
        return self.first + len(self.masses)

    def times(self, other: "RatioLaw") -> "RatioLaw":
        """Return the law of the product of independent ratios: both seen together."""
        masses = _convolved(self.masses, other.masses)
        beyond = (self.beyond + other.beyond) * CARRIED + _LOST
        return _cut(RatioLaw(self.bits, self.first + other.first, masses, beyond))

    def power(self, times: int) -> "RatioLaw":
        """Return the law of the product of so many independent ratios of this law, by repeated squaring."""
        if times == 0:
            return certain(self.bits)
        half = self.power(times // 2)
        whole = half.times(half) if times > 1 else half
        return whole.times(self) if times % 2 else whole

    def divergences(self, lowest: int) -> Reals:
        """Return upper bounds of D(Q, P) at k = g^j, for j from `lowest` to the highest place.

        Let A_j be the sum of q_i g^(j - i) over the places i > j. Then A_(j - 1) = (A_j + q_j) / g, and the finite part
        of D falls from j - 1 to j by (g - 1) A_(j - 1). Nothing is subtracted.
        """
        more, ratio = 2.0**-self.bits, 1 + 2.0**-self.bits
        found = np.zeros(self.after - lowest)
        weighed = divergence = 0.0
        masses = np.concatenate([np.zeros(max(0, self.first - lowest)), self.masses[max(0, lowest - self.first) :]])
        for place in range(len(masses) - 1, 0, -1):
            weighed = (weighed + float(masses[place])) / ratio
            divergence += weighed * more
            found[place - 1] = divergence
        return found * (1 + 4 * len(found) * 2.0**-52) + self.beyond


def certain(bits: int) -> RatioLaw:
    """Return the law of the ratio that is always 1: nothing is told."""
    return RatioLaw(bits, 0, np.ones(1), 0.0)


@lru_cache(maxsize=256)
def law_of_shift(law: LawName, scale: Decimal, shift: int, bits: int) -> RatioLaw:
    """Return the law of the ratio of noise moved by `shift` to the noise itself, on the grid."""
    return on_grid(shifted(law, scale, shift), bits)


def on_grid(ratios: Ratios, bits: int) -> RatioLaw:
    """Return a law on the grid that stands for this one."""
    more = 2.0**-bits
    near = ratios.ratios <= _FARTHEST
    beyond = ratios.beyond + float(np.add.accumulate(np.append(ratios.masses[~near], 0.0))[-1]) * CARRIED
    given, masses = np.maximum(ratios.ratios[near], 1 / _FARTHEST), ratios.masses[near]
    if not len(given):
        return RatioLaw(bits, 0, np.zeros(1), beyond)
    places, over = _places(given, bits)
    split = over * more  # exact, as g - 1 is a power of two; over - 1 and g - over are exact as well (Sterbenz '74)
    lower = masses * ((1 + more - over) / split * UP)
    upper = masses * ((over - 1) * (1 + more) / split * UP)
    first = int(places.min())
    found = np.zeros(int(places.max()) - first + 2)
    np.add.at(found, places - first, lower)
    np.add.at(found, places - first + 1, upper)
    return _cut(RatioLaw(bits, first, found * (1 + (len(given) + 8) * 2.0**-51), beyond))


def _places(ratios: Reals, bits: int) -> tuple[NDArray[np.int64], Reals]:
    """Return each ratio's place, the power j of g, and an upper bound of the ratio over g^j, from 1 to g."""
    step, ratio = log1p(2.0**-bits), 1 + 2.0**-bits
    most = int(log(_FARTHEST) / step) + 3
    up = np.multiply.accumulate(np.full(most, ratio * UP))
    down = np.multiply.accumulate(np.full(most, ratio * DOWN))
    powers = np.concatenate([1 / up[::-1] * DOWN, [1.0], down])  # lower bounds of g^-most .. g^most
    # The logarithm is only a guess of the place, surely not too high. The comparisons after it find the place itself,
    # which is the same whatever rounding the logarithm has.
    places = np.floor(np.log(ratios) / step - 1e-6).astype(np.int64)
    over = ratios / powers[places + most] * UP
    while (above := over > ratio).any():
        places[above] += 1
        over[above] = ratios[above] / powers[places[above] + most] * UP
    return places, np.maximum(over, 1.0)


def _convolved(one: Reals, other: Reals) -> Reals:
    """Return upper bounds of the convolution. Each result adds up at most as many products as the shorter has terms.

    The order of the additions is fixed, so every language gets the same bits.
    """
    long, short = (one, other) if len(one) >= len(other) else (other, one)
    found = np.zeros(len(long) + len(short) - 1)
    for place, mass in enumerate(short.tolist()):
        if mass:
            found[place : place + len(long)] += mass * long
    return found * (1 + (len(short) + 4) * 2.0**-52)


def _cut(law: RatioLaw) -> RatioLaw:
    """Move the masses at both ends up, so that fewer places are left."""
    below, above = np.add.accumulate(law.masses), np.add.accumulate(law.masses[::-1])
    size, far = len(below), _MOST_LOSS << law.bits
    bottom = min(max(int(np.searchsorted(below, _CUT_MASS)), -far - law.first), size - 1)
    top = min(max(int(np.searchsorted(above, _CUT_MASS)), law.after - far), size)
    kept = law.masses[bottom : max(bottom + 1, size - top)].copy()
    if bottom:
        kept[0] += below[bottom - 1] * CARRIED
    beyond = law.beyond + (float(above[top - 1]) * CARRIED if top else 0.0)
    if beyond >= 1:
        return RatioLaw(law.bits, 0, np.zeros(1), 1.0)  # nothing is hidden, and no further part can change that
    return RatioLaw(law.bits, law.first + bottom, kept, beyond)
