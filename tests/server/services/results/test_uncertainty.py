"""Intervals of sums and shares hold as often as stated, under exact draws of the noise that is really added."""

from collections import Counter
from decimal import Decimal

import pytest

from pdd_server.services.results.uncertainty import share_of
from pdd_server.services.rounds.plain.noise import add_noise
from pdd_shared.privacy.noise.distributions import DiscreteGaussian, DiscreteLaplace, LaplaceShares, Law, half_width
from pdd_shared.privacy.noise.skellam import Skellam
from pdd_shared.privacy.noise.sums import sum_half_width
from pdd_shared.protocol.terms import Noise

TRIALS = 4_000
# Seven standard deviations of a share of 0.95 in so many trials: a right interval fails this once in 10^10 runs.
SLACK = 7 * (0.95 * 0.05 / TRIALS) ** 0.5


def draws(law: str, scale: int, number: int) -> list[int]:
    """Return draws of the noise as the server makes it."""
    return add_noise([0] * number, Noise(law=law, scale=Decimal(scale)))


def sums(law: str, scale: int, days: int) -> list[int]:
    """Return TRIALS sums of so many days' noise."""
    found = draws(law, scale, TRIALS * days)
    return [sum(found[start : start + days]) for start in range(0, len(found), days)]


@pytest.mark.parametrize(
    ("law", "made"), [("discrete-laplace", DiscreteLaplace(20.0)), ("discrete-gaussian", DiscreteGaussian(20.0))]
)
@pytest.mark.parametrize("days", [1, 7, 30])
def test_a_sums_half_width_covers_as_often_as_it_says(law: str, made: Law, days: int) -> None:
    """95% of the sums of days are within the half width: not fewer, and hardly more."""
    half = sum_half_width({made: days})
    within = sum(abs(noise) <= half for noise in sums(law, 20, days)) / TRIALS
    assert 0.95 - SLACK <= within <= 0.97 + SLACK


def test_the_half_widths_of_days_do_not_add_up() -> None:
    """Seven days' sum is wrong by far less than seven half widths of a day, so half widths do not add up."""
    day = half_width([DiscreteLaplace(20.0)])
    week = sum_half_width({DiscreteLaplace(20.0): 7})
    assert day * 7**0.5 * 0.8 < week < day * 7**0.5


@pytest.mark.parametrize(
    "laws",
    [
        {DiscreteLaplace(20.0): 5},
        {DiscreteLaplace(20.0): 2, DiscreteLaplace(8.0): 3},
        {LaplaceShares(9.0, 40, 30): 2, LaplaceShares(9.0, 55, 30): 1},
        {DiscreteGaussian(12.0): 4, DiscreteLaplace(5.0): 1},
        {DiscreteGaussian(1.5): 3},
        {Skellam(3.5): 4},
        {Skellam(3.5, 40, 30): 2, Skellam(8.0, 55, 30): 1, LaplaceShares(9.0, 40, 30): 2},
    ],
)
def test_joined_laws_are_the_sum_of_single_ones(laws: dict[Law, int]) -> None:
    """Combining draws of one kind into one law changes no half width."""
    single = list(Counter(laws).elements())
    for confidence in (0.5, 0.9, 0.95, 0.975, 0.999):
        assert sum_half_width(laws, confidence) == half_width(single, confidence)


def test_a_sum_of_nothing_is_off_by_nothing() -> None:
    assert sum_half_width({}) == 0


@pytest.mark.parametrize(
    ("total", "searches", "scale", "days"),
    [
        (0, 10_000, 81, 1),
        (300, 9_000, 81, 7),
        (4_000, 5_000, 81, 1),
        (50, 400, 81, 1),
        (0, 0, 20, 1),
        (900, 900, 81, 3),
    ],
)
def test_a_shares_interval_covers_the_true_share(total: int, searches: int, scale: int, days: int) -> None:
    """At least 95% of the intervals hold the true share, of few and many searches, at 0 and at 1, and of no
    searches.
    """
    laws = {DiscreteLaplace(float(scale)): days}
    covered = 0
    pairs = zip(sums("discrete-laplace", scale, days), sums("discrete-laplace", scale, days), strict=True)
    for first, second in pairs:
        found = share_of(total + first, searches + second, laws)
        covered += searches == 0 or found.low <= total / searches <= found.high
    assert covered / TRIALS >= 0.95 - SLACK


def test_a_shares_interval_covers_where_searches_have_wider_noise() -> None:
    """The interval takes the noise of the searches for what it is; with that of the total it would cover too seldom."""
    narrow, wide = {DiscreteLaplace(4.0): 1}, {DiscreteLaplace(400.0): 1}
    covered = Counter[str]()
    for first, second in zip(sums("discrete-laplace", 4, 1), sums("discrete-laplace", 400, 1), strict=True):
        right, wrong = (share_of(900 + first, 9_000 + second, narrow, laws) for laws in (wide, None))
        covered["right"] += right.low <= 0.1 <= right.high
        covered["wrong"] += wrong.low <= 0.1 <= wrong.high
    assert covered["right"] / TRIALS >= 0.95 - SLACK
    assert covered["wrong"] / TRIALS < 0.5


def test_a_narrower_interval_would_not_cover() -> None:
    """Intervals of half the width hold the true share too seldom, so the test above can fail."""
    laws = {DiscreteLaplace(81.0): 7}
    covered = 0
    for first, second in zip(sums("discrete-laplace", 81, 7), sums("discrete-laplace", 81, 7), strict=True):
        found = share_of(300 + first, 9_000 + second, laws)
        middle, reach = (found.low + found.high) / 2, (found.high - found.low) / 4
        covered += abs(300 / 9_000 - middle) <= reach
    assert covered / TRIALS < 0.85


def test_a_share_is_told_only_where_there_are_searches() -> None:
    """If noise took the searches below zero, there is no share; with few searches its interval is 0 to 1."""
    assert share_of(5, -20, {DiscreteLaplace(81.0): 1}).share is None
    found = share_of(5, 20, {DiscreteLaplace(81.0): 1})
    assert (found.low, found.high) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("total", "searches"), [(-30, 9_000), (-600, 9_000), (9_100, 9_000), (30, 9_000), (-5, 20), (30, 20), (0, 9_000)]
)
def test_a_share_lies_within_its_own_interval(total: int, searches: int) -> None:
    """A share lies within its own interval even below 0 and above 1, so error bars have no negative length."""
    found = share_of(total, searches, {DiscreteLaplace(81.0): 1})
    assert found.share is not None
    assert found.low <= found.share <= found.high
