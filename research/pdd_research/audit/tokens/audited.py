"""One audit of a hashed log, from its terms to the report."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from pdd_research.audit.tokens.attacks import Attack, attack
from pdd_research.audit.tokens.distance import UNMAPPED
from pdd_research.audit.tokens.hashing import places
from pdd_research.audit.tokens.naming import Lists
from pdd_research.audit.tokens.paper import Pair, Watch
from pdd_research.audit.tokens.reports import Report, answers
from pdd_research.audit.tokens.scores import score
from pdd_research.audit.tokens.searches import Terms, read_searches, scripts
from pdd_research.audit.tokens.uncovering import examples, inverted, uncovered
from pdd_research.simulator.drawing import seeded


@dataclass(frozen=True)
class Plan:
    """How to attack and what to look for.

    `truth` and `seeds` have hash and token; `confidence` is the least of an answer; `lists` are kinds of words to look
    for in inverted queries, `shown` whether to give examples of these.
    """

    by: Attack
    start: str
    confidence: float
    seed: int
    truth: pl.DataFrame | None = None
    seeds: pl.DataFrame | None = None
    lists: Lists | None = None
    shown: bool = False


def audited(file: Path, hashes: Terms, tokens: Terms, plan: Plan, watch: Watch) -> Report:
    """Attack a hashed log with the terms of a reference, score it, and look for what it uncovers."""
    names, words = hashes.frequent, tokens.frequent
    nothing = np.full(len(names), UNMAPPED)
    seeds = nothing if plan.seeds is None else places(names, words, plan.seeds)
    pair = Pair(hashes.statistics, tokens.statistics, seeds)
    found = attack(pair, plan.by, plan.start, seeded(plan.seed), watch)
    right = None if plan.truth is None else places(names, words, plan.truth)
    told = answers(found, names, words)
    report = Report(score(found, right, plan.confidence), told, scripts(words))
    if not plan.lists:
        return report
    watch("what it uncovers", 0.0)
    readable = inverted(read_searches(file), _believed(told, plan))
    shown = examples(readable, plan.lists) if plan.shown else None
    return Report(report.score, told, report.scripts, uncovered(readable, plan.lists), shown)


def _believed(told: pl.DataFrame, plan: Plan) -> pl.DataFrame:
    """The answers that queries are read with: the right ones where the truth is known, else the confident ones."""
    if plan.truth is not None:
        return told.join(plan.truth, on=["hash", "token"], how="semi")
    return told.filter(pl.col("confidence") >= plan.confidence)
