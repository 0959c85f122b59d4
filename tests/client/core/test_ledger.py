"""The ledger's arithmetic: what may be given, what it has cost, and how long a ceiling lasts."""

from collections import Counter
from datetime import date, timedelta
from decimal import Decimal
from math import ceil, exp, floor, inf, log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom  # type: ignore[import-untyped]

from pdd_client.core.donation.consent import AnyPart, Consent
from pdd_client.core.donation.ledger import Account, GivenDay, Ledger, account, affordable
from pdd_shared.privacy.accounting import budget as budgets
from pdd_shared.privacy.accounting import composition
from pdd_shared.privacy.accounting.budget import days_within
from pdd_shared.privacy.accounting.charges import Charge, charge_of_terms
from pdd_shared.privacy.accounting.composition import basic_epsilon, epsilon
from pdd_shared.protocol.terms import NumberNoise, PartNoise, PlainTerms, Terms
from pdd_shared.rounds.cohort.day.layout import cohort_part_of
from tests.client.cohort_fakes import cohort_terms
from tests.client.core.test_donation import consent_to
from tests.client.fakes import budget, campaign, gaussian, part_of
from tests.support.terms import laplace, terms

FIRST = date(2026, 11, 20)
DELTA = 1e-6
SENSITIVITY = 16
"""Of terms(5, 2): 1 + 5 * (1 + 2)."""


def under(scale: object, **changes: object) -> PlainTerms:
    return terms(5, 2, noise=laplace(scale), **changes)


def part(name: str, bounds: Terms) -> tuple[AnyPart, Consent]:
    text = campaign(id=name, terms=bounds)
    return part_of(text) if isinstance(bounds, PlainTerms) else cohort_part_of(text), consent_to(text)


def days(count: int, name: str, bounds: Terms, first: date = FIRST) -> tuple[GivenDay, ...]:
    return tuple(GivenDay(first + timedelta(day), name, Charge.of_terms(bounds)) for day in range(count))


def names(parts: tuple[tuple[AnyPart, Consent], ...]) -> list[str]:
    return [one.campaign for one, _ in parts]


@pytest.mark.parametrize(("given_days", "fits"), [(0, True), (2, True), (3, False), (9, False)])
def test_a_budget_lasts_as_many_days_as_it_pays_for(given_days: int, fits: bool) -> None:
    """With a pure guarantee and a budget of three days, the third day is given and the fourth is not."""
    bounds = under(SENSITIVITY, budget=budget(3))
    ledger = Ledger(days(given_days, "flu", bounds), None)
    kept, objections = affordable(ledger, FIRST + timedelta(50), [part("flu", bounds)])
    assert (names(kept), objections) == ((["flu"], {}) if fits else ([], {"flu": "over-budget"}))


def test_composition_makes_a_budget_last_longer() -> None:
    """With a delta, thirty days fit a budget that their plain sum would exceed, and later the budget ends."""
    bounds = under(10 * SENSITIVITY, budget=budget("2.4", "0.000001"))
    assert basic_epsilon({Charge.of_terms(bounds): 30}, DELTA) == pytest.approx(3)
    answers = [
        affordable(Ledger(days(n, "flu", bounds), None), date(2027, 3, 1), [part("flu", bounds)]) for n in (29, 40)
    ]
    assert [names(kept) for kept, _ in answers] == [["flu"], []]


def test_days_of_parts_share_the_ledger_with_days_of_one_noise() -> None:
    """A campaign with noise for each kind of number has its own budget, and counts against the ceiling with others.

    Its days and those of one noise are composed together, which costs less than both ledgers added up.
    """
    kinds = (NumberNoise(law="skellam", scale=Decimal(scale), unit=1) for scale in (100, 300, 60))
    spent = budget("2.4", "0.000001")
    noise = PartNoise(**dict(zip(("joined", "searches", "counts"), kinds, strict=True)))
    of_parts = cohort_terms(noise=noise, max_searches=5, max_matches=2, budget=spent)
    lasts = days_within(charge_of_terms(of_parts, "flu"), spent)
    assert lasts > 3
    given = tuple(GivenDay(FIRST + timedelta(ahead), "flu", charge_of_terms(of_parts, "flu")) for ahead in range(lasts))
    later = FIRST + timedelta(lasts)
    assert affordable(Ledger(given, None), later, [part("flu", of_parts)])[1] == {"flu": "over-budget"}
    assert names(affordable(Ledger(given[1:], None), later, [part("flu", of_parts)])[0]) == ["flu"]
    one = days(lasts, "ski", under(10 * SENSITIVITY))
    agreed: dict[str, Terms] = {"flu": of_parts, "ski": terms(5, 2, budget=spent)}
    both = account(Ledger((*given, *one), None), agreed, {})
    apart = [account(Ledger(each, None), agreed, {}).epsilon for each in (given, one)]
    assert max(apart) < both.epsilon < sum(apart)
    for ceiling, allowed in ((both.epsilon * 0.999, []), (both.epsilon * 1.5, ["ski"])):
        kept, _ = affordable(Ledger((*given, *one), Decimal(ceiling)), later, [part("ski", under(10 * SENSITIVITY))])
        assert names(kept) == allowed


