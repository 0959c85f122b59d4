"""Theorem 1 of WWW '09: the paper's figures, and the claim computed exactly on neighbouring logs."""

from collections.abc import Iterator
from decimal import Decimal
from itertools import product
from math import ceil, exp, expm1, log, log1p, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdd_research.errors import ParameterError
from pdd_research.log_release.algorithms.korolova_accounting import (
    Parameters,
    guarantee,
    log_alpha,
    optimal,
    tight_delta,
)
from pdd_research.log_release.algorithms.noise import Laplace

PRINTED = [
    (1, 5.70, 0.43),
    (5, 31.99, 2.17),
    (10, 66.99, 4.34),
    (20, 140.00, 8.69),
    (40, 292.04, 17.37),
    (80, 608.16, 34.74),
    (160, 1264.49, 69.49),
]
"""Table 1: d, K, b for e^epsilon = 10 and delta = 10^-5."""


@pytest.mark.parametrize(("d", "threshold", "scale"), PRINTED)
def test_table_1(d: int, threshold: float, scale: float) -> None:
    """Every digit of the paper's table 1 is reproduced, and the theorem gives back the requested cost."""
    found = optimal(log(10), 1e-5, d)
    assert (f"{found[0]:.2f}", f"{found[1]:.2f}") == (f"{threshold:.2f}", f"{scale:.2f}")
    cost = guarantee(Parameters(d, *found))
    assert cost.epsilon == pytest.approx(log(10))
    assert cost.delta == pytest.approx(1e-5)


@given(epsilon=st.floats(0.05, 20), delta=st.floats(1e-12, 0.9), d=st.integers(1, 200))
def test_the_best_parameters_cost_what_was_asked(epsilon: float, delta: float, d: int) -> None:
    """The best parameters never cost more than epsilon and delta, also where the paper's footnote 4 fails."""
    cost = guarantee(Parameters(d, *optimal(epsilon, delta, d)))
    assert cost.epsilon <= epsilon * (1 + 1e-9)
    assert cost.delta <= delta * (1 + 1e-9)


@pytest.mark.parametrize("tight", [False, True])
@pytest.mark.parametrize(("epsilon", "d"), [(709.0, 1), (710.0, 1), (1e6, 3), (1e-12, 1)])
def test_the_best_parameters_of_extreme_costs(epsilon: float, d: int, tight: bool) -> None:
    """For an epsilon above 709 d or near 0 the best parameters cost what was asked."""
    threshold, scale = optimal(epsilon, 1e-5, d, tight=tight)
    cost = guarantee(Parameters(d, threshold, scale, tight=tight))
    assert cost.epsilon == pytest.approx(epsilon)
    assert cost.delta <= 1e-5 * (1 + 1e-9)


@pytest.mark.parametrize(("d", "threshold"), [(1, 5), (5, 28), (10, 58), (20, 121), (40, 253), (80, 529), (160, 1105)])
def test_the_tight_threshold_is_the_lowest(d: int, threshold: int) -> None:
    """For table 1 the tight threshold costs no more than asked, and one less costs more, over all splits in
    decimals.
    """
    found, scale = optimal(log(10), 1e-5, d, tight=True)
    assert found == threshold <= ceil(optimal(log(10), 1e-5, d)[0])
    assert guarantee(Parameters(d, found, scale, tight=True)).delta <= 1e-5
    assert tight_delta(threshold - 1, d, scale) > 1e-5


def splits(searches: int, most: int) -> Iterator[list[int]]:
    """Return all ways to divide so many searches among queries."""
    if searches == 0:
        yield []
    for first in range(min(searches, most), 0, -1):
        for rest in splits(searches - first, first):
            yield [first, *rest]


@given(d=st.integers(1, 12), epsilon=st.floats(0.05, 20), delta=st.floats(1e-12, 0.3))
def test_no_split_of_a_users_searches_is_worse(d: int, epsilon: float, delta: float) -> None:
    """For any split a user's own queries are released with at most the tight delta, which one split reaches."""
    threshold, scale = optimal(epsilon, delta, d, tight=True)
    law = Laplace(Decimal(scale))
    chance = [0.0, *(float(law.at_least(int(threshold) + 1 - m)) for m in range(1, d + 1))]
    worst = max(-expm1(sum(log1p(-chance[m]) for m in split)) for split in splits(d, d))
    assert worst == pytest.approx(tight_delta(int(threshold), d, scale), rel=1e-9)
    assert worst <= delta * (1 + 1e-9)


