"""Audits of log releases: right ones pass; broken noise, thresholds and caps are caught."""

from datetime import datetime
from typing import Any

import numpy as np
import polars as pl
import pytest

from pdd_research.audit.released_logs.log_audit import audit, audit_manifest
from pdd_research.audit.released_logs.manifests import of_manifest
from pdd_research.audit.released_logs.mechanisms import Mechanism, Part
from pdd_research.audit.released_logs.replicated_logs import Copies
from pdd_research.errors import AuditError
from pdd_research.log_release.algorithms import baselines, korolova
from pdd_research.log_release.algorithms.korolova_accounting import Parameters, optimal
from pdd_research.log_release.logs.activity import Local
from pdd_research.log_release.release import Release
from tests.research.audit.audit_trials import broken, tried
from tests.research.audit.manifests import NOTHING, D, korolova_manifest, union_manifest

FEW, MANY = 4_000, 100_000


@pytest.mark.parametrize(
    "manifest",
    [korolova_manifest(), korolova_manifest(urls=True), union_manifest(), union_manifest(urls=True)],
)
def test_right_releases_pass_every_attack(manifest: dict[str, Any]) -> None:
    """A right release passes every attack, and every attack finds something."""
    findings = audit_manifest(manifest, FEW)
    assert broken(findings) == []
    assert findings[0].proven.epsilon > 0.1 * manifest["epsilon"]  # .44 or more, give or take .06
    assert all(finding.proven.advantage_low <= finding.allowed for finding in findings)


@pytest.mark.parametrize("made", [korolova_manifest, union_manifest])
def test_gross_lack_of_noise_is_caught(made) -> None:  # type: ignore[no-untyped-def]
    """A fifth of the noise is caught in the few trials that always run."""
    assert "known donor" in broken(audit_manifest(made(0.2), FEW))


@pytest.mark.slow
@pytest.mark.parametrize("made", [korolova_manifest, union_manifest])
def test_half_the_noise_is_caught(made) -> None:  # type: ignore[no-untyped-def]
    """Half the noise is caught within 100,000 trials, in which the right noise passes."""
    name = made().get("algorithm")
    assert tried(name, lambda: audit_manifest(made(), MANY)) == []
    assert tried(f"{name}, half the noise", lambda: audit_manifest(made(0.5), MANY)) != []


def test_a_threshold_that_is_too_low_is_caught() -> None:
    """A threshold that is too low is caught: a single user's query is released far more often than delta allows."""
    manifest = korolova_manifest()
    low = {**manifest, "parameters": {**manifest["parameters"], "K": D}}
    assert "unique searches" in broken(audit_manifest(low, FEW))


def test_a_cap_that_is_not_kept_is_caught() -> None:
    """An algorithm that counts more of a user than its noise is for is caught when its own code is run again."""
    claimed = Parameters(D, *optimal(1.0, 1e-4, D), D / 1.0)

    def run(rows: pl.LazyFrame, copies: int, results: pl.DataFrame) -> Release:
        return korolova.release(_Uncapped(Local(rows), copies), claimed, results)

    needed = claimed.threshold + 1 - D
    mechanism = Mechanism(run, Part(D, claimed.b_q, needed))
    assert "known donor, beyond the caps" in broken(audit(mechanism, 2.0, 1e-4, FEW))


class _Uncapped(Copies):
    """A release that counts all of a user's searches."""

    def searches(self, most: int):  # type: ignore[no-untyped-def]
        return super().searches(100 * most)


def test_copies_are_released_as_one_log_each() -> None:
    """Counts and weights of each copy are those of the log alone, even if copies differ in open choices."""
    noon = datetime(2006, 3, 1, 12)
    rows = pl.LazyFrame({"user": ["a", "a", "b"], "query": ["x", "y", "x"]})
    log = Local(rows.select("user", pl.lit(noon).alias("time"), "query", url=pl.lit(None, pl.String), rank=pl.lit(1)))
    one, many = log.searches(5), Copies(log, 3).searches(5)
    assert many.items["count"].to_list() == one.items["count"].to_list() * 3
    assert set(many.items["query"]) == {f"{copy}-{query}" for copy in range(3) for query in ("x", "y")}
    patterns = [np.array(pattern) for pattern in ([1, 1], [0, 1], [1, 0])]
    expected = [weight for pattern in patterns for weight in one.weights(pattern)]
    assert many.weights(np.concatenate(patterns)).tolist() == expected


def test_outcomes_are_of_the_algorithm_itself() -> None:
    """Without noise, outcomes are those of the algorithm: counts, clicks and URLs' clicks above the threshold."""
    quiet = Parameters(D, 10.0, 1e-3, 1e-3, 2, 1e-3)
    manifest = korolova.release(NOTHING, quiet).manifest
    mechanism = of_manifest(manifest)
    assert mechanism.searches.needed == 11 - D
    rows = pl.concat([_searches("a", "flu", 2), *(_searches(f"u{number}", "flu", 3) for number in range(3))])
    found = mechanism.run(rows.sort("user", "time"), ["flu", "cold"], 4)
    assert found.released.tolist() == [[True, False]] * 4
    assert found.counts.tolist() == [[11, 0]] * 4
    assert found.clicks.tolist() == [[8, 0]] * 4


def _searches(user: str, query: str, number: int) -> pl.LazyFrame:
    times = [datetime(2006, 3, 1, 12, minute) for minute in range(number)]
    rows = {"user": user, "time": times, "query": query, "url": query, "rank": 1}
    return pl.LazyFrame(rows, schema=NOTHING.collect_schema())


def test_what_claims_nothing_or_is_unknown_is_named() -> None:
    """A raw release, which claims nothing, an unknown algorithm and invalid parameters are refused by name."""
    with pytest.raises(AuditError, match="raw claims no epsilon: it protects nobody"):
        audit_manifest(baselines.raw(NOTHING).manifest, FEW)
    manifest = korolova_manifest()
    with pytest.raises(AuditError, match="algorithm: is 'magic'"):
        audit_manifest({**manifest, "algorithm": "magic"}, FEW)
    with pytest.raises(AuditError, match="parameters: korolova can't be run by them"):
        audit_manifest({**manifest, "parameters": {**manifest["parameters"], "b": -1}}, FEW)
