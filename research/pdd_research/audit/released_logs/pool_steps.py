"""Attacks on the two steps of a pool release that attacks on its queries don't reach: terms and transitions.

The other steps don't depend on the attacked one, or only hide some of its effect. So they are left out: all queries
pass the selection, and the canary changes nothing else.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from pdd_research.audit.bounds import Scores
from pdd_research.audit.findings import Worlds
from pdd_research.audit.released_logs.canary_logs import CANARY, nobody, one_each, searches, together
from pdd_research.audit.released_logs.mechanisms import AT_ONCE, Alone, Part, affordable, batches, deciding
from pdd_research.audit.released_logs.replicated_logs import copied, places
from pdd_research.log_release.algorithms import pool
from pdd_research.log_release.algorithms.pool_accounting import Pool, Step
from pdd_research.log_release.release import Release

Publish = Callable[[pl.LazyFrame, pl.Series, Pool], Release]
"""Releases a log: from its rows, public queries and a plan."""
Seen = Callable[[Release, int], Scores]
"""Scores each copy: from a release of all copies and their number."""
_ALL = Step(1, 1.0, -1_000_000)
"""A selection that every query passes: its threshold is far below any noisy count."""
OPEN_AT_ONCE, OPEN_TRIALS = 20, 10_000
"""Copies at once, and the most trials, where every pair of the copies' queries is released: that takes their square."""
_PAIR = [CANARY, "next"]
"""The queries of the canary's transition."""


def steps_of(plan: Pool, stated: dict[str, Any], publish: Publish = pool.release) -> tuple[Alone, ...]:
    """Return the attacks on a plan's terms and transitions, those that it has.

    Args:
        plan: the release's steps.
        stated: the manifest's parameters, which state each step's epsilon.
        publish: releases a log; tests give one that keeps less than it claims.
    """
    found = []
    if plan.terms is not None:
        found.append(Alone("terms", stated["terms"]["epsilon"], partial(_on_terms, plan.terms, publish)))
    if plan.transitions is not None:
        selecting, counting = stated["transitions"], stated["transition_counts"]
        cost = selecting["epsilon"] + (counting["epsilon"] if counting else 0)
        attack = partial(_on_transitions, plan.transitions, plan.transition_counts, publish)
        found.append(Alone("transitions", cost, attack))
        selection = partial(_on_transitions, plan.transitions, None, publish)
        found.append(Alone("which transitions", selecting["epsilon"], selection, is_part=True))
        if plan.transition_counts and counting:
            # Every transition passes a threshold so far below any count.
            every = replace(plan.transitions, threshold=_ALL.threshold)
            attack = partial(_on_transitions, every, plan.transition_counts, publish, at_once=OPEN_AT_ONCE)
            found.append(Alone("transition counts", counting["epsilon"], attack, is_part=True))
    return tuple(found)


def _on_terms(step: Step, publish: Publish, trials: int, reach: int) -> Worlds:
    """Attack with a canary whose one search has all terms, each searched by so many others that one more decides."""
    terms = [f"term{number:04}" for number in range(reach * step.most)]
    theirs = [" ".join(terms[start : start + step.most]) for start in range(0, len(terms), step.most)]
    crowd = together(nobody(), one_each(theirs * deciding(step.threshold or 0, 1)))

    def released(found: Release, copies: int) -> Scores:
        copy, place = places(found.queries["query"], terms)
        return np.bincount(copy[place >= 0], minlength=copies).astype(float)

    logs = together(crowd, searches(CANARY, [" ".join(terms)])), crowd
    return _worlds(publish, Pool(_ALL, terms=step), logs, terms, trials, released)


def _on_transitions(
    step: Step, counts: Step | None, publish: Publish, trials: int, reach: int, at_once: int = AT_ONCE
) -> Worlds:
    """Attack with a canary that repeats one transition, which others make almost often enough for its release."""
    trials = trials if at_once == AT_ONCE else min(trials, OPEN_TRIALS)
    part = Part(step.most, counts.scale if counts else None, deciding(step.threshold or 0, step.most))
    others = [_going(f"u{done}", min(step.most, part.needed - done)) for done in range(0, part.needed, step.most)]
    crowd = together(nobody(), *others)
    logs = together(crowd, _going(CANARY, reach * step.most)), crowd
    plan = Pool(_ALL, transitions=step, transition_counts=counts)
    return _worlds(publish, plan, logs, _PAIR, trials, partial(_evidence, part, reach), at_once)


def _going(user: str, often: int) -> pl.LazyFrame:
    """Return a user with so many transitions from CANARY to "next".

    There are none back, because the queries in between are not in the pool.
    """
    return searches(user, [*_PAIR, "else"] * often)


def _evidence(part: Part, reach: int, found: Release, copies: int) -> Scores:
    """Return scores: 0 where the transition is not released, else larger for a larger count."""
    if (transitions := found.transitions) is None:
        return np.zeros(copies)
    (copy, place), (same, following) = (places(transitions[column], _PAIR) for column in ("query", "next"))
    kept = (copy == same) & (place == 0) & (following == 1)
    scores = np.zeros(copies)
    scores[copy[kept]] = 1 + part.evidence(transitions["count"].fill_null(0).to_numpy()[kept], reach)
    return np.round(scores, 9)


def _worlds(
    publish: Publish,
    plan: Pool,
    logs: tuple[pl.LazyFrame, pl.LazyFrame],
    queries: list[str],
    trials: int,
    seen: Seen,
    at_once: int = AT_ONCE,
) -> Worlds:
    """Release copies of the log with the canary and without it, as many as memory has room for; return their scores."""
    ones, others = (rows.collect() for rows in logs)
    public = pl.DataFrame({"query": queries})
    tried = list(batches(affordable(trials, len(ones)), at_once))

    def scores(rows: pl.DataFrame) -> Scores:
        made = (publish(copied(rows, copies).lazy(), copied(public, copies)["query"], plan) for copies in tried)
        return np.concatenate([seen(found, copies) for found, copies in zip(made, tried, strict=True)])

    return scores(ones), scores(others)
