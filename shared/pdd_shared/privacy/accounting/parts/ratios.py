"""The law of the likelihood ratio where noise hides a shift of one number.

All noise here is symmetric and log-concave: the probability of x + 1 over that of x falls with x. So the ratio of the
law moved by s to the law itself rises with the number that is seen. Skellam noise of variance V has

    p(x + 1) / p(x) = I_(x+1)(V) / I_x(V) = r_x,     r_(x-1) = 1 / (2 x / V + r_x)

with modified Bessel functions I (DLMF 10.29.1). Both bounds of r are taken down from a far x, where 0 < r_x <
V / (2 (x + 1)) and r_x < 1. The recurrence has no subtraction and forgets where it began.
"""

from dataclasses import dataclass, field
from decimal import Context, Decimal, localcontext
from math import ceil
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Reals = NDArray[np.float64]
LawName = Literal["skellam", "discrete-laplace", "discrete-gaussian"]

UP = 1 + 2.0**-50
"""The factor by which a result is rounded up: 8 units of rounding, more than a step of up to 5 operations loses."""
DOWN = 1 - 2.0**-50
"""The factor by which a result is rounded down, by as much."""
_RARE = 2.0**-120
"""Noise with a weight below this, relative to zero's, is not looked at one by one."""
MOST_SCALE = 10_000
"""The largest scale of Skellam and discrete Gaussian noise. Beyond it rounding would add up to more than planned."""
_PRECISION = 30
"""Digits of decimal exponentials, of which a float takes 17."""
_MOST_SCALES = 600
"""A shift by more than so many scales of the noise is told by it: the ratio would pass what a float holds."""


@dataclass(frozen=True, eq=False)
class Ratios:
    """A law of the likelihood ratio Q / P under Q. Each number is at least the true one.

    Attributes:
        ratios: The ratios, the largest first or last.
        masses: Q's probability of each.
        beyond: Q's probability of larger ratios, which count as infinite.
    """

    ratios: Reals = field(repr=False)
    masses: Reals = field(repr=False)
    beyond: float


_TOLD = Ratios(np.ones(1), np.zeros(1), 1.0)
"""Noise so small beside the shift that it hides nothing."""


def shifted(law: LawName, scale: Decimal, shift: int) -> Ratios:
    """Return the law of the ratio of noise moved by `shift` to the noise itself.

    Args:
        law: The law of the noise.
        scale: Its scale in counts; the standard deviation for Skellam noise.
        shift: How far a donor moves the number, at least 1.

    Raises:
        ValueError: The scale is not positive, or above MOST_SCALE for a law other than discrete Laplace.
    """
    if not 0 < scale <= (Decimal("Infinity") if law == "discrete-laplace" else MOST_SCALE):
        raise ValueError(f"a scale of {scale} is not accounted for")
    if shift > _MOST_SCALES * scale:
        return _TOLD
    with localcontext(Context(prec=_PRECISION)):
        if law == "discrete-laplace":
            return _shifted_laplace(scale, shift)
        steps = _skellam_steps if law == "skellam" else _gaussian_steps
        return _shifted_by_steps(*steps(scale, 12 * ceil(scale) + 60 + shift), shift)


def exp_between(exponent: Decimal) -> tuple[float, float]:
    """Return two numbers between which e^exponent lies, close to each other; both infinite beyond the largest float."""
    found = float(exponent.exp(Context(prec=_PRECISION, traps=[])))
    return found * DOWN, found * UP


def _skellam_steps(scale: Decimal, reach: int) -> tuple[Reals, Reals]:
    """Return bounds of p(x + 1) / p(x) for x = 0 .. reach - 1."""
    variance = float(scale * scale)
    begin = reach + 2 * ceil(scale) + 40  # by `reach` the bounds are as close as rounding lets them be
    low, high = 0.0, min(1.0, variance / (2 * begin) * UP)
    lows, highs = np.empty(begin), np.empty(begin)
    for x in range(begin - 1, -1, -1):
        lows[x], highs[x] = low, high
        apart = 2 * x / variance
        low, high = 1 / (apart + high) * DOWN, 1 / (apart + low) * UP
    return lows[:reach], highs[:reach]


def _gaussian_steps(scale: Decimal, reach: int) -> tuple[Reals, Reals]:
    """Return bounds of p(x + 1) / p(x) = e^(-(2 x + 1) / (2 scale^2)) for x = 0 .. reach - 1."""
    twice = 2 * (scale * scale)  # rounded once: a power is rounded twice, and not by other decimal arithmetic
    bounds = np.array([exp_between(-(2 * x + 1) / twice) for x in range(reach)])
    return bounds[:, 0], bounds[:, 1]


def _shifted_by_steps(lows: Reals, highs: Reals, shift: int) -> Ratios:
    """Return the law of the ratio from bounds of p(x + 1) / p(x).

    The noise y of Q is seen as y + shift, where the ratio is p(y) / p(y + shift).
    """
    high = np.multiply.accumulate(np.concatenate([[1.0], highs * UP]))
    last = min(int(np.count_nonzero(high >= _RARE)), len(highs)) - 1
    if shift > last:
        return _TOLD
    high, low = high[: last + 1], np.multiply.accumulate(np.concatenate([[1.0], lows[:last] * DOWN]))
    total = (1 + 2 * float(np.add.accumulate(low[1:])[-1])) * (1 - (last + 2) * 2.0**-52)
    # Steps fall, so the weights beyond `last` fall at least as fast as a geometric series with its step.
    tail = high[last] * highs[last] / (1 - highs[last]) * UP
    noise = np.arange(-last, last - shift + 1)
    masses = high[abs(noise)] / total * UP
    masses[0] += tail / total * UP  # smaller ratios count as this one
    unseen = float(np.add.accumulate(high[max(0, last - shift + 1) :])[-1]) + tail
    ratios = high[abs(noise)] / low[abs(noise + shift)] * UP
    return Ratios(ratios, masses * UP, unseen / total * (1 + (shift + 2) * 2.0**-50))


def _shifted_laplace(scale: Decimal, shift: int) -> Ratios:
    """Return the law of the ratio of discrete Laplace noise, a^(2 j - shift) with j in 0 .. shift.

    j is how far Q's noise goes towards P, clipped. Beyond 0 and `shift` the ratio no longer changes.
    """
    low, high = exp_between(-1 / scale)
    largest, down = exp_between(shift / scale)[1], exp_between(-2 / scale)[1]
    inner = float(1 - (-1 / scale).exp()) * UP
    powers = np.multiply.accumulate(np.concatenate([[1.0], np.full(shift, high * UP)]))
    ratios = largest * np.multiply.accumulate(np.concatenate([[1.0], np.full(shift, down * UP)]))
    masses = powers / (1 + low) * UP
    masses[1:-1] *= inner * UP
    return Ratios(ratios, masses, 0.0)