def test_each_campaign_has_its_own_budget() -> None:
    """A spent budget affects neither another campaign's budget nor what that one may give."""
    small, large = under(SENSITIVITY, budget=budget(1)), under(SENSITIVITY)
    ledger = Ledger(days(1, "small", small), Decimal(2))
    parts = [part("small", small), part("large", large)]
    kept, objections = affordable(ledger, FIRST + timedelta(1), parts)
    assert (names(kept), objections) == (["large"], {"small": "over-budget"})


def test_the_ceiling_is_filled_in_the_plans_order() -> None:
    """Under the ceiling campaigns are given in the plan's order; one that does not fit leaves room for smaller ones
    after it.
    """
    parts = [part("a", under(SENSITIVITY)), part("b", under(SENSITIVITY)), part("c", under(2 * SENSITIVITY))]
    kept, objections = affordable(Ledger((), Decimal("1.5")), FIRST, parts)
    assert (names(kept), objections) == (["a", "c"], {"b": "over-ceiling"})


def test_a_day_that_is_charged_already_is_not_counted_against_itself() -> None:
    """A day that was already charged gets the same answer when it is asked about again."""
    bounds = under(SENSITIVITY, budget=budget(1))
    ledger = Ledger(days(1, "flu", bounds), Decimal(1))
    assert names(affordable(ledger, FIRST, [part("flu", bounds)])[0]) == ["flu"]
    assert names(affordable(ledger, FIRST + timedelta(1), [part("flu", bounds)])[0]) == []


KINDS = (
    under(40),
    under("81.5", budget=budget(1000, "0.0001")),
    terms(5, 2, noise=gaussian(90), budget=budget(1000, "0.0001")),
    cohort_terms("30"),
)


@settings(max_examples=40)
@given(
    before=st.lists(st.integers(0, 60), min_size=4, max_size=4),
    asked=st.permutations(range(4)).flatmap(lambda order: st.integers(0, 4).map(lambda count: order[:count])),
    ceiling=st.decimals("0.05", "60", places=2),
)
def test_nothing_is_given_past_the_ceiling(before: list[int], asked: list[int], ceiling: Decimal) -> None:
    """Whatever was given and is asked for, everything given composes to at most the ceiling."""
    spent = tuple(one for kind, count in enumerate(before) for one in days(count, f"c{kind}", KINDS[kind]))
    parts = [part(f"c{kind}", KINDS[kind]) for kind in asked]
    kept, objections = affordable(Ledger(spent, ceiling), FIRST + timedelta(100), parts)
    assert sorted([*names(kept), *objections]) == sorted(names(tuple(parts)))
    total = Counter(one.charge for one in spent) + Counter(Charge.of_terms(one.terms) for one, _ in kept)
    assert not kept or epsilon(total, DELTA) <= float(ceiling) * (1 + 1e-9)
    for refused, _ in parts:
        if objections.get(refused.campaign) == "over-ceiling" and not kept:
            assert epsilon(total + Counter([Charge.of_terms(refused.terms)]), DELTA) > float(ceiling)


def shown(ledger: Ledger, *daily: PlainTerms) -> Account:
    agreed = {one.campaign: terms(5, 2) for one in ledger.given}
    return account(ledger, agreed, {"day": Counter(map(Charge.of_terms, daily))})


def test_the_account_of_one_campaign() -> None:
    """Thirty days of daily epsilon 0.1 cost 2.3 composed and 3 in plain addition; months show the growth."""
    bounds = under(10 * SENSITIVITY)
    found = shown(Ledger(days(30, "flu", bounds), None), bounds)
    assert (found.days, found.since, found.delta) == (30, FIRST, DELTA)
    assert (found.epsilon, found.basic_epsilon) == (pytest.approx(2.30, abs=0.01), pytest.approx(3))
    assert exp(found.epsilon) < found.factor < 1.5 * exp(found.epsilon)
    assert [(month.month, month.days) for month in found.months] == [("2026-11", 11), ("2026-12", 19)]
    assert [month.epsilon for month in found.months] == [epsilon({Charge.of_terms(bounds): 11}, DELTA), found.epsilon]
    (flu,) = found.campaigns
    assert (flu.id, flu.days, flu.epsilon, flu.basic_epsilon) == ("flu", 30, pytest.approx(3), pytest.approx(3))
    assert (found.ceiling, found.days_left) == (None, None)