def test_the_three_steps_add_up() -> None:
    """Counts cost d / b_q, and not the d / b_c of the paper's paragraph on fresh noise, and clicks d_c / b_c."""
    cost = guarantee(Parameters(d=20, K=140, b=10, b_q=40, d_c=5, b_c=50))
    assert (cost.selection, cost.query_counts, cost.click_counts) == (2, 0.5, 0.1)
    assert cost.epsilon == pytest.approx(2.6)


def divergence(more: list[int], less: list[int], parameters: Parameters, epsilon: float) -> float:
    """Return the least delta for which selections from counts `more` and `less` are (epsilon, delta)-close.

    Exact, over all sets of queries that can come out; a query of count 0 never does.
    """
    law = Laplace(Decimal(parameters.b))

    def chance(counts: list[int], chosen: tuple[bool, ...]) -> float:
        odds = [float(law.at_least(parameters.threshold + 1 - count)) if count else 0.0 for count in counts]
        return prod(p if out else 1 - p for p, out in zip(odds, chosen, strict=True))

    outcomes = product((False, True), repeat=len(more))
    return sum(max(0.0, chance(more, o) - exp(epsilon) * chance(less, o)) for o in outcomes)


@st.composite
def neighbours(draw: st.DrawFn) -> tuple[int, list[int], list[int]]:
    """Draw d, and the counts of up to four queries in two logs of which one has a user with d more searches."""
    d = draw(st.integers(1, 4))
    less = draw(st.lists(st.integers(0, 12), min_size=1, max_size=4))
    searched = draw(st.lists(st.integers(0, len(less) - 1), min_size=d, max_size=d))
    more = [count + searched.count(query) for query, count in enumerate(less)]
    return d, more, less


@given(logs=neighbours(), epsilon=st.floats(0.2, 4), delta=st.floats(1e-4, 0.3), tight=st.booleans())
def test_selection_is_as_private_as_claimed(
    logs: tuple[int, list[int], list[int]], epsilon: float, delta: float, tight: bool
) -> None:
    """On neighbouring logs no set of outcomes is likelier, either way, than epsilon and delta allow."""
    d, more, less = logs
    parameters = Parameters(d, *optimal(epsilon, delta, d, tight), tight=tight)
    cost = guarantee(parameters)
    assert divergence(more, less, parameters, cost.selection) <= cost.delta * (1 + 1e-9)
    assert divergence(less, more, parameters, cost.selection) <= cost.delta * (1 + 1e-9)


def test_a_broken_selection_is_found_out() -> None:
    """With a threshold too low by d the same computation exceeds the claim, so the test above can fail."""
    asked = Parameters(4, *optimal(1.0, 1e-3, 4))
    broken = Parameters(4, asked.K - 4 * asked.b, asked.b)
    assert divergence([4, 9], [0, 9], broken, guarantee(asked).selection) > guarantee(asked).delta


def test_alpha_is_the_larger_of_both() -> None:
    """Alpha is e^(1/b) in general; for a low threshold it is the odds of a query that nobody else searched."""
    assert log_alpha(140, 8.69) == pytest.approx(1 / 8.69)
    assert log_alpha(1, 100) == pytest.approx(log(2))


@pytest.mark.parametrize(
    "given_",
    [
        {"d": 0},
        {"K": 4},
        {"K": float("nan")},
        {"b": 0},
        {"b_q": -1.0},
        {"b_c": float("inf")},
        {"d_c": -1},
    ],
    ids=str,
)
def test_parameters_outside_the_theorem_are_refused(given_: dict[str, float]) -> None:
    """Parameters outside the theorem are refused by name."""
    with pytest.raises(ParameterError, match=next(iter(given_))):
        Parameters(**{"d": 5, "K": 30, "b": 2} | given_)  # type: ignore[arg-type]


@pytest.mark.parametrize(("epsilon", "delta"), [(0, 0.1), (-1, 0.1), (1, 0), (1, 1), (float("nan"), 0.1), (1, 2)])
def test_no_guarantee_no_parameters(epsilon: float, delta: float) -> None:
    """An epsilon or delta that promises nothing, or is impossible, is refused."""
    with pytest.raises(ParameterError):
        optimal(epsilon, delta, 5)
