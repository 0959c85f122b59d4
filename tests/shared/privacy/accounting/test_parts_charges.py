"""Days on which each kind of number has noise of its own: their charge, alone and beside days of one noise."""

from decimal import Decimal

import pytest

from pdd_shared.privacy.accounting import budget
from pdd_shared.privacy.accounting.budget import days_left, days_within, fits, within
from pdd_shared.privacy.accounting.charges import Charge, PartsCharge, charge_of_terms
from pdd_shared.privacy.accounting.composition import basic_epsilon, epsilon
from pdd_shared.privacy.accounting.parts import release
from pdd_shared.privacy.accounting.parts.contributions import PartCaps
from pdd_shared.privacy.accounting.parts.release import Part
from pdd_shared.protocol.limits import MAX_BUDGET_DAYS
from pdd_shared.protocol.terms import Budget, CohortTerms, NumberNoise, PartNoise
from tests.support.terms import cohort_terms, terms

DELTA = 1e-6
BUDGET = Budget(epsilon=Decimal(10), delta=Decimal("0.000001"))


def skellam(scale: str) -> NumberNoise:
    return NumberNoise(law="skellam", scale=Decimal(scale), unit=1)


def laplace(scale: str) -> NumberNoise:
    return NumberNoise(law="discrete-laplace", scale=Decimal(scale), unit=1)


def parts_terms(joined: NumberNoise, searches: NumberNoise, counts: NumberNoise) -> CohortTerms:
    """Return terms of the accounting's notes: 35 searches and 2 hits, one of a keyword, with this noise."""
    caps = {"max_searches": 35, "max_matches": None, "max_hits": 2, "max_hits_per_keyword": 1}
    noise = PartNoise(joined=joined, searches=searches, counts=counts)
    return cohort_terms(noise=noise, budget=BUDGET, **caps)


WEEKS = parts_terms(skellam("10.3"), skellam("359"), skellam("3.42"))
CHARGE = charge_of_terms(WEEKS, "flu")
OLD, GAUSSIAN = Charge("discrete-laplace", Decimal(78), 13), Charge("discrete-gaussian", Decimal(50), 30)


def test_each_kind_of_number_is_charged_with_its_own_noise_and_caps() -> None:
    """A donor adds 1 to `joined`, up to S to `searches`, and up to H hits, k of a keyword, to the counts."""
    assert (
        PartsCharge(
            Part("skellam", Decimal("10.3"), PartCaps(1, 1, 1)),
            Part("skellam", Decimal(359), PartCaps(35, 35, 1)),
            Part("skellam", Decimal("3.42"), PartCaps(2, 1, 2)),
        )
        == CHARGE
    )
    assert [part.caps.squared_l2 for part in PartsCharge.of_terms(WEEKS, "flu").parts] == [1, 35**2, 2]


def test_terms_of_one_laplace_noise_keep_their_charge() -> None:
    """One discrete Laplace noise on all numbers hides them together, as before; any other noise is charged by parts."""
    assert charge_of_terms(cohort_terms(81), "flu") == Charge.of_terms(cohort_terms(81))
    assert charge_of_terms(terms(), "flu") == Charge.of_terms(terms())
    for noise in ((laplace("9"), laplace("9"), laplace("8")), (skellam("9"),) * 3):
        found = parts_terms(*noise)
        assert isinstance(charge_of_terms(found, "flu"), PartsCharge)
        with pytest.raises(ValueError, match="charged by parts"):
            Charge.of_terms(found)


def test_days_of_parts_cost_what_their_release_costs() -> None:
    """18 weeks at the scales of the notes keep to epsilon 10, and cost what the parts' accounting says."""
    parts = PartsCharge.of_terms(WEEKS, "flu").parts
    assert epsilon({CHARGE: 18}, DELTA) == release.epsilon(dict.fromkeys(parts, 18), DELTA)
    assert 9.9 < epsilon({CHARGE: 18}, DELTA) <= 10
    assert fits({CHARGE: 18}, BUDGET)
    assert not fits({CHARGE: 19}, BUDGET)
    assert days_within(CHARGE, BUDGET) == 18


def test_basic_composition_adds_up_single_days() -> None:
    """Six days cost six times what one costs at a sixth of delta (Dwork and Roth 2014, theorem 3.16)."""
    once = release.epsilon(dict.fromkeys(PartsCharge.of_terms(WEEKS, "flu").parts, 1), DELTA / 6)
    assert basic_epsilon({CHARGE: 6}, DELTA) == pytest.approx(6 * once, rel=1e-12)


def test_parts_of_one_noise_are_counted_as_often_as_they_occur() -> None:
    """With one search a day, `joined` and `searches` may be equal parts, and still are two."""
    equal = cohort_terms(
        noise=PartNoise(joined=skellam("9"), searches=skellam("9"), counts=skellam("9")),
        max_searches=1,
        max_matches=1,
    )
    one = Part("skellam", Decimal(9), PartCaps(1, 1, 1))
    assert epsilon({charge_of_terms(equal, "flu"): 4}, DELTA) == release.epsilon({one: 12}, DELTA)


