"""The theorem behind composition: among all vectors of one L1 norm, a single changed number is the worst case."""

from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
import pytest
from dp_accounting.pld import privacy_loss_distribution as pld
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.statistics.hockey_stick import Pair, divergence, exchanged, shifted, together

RATIOS = [Fraction(1, 2), Fraction(9, 10), Fraction(1, 7), Fraction(99, 100)]


def dominates(one: Pair, other: Pair) -> bool:
    """Return whether one pair dominates the other, by comparing them at each k where either curve bends."""
    bends = sorted({*one, *other})
    return all(divergence(one, k) >= divergence(other, k) for k in [Fraction(0), *bends])


@pytest.mark.parametrize("shift", [0, 1, 2, 5])
@pytest.mark.parametrize("a", RATIOS, ids=str)
def test_the_enumeration_is_that_of_the_law(a: Fraction, shift: int) -> None:
    """The pair's masses are those of P, summed over the integers to a far tail, and the mean ratio under Q is 1."""
    reach = 60 if a < Fraction(1, 2) else 400
    masses: dict[Fraction, Fraction] = {}
    for k in range(-reach, reach + 1):
        ratio = a ** (abs(k - shift) - abs(k))
        masses[ratio] = masses.get(ratio, Fraction(0)) + (1 - a) / (1 + a) * a ** abs(k)
    pair = shifted(a, shift)
    assert masses.keys() == pair.keys()
    assert all(abs(masses[ratio] - pair[ratio]) <= a**reach for ratio in pair)
    assert sum(pair.values()) == 1
    assert sum(ratio * mass for ratio, mass in pair.items()) == 1


@pytest.mark.parametrize("a", RATIOS, ids=str)
def test_two_numbers_are_dominated_by_one(a: Fraction) -> None:
    """Shifts of s and t are dominated by one shift of s + t: exactly, for all s and t up to 12, in both directions."""
    for s, t in combinations_with_replacement(range(13), 2):
        single, pair = shifted(a, s + t), together([shifted(a, s), shifted(a, t)])
        assert dominates(single, pair), (s, t)
        assert dominates(exchanged(single), exchanged(pair)), (s, t)


@pytest.mark.parametrize("a", RATIOS[:3], ids=str)
def test_three_numbers_are_dominated_by_one(a: Fraction) -> None:
    """Three shifts of up to 4 each are dominated by one shift of their sum."""
    for shifts in combinations_with_replacement(range(5), 3):
        pair = together(shifted(a, shift) for shift in shifts)
        assert dominates(shifted(a, sum(shifts)), pair), shifts


@pytest.mark.parametrize("a", RATIOS, ids=str)
def test_a_smaller_shift_is_dominated_by_a_larger(a: Fraction) -> None:
    """A smaller shift of a number is dominated by a larger one."""
    assert all(dominates(shifted(a, s + 1), shifted(a, s)) for s in range(13))


@pytest.mark.parametrize("a", RATIOS, ids=str)
def test_the_domination_is_strict_and_the_other_way_round_false(a: Fraction) -> None:
    """The check can fail: one number is not dominated by two of the same L1 norm."""
    single, pair = shifted(a, 4), together([shifted(a, 1), shifted(a, 3)])
    assert not dominates(pair, single)


@pytest.mark.parametrize("a", RATIOS, ids=str)
def test_the_proofs_crossing(a: Fraction) -> None:
    """The proof's step holds (privacy.md, section 5, tails): a^-y P(Y >= y) crosses 1 / (1 + a) once, from above."""
    for s, t in combinations_with_replacement(range(1, 13), 2):
        masses = together([shifted(a, s), shifted(a, t)])
        tail = [sum(m for ratio, m in masses.items() if ratio >= a ** (s + t - 2 * y)) for y in range(1, s + t + 1)]
        above = [mass / a**y >= 1 / (1 + a) for y, mass in enumerate(tail, 1)]
        assert above == sorted(above, reverse=True), (s, t)
        assert above[0]
        assert not above[-1]


@st.composite
def vectors(draw: st.DrawFn) -> list[int]:
    """Draw a donor's vector `joined`, `searches`, counts: each search adds 1 to each entry that it matches."""
    searches, matches = draw(st.integers(1, 6)), draw(st.integers(1, 3))
    matched = draw(st.lists(st.lists(st.integers(0, 4), max_size=matches, unique=True), max_size=searches))
    counts = [sum(entry in found for found in matched) for entry in range(5)]
    assert 1 + len(matched) + sum(counts) <= 1 + searches * (1 + matches)
    return [1, len(matched), *counts, -(1 + searches * (1 + matches))]


@settings(max_examples=30)
@given(vectors(), st.sampled_from([2.0, 5.0, 20.0]), st.integers(1, 3))
def test_donors_vectors_composed_number_by_number_cost_no_more(made: list[int], scale: float, days: int) -> None:
    """Composing dp-accounting's loss of every number of a donor's vector gives at most the delta of one number."""
    *vector, most = made
    cell = 1 / scale / 8  # all losses are multiples of 1 / scale: nothing is rounded

    def loss(shift: int) -> pld.PrivacyLossDistribution:
        return pld.from_discrete_laplace_mechanism(1 / scale, shift, value_discretization_interval=cell)

    whole = None
    for number in filter(None, vector):
        whole = loss(number) if whole is None else whole.compose(loss(number))
    assert whole is not None
    epsilons = np.linspace(0, -most / scale * days, 60)
    delta = np.array(whole.self_compose(days).get_delta_for_epsilon(epsilons))
    bound = np.array(loss(-most).self_compose(days).get_delta_for_epsilon(epsilons))
    assert (delta <= bound + 1e-12).all()
