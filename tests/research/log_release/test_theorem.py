"""Theorem 1 of WWW '09: the paper's own figures, and the claim itself, computed exactly on neighbouring logs."""

from decimal import Decimal
from itertools import product
from math import exp, log, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdd_research.log_release.errors import ParameterError
from pdd_research.log_release.korolova_theorem import Parameters, guarantee, log_alpha, optimal
from pdd_research.log_release.noise import Laplace

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
    """Every digit that the paper prints; and the theorem gives back what was asked for."""
    found = optimal(log(10), 1e-5, d)
    assert (f"{found[0]:.2f}", f"{found[1]:.2f}") == (f"{threshold:.2f}", f"{scale:.2f}")
    cost = guarantee(Parameters(d, *found))
    assert cost.epsilon == pytest.approx(log(10))
    assert cost.delta == pytest.approx(1e-5)


@given(epsilon=st.floats(0.05, 20), delta=st.floats(1e-12, 0.9), d=st.integers(1, 200))
def test_the_best_parameters_cost_what_was_asked(epsilon: float, delta: float, d: int) -> None:
    """Never more than epsilon and delta, also where the paper's footnote 4 does not hold."""
    cost = guarantee(Parameters(d, *optimal(epsilon, delta, d)))
    assert cost.epsilon <= epsilon * (1 + 1e-9)
    assert cost.delta <= delta * (1 + 1e-9)


def test_the_three_steps_add_up() -> None:
    """Counts cost d / b_q, not the d / b_c that the paper's paragraph on fresh noise names, and clicks d_c / b_c."""
    cost = guarantee(Parameters(d=20, K=140, b=10, b_q=40, d_c=5, b_c=50))
    assert (cost.selection, cost.query_counts, cost.click_counts) == (2, 0.5, 0.1)
    assert cost.epsilon == pytest.approx(2.6)


def divergence(more: list[int], less: list[int], parameters: Parameters, epsilon: float) -> float:
    """The least delta for which selecting from counts `more` is (epsilon, delta)-close to selecting from `less`.

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
    """d, and the counts of up to four queries in two logs of which one has a user with d searches more."""
    d = draw(st.integers(1, 4))
    less = draw(st.lists(st.integers(0, 12), min_size=1, max_size=4))
    searched = draw(st.lists(st.integers(0, len(less) - 1), min_size=d, max_size=d))
    more = [count + searched.count(query) for query, count in enumerate(less)]
    return d, more, less


@given(logs=neighbours(), epsilon=st.floats(0.2, 4), delta=st.floats(1e-4, 0.3))
def test_selection_is_as_private_as_claimed(
    logs: tuple[int, list[int], list[int]], epsilon: float, delta: float
) -> None:
    """On neighbouring logs, both ways, no set of outcomes is likelier by more than epsilon and delta allow."""
    d, more, less = logs
    parameters = Parameters(d, *optimal(epsilon, delta, d))
    cost = guarantee(parameters)
    assert divergence(more, less, parameters, cost.selection) <= cost.delta * (1 + 1e-9)
    assert divergence(less, more, parameters, cost.selection) <= cost.delta * (1 + 1e-9)


def test_a_broken_selection_is_found_out() -> None:
    """With a threshold that is too low by d the same computation exceeds the claim: the test above can fail."""
    asked = Parameters(4, *optimal(1.0, 1e-3, 4))
    broken = Parameters(4, asked.K - 4 * asked.b, asked.b)
    assert divergence([4, 9], [0, 9], broken, guarantee(asked).selection) > guarantee(asked).delta


def test_alpha_is_the_larger_of_both() -> None:
    """e^(1/b) as a rule; for a low threshold the odds of a query that nobody else has searched."""
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
    """Each by its name."""
    with pytest.raises(ParameterError, match=next(iter(given_))):
        Parameters(**{"d": 5, "K": 30, "b": 2} | given_)  # type: ignore[arg-type]


@pytest.mark.parametrize(("epsilon", "delta"), [(0, 0.1), (-1, 0.1), (1, 0), (1, 1), (float("nan"), 0.1), (1, 2)])
def test_no_guarantee_no_parameters(epsilon: float, delta: float) -> None:
    """An epsilon or delta that promises nothing, or cannot be had, is refused."""
    with pytest.raises(ParameterError):
        optimal(epsilon, delta, 5)
