"""Composition of days: compared with closed forms, with dp-accounting itself, and with the search for noise."""

from decimal import Decimal
from functools import reduce
from math import inf
from typing import Any

import dp_accounting
import pytest
from dp_accounting.pld import privacy_loss_distribution as pld
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pdd_shared.privacy.accounting import budget as budgets
from pdd_shared.privacy.accounting.budget import days_within, fits, within
from pdd_shared.privacy.accounting.charges import Charge, Charges
from pdd_shared.privacy.accounting.composition import basic_epsilon, epsilon, scale_for
from pdd_shared.protocol.limits import MAX_BUDGET_DAYS, MAX_SCALE
from pdd_shared.protocol.terms import Budget
from tests.support.reference import privacy_costs

ROUNDING = 1 + 1e-9
DELTAS = st.sampled_from([1e-4, 1e-6, 1e-9])


def laplace(scale: object, sensitivity: int = 1) -> Charge:
    return Charge("discrete-laplace", Decimal(str(scale)), sensitivity)


def gaussian(scale: object, squared: int = 1) -> Charge:
    return Charge("discrete-gaussian", Decimal(str(scale)), squared)


@st.composite
def charges(draw: st.DrawFn) -> Charge:
    law = draw(st.sampled_from([laplace, gaussian]))
    return law(draw(st.sampled_from(["5", "54", "81.5", "400"])), draw(st.integers(1, 90)))


@pytest.mark.parametrize(("days", "basic", "composed"), [(30, 3.0, "2.35"), (365, 36.5, "10.3")])
def test_the_figures_we_state(days: int, basic: float, composed: str) -> None:
    """Days of daily epsilon 0.1 (scale 10, sensitivity 1) cost what docs/reference/privacy.md states."""
    assert basic_epsilon({laplace(10): days}, 1e-6) == pytest.approx(basic)
    assert f"{epsilon({laplace(10): days}, 1e-6):.3g}" == composed


@pytest.mark.parametrize("case", privacy_costs.DOCUMENT, ids=lambda case: case["why"])
def test_vectors(case: dict[str, Any]) -> None:
    """Each vector's days cost what the vector states, composed and in plain addition; null stands for no finite
    epsilon.
    """
    charges = privacy_costs.charges_of(case)
    # Where hardly any delta is left beside what is set aside for rounding, rounding itself shows.
    close = 1e-8 if case["delta"] > 1e-11 else 1e-5
    for cost, expected in ((epsilon, case["epsilon"]), (basic_epsilon, case["basic_epsilon"])):
        assert cost(charges, case["delta"]) == pytest.approx(inf if expected is None else expected, rel=close)


@pytest.mark.parametrize(("scale", "sensitivity", "days"), [(10, 1, 30), (54, 81, 7), (81, 81, 30), (200, 9, 120)])
def test_laplace_agrees_with_dp_accounting(scale: float, sensitivity: int, days: int) -> None:
    """dp-accounting's privacy loss distribution, with its own discretization, gives the same epsilon within half a
    percent.
    """
    theirs = pld.from_discrete_laplace_mechanism(1 / scale, sensitivity).self_compose(days)
    ours = epsilon({laplace(scale, sensitivity): days}, 1e-6)
    assert ours == pytest.approx(theirs.get_epsilon_for_delta(1e-6), rel=5e-3)


@pytest.mark.parametrize("delta", [1e-4, 1e-6, 1e-9])
@pytest.mark.parametrize(
    "mixed",
    [
        {laplace(54, 9): 30, laplace(400, 81): 90},
        {laplace(5): 60, laplace("81.5", 20): 14, laplace(400, 90): 200},
        {laplace(200, 81): 365, laplace(300, 41): 100, laplace(400, 81): 31, laplace(1000, 200): 77},
    ],
)
def test_mixtures_agree_with_dp_accounting(mixed: dict[Charge, int], delta: float) -> None:
    """Mixtures cost the same within 1/20,000 by dp-accounting, on a grid two to seventeen times as fine."""
    cell = sum(days * charge.epsilon for charge, days in mixed.items()) / 2**18
    laws = [
        pld.from_discrete_laplace_mechanism(
            1 / float(charge.scale), charge.sensitivity, value_discretization_interval=cell, use_connect_dots=True
        ).self_compose(days)
        for charge, days in mixed.items()
    ]
    theirs = reduce(pld.PrivacyLossDistribution.compose, laws).get_epsilon_for_delta(delta)
    assert epsilon(mixed, delta) == pytest.approx(theirs, rel=5e-5)


