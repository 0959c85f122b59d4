"""Intervals of ratios and differences hold as often as stated, in simulations and as properties."""

from collections.abc import Mapping
from math import ceil

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from pdd_shared.privacy.noise.distributions import DiscreteGaussian, DiscreteLaplace, LaplaceShares, Law
from pdd_shared.privacy.noise.ratios import UNKNOWN, Estimate, difference, ratio
from pdd_shared.privacy.noise.skellam import Skellam
from pdd_shared.privacy.noise.sums import sum_half_width
from tests.support.stages import mostly_slow

TRIALS = 3_000
SLACK = 5 * (0.95 * 0.05 / TRIALS) ** 0.5
"""Five standard deviations of a coverage of 95%: a right interval fails this once in a million runs."""
LAWS: list[Law] = [
    DiscreteLaplace(0.7),
    DiscreteLaplace(20.0),
    DiscreteLaplace(400.0),
    DiscreteGaussian(12.0),
    LaplaceShares(9.0, 45, 30),
    Skellam(30.0),
]
NUMBERS = st.integers(-5_000, 50_000)


def draws(law: Law, number: int, seed: int) -> NDArray[np.int64]:
    """Return draws of a law, made by numpy and not by the code under test."""
    random = np.random.default_rng(seed)  # noqa: TID251 - a simulation in a test
    if isinstance(law, DiscreteLaplace | LaplaceShares):
        count = 1.0 if isinstance(law, DiscreteLaplace) else law.shares / law.of
        success = 1 - np.exp(-1 / law.scale)
        one, other = random.negative_binomial(count, success, (2, number))
        return np.asarray(one - other)
    if isinstance(law, Skellam):
        one, other = random.poisson(law.variance / 2, (2, number))
        return np.asarray(one - other)
    return np.asarray(np.rint(random.normal(0, law.variance**0.5, number)), dtype=np.int64)


def ratios_of(top: int, bottom: int, of_top: Law, of_bottom: Law, seed: int = 1) -> list[Estimate]:
    """Return TRIALS estimates of a ratio of these true numbers."""
    tops, bottoms = top + draws(of_top, TRIALS, seed), bottom + draws(of_bottom, TRIALS, seed + 1_000)
    return [ratio(int(one), int(other), {of_top: 1}, {of_bottom: 1}) for one, other in zip(tops, bottoms, strict=True)]


def holds(estimate: Estimate, true: float) -> bool:
    """Return whether an interval holds a number; one without bounds holds every number."""
    return estimate.low is None or estimate.high is None or estimate.low <= true <= estimate.high


@pytest.mark.parametrize(
    ("top", "bottom", "of_top", "of_bottom"),
    mostly_slow(
        [
            (300, 9_000, DiscreteLaplace(81.0), DiscreteLaplace(81.0)),
            (0, 9_000, DiscreteLaplace(81.0), DiscreteLaplace(81.0)),
            (4_000, 5_000, DiscreteLaplace(81.0), DiscreteLaplace(81.0)),
            (900, 9_000, DiscreteLaplace(20.0), DiscreteLaplace(400.0)),
            (300, 9_000, LaplaceShares(60.0, 45, 30), LaplaceShares(200.0, 45, 30)),
            (100, 40_000, Skellam(30.0), Skellam(700.0)),
            (5_000, 9_000, DiscreteGaussian(120.0), DiscreteGaussian(300.0)),
        ],
        lambda case: case[0] == 300,
    ),
)
def test_an_interval_of_a_ratio_holds_in_95_of_100_cases(top: int, bottom: int, of_top: Law, of_bottom: Law) -> None:
    """The interval of a ratio holds the true one in 95 to 97% of cases, with every law of noise."""
    covered = sum(holds(one, top / bottom) for one in ratios_of(top, bottom, of_top, of_bottom)) / TRIALS
    assert 0.95 - SLACK <= covered <= 0.97 + SLACK


@pytest.mark.parametrize(
    ("top", "bottom", "of_top", "of_bottom"),
    mostly_slow(
        [
            (50, 400, DiscreteLaplace(81.0), DiscreteLaplace(81.0)),
            (0, 100, DiscreteLaplace(81.0), DiscreteLaplace(81.0)),
            (5, 500, DiscreteLaplace(3.0), DiscreteLaplace(90.0)),
            (50_000, 500, DiscreteLaplace(3.0), DiscreteLaplace(90.0)),
            (3, 12, DiscreteLaplace(0.7), DiscreteLaplace(0.7)),
        ],
        lambda case: case[0] == 50,
    ),
)
def test_an_interval_holds_where_the_denominator_is_hardly_more_than_noise(
    top: int, bottom: int, of_top: Law, of_bottom: Law
) -> None:
    """With a small denominator the interval holds as often, and often it has no bounds; nearly never both are wrong."""
    found = ratios_of(top, bottom, of_top, of_bottom)
    assert sum(holds(one, top / bottom) for one in found) / TRIALS >= 0.95 - SLACK
    if bottom < 3 * of_bottom.variance**0.5:
        assert sum(one.low is None for one in found) / TRIALS > 0.3


