"""Audits of pool releases: each step is attacked, right ones pass, and broken ones are caught in their step."""

from dataclasses import replace

import polars as pl
import pytest

from pdd_research.audit.findings import Finding
from pdd_research.audit.released_logs.log_audit import BEYOND, audit_manifest
from pdd_research.audit.released_logs.pool_steps import Publish, steps_of
from pdd_research.audit.released_logs.replicated_logs import copied, places
from pdd_research.errors import AuditError
from pdd_research.log_release.algorithms import pool
from pdd_research.log_release.algorithms.pool_accounting import Pool
from pdd_research.log_release.release import Release
from tests.research.audit.audit_trials import broken, tried
from tests.research.audit.manifests import PLAN, pool_manifest

FEW, MANY = 2_000, 100_000


@pytest.mark.slow
def test_right_releases_pass_an_attack_on_every_step() -> None:
    """Each step is compared with its own claim, and together they are the release's epsilon."""
    findings = audit_manifest(pool_manifest(), FEW)
    assert broken(findings) == []
    assert {finding.attack: finding.epsilon for finding in findings} == {
        "known donor": 2.0,
        "known donor, beyond the caps": 2.0,
        "known donor, selection": 1.0,
        "known donor, counts": 0.5,
        "known donor, clicks": 0.5,
        "shadow model": 2.0,
        "known donor, terms": 1.0,
        "known donor, terms, beyond the caps": 1.0,
        "known donor, transitions": 1.0,
        "known donor, transitions, beyond the caps": 1.0,
        "known donor, which transitions": 0.5,
        "known donor, transition counts": 0.5,
    }
    proven = {finding.attack: finding.proven.epsilon for finding in findings}
    assert proven["known donor"] > 0.6
    assert proven["known donor, terms"] > 0.2
    assert proven["known donor, transitions"] > 0.3


@pytest.mark.slow
def test_gross_lack_of_noise_is_caught_in_each_step() -> None:
    """A fifth of a step's noise is caught in that step, in the few trials that always run."""
    assert {"known donor", "known donor, terms", "known donor, transitions"} <= set(
        broken(audit_manifest(pool_manifest(0.2), FEW))
    )


@pytest.mark.slow
def test_the_right_noise_passes() -> None:
    """The right noise passes 100,000 trials, within which half of one step's is caught (`test_step_claims.py`)."""
    assert tried("pool", lambda: audit_manifest(pool_manifest(), MANY)) == []


def _uncapped(part: str) -> Publish:
    """Return a release that counts far more of a user in one step than its noise is for."""

    def publish(rows: pl.LazyFrame, public: pl.Series, plan: Pool) -> Release:
        changed = {name: replace(step, most=100) for name, step in vars(plan).items() if step and name.startswith(part)}
        return pool.release(rows, public, replace(plan, **changed))

    return publish


def _quiet(rows: pl.LazyFrame, public: pl.Series, plan: Pool) -> Release:
    """Return a release that looks at terms as Zhang et al. do: without noise."""
    exact = plan.terms and replace(plan.terms, scale=0.01)
    return pool.release(rows, public, replace(plan, terms=exact))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("publish", "name"), [(_uncapped("terms"), "terms"), (_uncapped("transition"), "transitions"), (_quiet, "terms")]
)
def test_a_step_that_is_not_what_it_claims_is_caught(publish: Publish, name: str) -> None:
    """Caps that are not kept, and terms examined without noise, are caught when the release's code is run again."""
    step = next(one for one in steps_of(PLAN, pool_manifest()["parameters"], publish) if one.name == name)
    assert Finding.of(name, (step.epsilon, 0.0), step.attack(FEW, BEYOND)).broken


def test_steps_that_cost_more_than_is_claimed_are_named() -> None:
    """A manifest whose steps cost more than its claim is refused as contradictory."""
    with pytest.raises(AuditError, match="its steps cost 4 together, and it claims 3"):
        audit_manifest({**pool_manifest(), "epsilon": 3.0}, FEW)


def test_copies_share_no_terms() -> None:
    """Each copy's words have the copy's number, and queries are reported without it."""
    many = copied(pl.DataFrame({"user": ["a"], "query": ["flu shot"]}), 12)
    assert many.row(11) == ("11-a", "11-flu 11-shot")
    copy, place = places(many["query"], ["cold", "flu shot"])
    assert copy.tolist() == list(range(12))
    assert set(place.tolist()) == {1}