def test_days_of_one_noise_join_the_release() -> None:
    """Days of one Laplace noise cost the same beside a day of parts as their own composition says, and a little more
    for it.
    """
    hardly = charge_of_terms(parts_terms(skellam("9999"), skellam("10000"), skellam("9999")), "flu")
    alone, beside = epsilon({OLD: 30}, DELTA), epsilon({OLD: 30, hardly: 1}, DELTA)
    assert alone < beside < 1.01 * alone
    assert epsilon({OLD: 30, CHARGE: 18}, DELTA) > max(beside, epsilon({CHARGE: 18}, DELTA))


@pytest.mark.parametrize("other", [OLD, GAUSSIAN])
def test_composition_beside_other_days_is_below_the_plain_sum_and_above_each(other: Charge) -> None:
    """Days of parts and other days together cost more than either, and less than basic composition says."""
    together = {other: 20, CHARGE: 6}
    found = epsilon(together, DELTA)
    assert max(epsilon({other: 20}, DELTA), epsilon({CHARGE: 6}, DELTA)) < found < basic_epsilon(together, DELTA)
    assert within(together, found * 1.001, DELTA)
    assert not within(together, found * 0.999, DELTA)


def test_gaussian_days_and_days_of_parts_each_get_half_of_delta() -> None:
    """Gaussian days compose on their own, by zCDP, so their epsilon is added to that of the release."""
    halves = epsilon({GAUSSIAN: 20}, DELTA / 2) + epsilon({CHARGE: 6}, DELTA / 2)
    assert epsilon({GAUSSIAN: 20, CHARGE: 6}, DELTA) == pytest.approx(halves, rel=1e-12)


def test_skellam_noise_has_no_pure_guarantee() -> None:
    """At delta 0 the cost of Skellam noise is infinite, and no budget allows it."""
    assert epsilon({CHARGE: 1}, 0.0) == basic_epsilon({CHARGE: 1, OLD: 1}, 0.0) == float("inf")
    assert epsilon({CHARGE: 1, GAUSSIAN: 1}, 0.0) == float("inf")
    assert not within({CHARGE: 1}, 1e5, 0.0)


@pytest.mark.parametrize("most", [11.0, 35.0, 45.0, 100.0, 1000.0])
def test_a_larger_budget_is_never_too_small(most: float) -> None:
    """Days that fit a budget fit every larger one, although finite tables add more to delta at a larger epsilon."""
    assert within({CHARGE: 18}, most, DELTA)
    assert within({CHARGE: 18, OLD: 1}, most, DELTA)


def test_days_that_were_not_given_change_nothing() -> None:
    """A charge of no days is no day of parts: other days keep their cost to the last bit."""
    assert epsilon({OLD: 30, CHARGE: 0}, DELTA) == epsilon({OLD: 30}, DELTA)
    assert within({OLD: 30, CHARGE: 0}, epsilon({OLD: 30}, DELTA), DELTA)


@pytest.mark.parametrize(
    ("scales", "most"),
    [(("10.3", "359", "3.42"), 10.0), (("30", "950", "9.2"), 20.0), (("60", "3000", "20"), 36.0)],
)
def test_days_left_are_never_too_many_and_hardly_too_few(scales: tuple[str, str, str], most: float) -> None:
    """As many days as are said to be left fit, and five percent more do not, beside days of one noise."""
    charge = charge_of_terms(parts_terms(*map(skellam, scales)), "flu")

    def after(days: int) -> dict[Charge | PartsCharge, int]:
        return {OLD: 20, charge: days}

    left = days_left(after, most, DELTA)
    assert left > 10
    assert within(after(left), most, DELTA)
    assert not within(after(left + max(1, left // 20)), most, DELTA)


def test_days_left_are_counted_to_the_most_that_a_budget_lasts() -> None:
    """Days that cost next to nothing are counted up to MAX_BUDGET_DAYS, and days that cost too much not at all."""
    hardly = charge_of_terms(parts_terms(skellam("9999"), skellam("10000"), skellam("9999")), "flu")
    assert days_left(lambda days: {hardly: days}, 10.0, DELTA) == MAX_BUDGET_DAYS
    assert days_left(lambda days: {CHARGE: days}, 0.01, DELTA) == 0


def test_the_search_for_days_left_composes_few_releases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where finite tables decide, at a ceiling of 100, the search begins near its end: composing takes long."""
    composed: list[release.Release] = []

    def keeps_to(published: release.Release, most: float, delta: float, coarser: int) -> bool:
        composed.append(published)
        return release.keeps_to(published, most, delta, coarser)

    monkeypatch.setattr(budget, "keeps_to", keeps_to)
    charge = charge_of_terms(parts_terms(skellam("60"), skellam("3000"), skellam("20")), "flu")
    assert days_left(lambda days: {charge: days}, 100.0, DELTA) > 3000
    assert len(composed) <= 6