def test_the_account_of_two_campaigns() -> None:
    """A day given to two campaigns is one day; costs compose over both, each campaign's at its own delta."""
    one, two = under(160), terms(5, 2, noise=gaussian(100), budget=budget(9, "0.00001"))
    ledger = Ledger((*days(10, "one", one), *days(10, "two", two)), None)
    found = account(ledger, {"one": one, "two": two}, {})
    assert found.days == 10
    assert found.epsilon == epsilon({Charge.of_terms(one): 10, Charge.of_terms(two): 10}, DELTA)
    assert [(each.id, each.days, each.budget) for each in found.campaigns] == [
        ("one", 10, one.budget),
        ("two", 10, two.budget),
    ]
    assert found.campaigns[1].epsilon == epsilon({Charge.of_terms(two): 10}, 1e-5)


def test_an_empty_account() -> None:
    """Before anything is given nothing is spent, and the factor on odds is one."""
    found = shown(Ledger((), None))
    assert (found.days, found.since, found.epsilon, found.factor, found.months) == (0, None, 0, 1, ())


def test_what_no_epsilon_holds_for_is_infinite() -> None:
    """A charge whose tables exceed the delta has an infinite epsilon and no factor, and fits no ceiling."""
    hopeless = GivenDay(FIRST, "flu", Charge("discrete-laplace", Decimal(1), 1, delta=0.5))
    found = shown(Ledger((hopeless,), Decimal(10)), under(16))
    assert (found.epsilon, found.factor, found.days_left) == (inf, inf, 0)
    assert shown(Ledger(days(1, "flu", under("0.01")), None)).factor == inf


@pytest.mark.parametrize(
    ("given_days", "ceiling", "left"), [(0, "3", 3), (2, "3", 1), (3, "3", 0), (5, "3", 0), (0, "0.5", 0)]
)
def test_days_left_of_a_ceiling(given_days: int, ceiling: str, left: int) -> None:
    """The stated number of days fits the ceiling, and the next day is refused."""
    bounds = under(SENSITIVITY)
    spent = days(given_days, "flu", bounds)
    assert shown(Ledger(spent, Decimal(ceiling)), bounds).days_left == left
    after = Ledger((*spent, *days(left, "flu", bounds, date(2027, 1, 1))), Decimal(ceiling))
    assert affordable(after, date(2028, 1, 1), [part("flu", bounds)])[1] == {"flu": "over-ceiling"}


def test_days_left_of_two_campaigns_are_counted_with_composition() -> None:
    """With two mechanisms the last remaining day fits by composition, and one more does not."""
    one, two = under(320), under(500)
    ledger = Ledger((*days(20, "one", one), *days(7, "two", two)), Decimal(4))
    left = shown(ledger, one, two).days_left
    assert left is not None
    assert left > 20

    def total(more: int) -> float:
        return epsilon({Charge.of_terms(one): 20 + more, Charge.of_terms(two): 7 + more}, DELTA)

    assert total(left) <= 4 < total(left + 1)


def test_nothing_joined_leaves_a_ceiling_unused() -> None:
    """Without any campaign it is unknown how long a ceiling lasts."""
    assert shown(Ledger((), Decimal(3))).days_left is None


@pytest.mark.parametrize(
    ("ceiling", "parts", "composes"), [("201", 1, False), ("200", 1, True), ("50", 0, True)], ids=["201", "200", "50"]
)
def test_days_are_composed_only_where_it_decides(ceiling: str, parts: int, composes: bool) -> None:
    """A day that fits in plain addition is allowed without composing costs."""
    budgets._days_within.cache_clear()
    composition._epsilon.cache_clear()
    ledger = Ledger(days(200, "flu", under(SENSITIVITY)), Decimal(ceiling))
    kept, _ = affordable(ledger, date(2028, 1, 1), [part("flu", under(SENSITIVITY))])
    assert (len(kept), composition._epsilon.cache_info().misses > 0) == (parts, composes)


@pytest.mark.parametrize("count", [1, 30, 365])
def test_the_factor_is_passed_as_seldom_as_it_says(count: int) -> None:
    """The stated factor is exceeded with probability at most one in a million, on both sides together.

    The noise's loss is known exactly here: a day moves odds by e^0.1, up or down. With many days e^epsilon is exceeded
    more often.
    """
    day = Charge("discrete-laplace", Decimal(10), 1)
    ledger = Ledger(tuple(GivenDay(FIRST + timedelta(n), "flu", day) for n in range(count)), None)
    found = account(ledger, {"flu": terms(5, 2)}, {})

    def passed(factor: float) -> float:
        ups, downs = ((sign * log(factor) / 0.1 + count) / 2 for sign in (1, -1))
        law = binom(count, 1 / (1 + exp(-0.1)))
        return float(law.sf(floor(ups + 1e-9)) + law.cdf(ceil(downs - 1e-9) - 1))

    assert passed(found.factor) <= DELTA
    assert count == 1 or passed(exp(found.epsilon)) > DELTA
