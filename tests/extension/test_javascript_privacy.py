"""What days cost together, in JavaScript: never below the truth, close to it, and quick; held against exact numbers."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdd_shared.privacy import budget
from pdd_shared.privacy.charges import Charge
from pdd_shared.privacy.composition import basic_epsilon, epsilon
from pdd_shared.terms import Budget, Terms
from tests.extension.javascript import answers
from tests.support.hockey_stick import divergence, shifted, together
from tests.support.terms import donors_noise, laplace, terms

mpf = mpmath.mpf
DELTAS = [0.0, 1e-12, 1.5e-12, 1e-11, 1e-9, 1e-6, 1e-5]
slow = settings(max_examples=2)

Case = tuple[str, int, int, float]
"""Scale, sensitivity, days, delta."""
scales = st.decimals(Decimal("0.5"), 10_000, places=3).map(lambda scale: str(scale.normalize().__format__("f")))
cases = st.tuples(scales, st.integers(1, 81), st.integers(1, 3650), st.sampled_from(DELTAS))


def charged(scale: str, sensitivity: int, days: int, law: str = "discrete-laplace") -> dict[str, Any]:
    """So many days of a charge, as JavaScript has it."""
    return {"charge": {"law": law, "scale": scale, "sensitivity": sensitivity, "delta": 0}, "days": days}


def costs(asked: list[Case]) -> list[float]:
    """The epsilon of each in JavaScript."""
    calls = [("privacy/composition", "epsilon", [charged(*case[:3])], case[3]) for case in asked]
    return [float(answer["done"]) for answer in answers(*calls)]


def rational(number: mpmath.mpf) -> Fraction:
    """The number, wrong by less than 1e-60."""
    return Fraction(int(mpmath.floor(number * 2**220)), 2**220)


def test_few_days_are_never_below_the_truth_and_close_to_it() -> None:
    """All outcomes of up to three days, enumerated: at our epsilon at most delta is beyond; at 1% less, more is."""
    shapes = [(scale, s, days) for scale in ("0.5", "2", "7.3", "40") for s in (1, 2, 3, 9) for days in (1, 2, 3)]
    asked = [(*shape, delta) for shape in shapes for delta in (1e-11, 1e-9, 1e-6, 1e-3)]
    for (scale, sensitivity, days, delta), found in zip(asked, costs(asked), strict=True):
        with mpmath.workprec(400):
            pair = shifted(rational(mpmath.exp(-1 / mpf(scale))), sensitivity)
            beyond = {
                at: divergence(together([pair] * days), rational(mpmath.exp(mpf(found) * at))) for at in (1, 0.99)
            }
        assert beyond[1] <= delta, (scale, sensitivity, days, delta)
        # A set-aside of 1e-12 is a tenth of the smallest delta here: there 1% of epsilon may be less than it.
        assert beyond[0.99] > delta - 2e-12 or found == 0, (scale, sensitivity, days, delta)


def beyond_of_many(scale: int, days: int, cost: float) -> mpmath.mpf:
    """How much of so many days of sensitivity 1, whose losses are +-1/scale, is beyond a cost: a binomial sum."""
    ratio = mpmath.exp(-1 / mpf(scale))
    weight, beyond = (1 / (1 + ratio)) ** days, mpf(0)
    for down in range(days + 1):
        loss = mpf(days - 2 * down) / scale
        if loss <= cost:
            break
        beyond += weight * (1 - mpmath.exp(mpf(cost) - loss))
        weight *= ratio * (days - down) / (down + 1)
    return beyond


def test_years_are_never_below_the_truth_and_close_to_it() -> None:
    """Ten years and more, where Fourier transforms round, also at deltas they could reach: exact binomial sums."""
    shapes = [("10", 1, 365), ("100", 1, 3650), ("1000", 1, 3650), ("10000", 1, 10_000)]
    asked = [(*shape, delta) for shape in shapes for delta in (1.5e-12, 1e-11, 1e-6, 1e-3)]
    for (scale, _, days, delta), found in zip(asked, costs(asked), strict=True):
        with mpmath.workprec(300):
            assert beyond_of_many(int(scale), days, found) <= delta, (scale, days, delta)
            assert beyond_of_many(int(scale), days, found * 0.99) > delta - 2e-12, (scale, days, delta)


@given(st.lists(cases, min_size=12, max_size=12))
@slow
def test_random_charges_cost_at_most_a_hundredth_more_than_in_python(asked: list[Case]) -> None:
    """Python's figure is an upper bound too, rounded to a lattice: ours, which is exact, may be that much below it."""
    for (scale, sensitivity, days, delta), found in zip(asked, costs(asked), strict=True):
        expected = epsilon({Charge("discrete-laplace", Decimal(scale), sensitivity): days}, delta)
        assert expected * 0.998 - 1e-6 <= found <= expected * 1.01 + 1e-9, (scale, sensitivity, days, delta)


def test_several_charges_cost_little_more_and_never_less() -> None:
    """Each is composed by itself: no less than Python's for all of them together, no more than the plain sum."""
    gaussian, delta = charged("200", 1601, 40, "discrete-gaussian"), 1e-6
    mixed = [charged("81", 81, 20), charged("810", 81, 100), gaussian]
    found = [
        float(answer["done"])
        for answer in answers(*(("privacy/composition", name, mixed, delta) for name in ("epsilon", "basicEpsilon")))
    ]
    charges = {
        Charge("discrete-laplace", Decimal(81), 81): 20,
        Charge("discrete-laplace", Decimal(810), 81): 100,
        Charge("discrete-gaussian", Decimal(200), 1601): 40,
    }
    assert epsilon(charges, delta) * 0.999 <= found[0] <= found[1]
    assert found[1] == pytest.approx(basic_epsilon(charges, delta), rel=1e-8)


def test_a_day_is_charged_alike() -> None:
    """What a day under terms costs, what tables of donors' noise add to its delta included, is Python's."""
    given_terms = [terms(), terms(5, 2, noise=laplace("40.5")), terms(min_group=50, noise=donors_noise(81, 5))]
    for given_one, answer in zip(given_terms, answers(*(_charge_call(each) for each in given_terms)), strict=True):
        expected = Charge.of_terms(given_one)
        assert Decimal(answer["done"]["scale"]) == expected.scale
        assert (answer["done"]["law"], answer["done"]["sensitivity"]) == (expected.law, expected.sensitivity)
        assert answer["done"]["delta"] == pytest.approx(expected.delta, rel=1e-12)


def _charge_call(given_one: Terms) -> tuple[Any, ...]:
    return ("privacy/charges", "chargeOf", given_one.model_dump(mode="json"))


def test_a_budget_is_full_on_the_same_day() -> None:
    """Budgets last as many days as in Python, to a day where composing rounds, and exactly where it is plain adding."""
    for epsilon_, delta, leeway in (("45", "0.000001", 1), ("12", "0", 0)):
        allowed = Budget(epsilon=Decimal(epsilon_), delta=Decimal(delta))
        last = budget.days_within(Charge("discrete-laplace", Decimal(81), 81), allowed)
        days = [last - leeway, last + 1 + leeway]
        told = allowed.model_dump(mode="json")
        found = answers(*(("privacy/budget", "fits", [charged("81", 81, many)], told) for many in days))
        assert [answer["done"] for answer in found] == [True, False]