@pytest.mark.parametrize(
    ("scale", "squared", "days"), [(100, 1601, 30), (227.7, 1601, 365), (3, 1, 1), (2000, 1601, 9)]
)
def test_gaussian_is_the_bound_by_zcdp_and_no_less(scale: float, squared: int, days: int) -> None:
    """Gaussian days cost dp-accounting's zCDP bound for rho = days L2^2 / (2 scale^2), and not the lower loss of
    one number.
    """
    rho = days * squared / (2 * scale**2)
    orders = [1 + 0.001 * 1.02**step for step in range(1000)]
    theirs = dp_accounting.rdp.RdpAccountant(orders).compose(dp_accounting.ZCDpEvent(rho)).get_epsilon(1e-6)
    ours = epsilon({gaussian(scale, squared): days}, 1e-6)
    assert ours == pytest.approx(theirs, rel=1e-3)
    tighter = pld.from_gaussian_mechanism(scale / squared**0.5).self_compose(days).get_epsilon_for_delta(1e-6)
    assert ours > tighter * 1.01


@given(st.integers(1, 5000), st.integers(1, 3000), st.decimals("0.01", 1000, places=2))
def test_a_pure_guarantee_has_the_closed_form(sensitivity: int, days: int, total: Decimal) -> None:
    """At delta 0 the scale is exactly L1 T / epsilon, rounded up to a thousandth."""
    exact = Decimal(sensitivity * days) / total
    assume(exact <= MAX_SCALE)
    found = scale_for(lambda scale: laplace(scale, sensitivity), days, float(total), 0.0)
    assert found == exact.quantize(Decimal("0.001"), "ROUND_CEILING")
    assert epsilon({laplace(found, sensitivity): days}, 0.0) <= float(total) * ROUNDING


@settings(max_examples=12)
@given(charges(), st.integers(1, 800), DELTAS, st.floats(0.2, 30))
def test_noise_for_an_epsilon_gives_that_epsilon(kind: Charge, days: int, delta: float, total: float) -> None:
    """The scale found for an epsilon keeps to that epsilon, and a scale one step of the search smaller does not."""

    def at(scale: Decimal) -> Charge:
        return Charge(kind.law, scale, kind.sensitivity)

    scale = scale_for(at, days, total, delta)
    assert epsilon({at(scale): days}, delta) <= total * ROUNDING
    less = scale - max(Decimal("0.001"), scale / 5000)
    assert less <= 0 or epsilon({at(less): days}, delta) > total


def test_impossible_noise_is_refused() -> None:
    """If no scale up to a million is enough, the error says so with the requested numbers."""
    with pytest.raises(ValueError, match="10000 days at epsilon 1e-06 and delta 0 need noise beyond 1000000"):
        scale_for(lambda scale: laplace(scale, 81), 10_000, 1e-6, 0.0)
    with pytest.raises(ValueError, match="need noise beyond"):
        scale_for(gaussian, 3, 1.0, 0.0)


def test_noise_from_tables_is_searched_beyond_basic_composition() -> None:
    """If the tables' delta is too large at the scale that basic composition gives, a larger scale is found."""

    def at(scale: Decimal) -> Charge:
        return Charge("discrete-laplace", scale, 81, 0.0 if scale > 50 else 1.0)

    assert scale_for(at, 1, 81 / 20, 1e-6) == pytest.approx(Decimal(50), rel=Decimal("0.001"))


@settings(max_examples=12)
@given(charges(), DELTAS, st.floats(0.05, 60))
def test_a_budget_lasts_exactly_so_many_days(charge: Charge, delta: float, total: float) -> None:
    """A budget lasts a certain number of days and not one more, by all three functions that answer this."""
    budget = Budget(epsilon=Decimal(str(round(total, 6))), delta=Decimal(f"{delta:.9f}").normalize())
    days = days_within(charge, budget)
    assert fits({charge: days}, budget)
    assume(days < MAX_BUDGET_DAYS)
    assert not fits({charge: days + 1}, budget)
    assert epsilon({charge: days}, delta) <= float(budget.epsilon) * ROUNDING < epsilon({charge: days + 1}, delta)


def test_a_budget_that_nothing_reaches_lasts_the_most_days_there_are() -> None:
    """A budget that is never used up lasts 10,000 days, at which counting ends."""
    assert days_within(laplace(1_000_000), Budget(epsilon=Decimal(1000), delta=Decimal(0))) == MAX_BUDGET_DAYS


