"""Membership attacks on a released log: they plant a canary's activity in a small log, and look for it in releases.

Neighbouring logs differ in one user's whole activity, as the manifest says. The known-donor attack knows all other
users. The shadow attack knows how many there are, and has learnt from releases of its own.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl

from pdd_research.audit.bounds import FEWEST, Scores
from pdd_research.audit.findings import Finding, Worlds, claimed, shadow
from pdd_research.audit.released_logs.canary_logs import CANARY, crowd, searches, together
from pdd_research.audit.released_logs.manifests import of_manifest
from pdd_research.audit.released_logs.mechanisms import Mechanism, Outcomes, Run, affordable
from pdd_research.errors import AuditError

BEYOND = 3
"""How many times the cap the canary acts, so that a cap that isn't enforced shows."""
SHADOWS = 8
"""How many logs the shadow attack learns from. They differ in the number of other users, which it doesn't know."""
MOST_QUERIES = 2_000_000
"""The most queries of all copies of a log together, to bound memory; each copy has its own queries."""
_REACHES = {"": 1, ", beyond the caps": BEYOND}
"""How many times the cap the canary is taken to act, by the end of the attack's name."""
Claim = tuple[float, float]
"""Epsilon and delta."""
Moved = Callable[[], None]
STEPS = 4
"""How often an audit reports progress."""


def audit_manifest(manifest: dict[str, Any], trials: int, moved: Moved = lambda: None) -> tuple[Finding, ...]:
    """Run the mechanism that a release's manifest describes, attack it, and return the findings.

    Args:
        manifest: the release's manifest.
        trials: runs of the mechanism in each world.
        moved: called after each of the STEPS attacks, to report progress.

    Raises:
        AuditError: if the manifest claims no epsilon and delta, or its mechanism can't be run.
    """
    epsilon, delta = manifest.get("epsilon"), manifest.get("delta")
    if epsilon is None or delta is None:
        raise AuditError(
            f"manifest: {manifest.get('algorithm')} claims no epsilon: it protects nobody; publish none of it"
        )
    try:
        claim = claimed(epsilon, delta)
    except ValueError as error:
        raise AuditError(f"manifest: has not {error}; release it again") from None
    return audit(of_manifest(manifest), *claim, trials, moved)


def audit(
    mechanism: Mechanism, epsilon: float, delta: float, trials: int, moved: Moved = lambda: None
) -> tuple[Finding, ...]:
    """Attack a mechanism and return the findings, compared with its claim.

    A step that is attacked alone is compared with its own epsilon, and the other attacks with what the steps leave.

    Args:
        mechanism: what to attack.
        epsilon: the claimed epsilon of the whole release.
        delta: the claimed delta.
        trials: runs of the mechanism in each world.
        moved: called after each of the STEPS attacks, to report progress.
    """
    findings: list[Finding] = []
    rest = epsilon - sum(step.epsilon for step in mechanism.steps if not step.is_part), delta
    for attacks in (_by_who_knows_the_others, _by_what_is_unique, _by_a_shadow_model, on_steps_left_out):
        findings += attacks(mechanism, rest, trials)
        moved()
    return tuple(findings)


def _by_who_knows_the_others(mechanism: Mechanism, claim: Claim, trials: int) -> list[Finding]:
    known = _known(mechanism, _deciding(mechanism), trials)
    found = [
        Finding.of(f"known donor{end}", claim, _scored(known, mechanism, reach)) for end, reach in _REACHES.items()
    ]
    return found + on_each_step(mechanism, trials, known)


def on_each_step(mechanism: Mechanism, trials: int, known: tuple[Outcomes, Outcomes] | None = None) -> list[Finding]:
    """Attack each step of a mechanism by itself and return the findings, compared with the step's own claim.

    Args:
        mechanism: what to attack.
        trials: runs in each world.
        known: outcomes where the canary decides most, if there are any already.
    """
    runs: dict[tuple[tuple[int, int], Run | None], tuple[Outcomes, Outcomes]] = {}
    if known:
        runs[_deciding(mechanism), None] = known
    findings = []
    for step in mechanism.claims:
        key = step.crowd, step.release
        if key not in runs:
            runs[key] = _known(replace(mechanism, release=step.release or mechanism.release), step.crowd, trials)
        worlds = step.seen(runs[key][0]), step.seen(runs[key][1])
        claim = step.epsilon, step.delta
        findings.append(Finding.of(f"known donor, {step.name}", claim, worlds, gaussian=step.gaussian))
    return findings


