"""Intervals of a ratio of two noisy numbers, and of differences: proved from the exact laws of the noise.

Let T and S be published numbers with the true values t and s, and r = t / s. Then T - r S is noise alone: the noise of
T less r times that of S, which are independent. The interval is the set of all r with |T - r S| <= q(r), where 95% of
that noise is within q(r). So it holds the true ratio with at least 95% probability, whatever t and s are. This is the
set of E. C. Fieller (Biometrika 24, 1932; J. R. Stat. Soc. B 16, 1954), with the laws of our noise in place of normal
ones. If S could be noise alone, every ratio is possible, and the interval has no bounds: no method that is right can
give one (L. J. Gleser, J. T. Hwang, Annals of Statistics 15, 1987).

q(r) is computed on a grid and bounded in between. All our noise is symmetric and unimodal, and so are sums of it (A.
Wintner, 1938). Therefore it spreads as r grows, and divided by r it spreads less (Z. W. Birnbaum, Ann. Math. Stat. 19,
1948). So q(r) is at most q at the next point of the grid, and q(r) / r at most that at the point before. The lemma is
for densities. Rounding to whole counts changes a number by at most half a count, which is added.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, inf, log, sqrt
from typing import NamedTuple

import numpy as np

from pdd_shared.privacy.noise.distributions import Law, Reals, weights_of
from pdd_shared.privacy.noise.sums import CONFIDENCE, summed

_FACTOR = 1.015
"""From one point of the grid to the next, the noise's standard deviation grows by this factor: bounds widen by less."""
_LAST = 140
"""The last point of the grid. There nearly all noise comes from the denominator."""
_CELLS = 2**13
"""The most integers of each law that are computed one by one for a ratio. Quantiles are at most 0.4% too large."""
_SETTLED = 50
"""The most times a bound is improved. Each bound holds, improved or not."""


class Estimate(NamedTuple):
    """A number with its 95% interval, from `low` to `high`.

    `value` is None if there is none, such as a ratio whose denominator is not above zero. `low` and `high` are None if
    no bound is known.
    """

    value: float | None
    low: float | None
    high: float | None

    def times(self, factor: float) -> "Estimate":
        """Return the estimate of the number times a factor above zero."""
        value, low, high = (None if one is None else one * factor for one in self)
        return Estimate(value, low, high)


UNKNOWN = Estimate(None, None, None)
"""The estimate of a number of which nothing is known."""


def ratio(top: int, bottom: int, of_top: Mapping[Law, int], of_bottom: Mapping[Law, int]) -> Estimate:
    """Return top / bottom with its interval.

    Args:
        top: The published numerator.
        bottom: The published denominator, with independent noise.
        of_top: How many draws of each law are in the numerator.
        of_bottom: How many are in the denominator.
    """
    if bottom <= 0:
        return UNKNOWN
    noise = _Noise(summed(of_top), summed(of_bottom))
    high, low = _upper(top, bottom, noise), -_upper(-top, bottom, noise)
    bounds = (None, None) if inf in (high, -low) else (low, high)
    return Estimate(top / bottom, *bounds)


def difference(one: Estimate, other: Estimate) -> Estimate:
    """Return one less the other, which are independent, with an approximate interval.

    It is made of the two intervals by the method of variance estimates recovery (G. Y. Zou, A. Donner, Statistics in
    Medicine 27, 2008). It holds about as often as these; simulations show how often. Adding up the widths would be
    proved, and far too wide. A difference of two sums of counts has an exact interval: that of the sum of all draws.
    """
    if one.value is None or other.value is None:
        return UNKNOWN
    value = one.value - other.value
    if one.low is None or one.high is None or other.low is None or other.high is None:
        return Estimate(value, None, None)
    below = sqrt((one.value - one.low) ** 2 + (other.high - other.value) ** 2)
    above = sqrt((one.high - one.value) ** 2 + (other.value - other.low) ** 2)
    return Estimate(value, value - below, value + above)


