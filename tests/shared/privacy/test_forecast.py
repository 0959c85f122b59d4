"""Closed forms of the errors of totals: compared with simulation and with each other."""

from math import sqrt

import numpy as np
import pytest

from pdd_shared.privacy.forecast import (
    ACTIVITY,
    Repeated,
    Total,
    absence,
    cohort_confidence,
    plain_confidence,
    plain_loss,
    total,
)
from pdd_shared.privacy.noise.distributions import DiscreteGaussian, DiscreteLaplace, LaplaceShares, Law, spread


def laplace_draws(scale: float, shape: tuple[int, ...], seed: int) -> np.ndarray:
    """Return discrete Laplace draws, as differences of two geometric draws."""
    generator = np.random.default_rng(seed)  # noqa: TID251 - a simulation in a test
    chance = 1 - np.exp(-1 / scale)
    return generator.geometric(chance, shape) - generator.geometric(chance, shape)


@pytest.mark.parametrize(("days", "strata"), [(1, 1), (7, 1), (7, 3), (30, 2)])
def test_a_periods_error_is_that_of_simulated_noise(days: int, strata: int) -> None:
    """The mean error and 95% interval of a week over strata are those of sums of simulated draws."""
    drawn = np.abs(laplace_draws(40.0, (40_000, days * strata), seed=days).sum(axis=1))
    found = total(100.0, DiscreteLaplace(40.0), days, strata)
    assert found.searches == 100 * days
    assert found.error == pytest.approx(drawn.mean(), rel=0.02)
    assert found.half_width == pytest.approx(np.quantile(drawn, 0.95), rel=0.03)


@pytest.mark.parametrize("law", [DiscreteLaplace(12.5), DiscreteGaussian(30.0), LaplaceShares(12.5, 90, 40)])
def test_a_repeated_law_is_the_sum_of_as_many(law: Law) -> None:
    """`Repeated` has the variance, error and interval of a list of the same draws."""
    once, listed = spread((Repeated(law, 9),)), spread((law,) * 9)
    assert Repeated(law, 9).variance == pytest.approx(9 * law.variance)
    assert once.half_width() == listed.half_width()
    assert once.mean_absolute == pytest.approx(listed.mean_absolute, rel=1e-9)


def test_a_year_of_many_strata_is_close_to_normal() -> None:
    """Over many draws the mean error is sqrt(2 / pi) standard deviations."""
    found = total(1.0, DiscreteLaplace(40.0), 365, 12)
    deviation = sqrt(365 * 12 * DiscreteLaplace(40.0).variance)
    assert found.error == pytest.approx(sqrt(2 / np.pi) * deviation, rel=1e-3)
    assert found.half_width == pytest.approx(1.96 * deviation, rel=1e-3)


@pytest.mark.parametrize("delay", [0, 2, 6])
def test_donors_are_as_often_away_as_simulated_ones(delay: int) -> None:
    """The forecast of donors away on the next day, or until counts are late, agrees with simulated donors."""
    generator = np.random.default_rng(5)  # noqa: TID251 - a simulation in a test
    active = generator.beta(ACTIVITY[0], ACTIVITY[1], 400_000)
    there = generator.random(400_000) < active
    away = (generator.random((delay + 1, 400_000)) >= active).all(axis=0)
    assert absence(delay) == pytest.approx(away[there].mean(), rel=0.03)


def test_a_group_needs_all_of_its_members_and_a_cohort_does_not() -> None:
    """A cohort loses only absent donors, and a group all of its donors, in proportion for groups of several sizes."""
    present = 1 - absence(2)
    assert cohort_confidence(2) == plain_confidence([1], 2) == present
    assert plain_confidence([10, 10], 2) == pytest.approx(present**10)
    assert plain_confidence([10, 30], 2) == pytest.approx((present**10 + 3 * present**30) / 4)
    assert plain_loss(10, 2) == pytest.approx(1 - present**10)


def test_nothing_searched_counts_nothing() -> None:
    """A total of no searches has no relative error."""
    assert Total(0.0, 5.0, 10).relative_error is None
