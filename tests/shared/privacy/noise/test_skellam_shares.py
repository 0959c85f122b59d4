"""Donors' Skellam noise: tables compared with exact Poisson laws, shares and sums with scipy's Skellam law."""

import json
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from os import urandom
from typing import Any

import mpmath
import numpy as np
import pytest
from scipy.stats import poisson, skellam

from pdd_shared.privacy.noise.distributions import half_width, spread
from pdd_shared.privacy.noise.donor_shares import DISTANCE
from pdd_shared.privacy.noise.skellam import Skellam, draw_skellam_shares, poisson_table
from tests.support.reference import skellam_shares as reference
from tests.support.statistics.distributions import DRAWS, MANY, Integers, Pmf, follows

SIZES = [DRAWS, pytest.param(MANY, marks=pytest.mark.slow)]
DOCUMENT = json.loads(reference.VECTORS.read_text("utf-8"))
LAWS = [("0.3", 2), ("3.538", 1), ("3.538", 40), ("60", 3), ("357.351", 100)]


def poisson_law(mean: float) -> Pmf:
    numbers = np.arange(int(mean + 20 * mean**0.5) + 40)
    return Pmf(0, poisson.pmf(numbers, mean))


def skellam_law(variance: float) -> Pmf:
    reach = int(14 * variance**0.5) + 40
    return Pmf(-reach, skellam.pmf(np.arange(-reach, reach + 1), variance / 2, variance / 2))


def summed(scale: str, of: int, members: int, draws: int) -> Integers:
    return sum((draw_skellam_shares(Decimal(scale), of, draws, urandom) for _ in range(members)), np.zeros(draws, int))


def thresholds(scale: str, of: int) -> tuple[int, list[int]]:
    found = poisson_table(Decimal(scale), of)
    rows = zip(found.table.high.tolist(), found.table.low.tolist(), strict=True)
    return found.first, [high << 64 | low for high, low in rows]


def test_the_vectors_are_what_the_reference_computes() -> None:
    """The reference implementation computes exactly the file of vectors, so nothing in it was written by hand."""
    assert reference.document() == DOCUMENT


@pytest.mark.parametrize("case", DOCUMENT["tables"], ids=lambda case: f"{case['scale']}-{case['shares']}")
def test_tables_and_draws_are_those_of_the_vectors(case: dict[str, Any]) -> None:
    """Tables have the reference's rows to the last bit, and draws equal the vectors at and between thresholds."""
    assert thresholds(case["scale"], case["shares"]) == reference.table(case["scale"], case["shares"])
    octets = b"".join(bytes.fromhex(each["bytes"]) for each in case["draws"])
    drawn = poisson_table(Decimal(case["scale"]), case["shares"]).draw(octets)
    assert drawn.tolist() == [each["drawn"] for each in case["draws"]]


@pytest.mark.parametrize("case", DOCUMENT["shares"], ids=lambda case: str(case["why"]))
def test_shares_are_those_of_the_vectors(case: dict[str, Any]) -> None:
    """Shares of several numbers take the random bytes in the vectors' order."""
    found = draw_skellam_shares(
        Decimal(case["scale"]), case["shares"], case["numbers"], lambda _: bytes.fromhex(case["random"])
    )
    assert found.tolist() == case["drawn"]


@pytest.mark.parametrize(("scale", "of"), LAWS)
def test_a_table_is_as_near_its_law_as_is_charged(scale: str, of: int) -> None:
    """A table is at most DISTANCE from its law, in total variation to 300 bits, with all that it leaves out."""
    with mpmath.workprec(300):
        mean = mpmath.mpf(scale) ** 2 / (2 * of)
        first, rows = thresholds(scale, of)
        ours = np.diff([0, *rows, 1 << 128]).tolist()
        true = [
            mpmath.exp(k * mpmath.log(mean) - mean - mpmath.loggamma(k + 1)) for k in range(first, first + len(ours))
        ]
        apart = sum(abs(mpmath.mpf(a) / 2**128 - b) for a, b in zip(ours, true, strict=True))
        assert (apart + 1 - sum(true)) / 2 <= DISTANCE


