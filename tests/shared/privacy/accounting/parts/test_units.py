"""Noise in units of several counts costs no more than noise with unit 1 and half a unit less (theorem 17)."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray

from pdd_shared.privacy.accounting.parts.contributions import PartCaps
from pdd_shared.privacy.accounting.parts.release import Part, delta
from pdd_shared.protocol.terms import NumberNoise

Reals = NDArray[np.float64]
REACH = 40
"""How many scales of the noise are looked at on either side. Less than 10^-17 lies beyond."""


def law_in_units(scale: float, reach: int) -> Reals:
    """Return discrete Laplace probabilities from -reach to reach."""
    weights = np.exp(-abs(np.arange(-reach, reach + 1)) / scale)
    return weights / weights.sum()


def rounded(scale: float, unit: int, count: int) -> tuple[Reals, Reals]:
    """Return the exact laws of the published number, in units, of a donor with `count` hits and of one with zeros."""
    reach = int(REACH * scale)
    noise = law_in_units(scale, reach + count // unit + 2)
    whole, rest = divmod(count, unit)
    up = rest / unit
    return (1 - up) * np.roll(noise, whole) + up * np.roll(noise, whole + 1), noise


def divergence(one: Reals, other: Reals, epsilon: float) -> float:
    """Return the largest probability difference one(S) - e^epsilon other(S) over all sets S."""
    return float(np.maximum(0, one - np.exp(epsilon) * other).sum())


def charged(scale: Decimal, unit: int) -> float:
    return float(NumberNoise(law="discrete-laplace", scale=scale, unit=unit).charged_scale)


def excess(scale: Decimal, unit: int, count: int, of_charge: float) -> float:
    """Return the most by which a divergence, in either direction, exceeds that of unit 1 and the charged scale."""
    q, p = rounded(float(scale), unit, count)
    plain = law_in_units(of_charge, int(REACH * of_charge) + count)
    moved = np.roll(plain, count)
    most = count / of_charge
    return max(
        divergence(*pair, epsilon) - divergence(moved, plain, epsilon)
        for epsilon in np.linspace(-1.2 * most, 1.2 * most, 25)
        for pair in ((q, p), (p, q))
    )


@pytest.mark.parametrize("unit", [2, 4, 16, 64])
def test_a_unit_costs_half_a_unit_of_noise(unit: int) -> None:
    """For every count, exact divergences in both directions are at most those of what is charged."""
    scale = Decimal(128)
    for count in {1, 2, unit // 3 + 1, unit // 2, unit - 1, unit, unit + 1, 3 * unit + 1}:
        assert excess(scale, unit, count, charged(scale, unit)) <= 1e-12, count


@pytest.mark.parametrize("unit", [2, 16, 64])
def test_the_test_catches_a_unit_that_is_not_charged(unit: int) -> None:
    """One hit in units is not hidden as well as by noise with unit 1 and the same scale."""
    assert excess(Decimal(128), unit, 1, 128.0 * unit) > 1e-7 / unit


def test_the_pure_cost_of_one_hit_is_the_stated_one() -> None:
    """The largest ratio for one hit is 1 + (e^(u/b) - 1) / u, and the charged epsilon is above its logarithm."""
    scale, unit = Decimal(128), 8
    q, p = rounded(float(scale), unit, 1)
    largest = float(np.log((q / p)[200:-200].max()))
    assert largest == pytest.approx(float(np.log1p(np.expm1(1 / 128) / unit)), rel=1e-9)
    assert largest <= 1 / charged(scale, unit) <= 1.005 * largest


def test_neighbouring_vectors_cost_no_more_than_the_part_that_is_charged() -> None:
    """All vectors within the caps of two numbers, rounded and hidden in units, keep to the part's delta."""
    scale, unit, caps = Decimal(128), 4, PartCaps(6, 4, 2)
    part = Part("discrete-laplace", Decimal(str(charged(scale, unit))), caps, unit)
    vectors = [(a, b) for a in range(5) for b in range(a + 1) if 0 < a + b <= 6]
    for epsilon in (0.0, 0.004, 0.01):
        allowed = delta({part: 1}, epsilon)
        for a, b in vectors:
            (q, p), (r, s) = rounded(20 * 6.4, unit, a), rounded(20 * 6.4, unit, b)
            both = np.outer(q[3000:-3000], r[3000:-3000]), np.outer(p[3000:-3000], s[3000:-3000])
            assert divergence(*both, epsilon) <= allowed + 1e-9
            assert divergence(both[1], both[0], epsilon) <= allowed + 1e-9


def test_a_part_knows_the_scale_that_is_drawn() -> None:
    """From the charged scale and the unit, the scale of the terms comes back exactly."""
    for scale, unit in ((Decimal("128.001"), 2), (Decimal(10_000), 65_536), (Decimal("3.5"), 1)):
        noise = NumberNoise(law="discrete-laplace", scale=scale, unit=unit)
        part = Part(noise.law, noise.charged_scale, PartCaps(1, 1, 1), unit)
        assert Fraction(part.drawn_scale) == Fraction(scale)