def test_more_days_than_are_counted_may_keep_to_a_budget() -> None:
    """More than 10,000 days, at which counting ends, may still keep to a budget: their composed cost decides."""
    charge, delta = laplace(8100, 81), 1e-6
    allowed = epsilon({charge: MAX_BUDGET_DAYS + 1}, delta)
    assert within({charge: MAX_BUDGET_DAYS + 1}, allowed, delta)
    assert not within({charge: MAX_BUDGET_DAYS + 1}, allowed * 0.999, delta)


def test_days_fit_where_their_epsilon_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Days fit a budget if their own epsilon does, even where rounding makes fewer days cost more."""

    def rounded(charges: Charges, _delta: float) -> float:
        (days,) = charges.values()
        return 2.0 if days == 8 else days / 10

    monkeypatch.setattr(budgets, "epsilon", rounded)
    charge = laplace("1.234567")
    assert [days for days in range(1, 13) if within({charge: days}, 0.9, 1e-11)] == [1, 2, 3, 4, 5, 6, 7, 9]


def test_a_pure_budget_is_not_overspent_by_rounding() -> None:
    """Thirty days of 0.1 fit a budget of 3 although their floating-point sum is larger; thirty-one do not."""
    assert within({laplace(10): 30}, 3.0, 0.0)
    assert within({laplace(30): 3, laplace("10.0"): 9}, 1.0, 0.0)
    assert not within({laplace(10): 31}, 3.0, 0.0)


@settings(max_examples=40)
@given(charges(), st.integers(1, 600), DELTAS)
def test_more_days_less_noise_and_less_delta_cost_more(charge: Charge, days: int, delta: float) -> None:
    """Epsilon rises with days and sensitivity, and falls with scale and delta."""
    cost = epsilon({charge: days}, delta)
    assert cost <= epsilon({charge: days + 1}, delta)
    assert cost <= epsilon({Charge(charge.law, charge.scale, charge.sensitivity + 1): days}, delta) * (1 + 1e-6)
    assert epsilon({Charge(charge.law, charge.scale * 2, charge.sensitivity): days}, delta) <= cost
    assert epsilon({charge: days}, delta * 3) <= cost


@settings(max_examples=40)
@given(st.dictionaries(charges(), st.integers(0, 300), min_size=1, max_size=4), DELTAS)
def test_a_mixture_lies_between_its_parts_and_their_sum(mixed: dict[Charge, int], delta: float) -> None:
    """A mixture of laws and scales costs at most basic composition and at least its costliest part."""
    cost = epsilon(mixed, delta)
    assert cost <= basic_epsilon(mixed, delta)
    assert cost >= max(epsilon({charge: days}, delta) for charge, days in mixed.items()) * (1 - 1e-6)


def test_days_split_over_equal_charges_cost_what_they_cost_together() -> None:
    """30 days at two scales that hardly differ cost the same as 30 days at one of them."""
    split = epsilon({laplace(10): 15, laplace("10.000001"): 15}, 1e-6)
    assert split == pytest.approx(epsilon({laplace(10): 30}, 1e-6), rel=1e-4)


def test_where_no_epsilon_holds_it_is_infinite() -> None:
    """Epsilon is infinite for a Gaussian with delta 0 and for tables whose own delta is too large; no days cost
    nothing.
    """
    assert epsilon({gaussian(10): 1}, 0.0) == inf
    assert epsilon({Charge("discrete-laplace", Decimal(10), 1, delta=1e-7): 11}, 1e-6) == inf
    assert epsilon({Charge("discrete-laplace", Decimal(10), 1, delta=1e-7): 9}, 1e-6) < 1
    assert epsilon({}, 0.0) == epsilon({laplace(10): 0}, 1e-6) == 0.0


@pytest.mark.parametrize("scale", ["0.000000000000000001", "0.001", "0.01", "1", "1000000"])
@pytest.mark.parametrize("sensitivity", [1, 101_001])
@pytest.mark.parametrize("delta", [0.0, 1e-18, 1e-12, 1e-6])
def test_no_terms_a_server_could_state_break_the_arithmetic(scale: str, sensitivity: int, delta: float) -> None:
    """From the least scale to the largest caps, epsilon is between 0 and basic composition, without a warning."""
    for made in (laplace(scale, sensitivity), gaussian(scale, sensitivity**2)):
        cost = epsilon({made: 365}, delta)
        assert 0 <= cost <= basic_epsilon({made: 365}, delta)
