"""Rounding in Fourier transforms is smaller than the part of delta that composition sets aside for it."""

from collections.abc import Iterable
from decimal import Decimal
from itertools import accumulate, takewhile

import mpmath
import numpy as np
import pytest

from pdd_shared.privacy.accounting.charges import Charge
from pdd_shared.privacy.accounting.composition import epsilon, set_aside
from pdd_shared.privacy.accounting.fourier import Draws, places_of, sums_of
from pdd_shared.privacy.accounting.loss_grid import cell_of, losses_on_grid
from pdd_shared.protocol.limits import MAX_BUDGET_DAYS
from tests.support.statistics.exponential_tilting import rare_sums, true_delta

LARGEST_DELTA = 1e-3
"""Of a budget, and so the largest sum of probabilities that is compared with one."""


def binomial(scale: str, days: int) -> Iterable[mpmath.mpf]:
    """Return the law of how many of so many days have the lower of their two losses, computed with 60 digits."""
    a = mpmath.exp(-1 / mpmath.mpf(scale))
    weight = (1 + a) ** -days
    for down in range(days + 1):
        yield weight
        weight *= a * (days - down) / (down + 1)


@pytest.mark.parametrize("days", [1, 30, 365, 3_650, MAX_BUDGET_DAYS])
@pytest.mark.parametrize("scale", ["0.5", "10", "10000"])
def test_sums_of_probabilities_are_right_within_half_of_what_is_set_aside(scale: str, days: int) -> None:
    """Every sum of probabilities, from the largest loss to the largest delta, is within half of what is set aside."""
    charges = {Charge("discrete-laplace", Decimal(scale), 1): days}
    draws = [Draws(losses_on_grid(charge, cell_of(charges)), times) for charge, times in charges.items()]
    places = places_of(draws)
    ours = np.cumsum(np.maximum(sums_of(draws, places), 0))
    with mpmath.workdps(60):
        exact = list(takewhile(lambda total: total < LARGEST_DELTA, accumulate(binomial(scale, days))))
        errors = [
            float(mpmath.mpf(found) - exact[at]) for at, found in zip(places, ours, strict=False) if at < len(exact)
        ]
    assert max(map(abs, errors), default=0.0) < set_aside(charges) / 2


@pytest.mark.parametrize("days", [1, 365, MAX_BUDGET_DAYS, 10 * MAX_BUDGET_DAYS])
@pytest.mark.parametrize(("scale", "sensitivity"), [("661.905", 81), ("16867.212", 401), ("32855.231", 1001)])
def test_sums_over_many_losses_are_right_within_what_is_set_aside(scale: str, sensitivity: int, days: int) -> None:
    """The same holds with as many losses a day as a campaign has, and for 100,000 days of all campaigns together."""
    charge = Charge("discrete-laplace", Decimal(scale), sensitivity)
    draws = Draws(losses_on_grid(charge, cell_of({charge: days})), days)
    places = places_of([draws])
    exact = np.cumsum(rare_sums(draws, places))
    errors = np.cumsum(np.maximum(sums_of([draws], places), 0)) - exact
    assert abs(errors[exact < LARGEST_DELTA]).max(initial=0) < set_aside({charge: days})


@pytest.mark.parametrize("delta", [1e-6, 1e-9])
def test_a_hundred_thousand_days_are_not_below_the_truth(delta: float) -> None:
    """100,000 days cost no less than the exact value: more days round more, and more is set aside for them."""
    charge = Charge("discrete-laplace", Decimal("366.858"), 9)
    cost = epsilon({charge: 100_000}, delta)
    assert true_delta(charge, 100_000, cost) <= delta < true_delta(charge, 100_000, cost * 0.999)


def test_the_reference_for_rare_sums_is_right() -> None:
    """Tilting gives the exact binomial sums of the first test within a hundredth of what is set aside."""
    draws = Draws(losses_on_grid(Charge("discrete-laplace", Decimal(10), 1), 0.2), MAX_BUDGET_DAYS)
    places = places_of([draws])
    with mpmath.workdps(60):
        exact = [float(total) for total in accumulate(binomial("10", MAX_BUDGET_DAYS))][places.start : places.stop]
    found = np.cumsum(rare_sums(draws, places))
    rare = np.array(exact) < LARGEST_DELTA
    assert rare.any()
    assert abs(found - exact)[rare].max() < 1e-14


def test_a_law_that_is_wrapped_around_loses_none_of_its_probability() -> None:
    """Probability outside the computed range wraps around into it, so no sum becomes too small."""
    law = Draws(np.array([0.25, 0.5, 0.25]), 8)
    everything, some = sums_of([law], range(17)), sums_of([law], range(4, 12))
    assert everything.sum() == pytest.approx(1)
    assert some.sum() == pytest.approx(1)
    assert (some >= everything[4:12] - 1e-15).all()
