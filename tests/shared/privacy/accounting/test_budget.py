"""Budgets of several charges: each may fit alone while all together do not."""

from decimal import Decimal

from pdd_shared.privacy.accounting.budget import days_within, fits, within
from pdd_shared.privacy.accounting.charges import Charge
from pdd_shared.protocol.terms import Budget

MANY, FEW = Charge("discrete-laplace", Decimal(54), 9), Charge("discrete-laplace", Decimal(200), 9)
BUDGET = Budget(epsilon=Decimal(3), delta=Decimal("0.000001"))


def test_charges_that_fit_alone_may_not_fit_together() -> None:
    """A campaign whose terms changed has two charges. Days of both are composed, whichever comes first."""
    days = {charge: days_within(charge, BUDGET) for charge in (MANY, FEW)}
    assert all(fits({charge: number}, BUDGET) for charge, number in days.items())
    assert not fits(days, BUDGET)
    assert not fits(dict(reversed(days.items())), BUDGET)
    assert fits({MANY: days[MANY] // 2, FEW: days[FEW] // 3}, BUDGET)


def test_charges_of_no_days_cost_nothing() -> None:
    """A charge that was announced and never used changes nothing, and a pure budget is spent to its last day."""
    days = days_within(MANY, BUDGET)
    assert fits({FEW: 0, MANY: days}, BUDGET)
    assert not fits({FEW: 0, MANY: days + 1}, BUDGET)
    assert within({MANY: 6}, 6 * MANY.epsilon, 0.0)
    assert not within({MANY: 7}, 6 * MANY.epsilon, 0.0)