@dataclass(frozen=True)
class _Noise:
    """The laws of the noise on a ratio's numerator and denominator, one draw of each."""

    top: tuple[Law, ...]
    bottom: tuple[Law, ...]

    def point(self, number: int) -> float:
        """Return the ratio r at a point of the grid, at which the noise has _FACTOR^number times that of the top."""
        top, bottom = (sum(law.variance for law in laws) for laws in (self.top, self.bottom))
        return sqrt((_FACTOR ** (2 * number) - 1) * top / bottom)

    def within(self, r: float) -> float:
        """Return an upper bound of q(r), for r from 0 on. It rises with r."""
        number = ceil(log(sqrt(1 + (r / self.point(1)) ** 2 * (_FACTOR**2 - 1))) / log(_FACTOR) - 1e-9)
        if number > _LAST:
            return r * self.slope
        return _quantile(self, number)

    @property
    def slope(self) -> float:
        """The bound of q(r) / r beyond the grid."""
        return _quantile(self, _LAST) / self.point(_LAST)


@lru_cache(maxsize=4096)
def _quantile(noise: _Noise, number: int) -> float:
    """Return an upper bound of q at a point of the grid, with the allowance for rounding."""
    r = noise.point(number)
    step, top = _weights(noise.top)
    wide, bottom = _weights(noise.bottom)
    # The scaled noise of the denominator is rounded to the steps of the numerator's, which is at most half a step off.
    places = np.rint(np.arange(len(bottom)) * (r * wide / step)).astype(np.int64)
    moved: Reals = np.bincount(places, bottom).astype(np.float64)
    within = np.cumsum(_convolved(top, moved))
    quantile = int(np.searchsorted(within, CONFIDENCE * within[-1])) * step
    return quantile + (step / 2 + 1 + r if number else 0)


@lru_cache(maxsize=64)
def _weights(laws: tuple[Law, ...]) -> tuple[int, Reals]:
    """Return `weights_of` these laws. Points of the grid of one ratio follow each other, and share them."""
    return weights_of(laws, _CELLS)


def _convolved(one: Reals, other: Reals) -> Reals:
    """Return the weights of |X + Y| at 0, 1, 2, ..., of two symmetric laws with these weights at 0, 1, 2, ..."""
    cells = 2 ** (2 * (len(one) + len(other))).bit_length()
    product = np.fft.rfft(_both_sides(one, cells)) * np.fft.rfft(_both_sides(other, cells))
    found = np.clip(np.fft.irfft(product, cells)[: cells // 2], 0, None)
    found[1:] *= 2
    return found


def _both_sides(weights: Reals, cells: int) -> Reals:
    """Return the weights at 0, 1, ..., and those at -1, -2, ... from the end backwards."""
    found = np.zeros(cells)
    found[: len(weights)] = weights
    found[cells - len(weights) + 1 :] += weights[:0:-1]
    return found


def _upper(top: int, bottom: int, noise: _Noise) -> float:
    """Return an upper bound of all r with r bottom - top <= q(|r|); infinity if there is none."""
    bound = _first_bound(top, bottom, noise)
    if bound == inf:
        return inf
    for _ in range(_SETTLED):
        nearer = min(bound, (top + noise.within(max(bound, 0.0))) / bottom)
        if bound <= 0 or nearer == bound:
            break
        bound = nearer
    if bound >= 0:
        return bound
    # All r in the set are negative, and top / bottom is one of them: q of smaller |r| is at most q there.
    return min(0.0, (top + noise.within(-top / bottom)) / bottom)


def _first_bound(top: int, bottom: int, noise: _Noise) -> float:
    """Return some upper bound: a point r of the grid at which r bottom > top + q(r) and bottom > q(r) / r.

    Beyond it q grows by at most q(r) / r for each 1, and r * bottom by more, so no larger r is in the set.
    """
    for number in (1, 2, 4, 8, 16, 32, 64, _LAST):
        r, within = noise.point(number), _quantile(noise, number)
        if r * bottom > top + within and r * bottom > within:
            return r
    if bottom <= noise.slope:
        return inf
    return max(noise.point(_LAST), top / (bottom - noise.slope))
