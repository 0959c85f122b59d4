"""Budgets: whether charged days keep to a budget, and how many days it lasts."""

from bisect import bisect_left
from collections.abc import Callable
from functools import lru_cache

from pdd_shared.privacy.accounting.charges import Charges, DayCharge
from pdd_shared.privacy.accounting.composition import basic_epsilon, epsilon, gaussian_rho
from pdd_shared.privacy.accounting.parts.gaussian import gaussian_mu
from pdd_shared.privacy.accounting.parts.release import keeps_to, largest_epsilon
from pdd_shared.privacy.accounting.releases import has_parts, release_of
from pdd_shared.protocol.limits import MAX_BUDGET_DAYS
from pdd_shared.protocol.terms import Budget

_WITHIN_ROUNDING = 1 + 1e-9
"""The factor by which a cost may pass its budget, so that different rounding does not overspend a budget just spent."""

_COARSER = 3
"""By how many bits the grid is coarser where nothing is decided, which makes composing parts up to 64 times as fast."""
_SLACK = 64
"""One over this is by how much the days that are left may be too low, beside what the coarser grid adds."""
_LARGEST_EPSILON = 37.0
"""About the largest epsilon of a release of parts. Beyond it, finite tables alone take more than a usual delta."""


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


def _composed_within(charges: Charges, total_epsilon: float, delta: float, coarser: int = 0) -> bool:
    """Return whether composition alone finds that all these days cost at most this epsilon at this delta.

    For a release of parts it compares deltas at the epsilon, so that mostly no epsilon has to be searched for. Its grid
    is so many bits coarser.
    """
    if has_parts(charges) and not gaussian_rho(charges):
        return keeps_to(release_of(charges), total_epsilon, delta, coarser)
    return epsilon(charges, delta) <= total_epsilon * _WITHIN_ROUNDING


def days_within(charge: DayCharge, budget: Budget) -> int:
    """Return how many days of this charge a budget lasts, at most MAX_BUDGET_DAYS."""
    return _days_within(charge, float(budget.epsilon), float(budget.delta))


def days_left(charges_after: Callable[[int], Charges], total_epsilon: float, delta: float) -> int:
    """Return how many more days keep to this epsilon and delta, at most MAX_BUDGET_DAYS.

    This is information, and nothing is decided by it. Where days have parts and are many, it may be a few percent too
    low: they are composed on a coarser grid, the search ends early, and no epsilon above 37 is tried.

    Args:
        charges_after: Returns all charged days after so many more days. They never cost less than before.
        total_epsilon: The most that all days may cost together.
        delta: The delta at which that is stated.
    """
    of_parts = has_parts(charges_after(1))
    most = min(total_epsilon, _LARGEST_EPSILON) if of_parts else total_epsilon
    return _longest(
        lambda days: _composed_within(charges_after(days), most, delta, _COARSER),
        _likely_days(charges_after, most, delta),
        _SLACK if of_parts else MAX_BUDGET_DAYS,
    )


@lru_cache(maxsize=1024)
def _days_within(charge: DayCharge, total_epsilon: float, delta: float) -> int:
    return _longest(
        lambda days: _composed_within({charge: days}, total_epsilon, delta),
        _likely_days(lambda days: {charge: days}, total_epsilon, delta),
    )


def _longest(enough: Callable[[int], bool], likely: int, slack: int = MAX_BUDGET_DAYS) -> int:
    """Return the largest number of days up to MAX_BUDGET_DAYS that is `enough`, or one lower by one `slack`-th at most.

    It is likely near `likely`. The search doubles its steps away from there, then bisects. The cost grows with the
    days, except for rounding.
    """
    low, high, tried, step = 0, MAX_BUDGET_DAYS + 1, likely, max(1, likely // slack)
    while low < tried < high:
        low, high = (tried, high) if enough(tried) else (low, tried)
        tried = low + step if high > MAX_BUDGET_DAYS else high - step
        step *= 2
    while high - low > max(1, low // slack):
        middle = (low + high) // 2
        low, high = (middle, high) if enough(middle) else (low, middle)
    return low


def _likely_days(charges_after: Callable[[int], Charges], total_epsilon: float, delta: float) -> int:
    """Return about how many days last, for `_longest`.

    Where days have parts, composing too many takes long. Gaussian noise of the same cost lasts nearly as long, up to
    the epsilon from which on finite tables alone take all of delta.
    """
    if delta <= 0 or not has_parts(charges_after(1)):
        return 1

    def is_too_long(days: int) -> bool:
        charges = charges_after(days)
        usable = min(total_epsilon, largest_epsilon(release_of(charges), delta))
        return usable <= 0 or _total_rho(charges) > gaussian_mu(usable, delta) ** 2 / 2

    return max(1, bisect_left(range(1, MAX_BUDGET_DAYS + 1), True, key=is_too_long))


def _total_rho(charges: Charges) -> float:
    """Return about the zero-concentrated cost of all these days."""
    return gaussian_rho(charges) + sum(times * part.rho for part, times in release_of(charges).items())
