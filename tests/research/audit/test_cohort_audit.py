"""Audits of the server's view where donors add the noise: each cohort's sum with its own donors' shares."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import skellam

from pdd_research.audit.campaign_audit import LAPLACE, SKELLAM, audit_results, donated, likelihood
from pdd_research.audit.campaign_results import Claim, Results, StatedNoise, read_results
from pdd_research.seeded_randomness import seeded
from pdd_server.services.results.exports import exports
from pdd_server.services.rounds.cohort.days import publication
from pdd_server.store.campaigns import campaigns
from pdd_server.store.engine import Store
from pdd_server.store.migrate import upgrade
from pdd_shared.privacy.accounting.charges import PartsCharge, charge_of_terms
from pdd_shared.privacy.accounting.composition import epsilon
from pdd_shared.privacy.noise.skellam import Skellam
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import Caps, NumberNoise, PartNoise
from pdd_shared.rounds.cohort.parameters import TreeSize
from tests.research.audit.audit_trials import broken, tried
from tests.server.services.rounds.cohort.simulated_donors import a_day, cohort_players, cohort_server, everybody
from tests.server.services.rounds.cohort.synthetic_days import Day, cohort_campaign, cohort_terms, plan_of
from tests.server.simulated_server import DAY, HandClock, campaign
from tests.support.statistics.distributions import Pmf, discrete_laplace, follows

FEW, MANY = 4_000, 100_000
SEARCHES, MATCHES = 4, 2
L1 = 1 + SEARCHES * (1 + MATCHES)
COHORT = "known donor, one cohort"


def results(shares: int, of: int, part: float = 1.0) -> Results:
    """Return the results of a day of epsilon 1 with this part of its noise."""
    claim = Claim(LAPLACE, L1 * part, 1.0, 1e-12, shares, of)
    return Results(
        "flu", Caps.of(SEARCHES, MATCHES, None, None), 1, 1, (10.0, 1e-6), (claim,), np.array([[400.0, 5_000, 30, 50]])
    )


@pytest.mark.slow
def test_a_servers_cohorts_are_read_and_attacked(tmp_path: Path) -> None:
    """A published day states its cohorts' shares, and the sum is compared with the day's own claim."""
    clock, terms = HandClock(), cohort_terms(str(1 + 10 * (1 + 2)))
    server = cohort_server(tmp_path, clock, campaign(terms=terms))
    everybody(crowd := cohort_players(server, 6))
    for _ in range(4):
        a_day(server, clock, crowd)
    exports.write_all(server.store, server.folder.published)
    server.store.dispose()
    found = read_results(server.folder.published / "flu")
    (claim,) = found.claims
    makers = TreeSize(6).noise_makers(5, terms.colluders)
    assert (claim.shares, claim.of, claim.epsilon) == (makers, makers, 1.0)
    findings = {finding.attack: finding for finding in audit_results(found, FEW)}
    assert not any(finding.broken for finding in findings.values())
    assert 0.15 < findings[COHORT].proven.epsilon <= findings[COHORT].epsilon == 1.0  # .47, give or take .06


def test_a_cohorts_noise_follows_the_stated_law() -> None:
    """What a cohort's donors add follows the stated law, by the donors' own code."""
    assert follows(donated(results(5, 5).claims[0], FEW), discrete_laplace(L1))


def test_a_cohort_with_too_few_shares_is_caught() -> None:
    """A cohort with two shares out of ten is caught, also if a whole day was published that way."""
    assert COHORT in broken(audit_results(results(2, 10), FEW))


def test_all_days_are_held_against_the_budget_at_its_delta() -> None:
    """All days together are compared with the budget at its delta, or with the days' sum if that is less."""
    three = replace(results(2, 2), days=3, budget=(2.5, 1e-6))
    claims = {finding.attack: (finding.epsilon, finding.delta) for finding in audit_results(three, FEW)}
    assert claims["known donor, several days"] == (2.5, 1e-6)
    assert claims["two campaigns, one day"] == (2.0, 2e-12)


@pytest.mark.slow
def test_half_the_noise_is_caught() -> None:
    """Half the scale or half the shares is caught within 100,000 trials, in which the right noise passes."""
    assert tried("cohorts", lambda: audit_results(results(10, 10), MANY)) == []
    assert COHORT in tried("cohorts, half the scale", lambda: audit_results(results(10, 10, 0.5), MANY))
    assert COHORT in tried("cohorts, half the shares", lambda: audit_results(results(5, 10), MANY))


SKELLAM_NOISE = PartNoise(
    joined=NumberNoise(law=SKELLAM, scale=Decimal(4), unit=1),
    searches=NumberNoise(law=SKELLAM, scale=Decimal(20), unit=1),
    counts=NumberNoise(law=SKELLAM, scale=Decimal(4), unit=1),
)
ONE_HIT = {"max_searches": SEARCHES, "max_matches": None, "max_hits": 2, "max_hits_per_keyword": 1}


