"""Charges of campaigns that cap the hits of all their days together: each campaign pays for its hits once."""

from dataclasses import replace
from decimal import Decimal

import pytest

from pdd_shared.privacy.accounting.budget import days_left, days_within, fits
from pdd_shared.privacy.accounting.charge_texts import charge_in, text_of
from pdd_shared.privacy.accounting.charges import CampaignCap, PartsCharge
from pdd_shared.privacy.accounting.composition import basic_epsilon, epsilon
from pdd_shared.privacy.accounting.parts import release
from pdd_shared.privacy.accounting.parts.contributions import PartCaps
from pdd_shared.privacy.accounting.parts.release import Part
from pdd_shared.protocol.limits import MAX_BUDGET_DAYS
from pdd_shared.protocol.terms import Budget, CohortTerms, NumberNoise, PartNoise
from tests.support.terms import cohort_terms

DELTA = 1e-6
JOINED, SEARCHES = Part("skellam", Decimal(40), PartCaps(1, 1, 1)), Part("skellam", Decimal(1400), PartCaps(35, 35, 1))


def terms(scale: str = "3", hits: int = 8, each: int = 8, **changed: int | None) -> CohortTerms:
    """Return terms with discrete Laplace noise of this scale on counts, and this many hits in all periods."""
    kinds = (("skellam", "40"), ("skellam", "1400"), ("discrete-laplace", scale))
    noises = [NumberNoise.model_validate({"law": law, "scale": Decimal(of), "unit": 1}) for law, of in kinds]
    noise = PartNoise(joined=noises[0], searches=noises[1], counts=noises[2])
    caps = {"max_searches": 35, "max_matches": None, "max_campaign_hits": hits, "max_hits_per_keyword": each}
    return cohort_terms(noise=noise, **(caps | changed))


def charge(campaign: str = "flu", **of: int | str) -> PartsCharge:
    return PartsCharge.of_terms(terms(**of), campaign)  # type: ignore[arg-type]


def counts(hits: int, each: int, scale: str = "3") -> Part:
    return Part("discrete-laplace", Decimal(scale), PartCaps(hits, each, hits))


@pytest.mark.parametrize("weeks", [1, 2, 18])
def test_the_hits_of_all_weeks_are_paid_once(weeks: int) -> None:
    """However many weeks there are, the counts cost C hits and one for `full`; the other numbers cost each week."""
    of = {JOINED: weeks, SEARCHES: weeks, counts(9, 8): 1}
    assert epsilon({charge(): weeks}, DELTA) == release.epsilon(of, DELTA)


def test_two_campaigns_with_equal_noise_do_not_share_a_cap() -> None:
    """A donor of two campaigns adds C hits to each. If both charges were one, the second would seem to cost nothing."""
    apart = epsilon({charge("flu"): 9, charge("colds"): 9}, DELTA)
    assert apart == release.epsilon({JOINED: 18, SEARCHES: 18, counts(9, 8): 2}, DELTA)
    shared = epsilon({charge("flu"): 18}, DELTA)
    assert apart > 1.5 * shared


def test_weeks_of_changed_terms_are_paid_with_the_least_noise_and_the_largest_caps() -> None:
    """Stricter terms in mid-campaign lower no cost: the hits may all be those of the weeks before."""
    both = {charge(): 3, charge(scale="4", hits=6, each=2): 2}
    assert epsilon(both, DELTA) == release.epsilon({JOINED: 5, SEARCHES: 5, counts(9, 8): 1}, DELTA)


def test_another_law_or_unit_is_paid_with_the_whole_cap() -> None:
    """Numbers with noise of different laws aren't one part, so each may have all hits."""
    other = replace(charge(), counts=Part("skellam", Decimal(9), PartCaps(9, 8, 9)))
    parts = {JOINED: 2, SEARCHES: 2, counts(9, 8): 1, other.counts: 1}
    assert epsilon({charge(): 1, other: 1}, DELTA) == release.epsilon(parts, DELTA)


def test_few_weeks_under_a_weekly_cap_cost_less() -> None:
    """With a weekly cap beside C, n weeks have n times its hits, each with one for `full`, while that is below C."""
    weekly = PartsCharge.of_terms(terms(max_hits=2, each=1), "flu")
    for weeks, hits in ((1, 3), (2, 6), (3, 9), (9, 9)):
        assert epsilon({weekly: weeks}, DELTA) == release.epsilon(
            {JOINED: weeks, SEARCHES: weeks, counts(hits, 1): 1}, DELTA
        )


def test_basic_composition_adds_the_hits_once() -> None:
    """The plain sum has each week's two other numbers, and the counts once, each with its share of delta."""
    once, week = (release.epsilon(of, DELTA / 7) for of in ({counts(9, 8): 1}, {JOINED: 1, SEARCHES: 1}))
    assert basic_epsilon({charge(): 6}, DELTA) == pytest.approx(6 * week + once, rel=1e-12)
    assert basic_epsilon({charge(): 0}, DELTA) == 0


def test_a_budget_for_the_hits_lasts_as_long_as_the_other_numbers() -> None:
    """Once the hits are paid, further weeks cost little. A budget below their cost lasts for none."""
    cost = epsilon({charge(): 1}, DELTA)
    ample, short = (Budget(epsilon=Decimal(str(round(share * cost, 3))), delta=Decimal("1e-6")) for share in (1.3, 0.9))
    assert 18 < (lasts := days_within(charge(), ample)) < MAX_BUDGET_DAYS
    assert fits({charge(): lasts}, ample)
    assert not fits({charge(): lasts + 1}, ample)
    assert days_within(charge(), short) == 0
    left = days_left(lambda days: {charge(): 10 + days}, float(ample.epsilon), DELTA)
    assert left == pytest.approx(lasts - 10, rel=0.05)


def test_the_text_of_a_charge_names_its_campaign() -> None:
    """Homes and servers keep these texts for years. Charges of two campaigns have two texts."""
    assert charge_in(text_of(charge())) == charge()
    assert text_of(charge()).endswith(',"cap":{"campaign":"flu","hits":9}}')
    assert text_of(charge()) != text_of(charge("colds"))
    assert charge().cap == CampaignCap("flu", 9)
