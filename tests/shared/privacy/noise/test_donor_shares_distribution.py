"""Donors' shares follow their laws: one share, the sum over a list, and the sum without the tolerated colluders."""

from collections.abc import Callable
from decimal import Decimal
from functools import partial
from os import urandom

import numpy as np
import pytest
from scipy.stats import nbinom

from pdd_shared.privacy.noise.distributions import LaplaceShares
from pdd_shared.privacy.noise.donor_shares import draw_shares, table
from pdd_shared.rounds.cohort.parameters import TreeSize
from tests.support.statistics.distributions import DRAWS, MANY, Integers, Pmf, discrete_laplace, follows, laplace_shares

SIZES = [DRAWS, pytest.param(MANY, marks=pytest.mark.slow)]
Weights = Callable[[int], float]


def negative_binomial(scale: float, m: int) -> Pmf:
    weights = nbinom.pmf(np.arange(int(40 * scale) + 40), 1 / m, -np.expm1(-1 / scale))
    return Pmf(0, weights)


def summed(scale: str, m: int, members: int, draws: int) -> Integers:
    return sum((draw_shares(Decimal(scale), m, draws, urandom) for _ in range(members)), np.zeros(draws, np.int64))


@pytest.mark.parametrize("draws", SIZES)
@pytest.mark.parametrize("m", [1, 3, 40])
@pytest.mark.parametrize("scale", ["0.5", "3", "81.5"])
def test_a_draw_is_negative_binomial(scale: str, m: int, draws: int) -> None:
    """A draw from a table follows scipy's negative binomial law."""
    assert follows(table(Decimal(scale), m).draw(urandom(16 * draws)), negative_binomial(float(scale), m))


@pytest.mark.parametrize("draws", SIZES)
@pytest.mark.parametrize("m", [3, 40])
def test_a_share_is_a_difference_of_two_draws(m: int, draws: int) -> None:
    """One member's share follows the convolution of two draws."""
    assert follows(draw_shares(Decimal("20"), m, draws, urandom), laplace_shares(20, 1, m))


@pytest.mark.parametrize("draws", SIZES)
@pytest.mark.parametrize("m", [1, 3, 40])
@pytest.mark.parametrize("scale", ["0.5", "54"])
def test_the_shares_of_a_floor_are_discrete_laplace(scale: str, m: int, draws: int) -> None:
    """The sum of m shares is exactly the discrete Laplace noise that a server would add."""
    assert follows(summed(scale, m, m, draws), discrete_laplace(float(scale)))


@pytest.mark.parametrize("draws", SIZES)
@pytest.mark.parametrize(("m", "members"), [(3, 7), (10, 25)])
def test_more_members_make_the_wider_law(m: int, members: int, draws: int) -> None:
    """The sum of n > m shares has the law and variance that `noise` states."""
    law, drawn = laplace_shares(12, members, m), summed("12", m, members, draws)
    assert follows(drawn, law)
    assert LaplaceShares(12, members, m).variance == pytest.approx(law.variance, rel=1e-9)
    # The variance of a sample: its own deviation is about sqrt((kurtosis - 1) / n), 5 of which are 1 in 10^6.
    assert drawn.var() == pytest.approx(law.variance, rel=5 * (5 / draws) ** 0.5)


@pytest.mark.parametrize("told", [False, True])
def test_a_list_at_the_floor_keeps_its_noise_without_the_colluders(told: bool) -> None:
    """If 3 of 6 donors add no noise, or subtract what they added, the whole noise is left."""
    size = TreeSize(10)
    makers, colluders = size.noise_makers(6, 10), size.colluders(10)
    assert (makers, colluders) == (3, 3)
    honest = [draw_shares(Decimal(54), makers, DRAWS, urandom) for _ in range(makers)]
    colluding = [draw_shares(Decimal(54), makers, DRAWS, urandom) for _ in range(colluders)]
    known = colluding if told else []
    seen = np.sum([*honest, *known], axis=0) - np.sum([*known, np.zeros(DRAWS, np.int64)], axis=0)
    assert follows(seen, discrete_laplace(54))
    assert not follows(np.sum(honest[:2], axis=0), discrete_laplace(54))


def sampled(weight: Weights, reach: int, draws: int = DRAWS) -> Integers:
    """Return draws from a law given by its weights, with a seeded generator."""
    weights = np.array([weight(k) for k in range(reach)])
    generator = np.random.default_rng(3)  # noqa: TID251 - a broken sampler to be caught
    return generator.choice(reach, draws, p=weights / weights.sum())


def recurrence(scale: float, m: int, late: int, k: int) -> float:
    """Return the weights by w_(k+1) = w_k a (k m + 1) / ((k + 1) m), or with its factor one step late."""
    a, weight = np.exp(-1 / scale), 1.0
    for step in range(late, k + late):
        weight *= a * (step * m + 1) / ((step + 1) * m)
    return float(weight)


@pytest.mark.parametrize("m", [3, 40])
def test_the_test_catches_a_recurrence_that_is_off_by_one(m: int) -> None:
    """The statistical test passes the right recurrence and rejects one whose index is late by one."""
    law = negative_binomial(5, m)
    assert follows(sampled(partial(recurrence, 5, m, 0), 200), law)
    assert not follows(sampled(partial(recurrence, 5, m, 1), 200), law)


def test_the_test_catches_a_table_that_ends_too_early() -> None:
    """A million draws reveal a table that leaves out 2^-10 of the law; ours leave out 2^-100."""
    law = negative_binomial(20, 3)
    end = int(np.searchsorted(np.cumsum(law.weights), 1 - 2**-10))
    assert not follows(sampled(lambda k: law.weights[k] if k <= end else 0.0, 800, MANY), law)
    assert follows(sampled(lambda k: law.weights[k], 800, MANY), law)


@pytest.mark.parametrize("shares", [2, 4])
def test_the_test_catches_a_share_too_few_and_one_too_many(shares: int) -> None:
    """The statistical test rejects sums of m - 1 and m + 1 shares as discrete Laplace."""
    assert not follows(summed("54", 3, shares, DRAWS), discrete_laplace(54))
