"""Audits of the server's view where donors add the noise: each cohort's sum with its own donors' shares."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pdd_research.audit.campaign_audit import LAPLACE, audit_results, donated
from pdd_research.audit.campaign_results import Claim, Results, read_results
from pdd_server.services.results.exports import exports
from pdd_shared.protocol.terms import Caps
from pdd_shared.rounds.cohort.parameters import TreeSize
from tests.research.audit.audit_trials import broken, tried
from tests.server.services.rounds.cohort.simulated_donors import a_day, cohort_players, cohort_server, everybody
from tests.server.services.rounds.cohort.synthetic_days import cohort_terms
from tests.server.simulated_server import HandClock, campaign
from tests.support.statistics.distributions import discrete_laplace, follows

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
