"""How sure the results can make somebody: the vectors' numbers, rounded so that they stay true."""

import json
from decimal import Decimal
from math import exp
from pathlib import Path
from typing import Any

import pytest

from pdd_shared.privacy.accounting.certainty import exception_of, factor_of, is_high, percent_of, percent_sure
from pdd_shared.protocol.terms import Budget

CASES = json.loads((Path(__file__).parents[3] / "vectors/privacy/certainty.json").read_text("utf-8"))


def said(percent: Decimal | None) -> str | None:
    return None if percent is None else f"{percent.normalize():f}"


@pytest.mark.parametrize("case", CASES["factors"], ids=lambda case: case["why"])
def test_a_factor_is_said_in_percent(case: dict[str, Any]) -> None:
    """The percentage of a factor is the vector's."""
    assert said(percent_sure(case["factor"])) == case["percent"]


@pytest.mark.parametrize("case", CASES["budgets"], ids=lambda case: case["why"])
def test_a_budget_is_said_in_percent(case: dict[str, Any]) -> None:
    """The percentage of a budget is the vector's."""
    budget = Budget(epsilon=Decimal(case["epsilon"]), delta=Decimal(case["delta"]))
    assert said(percent_of(budget)) == case["percent"]


@pytest.mark.parametrize("epsilon", [0.01, 0.5, 1, 3, 4.59, 4.6, 7, 10, 13.8])
def test_the_percentage_is_never_too_small(epsilon: float) -> None:
    """The percentage is at least e^epsilon / (1 + e^epsilon), and at most one step of its last digit above."""
    found, exact = percent_sure(exp(epsilon)), 100 * exp(epsilon) / (1 + exp(epsilon))
    assert found is not None
    assert exact <= found < exact + 10.0 ** int(found.as_tuple().exponent)


def test_the_exception_is_named_in_full() -> None:
    """Above and below the factor with its margin, delta counts 22 times; without a delta there is no exception."""
    with_delta = Budget(epsilon=Decimal(1), delta=Decimal("0.000001"))
    assert exception_of(with_delta) == Decimal("0.000022")
    assert factor_of(with_delta) == pytest.approx(1.1 * exp(1))
    assert exception_of(Budget(epsilon=Decimal(1), delta=Decimal(0))) == 0


@pytest.mark.parametrize(
    ("epsilon", "delta", "asks"),
    [("5", "0", False), ("5.01", "0", True), ("1", "0.00001", False), ("1", "0.001", True)],
)
def test_a_high_cost_or_almost_certainty_is_asked_about(epsilon: str, delta: str, asks: bool) -> None:
    """A cost above 5 is high, and so is a delta so large that somebody could be almost sure."""
    assert is_high(Budget(epsilon=Decimal(epsilon), delta=Decimal(delta))) == asks
