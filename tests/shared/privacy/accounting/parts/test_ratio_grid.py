"""Laws of ratios on a grid are never below the exact law, when placed, multiplied and raised to powers."""

from dataclasses import asdict
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from pdd_shared.privacy.accounting.parts.ratio_grid import RatioLaw, certain, law_of_shift, on_grid
from pdd_shared.privacy.accounting.parts.ratios import LawName, Ratios
from tests.support.statistics.hockey_stick import Pair, together
from tests.support.statistics.shifted_noise import divergences, pair

SMALL: list[tuple[LawName, str, int]] = [
    ("skellam", "0.8", 1),
    ("skellam", "1.3", 2),
    ("discrete-gaussian", "1.1", 1),
    ("discrete-laplace", "0.9", 3),
]
LOWEST = -60


def is_above(law: RatioLaw, exact: Pair, within: float = 1.0) -> bool:
    """Return whether D is at least the exact one at each place from LOWEST on, and by at most `within` above it."""
    g = 1 + Fraction(1, 2**law.bits)
    ours = [Fraction(float(found)) for found in law.divergences(LOWEST)]
    true = divergences(exact, [g ** (LOWEST + place) for place in range(0, len(ours), 7)])
    return all(
        t - Fraction(1, 2**190) <= found <= t + Fraction(within) for t, found in zip(true, ours[::7], strict=True)
    )


@pytest.mark.parametrize("bits", [4, 7])
@pytest.mark.parametrize(("law", "scale", "shift"), SMALL)
def test_a_law_on_the_grid_is_an_upper_bound_and_close(law: LawName, scale: str, shift: int, bits: int) -> None:
    """A law on the grid is above the exact divergences, in fractions, by about a cell's square."""
    assert is_above(law_of_shift(law, Decimal(scale), shift, bits), pair(law, scale, shift), 4.0**-bits)


@pytest.mark.parametrize(("law", "scale", "shift"), SMALL)
def test_products_and_powers_are_upper_bounds_and_close(law: LawName, scale: str, shift: int) -> None:
    """Products of two laws and powers of one are above the exact divergences by enumeration, and close to them."""
    one, other = law_of_shift(law, Decimal(scale), shift, 6), law_of_shift("skellam", Decimal("0.8"), 1, 6)
    exact, second = pair(law, scale, shift, 13), pair("skellam", "0.8", 1, 13)
    assert is_above(one.times(other), together([exact, second]), 2 * 4.0**-6)
    if law != "discrete-gaussian":  # whose ratios are all different, so that three of them are too many to enumerate
        rounded = law_of_shift("discrete-laplace", Decimal("0.9"), shift, 6)
        assert is_above(rounded.power(3), together([pair("discrete-laplace", "0.9", shift)] * 3), 2.0**-6)


def test_infinite_ratios_add_up() -> None:
    """A product is infinite where a factor is, and what is cut off at the top of a law counts as infinite too."""
    one, other = (RatioLaw(6, 0, np.array([1 - beyond]), beyond) for beyond in (0.1, 0.2))
    assert 0.28 <= one.times(other).beyond <= 0.301
    assert other.times(one).beyond >= 0.28
    assert 0.1 <= one.times(certain(6)).beyond <= 0.1001


def test_powers_are_repeated_products() -> None:
    """A power by squaring equals repeated products, except for ends that are cut and for rounding."""
    law = law_of_shift("skellam", Decimal("2"), 1, 7)
    slow = certain(7)
    for times in range(1, 12):
        slow = slow.times(law)
        quick = law.power(times)
        assert np.allclose(quick.divergences(-200)[:500], slow.divergences(-200)[:500], atol=1e-13)
    assert asdict(law.power(0)) == asdict(certain(7))


def test_a_ratio_on_the_grid_stays_where_it_is() -> None:
    """Ratios of 1 and powers of g stay in place but for rounding; others are split so that E[1 / ratio] is kept."""
    g = 1 + 2.0**-5
    for ratio in (1.0, g**7, g**-9, 1.2345):
        law = on_grid(Ratios(np.array([ratio]), np.array([1.0]), 0.0), 5)
        places = law.first + np.arange(len(law.masses))
        assert law.masses.sum() == pytest.approx(1, abs=1e-12)
        assert law.masses @ g**-places == pytest.approx(1 / ratio, abs=1e-12)
        assert places[0] <= np.log(ratio) / np.log(g) + 1e-9 <= places[-1] + 2e-9


def test_far_ratios_are_counted_as_infinite_and_tiny_ones_as_larger() -> None:
    """Too large a ratio counts as infinite, and too small a one as 2^-64, so nothing is lost at the ends."""
    law = on_grid(Ratios(np.array([2.0**-70, 1.0, 2.0**70, np.inf]), np.array([0.5, 0.25, 0.15, 0.1]), 0.0), 4)
    assert 0.25 <= law.beyond <= 0.2503
    assert law.masses.sum() == pytest.approx(0.75)
    assert law.first == pytest.approx(-64 * np.log(2) / np.log1p(2.0**-4), abs=1)


@pytest.mark.parametrize("fault", ["below", "lost", "once"])
def test_the_check_catches_a_grid_that_is_too_low(fault: str) -> None:
    """The check rejects ratios placed too low, a dropped tail and a left out number."""
    exact = together([pair("skellam", "0.8", 1, 16)] * 2)
    law = law_of_shift("skellam", Decimal("0.8"), 1, 6)
    squared = law.power(2)
    broken = {
        "below": RatioLaw(6, squared.first - 1, squared.masses, squared.beyond),
        "lost": RatioLaw(6, squared.first, squared.masses[:-80], 0.0),
        "once": law,
    }
    assert is_above(squared, exact)
    assert not is_above(broken[fault], exact)
