"""Laws of the ratio of shifted noise are never below the exact ones, and close to them."""

from decimal import Decimal, localcontext

import mpmath
import numpy as np
import pytest

from pdd_shared.privacy.accounting.parts.ratios import MOST_SCALE, LawName, Ratios, shifted
from tests.support.statistics.shifted_noise import probabilities

SETTINGS: list[tuple[LawName, str, int]] = [
    ("skellam", "0.05", 1),
    ("skellam", "0.8", 1),
    ("skellam", "0.8", 4),
    ("skellam", "3.538", 1),
    ("skellam", "24.5", 6),
    ("discrete-gaussian", "0.8", 1),
    ("discrete-gaussian", "12.3", 5),
    ("discrete-laplace", "0.202", 1),
    ("discrete-laplace", "7.3", 12),
]


def never_below(found: Ratios, law: LawName, scale: str, shift: int) -> bool:
    """Return whether E_Q[(1 - k / ratio)+] is at least the exact one, for k from e^-10 to e^30, and hardly larger."""
    reach = 60 + int(13 * float(scale)) + (70 * int(float(scale) + 1) if law == "discrete-laplace" else 0)
    with mpmath.workprec(400):
        p = probabilities(law, scale, reach + shift)
        exact = [
            (p[abs(y)] / p[abs(y + shift)], p[abs(y)]) for y in range(-reach, reach + 1) if abs(y + shift) <= reach
        ]
        pairs = [
            (mpmath.mpf(a), mpmath.mpf(b)) for a, b in zip(found.ratios.tolist(), found.masses.tolist(), strict=True)
        ]
        # At ratios themselves too, where a mass that is missing would show.
        for k in [*map(mpmath.exp, (-10, -1, -0.01, 0, 0.003, 0.1, 1, 3, 10, 30)), *(r for r, _ in exact[::17])]:
            true = sum(mass * (1 - k / ratio) for ratio, mass in exact if ratio > k)
            ours = sum(mass * (1 - k / ratio) for ratio, mass in pairs if ratio > k) + found.beyond
            if not true <= ours + mpmath.mpf(10) ** -50 <= true + 1e-8 * (1 + k):
                return False
    return True


@pytest.mark.parametrize(("law", "scale", "shift"), SETTINGS)
def test_a_law_of_ratios_is_an_upper_bound_and_close(law: LawName, scale: str, shift: int) -> None:
    """A law of ratios is at least the one from 400-bit probabilities, and close to it."""
    found = shifted(law, Decimal(scale), shift)
    assert never_below(found, law, scale, shift)
    assert found.beyond < 1e-28


@pytest.mark.parametrize("fault", ["mass", "ratio", "beyond"])
def test_the_check_catches_a_law_that_is_a_little_too_low(fault: str) -> None:
    """The check rejects masses or ratios rounded down by 2^-40, and a lost tail."""
    found = shifted("skellam", Decimal("0.8"), 1)
    down = 1 - 2.0**-40
    broken = {
        "mass": Ratios(found.ratios, found.masses * down, found.beyond),
        "ratio": Ratios(found.ratios * down, found.masses, found.beyond),
        "beyond": Ratios(found.ratios[:-40], found.masses[:-40], 0.0),
    }
    assert never_below(found, "skellam", "0.8", 1)
    assert not never_below(broken[fault], "skellam", "0.8", 1)


@pytest.mark.parametrize("law", ["skellam", "discrete-gaussian", "discrete-laplace"])
def test_noise_that_hides_nothing_is_told_for_sure(law: LawName) -> None:
    """For a shift far beyond the noise's reach, all the mass is at an infinite ratio."""
    found = shifted(law, Decimal("0.01"), 30)
    assert found.beyond == 1
    assert not found.masses.any()


def test_wide_noise_is_accounted_for_up_to_its_limit() -> None:
    """At the largest scale the law is complete to 10^-6; larger scales and a scale of zero are refused."""
    widest = shifted("skellam", Decimal(MOST_SCALE), 100)
    assert 1 <= widest.masses.sum() + widest.beyond <= 1 + 1e-6
    for law, scale in [("skellam", MOST_SCALE + 1), ("discrete-gaussian", MOST_SCALE + 1), ("discrete-laplace", 0)]:
        with pytest.raises(ValueError, match="not accounted for"):
            shifted(law, Decimal(scale), 1)


@pytest.mark.parametrize(("law", "scale", "shift"), SETTINGS[1:6:2])
def test_a_callers_decimal_context_changes_nothing(law: LawName, scale: str, shift: int) -> None:
    """A caller's decimal context with 3 digits does not change the law."""
    with localcontext() as context:
        context.prec = 3
        rough = shifted(law, Decimal(scale), shift)
    assert np.array_equal(rough.masses, shifted(law, Decimal(scale), shift).masses)
