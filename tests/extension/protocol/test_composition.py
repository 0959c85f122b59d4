"""Composition in JavaScript: never below the exact value, close to it, and fast."""

from decimal import Decimal
from fractions import Fraction
from operator import itemgetter
from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdd_shared.privacy.accounting import budget
from pdd_shared.privacy.accounting.charges import Charge
from pdd_shared.privacy.accounting.composition import epsilon
from pdd_shared.protocol.terms import Budget, PartNoise, Terms
from tests.extension.javascript import answers
from tests.support.cohort.memory_cohort import law, part
from tests.support.statistics.exponential_tilting import true_delta
from tests.support.statistics.hockey_stick import divergence, shifted, together
from tests.support.terms import laplace, terms

mpf = mpmath.mpf
DELTAS = [0.0, 1e-12, 1.5e-12, 1e-11, 1e-9, 1e-6, 1e-5]
slow = settings(max_examples=2)

Case = tuple[str, int, int, float]
"""Scale, sensitivity, days, delta."""
Days = tuple[str, int, int]
"""Scale, sensitivity, days."""
scales = st.decimals(Decimal("0.5"), 10_000, places=3).map(lambda scale: str(scale.normalize().__format__("f")))
cases = st.tuples(scales, st.integers(1, 81), st.integers(1, 3650), st.sampled_from(DELTAS))

several = st.tuples(
    st.lists(
        st.tuples(scales, st.integers(1, 81), st.integers(1, 400)), min_size=2, max_size=8, unique_by=itemgetter(0)
    ),
    st.sampled_from(DELTAS),
)


def charged(scale: str, sensitivity: int, days: int, law: str = "discrete-laplace") -> dict[str, Any]:
    """Return so many days of a charge in JavaScript's form."""
    return {"charge": {"law": law, "scale": scale, "sensitivity": sensitivity, "delta": 0}, "days": days}


def costs(asked: list[Case]) -> list[float]:
    """Return the epsilon of each, computed in JavaScript."""
    return costs_together([([case[:3]], case[3]) for case in asked])


def costs_together(asked: list[tuple[list[Days], float]]) -> list[float]:
    """Return the epsilon of several days' charges together, each at its delta, computed in JavaScript."""
    calls = [
        ("privacy/accounting/composition", "epsilon", [charged(*each) for each in days], delta) for days, delta in asked
    ]
    return [float(answer["done"]) for answer in answers(*calls)]


def rational(number: mpmath.mpf) -> Fraction:
    """Return the number as a fraction, with an error below 1e-60."""
    return Fraction(int(mpmath.floor(number * 2**220)), 2**220)


def test_few_days_are_never_below_the_truth_and_close_to_it() -> None:
    """For up to three days, by enumeration, at most delta lies beyond our epsilon, and more than delta at 1% less."""
    shapes = [(scale, s, days) for scale in ("0.5", "2", "7.3", "40") for s in (1, 2, 3, 9) for days in (1, 2, 3)]
    asked = [(*shape, delta) for shape in shapes for delta in (1e-11, 1e-9, 1e-6, 1e-3)]
    for (scale, sensitivity, days, delta), found in zip(asked, costs(asked), strict=True):
        with mpmath.workprec(400):
            pair = shifted(rational(mpmath.exp(-1 / mpf(scale))), sensitivity)
            more = {at: divergence(together([pair] * days), rational(mpmath.exp(mpf(found) * at))) for at in (1, 0.99)}
        assert more[1] <= delta, (scale, sensitivity, days, delta)
        # A set-aside of 1e-12 is a tenth of the smallest delta here: there 1% of epsilon may be less than it.
        assert more[0.99] > delta - 2e-12 or found == 0, (scale, sensitivity, days, delta)


MIXTURES: list[list[Days]] = [
    [("0.5", 1, 1), ("2", 3, 1)],
    [("2", 9, 1), ("7.3", 9, 2)],
    [("40", 9, 2), ("40", 2, 1)],
    [("40", 3, 1), ("41", 3, 1), ("7.3", 1, 1)],
    [("0.5", 3, 1), ("1000", 9, 2)],
]


def test_few_days_of_several_campaigns_are_never_below_the_truth_and_close_to_it() -> None:
    """The same holds for up to three days of unequal scales."""
    asked = [(days, delta) for days in MIXTURES for delta in (1e-11, 1e-9, 1e-6, 1e-3)]
    for (days, delta), found in zip(asked, costs_together(asked), strict=True):
        with mpmath.workprec(400):
            pairs = [
                shifted(rational(mpmath.exp(-1 / mpf(scale))), sensitivity)
                for scale, sensitivity, times in days
                for _ in range(times)
            ]
            more = {at: divergence(together(pairs), rational(mpmath.exp(mpf(found) * at))) for at in (1, 0.99)}
        assert more[1] <= delta, (days, delta)
        assert more[0.99] > delta - 2e-12 or found == 0, (days, delta)


Losses = list[tuple[mpmath.mpf, mpmath.mpf]]


def losses_of(scale: int, days: int) -> Losses:
    """Return the losses of so many days of sensitivity 1 with their binomial probabilities; one day's is +-1/scale."""
    ratio = mpmath.exp(-1 / mpf(scale))
    weight, found = (1 / (1 + ratio)) ** days, []
    for down in range(days + 1):
        found.append((mpf(days - 2 * down) / scale, weight))
        weight *= ratio * (days - down) / (down + 1)
    return found


def beyond(losses: Losses, cost: float) -> mpmath.mpf:
    """Return the probability beyond a cost."""
    return sum((weight * (1 - mpmath.exp(cost - loss)) for loss, weight in losses if loss > cost), mpf(0))