def test_a_table_begins_and_ends_where_hardly_anything_is_left() -> None:
    """A wide law's table has the likely numbers only, and reaches beyond 11 standard deviations on both sides."""
    first, rows = thresholds("357.351", 1)
    mean = 357.351**2 / 2
    assert 11 < (mean - first) / mean**0.5 < 13
    assert 11 < (first + len(rows) - mean) / mean**0.5 < 13


def test_noise_near_zero_is_drawn_too() -> None:
    """The smallest scale has a table whose draws are zero but for one in 2 million."""
    drawn = draw_skellam_shares(Decimal("0.001"), 1, DRAWS, urandom)
    assert abs(drawn).sum() < 10
    assert not draw_skellam_shares(Decimal("0.001"), 10**40, 100, urandom).any()


@pytest.mark.parametrize("draws", SIZES)
@pytest.mark.parametrize(("scale", "of"), LAWS)
def test_a_draw_is_poisson(scale: str, of: int, draws: int) -> None:
    """A draw from a table follows scipy's negative binomial law."""
    drawn = poisson_table(Decimal(scale), of).draw(urandom(16 * draws))
    assert follows(drawn, poisson_law(float(scale) ** 2 / (2 * of)))


@pytest.mark.parametrize("draws", SIZES)
@pytest.mark.parametrize(("of", "members"), [(1, 1), (3, 3), (40, 40), (3, 7), (40, 1)])
@pytest.mark.parametrize("scale", ["0.8", "3.538"])
def test_any_number_of_shares_is_skellam(scale: str, of: int, members: int, draws: int) -> None:
    """One share, the promised number and more are Skellam, with a variance that grows with their number."""
    law = Skellam(float(scale), members, of)
    drawn = summed(scale, of, members, draws)
    assert follows(drawn, skellam_law(law.variance))
    assert law.variance == pytest.approx(float(scale) ** 2 * members / of)


@pytest.mark.parametrize("members", [2, 4])
def test_the_test_catches_a_share_too_few_and_one_too_many(members: int) -> None:
    """The statistical test rejects sums of 2 and 4 shares as the noise of 3."""
    assert not follows(summed("3.538", 3, members, DRAWS), skellam_law(3.538**2))


def drawn_by(weight: Callable[[int], Fraction], reach: int) -> Integers:
    """Return draws from a law given by its weights, with a seeded generator."""
    weights = np.array([float(weight(k)) for k in range(reach)])
    return np.random.default_rng(5).choice(reach, DRAWS, p=weights / weights.sum())  # noqa: TID251 - a broken sampler


@pytest.mark.parametrize(("late", "right"), [(0, True), (1, False)])
def test_the_test_catches_a_recurrence_that_is_off_by_one(late: int, right: bool) -> None:
    """The statistical test passes the right recurrence and rejects one whose k is late by one."""

    def weight(k: int) -> Fraction:
        found = Fraction(1)
        for step in range(1, k + 1):
            found *= Fraction(6) / (step + late)
        return found

    assert follows(drawn_by(weight, 60), poisson_law(6)) is right


def test_a_rounded_gaussian_is_no_skellam_noise() -> None:
    """The statistical test rejects a rounded Gaussian of the same variance, which has lighter tails."""
    generator = np.random.default_rng(5)  # noqa: TID251 - another law, to be told apart
    drawn = np.rint(generator.normal(0, (0.8**2 - 1 / 12) ** 0.5, MANY)).astype(int)
    assert not follows(drawn, skellam_law(0.64))


@pytest.mark.parametrize("variance", [0.04, 0.64, 12.5, 4000.0])
def test_intervals_come_from_the_law(variance: float) -> None:
    """The characteristic function gives scipy's probabilities and intervals."""
    law, exact = Skellam(variance**0.5), skellam_law(variance)
    within = spread((law,)).within
    for half in (0, 1, 5, 7):
        assert within[half] == pytest.approx(exact.within(half), abs=1e-11)
    assert exact.within(half_width((law,))) >= 0.95 > exact.within(half_width((law,)) - 1)
    assert spread((Skellam(variance**0.5, 5, 2),)).within[3] == pytest.approx(skellam_law(2.5 * variance).within(3))