def parts_results(shares: int = 10, of: int = 10, part: float = 1.0) -> Results:
    """Return the results of a day whose kinds of numbers have this part of the Skellam noise that its cost is of."""
    charge = PartsCharge.of_terms(cohort_terms(noise=SKELLAM_NOISE, **ONE_HIT), "flu")
    kinds = [StatedNoise(SKELLAM, part * float(noise.scale)) for noise in SKELLAM_NOISE.kinds]
    cost = epsilon({charge: 1}, 1e-6)
    claim = Claim(SKELLAM, kinds[2].scale, cost, 1e-6, shares, of, donors=kinds[0], searches=kinds[1])
    totals = np.array([[400.0, 5_000, 30, 50], [410, 5_100, 40, 45]])
    return Results("flu", Caps.of(SEARCHES, None, 2, 1), 2, 1, (10.0, 1e-6), (claim,), totals)


def read(folder: Path, made: Campaign, days: int = 1) -> Results:
    """Return the results that a server publishes of so many days, with 4,000 donors who give 1 to each number."""
    store = Store(f"sqlite:///{folder / 'pdd.sqlite'}")
    upgrade(store)
    with store.write() as connection:
        campaigns.add(connection, made)
        for ahead in range(days):
            day = Day(plan_of(made, day=DAY + timedelta(days=ahead)), seeded(1 + ahead))
            day.charge(connection, 0)
            publication.add_opened(connection, day.plan, 4_000, day.opened(0, 4_000))
            publication.finish(connection, day.plan, 4_000, Counter(opened=1))
    exports.write_all(store, folder / "published")
    store.dispose()
    return read_results(folder / "published" / made.id)


def test_a_servers_skellam_noise_is_read_and_attacked(tmp_path: Path) -> None:
    """Each kind of number has the law and scale that a server published for it, and right totals pass all attacks."""
    (claim,) = (found := read(tmp_path, cohort_campaign(noise=SKELLAM_NOISE, **ONE_HIT))).claims
    assert [(one.law, one.scale) for one in claim.noise(4)] == [(SKELLAM, 4), (SKELLAM, 20), (SKELLAM, 4), (SKELLAM, 4)]
    assert found.canary.tolist() == [1, SEARCHES, 1, 1]
    few = replace(found, claims=(replace(claim, shares=12, of=12),))  # as many shares as make the law, drawn faster
    assert broken(audit_results(few, FEW)) == []


def test_a_donor_uses_the_hits_of_all_days_once(tmp_path: Path) -> None:
    """With a cap over all days the attacker's donor adds its hits, and to `full`, once; so the right noise passes."""
    laplace = [NumberNoise(law=LAPLACE, scale=Decimal(scale), unit=1) for scale in (100, 400, 3)]
    noise = PartNoise(**dict(zip(("joined", "searches", "counts"), laplace, strict=True)))
    caps = {"max_searches": SEARCHES, "max_matches": None, "max_hits_per_keyword": 1, "max_campaign_hits": 2}
    made = cohort_campaign(noise=noise, **caps)
    budget = epsilon({charge_of_terms(made.terms, made.id): 4}, 1e-6), 1e-6
    found = read(tmp_path, made, days=4)
    assert found.caps == made.terms.caps
    assert found.canaries(3).tolist() == [[1, SEARCHES, 1, 1, 1], [1, SEARCHES, 0, 0, 0], [1, SEARCHES, 0, 0, 0]]
    assert found.totals.shape == (4, 5)
    assert np.abs(found.totals[:, 2:] - 4_000).max() < 60
    few = replace(found, budget=budget, claims=tuple(replace(claim, shares=7, of=7) for claim in found.claims))
    assert broken(audit_results(few, FEW)) == []


@pytest.mark.parametrize(("shares", "fits"), [(10, True), (7, True), (5, False)])
def test_what_donors_add_is_skellam_noise(shares: int, fits: bool) -> None:
    """The sum of donors' shares has the Skellam law of its list and makers, and five shares are not seven."""
    drawn = donated(replace(parts_results().claims[0], shares=shares), FEW)
    law = Skellam(4.0, shares if fits else 7, 10)
    numbers = np.arange(-60, 61)
    half = law.variance / 2
    assert follows(drawn, Pmf(-60, skellam.pmf(numbers, half, half))) is fits


def test_less_skellam_noise_than_claimed_is_caught() -> None:
    """A tenth of the deviation is caught in every view, and a cohort with one share of a hundred in the server's."""
    assert broken(audit_results(parts_results(), FEW)) == []
    assert {"known donor, one day", COHORT} <= set(broken(audit_results(parts_results(part=0.1), FEW)))
    assert broken(audit_results(parts_results(1, 100), FEW)) == [COHORT]


def test_the_attack_on_skellam_noise_uses_its_exact_law() -> None:
    """The likelihood ratios are those of scipy's Skellam law, number by number."""
    claim, canary = parts_results().claims[0], np.array([1, SEARCHES, 1, 1])
    seen = np.array([[0, 3, -2, 9], [-5, 60, 1, 0]])
    scales = np.array([4, 20, 4, 4])
    for draws in (1, 0.3):
        half = draws * scales**2 / 2
        exact = (skellam.logpmf(seen - canary, half, half) - skellam.logpmf(seen, half, half)).sum(axis=1)
        np.testing.assert_allclose(likelihood(claim, canary, seen, draws), exact, atol=1e-6)


@pytest.mark.slow
def test_a_third_of_the_skellam_noise_is_caught() -> None:
    """A third of the deviation is caught within 100,000 trials, in which the right noise passes."""
    assert tried("Skellam noise", lambda: audit_results(parts_results(), MANY)) == []
    assert COHORT in tried("a third of it", lambda: audit_results(parts_results(part=1 / 3), MANY))
