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
    hits_counted,
    plain_confidence,
    plain_loss,
    searches_counted,
    total,
)
from pdd_shared.privacy.noise.distributions import DiscreteGaussian, DiscreteLaplace, LaplaceShares, Law, spread
from pdd_shared.protocol.terms import Caps


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


@pytest.mark.parametrize(("rate", "cap"), [(0.4, 1), (5.0, 10), (12.0, 10), (900.0, 1000), (2000.0, 1000)])
def test_searches_counted_are_those_of_simulated_days(rate: float, cap: int) -> None:
    """The mean of a Poisson number of searches, cut off at the cap."""
    generator = np.random.default_rng(3)  # noqa: TID251 - a simulation in a test
    drawn = np.minimum(generator.poisson(rate, 200_000), cap).mean()
    assert searches_counted(rate, cap) == pytest.approx(drawn, rel=0.005)
    assert searches_counted(rate, cap) <= min(rate, cap)


@pytest.mark.parametrize(
    ("rate", "share", "caps"),
    [
        (5.0, 0.01, Caps(100, 2, 1)),
        (5.0, 0.4, Caps(100, 9, 1)),
        (40.0, 0.2, Caps(200, 9, 3)),
        (12.0, 0.3, Caps(10, 10, 10)),
    ],
)
def test_hits_counted_are_those_of_simulated_days(rate: float, share: float, caps: Caps) -> None:
    """The mean count of a keyword, where only one of the two caps is ever reached."""
    generator = np.random.default_rng(4)  # noqa: TID251 - a simulation in a test
    searches = np.minimum(generator.poisson(rate, 400_000), caps.searches)
    drawn = np.minimum(generator.binomial(searches, share), caps.hits_per_keyword).mean()
    assert hits_counted(rate, share, caps) == pytest.approx(drawn, rel=0.02)


@pytest.mark.parametrize("caps", [Caps(100, 2, 1), Caps(100, 2, 2), Caps(100, 1, 1)])
def test_other_keywords_use_up_the_cap_on_all_hits(caps: Caps) -> None:
    """The mean count of one of thirty keywords, whose first hits of a day count, is that of simulated days."""
    generator = np.random.default_rng(6)  # noqa: TID251 - a simulation in a test
    counts = np.zeros(30)
    for made in np.minimum(generator.poisson(5.0, 60_000), caps.searches):
        hits = generator.integers(0, 100, made)  # the keyword of each search; from 30 on none of them
        for keyword in kept_hits(hits[hits < 30], caps):
            counts[keyword] += 1
    mean = counts.mean() / 60_000
    assert hits_counted(5.0, 0.01, caps, others=0.29) == pytest.approx(mean, rel=0.02)
    assert hits_counted(5.0, 0.01, caps) > 1.05 * mean


def kept_hits(hits: np.ndarray, caps: Caps) -> list[int]:
    """Return the hits of a day that count, one keyword a search."""
    kept: list[int] = []
    for keyword in hits.tolist():
        if len(kept) < caps.hits and kept.count(keyword) < caps.hits_per_keyword:
            kept.append(keyword)
    return kept


def test_very_many_other_hits_leave_a_keyword_its_share() -> None:
    """Where all hits are far more than the cap, a keyword gets its share of the cap."""
    assert hits_counted(500.0, 0.01, Caps(1000, 10, 10), others=9.99) == pytest.approx(10 * 0.001, rel=0.01)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 1.0])
def test_hits_of_a_campaign_from_before_are_its_searches_share(share: float) -> None:
    """Where a keyword may have as many hits as there are searches, its own cap changes no forecast."""
    assert hits_counted(12.0, share, Caps(10, 20, 10, 2)) == pytest.approx(searches_counted(12.0, 10) * share)


def test_nothing_searched_counts_nothing() -> None:
    """A rate of zero gives no searches, no hits and no relative error."""
    assert searches_counted(0.0, 10) == 0
    assert hits_counted(0.0, 0.5, Caps(10, 2, 1), others=3.0) == 0
    assert Total(0.0, 5.0, 10).relative_error is None
