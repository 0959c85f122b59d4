"""Exact draws: of the right law, and from only the bits that they are given."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from pdd_research.log_release.algorithms.noise import Laplace, exceed

RUNS = 100_000


def test_the_laws_tail() -> None:
    """The tail equals the sum of its probabilities, computed in floats."""
    law, q = Laplace(Decimal("2.5")), float((-1 / Decimal("2.5")).exp())
    support = np.arange(-200, 201)
    mass = (1 - q) / (1 + q) * q ** np.abs(support)
    for least in (-7, -1, 0, 1, 2, 9):
        assert float(law.at_least(least)) == pytest.approx(mass[support >= least].sum())


def test_figure_1() -> None:
    """The chance of release by frequency for d = 20, K = 140, b = 8.69 is as computed, in 10^5 runs each."""
    law = Laplace(Decimal("8.69"))
    for count in (100, 110, 125, 140, 141, 155, 170, 180):
        expected = float(law.at_least(141 - count))
        released = int(exceed(np.full(RUNS, count), 140, law).sum())
        assert stats.binomtest(released, RUNS, expected).pvalue > 1e-7
    assert float(law.at_least(141 - 110)) < 0.02
    assert float(law.at_least(141 - 170)) > 0.98


def test_bits_are_compared_with_the_probability() -> None:
    """A draw just below the probability's bits releases, one at or above does not, and ties need the next 64 bits."""
    law = Laplace(Decimal(3))
    probability = law.at_least(4)
    bits = int(Fraction(probability) * 2**192)
    words = [bits >> 128 & (2**64 - 1), bits >> 64 & (2**64 - 1), bits & (2**64 - 1)]

    def drawn(*values: int) -> bool:
        left = list(values)
        return bool(exceed(np.array([7]), 10, law, lambda size: left.pop(0).to_bytes(size, "little"))[0])

    assert drawn(words[0] - 1)
    assert not drawn(words[0] + 1)
    assert drawn(words[0], words[1] - 1)
    assert not drawn(words[0], words[1], words[2])
    assert drawn(words[0], words[1], words[2] - 1)


def test_far_above_and_far_below() -> None:
    """Counts far from the threshold are decided with near certainty, however far."""
    law = Laplace(Decimal("0.5"))
    counts = np.array([10**9] * 50 + [1] * 50)
    assert exceed(counts, 10_000, law).tolist() == [True] * 50 + [False] * 50


def test_equal_counts_are_drawn_apart() -> None:
    """Of many queries with the same count some are released and others not, wherever they are."""
    chosen = exceed(np.tile([3, 5, 4], 1_000), 4, Laplace(Decimal(2)))
    by_count = chosen.reshape(-1, 3).mean(axis=0)
    assert by_count[0] < by_count[2] < by_count[1]
    assert len({tuple(three) for three in chosen.reshape(-1, 3)}) == 8


def test_counts_get_the_laws_noise() -> None:
    """Draws around a count follow the law's probabilities, and no counts give none."""
    law = Laplace(Decimal("1.5"))
    noise = law.add(np.full(20_000, 7)) - 7
    middle = np.clip(noise, -4, 4)
    expected = [float(law.at_least(k) - law.at_least(k + 1)) for k in range(-3, 4)]
    tails = float(law.at_least(4))
    found = np.bincount(middle + 4, minlength=9)
    assert stats.chisquare(found, np.array([tails, *expected, tails]) * len(noise)).pvalue > 1e-7
    assert len(law.add(np.array([], np.int64))) == 0
