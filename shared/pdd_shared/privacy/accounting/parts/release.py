"""Parts and periods together: the epsilon that they cost at a delta, and the delta at an epsilon."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import cached_property, lru_cache
from math import inf, log

import numpy as np

from pdd_shared.privacy.accounting.parts.contributions import PartCaps
from pdd_shared.privacy.accounting.parts.exchange import excess
from pdd_shared.privacy.accounting.parts.ratio_grid import CARRIED, RatioLaw, certain, law_of_shift
from pdd_shared.privacy.accounting.parts.ratios import DOWN, UP, LawName, Reals, exp_between
from pdd_shared.privacy.noise.donor_shares import DISTANCE
from pdd_shared.protocol.limits import MOST_UPLOADS

_COARSENESS = 2.0**-10
"""The most that the grid adds to the variance of the whole loss, as a share: half of it to the noise's scale."""
_ROUGHEST = 7
"""The fewest bits of the grid."""
_FINEST = 16
"""The most bits of the grid."""
_MOST_PLACES = 2**15
"""About the most places within eight standard deviations of the whole loss, on a grid finer than the roughest."""


@dataclass(frozen=True, order=True)
class Part:
    """The noise on one part of a period's vector, and what a donor may add to it.

    Attributes:
        law: The law of the noise on each of the part's numbers.
        scale: Its scale in counts; the standard deviation for Skellam noise. With a unit above 1 it is the scale that
            is charged, half a unit below the noise's own.
        caps: What a donor may add in a period.
        unit: How many counts are one unit of the noise.
    """

    law: LawName
    scale: Decimal
    caps: PartCaps
    unit: int = 1

    def __post_init__(self) -> None:
        """Check that there is noise.

        Raises:
            ValueError: The scale is not positive.
        """
        if self.scale.is_nan() or self.scale <= 0:
            raise ValueError(f"a scale of {self.scale} is no noise")

    @property
    def rho(self) -> float:
        """Return about the zero-concentrated cost of a period, to begin searches with: that of Gaussian noise."""
        return self.caps.squared_l2 / (2 * float(self.scale) ** 2)

    @property
    def drawn_scale(self) -> Decimal:
        """Return the scale with which the noise is drawn, in units."""
        return self.scale if self.unit == 1 else self.scale / self.unit + Decimal("0.5")


Release = Mapping[Part, int]
"""For how many periods each part is published."""


def delta(release: Release, epsilon: float, coarser: int = 0) -> float:
    """Return an upper bound on the delta of all parts and periods together at this epsilon, at most 1.

    Args:
        release: The parts and periods.
        epsilon: The epsilon of the guarantee.
        coarser: By how many bits the grid is coarser than it should be. It makes the result larger, and sooner known.

    Raises:
        ValueError: The epsilon or a number of periods is below zero.
    """
    if epsilon < 0:
        raise ValueError(f"an epsilon is at least 0, not {epsilon}")
    joint = joint_law(frozenset(release.items()), coarser)
    low, high = exp_between(Decimal(epsilon))
    place, share = _place_below(low, joint)
    at, after = joint.divergence(place), joint.divergence(place + 1)
    return float(min(1.0, (after + (at - after) * (1 - share) + (1 + high) * _distance(release)) * UP**2))


def epsilon(release: Release, delta: float, coarser: int = 0) -> float:
    """Return an upper bound on the epsilon of all parts and periods together at this delta, or infinity.

    Args:
        release: The parts and periods.
        delta: The delta of the guarantee.
        coarser: As for `delta`.

    Raises:
        ValueError: A number of periods is below zero.
    """
    joint = joint_law(frozenset(release.items()), coarser)
    # What finite tables add to delta grows with epsilon, so it is taken at an epsilon that is surely larger.
    larger = min(_epsilon(joint, delta), _pure(release)) + 1
    if larger == inf:
        return inf
    allowed = delta - (1 + exp_between(Decimal(larger))[1]) * _distance(release) * UP
    found = min(_epsilon(joint, allowed), _pure(release) if allowed > 0 else inf)
    return found if found <= larger else inf


def keeps_to(release: Release, most_epsilon: float, most_delta: float, coarser: int = 0) -> bool:
    """Return whether all parts and periods together are private with this epsilon and delta.

    What finite tables add to delta grows with epsilon. So where it is too much, a smaller epsilon is tried. On a
    coarser grid fewer releases do.
    """
    if delta(release, most_epsilon, coarser) <= most_delta:
        return True
    return epsilon(release, most_delta, coarser) <= most_epsilon


def largest_epsilon(release: Release, delta: float) -> float:
    """Return about the largest epsilon that `epsilon` can find at this delta: beyond it, finite tables take all of it.

    Raises:
        ValueError: The delta is not above zero, or nothing is published.
    """
    return log(delta / _distance(release)) - 1


def _pure(release: Release) -> float:
    """Return the epsilon of the ideal noise with delta 0, which only discrete Laplace noise has."""
    published = [(part, periods) for part, periods in release.items() if periods]
    if any(part.law != "discrete-laplace" for part, _ in published):
        return inf
    return float(sum(periods * part.caps.l1 / Fraction(part.scale) for part, periods in published)) * UP