def _by_what_is_unique(mechanism: Mechanism, claim: Claim, trials: int) -> list[Finding]:
    return [] if mechanism.public else [Finding.of("unique searches", claim, _unique(mechanism, trials))]


def _by_a_shadow_model(mechanism: Mechanism, claim: Claim, trials: int) -> list[Finding]:
    return [Finding.of("shadow model", claim, _shadow(mechanism, trials))]


def on_steps_left_out(mechanism: Mechanism, _: Claim, trials: int) -> list[Finding]:
    """Attack the steps that the mechanism leaves out, and return the findings, compared with the step's own claim."""
    return [
        Finding.of(f"known donor, {step.name}{end}", (step.epsilon, 0.0), step.attack(trials, reach))
        for step in mechanism.steps
        for end, reach in _REACHES.items()
        if reach == 1 or not step.is_part
    ]


def _deciding(mechanism: Mechanism) -> tuple[int, int]:
    """Return how many others search, and click, almost often enough for a release, so that the canary decides most."""
    return mechanism.searches.needed, mechanism.clicks.needed


def _known(mechanism: Mechanism, sizes: tuple[int, int], trials: int) -> tuple[Outcomes, Outcomes]:
    """Return outcomes with the canary and without it, all of whose searches are for one query.

    Args:
        mechanism: what is run.
        sizes: how many others search that query, and how many of these searches have a click.
        trials: runs in each world.
    """
    others = crowd(*sizes)
    return _run(mechanism, together(others, _canary(mechanism)), trials), _run(mechanism, others, trials)


def _unique(mechanism: Mechanism, trials: int) -> Worlds:
    """Return scores of a canary whose queries nobody else searches: 1 if any is released, which reveals the canary."""
    own = [f"{CANARY} {number}" for number in range(mechanism.searches.most)]
    rows = together(crowd(0, 0), searches(CANARY, own))
    tried = mechanism.run(rows, own, max(FEWEST, min(trials, MOST_QUERIES // len(own))))
    found = tried.released.any(axis=1).astype(float)
    return found, np.zeros_like(found)


def _shadow(mechanism: Mechanism, trials: int) -> Worlds:
    """Return scores of an attack as in `_known` by somebody who knows only roughly how many other users there are."""
    worlds: tuple[list[Scores], list[Scores]] = ([], [])
    needed = mechanism.searches.needed
    for number in range(SHADOWS):
        about = needed + round(needed**0.5 * (2 * number / (SHADOWS - 1) - 1))
        others = crowd(max(0, about), mechanism.clicks.needed)
        for world, rows in zip(worlds, (together(others, _canary(mechanism)), others), strict=True):
            found = _run(mechanism, rows, trials, SHADOWS)
            world.append(np.hstack([found.released, found.counts, found.clicks]).astype(float))
    # The trials of the logs alternate, so that each half of the trials has all logs.
    one, other = (np.stack(world, axis=1).reshape(-1, 3) for world in worlds)
    return shadow(one, other)


def _run(mechanism: Mechanism, rows: pl.LazyFrame, trials: int, parts: int = 1) -> Outcomes:
    """Run one of several parts of the trials; fewer trials if memory has no room for so many copies of the log."""
    if mechanism.public:
        trials = affordable(trials, mechanism.searches.needed + 1)
    return mechanism.run(rows, [CANARY], max(FEWEST, trials // parts))


def _scored(worlds: tuple[Outcomes, Outcomes], mechanism: Mechanism, reach: int) -> Worlds:
    """Return the evidence for the canary in both worlds' outcomes; 0 where its query was not released.

    A larger count is stronger evidence, up to `reach` times what the canary may add.
    """
    one, other = (_score(found, mechanism, reach) for found in worlds)
    return one, other


def _score(found: Outcomes, mechanism: Mechanism, reach: int) -> Scores:
    searches, clicks = mechanism.searches, mechanism.clicks
    evidence = 1 + searches.evidence(found.counts, reach) + clicks.evidence(found.clicks, reach)
    scores: Scores = np.round(found.released * evidence, 9).sum(axis=1)
    return scores


def _canary(mechanism: Mechanism) -> pl.LazyFrame:
    return searches(CANARY, [CANARY] * BEYOND * max(mechanism.searches.most, mechanism.clicks.most))
