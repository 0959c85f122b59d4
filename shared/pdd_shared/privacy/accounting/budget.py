"""Budgets: whether charged days keep to a budget, and how many days it lasts."""

from functools import lru_cache

from pdd_shared.privacy.accounting.charges import Charges, DayCharge
from pdd_shared.privacy.accounting.composition import basic_epsilon, epsilon, gaussian_rho
from pdd_shared.privacy.accounting.parts.release import keeps_to
from pdd_shared.privacy.accounting.releases import has_parts, release_of
from pdd_shared.protocol.limits import MAX_BUDGET_DAYS
from pdd_shared.protocol.terms import Budget

_WITHIN_ROUNDING = 1 + 1e-9
"""The factor by which a cost may pass its budget, so that different rounding does not overspend a budget just spent."""


def fits(charges: Charges, budget: Budget) -> bool:
    """Return whether all these days together cost no more than the budget."""
    return within(charges, float(budget.epsilon), float(budget.delta))


def within(charges: Charges, total_epsilon: float, delta: float) -> bool:
    """Return whether all these days together cost at most this epsilon at this delta.

    The nightly run asks this for each campaign. For a campaign whose terms never changed it needs no new composition,
    because the number of days that a charge lasts is cached.
    """
    if has_parts(charges):
        return _composed_within(charges, total_epsilon, delta)
    if basic_epsilon(charges, delta) <= total_epsilon * _WITHIN_ROUNDING:
        return True
    charged = [(charge, days) for charge, days in charges.items() if days]
    if len(charged) == 1 and charged[0][1] <= _days_within(charged[0][0], total_epsilon, delta):
        return True
    # More days than `_days_within` found may still be within the budget. It ends at MAX_BUDGET_DAYS; and at deltas as
    # small as the rounding, epsilon sometimes falls from one day to the next.
    return _composed_within(charges, total_epsilon, delta)


def _composed_within(charges: Charges, total_epsilon: float, delta: float) -> bool:
    """Return whether composition alone finds that all these days cost at most this epsilon at this delta.

    For a release of parts it compares deltas at the epsilon, so that mostly no epsilon has to be searched for.
    """
    if has_parts(charges) and not gaussian_rho(charges):
        return keeps_to(release_of(charges), total_epsilon, delta)
    return epsilon(charges, delta) <= total_epsilon * _WITHIN_ROUNDING


def days_within(charge: DayCharge, budget: Budget) -> int:
    """Return how many days of this charge a budget lasts, at most MAX_BUDGET_DAYS."""
    return _days_within(charge, float(budget.epsilon), float(budget.delta))


@lru_cache(maxsize=1024)
def _days_within(charge: DayCharge, total_epsilon: float, delta: float) -> int:
    """Find the number of days by doubling, then bisection. The cost grows with the days, except for rounding."""

    def enough(days: int) -> bool:
        return _composed_within({charge: days}, total_epsilon, delta)

    most = 1
    while most <= MAX_BUDGET_DAYS and enough(most):
        most *= 2
    fewest = most // 2
    most = min(most, MAX_BUDGET_DAYS + 1)
    while most - fewest > 1:
        middle = (fewest + most) // 2
        fewest, most = (middle, most) if enough(middle) else (fewest, middle)
    return fewest