@dataclass(frozen=True)
class JointLaw:
    """The law of all ratios multiplied, as two factors, so that the last convolution need not be made.

    Attributes:
        left: One factor.
        right: The other.
        more: What the exchange of hits may add to any divergence.
    """

    left: RatioLaw
    right: RatioLaw
    more: float

    @property
    def bits(self) -> int:
        """Return the fineness of the grid."""
        return self.left.bits

    @property
    def after(self) -> int:
        """Return the power of g from which on only infinite ratios count; not below 0."""
        return max(0, self.left.after + self.right.after)

    @cached_property
    def _curve(self) -> Reals:
        return self.right.divergences(self._lowest)

    @property
    def _lowest(self) -> int:
        return min(-self.left.after, self.right.first)

    def divergence(self, place: int) -> float:
        """Return an upper bound of D at k = g^place, for places from 0 on: E_left[D_right(k / ratio)]."""
        places = np.arange(place - self.left.first, place - self.left.after, -1) - self._lowest
        found = np.where(
            places < len(self._curve), self._curve[np.minimum(places, len(self._curve) - 1)], self.right.beyond
        )
        summed = float(np.add.accumulate(self.left.masses * found)[-1])
        return summed * (1 + (len(places) + 4) * 2.0**-52) + self.left.beyond + self.more


@lru_cache(maxsize=64)
def joint_law(release: frozenset[tuple[Part, int]], coarser: int) -> JointLaw:
    """Return the joint law of a release's parts and periods, on a grid by `coarser` bits coarser than the usual one.

    Raises:
        ValueError: A part is published in fewer than 0 periods.
    """
    if any(times < 0 for _, times in release):
        raise ValueError("a part is published in no fewer than 0 periods")
    published = sorted((part, times) for part, times in release if times)
    bits = max(_ROUGHEST, _fineness(published) - coarser)
    left = right = certain(bits)
    more = 0.0
    for part, periods in published:
        for shift, numbers in part.caps.worst:
            law, times = law_of_shift(part.law, part.scale, shift, bits), periods * numbers
            half = law.power(times // 2)
            left, right = left.times(half), right.times(half.times(law) if times % 2 else half)
        if exchanges := periods * part.caps.exchanges:
            more += exchanges * excess(part.law, part.scale, part.caps.worst[0][0], bits) * CARRIED
    return JointLaw(left, right, more)


def _fineness(published: Iterable[tuple[Part, int]]) -> int:
    """Return the grid's bits: fine enough for `_COARSENESS`, as each ratio on it adds up to 4^-bits / 4 of variance.

    The variance of the whole loss is about the sum of squared shifts over the noise's variance. Where this is far off,
    the result is less tight, and still an upper bound. So it is with more than 16,384 ratios, for which so fine a grid
    would have too many places: composing takes time with their square, and a server names the terms.
    """
    variance = ratios = 0.0
    for part, periods in published:
        scale = float(part.scale)
        noise = scale * scale * (2 if part.law == "discrete-laplace" else 1)
        variance += periods * part.caps.squared_l2 / noise
        ratios += periods * sum(numbers for _, numbers in part.caps.worst)
    bits = _ROUGHEST
    while bits < _FINEST and ratios > 4 * _COARSENESS * variance * 4**bits and _has_room(variance, bits + 1):
        bits += 1
    return bits


def _has_room(variance: float, bits: int) -> bool:
    return 256 * variance * 4.0**bits <= _MOST_PLACES**2


def _distance(release: Release) -> float:
    """Return the total variation between all noise drawn from finite tables and its law.

    Two draws in each share, up to MOST_UPLOADS shares in a number, and as many numbers as a donor can move.
    """
    return sum(periods * part.caps.l1 for part, periods in release.items()) * 2 * MOST_UPLOADS * DISTANCE * UP


def _epsilon(joint: JointLaw, allowed: float) -> float:
    """Return the least epsilon at which the divergence is at most this, rounded up."""
    if joint.divergence(joint.after) > allowed:
        return inf
    place = _first(joint, allowed)
    if place == 0:
        return 0.0
    before, at = joint.divergence(place - 1), joint.divergence(place)
    share = min(1.0, (before - allowed) / (before - at) * UP)
    return _log(1 + 2.0**-joint.bits, place - 1, share)


def _place_below(k: float, joint: JointLaw) -> tuple[int, float]:
    """Return a power j of g with g^j <= k, and how far k is on the way to the next one, rounded down."""
    ratio, power, place = 1 + 2.0**-joint.bits, 1.0, 0
    while power * ratio * UP <= k and place < joint.after:
        power, place = power * ratio * UP, place + 1
    return place, min(1.0, max(0.0, (k - power) / (power * 2.0**-joint.bits) * DOWN))


def _first(joint: JointLaw, allowed: float) -> int:
    """Return the first place from 0 on where the divergence is at most this. It falls from place to place."""
    low, high = -1, joint.after
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if joint.divergence(middle) <= allowed else (middle, high)
    return high


def _log(ratio: float, place: int, share: float) -> float:
    """Return an upper bound of ln(g^place (1 + share (g - 1)))."""
    within = (1 + share * (ratio - 1)) * UP
    with localcontext(Context(prec=30)):
        return float(place * Decimal(ratio).ln() + Decimal(within).ln()) * UP