def test_an_interval_of_three_quarters_of_the_width_holds_too_seldom() -> None:
    """The simulation notices an interval that is too narrow."""
    law, covered = DiscreteLaplace(81.0), 0
    for one in ratios_of(300, 9_000, law, law):
        assert one.low is not None
        assert one.high is not None
        middle = (one.low + one.high) / 2
        covered += abs(300 / 9_000 - middle) <= 0.75 * (one.high - middle)
    assert covered / TRIALS < 0.95 - SLACK


@pytest.mark.slow
@pytest.mark.parametrize(("top", "other"), [((300, 9_000), (260, 7_000)), ((40, 30_000), (900, 4_000))])
def test_an_interval_of_a_difference_of_ratios_holds(top: tuple[int, int], other: tuple[int, int]) -> None:
    """The interval of a difference of two ratios holds the true difference in 94 to 97% of cases."""
    law = DiscreteLaplace(81.0)
    pairs = zip(ratios_of(*top, law, law, 1), ratios_of(*other, law, law, 2), strict=True)
    true = top[0] / top[1] - other[0] / other[1]
    covered = sum(holds(difference(one, two), true) for one, two in pairs) / TRIALS
    assert 0.94 - SLACK <= covered <= 0.97 + SLACK


@given(NUMBERS, NUMBERS, st.sampled_from(LAWS), st.sampled_from(LAWS))
def test_a_ratio_lies_within_its_interval(top: int, bottom: int, of_top: Law, of_bottom: Law) -> None:
    """A ratio lies between its bounds, has both or none, and has no value if the denominator is not above zero."""
    found = ratio(top, bottom, {of_top: 1}, {of_bottom: 1})
    if bottom <= 0:
        assert found == UNKNOWN
        return
    assert found.value == top / bottom
    assert (found.low is None) == (found.high is None)
    if found.low is not None and found.high is not None:
        assert found.low <= found.value <= found.high


@given(NUMBERS, st.integers(1, 50_000), st.sampled_from(LAWS), st.sampled_from(LAWS), st.data())
def test_no_ratio_outside_of_the_bounds_fits_the_numbers(
    top: int, bottom: int, of_top: Law, of_bottom: Law, data: st.DataObject
) -> None:
    """Ratios beyond the bounds would need noise beyond its 95% half width, by a computation apart from the grid."""
    found = ratio(top, bottom, {of_top: 1}, {of_bottom: 1})
    if found.low is None or found.high is None:
        return
    beyond = data.draw(st.floats(1e-6, 50.0)) * max(found.high - found.low, 1e-6)
    for r in (found.low - beyond, found.high + beyond):
        # Where r is a whole number the noise top - r bottom is one of whole counts, and its law is exact.
        if abs(r) >= 1:
            whole = ceil(abs(r))
            exact = sum_half_width({of_top: 1, _Times(of_bottom, whole): 1})
            at = whole if r > 0 else -whole
            assert abs(top - at * bottom) > exact or found.low <= at <= found.high


class _Times:
    """A law times a whole number."""

    def __init__(self, law: Law, factor: int) -> None:
        self.law, self.factor = law, factor

    @property
    def variance(self) -> float:
        return self.factor**2 * self.law.variance

    def characteristic(self, angles: NDArray[np.float64]) -> NDArray[np.float64]:
        return self.law.characteristic((angles * self.factor + np.pi) % (2 * np.pi) - np.pi)


@given(st.integers(-3_000, 3_000), st.integers(1, 50_000), st.sampled_from(LAWS), st.sampled_from(LAWS))
def test_the_interval_of_the_opposite_is_the_opposite(top: int, bottom: int, of_top: Law, of_bottom: Law) -> None:
    """Of a numerator with the other sign, the bounds change places and signs: noise is symmetric."""
    one, other = (ratio(sign * top, bottom, {of_top: 1}, {of_bottom: 1}) for sign in (1, -1))
    if one.low is None or one.high is None:
        assert other.low is None
    else:
        assert (other.low, other.high) == pytest.approx((-one.high, -one.low))


@pytest.mark.parametrize("law", LAWS)
def test_a_ratio_to_a_great_number_is_as_sure_as_its_numerator(law: Law) -> None:
    """If the denominator's noise does not matter, the interval is that of the numerator, hardly wider."""
    found = ratio(10**5, 10**9, {law: 1}, {law: 1})
    assert found.high is not None
    half = (found.high - 10**-4) * 10**9
    exact = sum_half_width({law: 1})
    assert exact <= half <= 1.02 * exact + 2.5


def test_more_noise_gives_wider_intervals() -> None:
    """Each further draw in numerator or denominator widens the interval, until it has no bounds."""
    widths = []
    for draws_of in range(1, 100, 8):
        laws: Mapping[Law, int] = {DiscreteLaplace(81.0): draws_of}
        found = ratio(300, 2_000, laws, laws)
        widths.append(float("inf") if found.low is None or found.high is None else found.high - found.low)
    assert widths == sorted(widths)
    assert widths[0] < widths[-1] == float("inf")


def test_a_difference_without_a_bound_on_one_side_has_none() -> None:
    """A difference has bounds only if both numbers have, and a value only if both have one."""
    known, loose = Estimate(2.0, 1.0, 4.0), Estimate(1.0, None, None)
    assert difference(known, known) == Estimate(0.0, -(5.0**0.5), 5.0**0.5)
    assert difference(known, loose) == Estimate(1.0, None, None)
    assert difference(known, UNKNOWN) == UNKNOWN
