"""Intervals and errors of noise: compared with exact laws and simulations, and checked for very wide laws."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom, norm

from pdd_shared.privacy.noise.distributions import (
    DiscreteGaussian,
    DiscreteLaplace,
    InUnits,
    LaplaceShares,
    Law,
    half_width,
    law_of,
    spread,
)
from pdd_shared.privacy.noise.skellam import Skellam
from pdd_shared.privacy.noise.sums import sum_half_width, summed
from tests.support.statistics.distributions import FALSE_ALARM, Pmf, discrete_gaussian, discrete_laplace, laplace_shares
from tests.support.terms import laplace, terms

CONFIDENCES = [0.5, 0.9, 0.95, 0.99, 0.9999]
EXACT: list[tuple[Law, Pmf]] = [
    *((DiscreteLaplace(b), discrete_laplace(b)) for b in (0.05, 0.3, 1.0, 7.0, 81.5, 1000.0)),
    *((DiscreteGaussian(b), discrete_gaussian(b)) for b in (0.05, 0.3, 1.0, 2.99, 3.0, 7.0, 81.5, 1000.0)),
    *((LaplaceShares(b, n, m), laplace_shares(b, n, m)) for b, n, m in ((0.3, 9, 3), (54, 40, 40), (54, 100, 40))),
]
IDS = [str(law) for law, _ in EXACT]


def smallest(exact: Pmf, confidence: float) -> int:
    """Return the smallest half width that holds the probability, within the rounding of floats."""
    reach = max(-exact.first, exact.first + len(exact.weights))
    held = np.cumsum(np.bincount(abs(exact.numbers), exact.weights, reach + 1))
    return int(np.searchsorted(held, confidence - 1e-9))


def agrees(found: int, exact: Pmf, confidence: float) -> bool:
    """Return whether a half width is the smallest that holds the probability; in a tie of floats either neighbour
    will do.
    """
    return found in {smallest(exact, confidence + slack) for slack in (-1e-8, 0, 1e-8)}


@pytest.mark.parametrize(("law", "exact"), EXACT, ids=IDS)
def test_a_single_draw_is_described_exactly(law: Law, exact: Pmf) -> None:
    """Each P(|X| <= h), the variance and the mean absolute error are exact, and half widths are the smallest that
    suffice.
    """
    described = spread((law,))
    assert described.step == 1
    reach = min(len(described.within), len(exact.weights) // 2)
    held = [exact.within(half) for half in range(0, reach, max(1, reach // 200))]
    assert described.within[: reach : max(1, reach // 200)] == pytest.approx(held, abs=1e-9)
    assert law.variance == pytest.approx(exact.variance, rel=1e-6, abs=1e-12)
    assert described.mean_absolute == pytest.approx(abs(exact.numbers) @ exact.weights, rel=1e-6, abs=1e-9)
    assert all(agrees(half_width([law], confidence), exact, confidence) for confidence in CONFIDENCES)


SUMS: list[tuple[tuple[Law, ...], Pmf]] = [
    ((DiscreteLaplace(5.0),) * 4, laplace_shares(5, 4, 1)),
    ((DiscreteLaplace(2.0), DiscreteLaplace(9.0)), discrete_laplace(2).plus(discrete_laplace(9))),
    ((DiscreteLaplace(3.0), DiscreteGaussian(8.0)), discrete_laplace(3).plus(discrete_gaussian(8))),
    ((DiscreteGaussian(0.4), DiscreteGaussian(1.2)), discrete_gaussian(0.4).plus(discrete_gaussian(1.2))),
    ((LaplaceShares(6.0, 9, 3), DiscreteLaplace(0.5)), laplace_shares(6, 9, 3).plus(discrete_laplace(0.5))),
]


@pytest.mark.parametrize(("laws", "exact"), SUMS, ids=[str(laws) for laws, _ in SUMS])
def test_a_sum_of_draws_is_described_exactly(laws: tuple[Law, ...], exact: Pmf) -> None:
    """A sum of draws over strata or days, of one law or several, agrees with the convolution of their laws."""
    described = spread(laws)
    assert all(described.within[half] == pytest.approx(exact.within(half), abs=1e-9) for half in range(0, 30, 3))
    assert all(agrees(half_width(laws, confidence), exact, confidence) for confidence in CONFIDENCES)
    assert described.mean_absolute == pytest.approx(abs(exact.numbers) @ exact.weights, rel=1e-6)


@given(st.floats(0.2, 40), st.integers(1, 300))
def test_false_alarms_of_a_threshold_are_those_of_the_law(scale: float, threshold: int) -> None:
    """Noise alone reaches a threshold with probability c a^threshold, where c = 1 / (1 + a)."""
    a = np.exp(-1 / scale)
    assert spread((DiscreteLaplace(scale),)).at_least(threshold) == pytest.approx(a**threshold / (1 + a), abs=1e-9)


@pytest.mark.parametrize("confidence", [0.5, 0.95])
@pytest.mark.parametrize(
    "laws", [(DiscreteLaplace(20.0),), (DiscreteGaussian(30.0),), (LaplaceShares(15.0, 8, 3),) * 2]
)
def test_intervals_cover_what_they_say(laws: tuple[Law, ...], confidence: float) -> None:
    """Of a million simulated draws the stated share lies in the interval, within sampling error, and hardly more."""
    generator, draws = np.random.default_rng(7), 1_000_000  # noqa: TID251 - a simulation in a test
    total = np.zeros(draws)
    for law in laws:
        if isinstance(law, DiscreteGaussian):
            total += np.rint(generator.normal(0, law.scale, draws))  # the discrete law, at this scale, to 1e-4
        else:
            size = law.shares / law.of if isinstance(law, LaplaceShares) else 1
            p = -np.expm1(-1 / law.scale)
            total += generator.negative_binomial(size, p, draws) - generator.negative_binomial(size, p, draws)
    half, chance = half_width(laws, confidence), -norm.ppf(FALSE_ALARM) * sqrt(confidence * (1 - confidence) / draws)
    assert (abs(total) <= half).mean() >= confidence - chance
    assert (abs(total) <= half - 1).mean() <= confidence + chance + 2e-4


@pytest.mark.parametrize("scale", [40_000.0, 200_000.0, 1_000_000.0])
def test_very_wide_laws_are_right_within_a_step(scale: float) -> None:
    """For very wide laws half widths, means and false alarms agree with the continuous closed forms within one step."""
    for law, quantile, mean in (
        (DiscreteLaplace(scale), -np.log(0.05) * scale, scale),
        (DiscreteGaussian(scale), norm.ppf(0.975) * scale, scale * sqrt(2 / np.pi)),
    ):
        described = spread((law,))
        assert 1 < described.step < scale / 1000
        assert described.half_width(0.95) == pytest.approx(quantile, abs=described.step + 1)
        assert described.mean_absolute == pytest.approx(mean, abs=described.step)
    false_alarm = spread((DiscreteLaplace(scale),)).at_least(int(3 * scale))
    assert false_alarm == pytest.approx(np.exp(-3) / 2, rel=2e-3)


def test_no_noise_at_all_is_described_too() -> None:
    """At the least scale that a message can carry, every interval is the number itself."""
    for law in (DiscreteLaplace(1e-18), DiscreteGaussian(1e-18), LaplaceShares(1e-18, 7, 3)):
        assert half_width([law], 0.9999) == 0
        assert spread((law,)).mean_absolute == pytest.approx(0, abs=1e-9)
        assert law.variance == 0


@pytest.mark.parametrize("shares", [1, 2, 10])
def test_fewer_shares_than_a_floor_are_described_too(shares: int) -> None:
    """Noise from k of m shares, which has far heavier tails, is described correctly too."""
    law, exact = LaplaceShares(54.0, shares, 40), laplace_shares(54, shares, 40)
    assert all(agrees(half_width([law], confidence), exact, confidence) for confidence in CONFIDENCES)


@pytest.mark.parametrize("scale", [0.4, 1.2, 2.0, 2.5, 3.0, 8.0])
def test_a_gaussians_characteristic_function_is_its_definition(scale: float) -> None:
    """E[cos(angle X)] of the discrete Gaussian is that of its weights, at every scale and up to the angle pi."""
    angles, exact = np.linspace(0, np.pi, 50), discrete_gaussian(scale)
    expected = np.cos(np.outer(angles, exact.numbers)) @ exact.weights
    assert DiscreteGaussian(scale).characteristic(angles) == pytest.approx(expected, abs=1e-13)


@pytest.mark.parametrize("unit", [3, 50])
@pytest.mark.parametrize("shares", [1, 40])
def test_noise_in_units_is_as_many_times_as_wide(unit: int, shares: int) -> None:
    """Where nothing is rounded, noise in units of some counts holds in that many times the width, tails included."""
    noise = LaplaceShares(6.0, shares, 40)
    for confidence in CONFIDENCES:
        found = half_width([InUnits(noise, unit, 0)], confidence)
        assert found == pytest.approx(unit * half_width([noise], confidence), abs=unit / 2)


@pytest.mark.parametrize(("unit", "donors"), [(2, 400), (10, 60)])
def test_rounding_to_units_is_counted_at_its_worst(unit: int, donors: int) -> None:
    """Variance and interval are those of noise and donors whose counts lie halfway between two units.

    Such a count is rounded up with probability 1/2, so the sum of the errors is binomial.
    """
    halfway = Pmf(-donors // 2, binom.pmf(np.arange(donors + 1), donors, 0.5))
    exact, law = laplace_shares(4, 9, 6).plus(halfway), InUnits(LaplaceShares(4.0, 9, 6), unit, donors)
    assert law.variance == pytest.approx(unit**2 * exact.variance, rel=1e-6)
    assert half_width([law]) == pytest.approx(unit * smallest(exact, 0.95), abs=unit)


@settings(max_examples=20)
@given(
    st.dictionaries(
        st.sampled_from(
            [
                DiscreteLaplace(9.0),
                LaplaceShares(9.0, 5, 3),
                LaplaceShares(2.0, 9, 40),
                InUnits(LaplaceShares(4.0, 9, 6), 2, 30),
                InUnits(LaplaceShares(4.0, 5, 6), 2, 11),
                DiscreteGaussian(0.6),
                DiscreteGaussian(5.0),
                Skellam(7.0, 5, 2),
            ]
        ),
        st.integers(1, 4),
        min_size=1,
    )
)
def test_laws_that_join_have_the_sum_of_their_draws(laws: dict[Law, int]) -> None:
    """The interval of joined laws is that of all their draws one by one, whichever laws are in a sum and how often."""
    each = [law for law, times in laws.items() for _ in range(times)]
    assert sum(law.variance for law in summed(laws)) == pytest.approx(sum(law.variance for law in each))
    assert sum_half_width(laws) == pytest.approx(half_width(each), abs=1)


def test_nothing_is_left_beyond_what_is_computed() -> None:
    """A number far beyond the computed range is reached less than once in 1e11, by the narrowest law too."""
    for scale in (0.05, 0.1496, 0.3, 7.0):
        assert spread((DiscreteLaplace(scale),)).at_least(10**6) < 1e-11


def test_the_law_on_a_total_is_that_of_its_terms() -> None:
    """In `plain` the server draws noise once, so the law of a total does not depend on the number of donors."""
    assert law_of(terms(noise=laplace(54))) == DiscreteLaplace(54.0)
    gaussian = laplace(54).model_copy(update={"law": "discrete-gaussian"})
    assert law_of(terms(noise=laplace(54)).model_copy(update={"noise": gaussian})) == DiscreteGaussian(54.0)
