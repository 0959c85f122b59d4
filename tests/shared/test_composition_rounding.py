"""What Fourier transforms round, against exact numbers: less than what composition sets aside of delta for it."""

from collections.abc import Iterable
from decimal import Decimal
from itertools import accumulate, takewhile

import mpmath
import numpy as np
import pytest

from pdd_shared.privacy import composition
from pdd_shared.privacy.budget import MAX_DAYS
from pdd_shared.privacy.charges import Charge
from pdd_shared.privacy.fourier import Draws, places_of, sums_of
from pdd_shared.privacy.grid import cell_of, losses_on_grid

LARGEST_DELTA = 1e-3
"""Of a budget, and so the largest sum of probabilities that is compared with one."""


def binomial(scale: str, days: int) -> Iterable[mpmath.mpf]:
    """The law of how many of so many days of sensitivity 1 have the lower of their two losses, at 60 digits."""
    a = mpmath.exp(-1 / mpmath.mpf(scale))
    weight = (1 + a) ** -days
    for down in range(days + 1):
        yield weight
        weight *= a * (days - down) / (down + 1)


@pytest.mark.parametrize("days", [1, 30, 365, 3_650, MAX_DAYS])
@pytest.mark.parametrize("scale", ["0.5", "10", "10000"])
def test_sums_of_probabilities_are_right_within_half_of_what_is_set_aside(scale: str, days: int) -> None:
    """Every sum from the largest loss down to the largest delta, above or below."""
    charges = {Charge("discrete-laplace", Decimal(scale), 1): days}
    draws = [Draws(losses_on_grid(charge, cell_of(charges)), times) for charge, times in charges.items()]
    places = places_of(draws)
    ours = np.cumsum(np.maximum(sums_of(draws, places), 0))
    with mpmath.workdps(60):
        exact = list(takewhile(lambda total: total < LARGEST_DELTA, accumulate(binomial(scale, days))))
        errors = [
            float(mpmath.mpf(found) - exact[at]) for at, found in zip(places, ours, strict=False) if at < len(exact)
        ]
    assert max(map(abs, errors), default=0.0) < composition._CONVOLVED / 2


def test_a_law_that_is_wrapped_around_loses_none_of_its_probability() -> None:
    """What lies outside the places computed comes back within them: no sum is lower for it."""
    law = Draws(np.array([0.25, 0.5, 0.25]), 8)
    everything, some = sums_of([law], range(17)), sums_of([law], range(4, 12))
    assert everything.sum() == pytest.approx(1)
    assert some.sum() == pytest.approx(1)
    assert (some >= everything[4:12] - 1e-15).all()