def test_years_are_never_below_the_truth_and_close_to_it() -> None:
    """The same holds for ten years and more, where Fourier transforms round, by exact binomial sums."""
    shapes = [("10", 1, 365), ("100", 1, 3650), ("1000", 1, 3650), ("10000", 1, 10_000)]
    asked = [(*shape, delta) for shape in shapes for delta in (1.5e-12, 1e-11, 1e-6, 1e-3)]
    for (scale, _, days, delta), found in zip(asked, costs(asked), strict=True):
        with mpmath.workprec(300):
            assert beyond(losses_of(int(scale), days), found) <= delta, (scale, days, delta)
            assert beyond(losses_of(int(scale), days), found * 0.99) > delta - 2e-12, (scale, days, delta)


def test_a_hundred_thousand_days_are_not_below_the_truth() -> None:
    """100,000 days cost no less than the exact value in JavaScript too, though more days round more."""
    asked = [(scale, s, 100_000, delta) for scale, s in (("366.858", 9), ("265.689", 5)) for delta in (1e-6, 1e-9)]
    for (scale, sensitivity, days, delta), found in zip(asked, costs(asked), strict=True):
        charge = Charge("discrete-laplace", Decimal(scale), sensitivity)
        assert true_delta(charge, days, found) <= delta < true_delta(charge, days, found * 0.999), (scale, delta)


@pytest.mark.parametrize("scale", ["0.000000000000000001", "0.000001", "1", "1000000"])
def test_gaussian_noise_of_any_scale_costs_what_it_costs_in_python(scale: str) -> None:
    """Gaussian noise costs what it does in Python, from the least scale, where rounding matters most, to the
    largest.
    """
    (answer,) = answers(
        ("privacy/accounting/composition", "epsilon", [charged(scale, 3, 30, "discrete-gaussian")], 1e-6)
    )
    expected = epsilon({Charge("discrete-gaussian", Decimal(scale), 3): 30}, 1e-6)
    assert answer["done"] == pytest.approx(expected, rel=1e-12)


def test_months_of_two_campaigns_are_never_below_the_truth_and_close_to_it() -> None:
    """The same holds for months of two campaigns with losses on different lattices: all sums of their losses."""
    days = [("10", 1, 180), ("17", 1, 90)]
    asked = [(days, delta) for delta in (1.5e-12, 1e-11, 1e-6, 1e-3)]
    with mpmath.workprec(100):
        one, other = (losses_of(int(scale), times) for scale, _, times in days)
        both = [(loss + more, weight * share) for loss, weight in one for more, share in other]
        for (_, delta), found in zip(asked, costs_together(asked), strict=True):
            assert beyond(both, found) <= delta, delta
            assert beyond(both, found * 0.99) > delta - 2e-12, delta


def agrees(found: float, expected: float, delta: float) -> bool:
    """Return whether both languages agree; their rounding differs the more, the smaller delta is."""
    leeway = 1e-8 + 1e-13 / delta if delta else 1e-12
    return abs(found - expected) <= leeway * expected + 1e-9


@given(st.lists(cases, min_size=12, max_size=12))
@slow
def test_random_charges_cost_what_they_cost_in_python(asked: list[Case]) -> None:
    """Random charges of one campaign cost what they cost in Python, on the same lattice."""
    for (scale, sensitivity, days, delta), found in zip(asked, costs(asked), strict=True):
        expected = epsilon({Charge("discrete-laplace", Decimal(scale), sensitivity): days}, delta)
        assert agrees(found, expected, delta), (scale, sensitivity, days, delta)


@given(st.lists(several, min_size=6, max_size=6))
@slow
def test_random_campaigns_together_cost_what_they_cost_in_python(asked: list[tuple[list[Days], float]]) -> None:
    """Random campaigns together cost what they cost in Python, convolved on the same grid."""
    for (days, delta), found in zip(asked, costs_together(asked), strict=True):
        charges = {Charge("discrete-laplace", Decimal(scale), s): times for scale, s, times in days}
        assert agrees(found, epsilon(charges, delta), delta), (days, delta)


ONE = law("81")
COHORT = part(noise=PartNoise(joined=ONE, searches=ONE, counts=ONE), max_searches=20, max_matches=3).terms


def test_a_day_is_charged_alike() -> None:
    """A day under any terms is charged as in Python, with what tables of donors' noise add to its delta."""
    groups = [terms(), terms(5, 2, noise=laplace("40.5")), terms(min_group=50)]
    given_terms: list[Terms] = [*groups, COHORT]
    for given_one, answer in zip(given_terms, answers(*(_charge_call(each) for each in given_terms)), strict=True):
        expected = Charge.of_terms(given_one)
        assert Decimal(answer["done"]["scale"]) == expected.scale
        assert (answer["done"]["law"], answer["done"]["sensitivity"]) == (expected.law, expected.sensitivity)
        assert answer["done"]["delta"] == pytest.approx(expected.delta, rel=1e-12)


def _charge_call(given_one: Terms) -> tuple[Any, ...]:
    return ("privacy/accounting/charges", "chargeOf", given_one.model_dump(mode="json"))


def test_a_budget_is_full_on_the_same_day() -> None:
    """Budgets last as many days as in Python, to a day where composition rounds, and exactly in plain addition."""
    for epsilon_, delta, leeway in (("45", "0.000001", 1), ("12", "0", 0)):
        allowed = Budget(epsilon=Decimal(epsilon_), delta=Decimal(delta))
        last = budget.days_within(Charge("discrete-laplace", Decimal(81), 81), allowed)
        days = [last - leeway, last + 1 + leeway]
        told = allowed.model_dump(mode="json")
        found = answers(*(("privacy/accounting/budget", "fits", [charged("81", 81, many)], told) for many in days))
        assert [answer["done"] for answer in found] == [True, False]
