"""One audit of a hashed log, from its terms to the report."""

from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from pdd_papers.token_hash.attacks import Attack, attack
from pdd_papers.token_hash.logs.disclosure import examples, inverted, uncovered
from pdd_papers.token_hash.logs.hashing import TRUTH, Pairs, check, places
from pdd_papers.token_hash.logs.named_entities import Lists
from pdd_papers.token_hash.logs.searches import Searches, Terms, scripts
from pdd_papers.token_hash.methods.distance import UNMAPPED
from pdd_papers.token_hash.methods.kumar import Pair, Watch
from pdd_papers.token_hash.report import Report, answers
from pdd_papers.token_hash.scores import score
from pdd_research.seeded_randomness import seeded


@dataclass(frozen=True)
class Plan:
    """How to attack a log, and what to look for.

    Attributes:
        by: the attack.
        start: its initial map.
        confidence: the least confidence of an answer.
        seed: of all random numbers.
        truth: right pairs, to score the answers.
        seeds: pairs that are known beforehand.
        lists: kinds of words to look for in inverted queries.
        shown: whether the report has examples of such queries.
    """

    by: Attack
    start: str
    confidence: float
    seed: int
    truth: Pairs | None = None
    seeds: Pairs | None = None
    lists: Lists | None = None
    shown: bool = False


def audited(log: Searches, hashes: Terms, tokens: Terms, plan: Plan, watch: Watch) -> Report:
    """Attack a hashed log, score the attack, and look for what the inverted queries disclose.

    Args:
        log: the hashed log.
        hashes: its terms.
        tokens: the terms of the reference log.
        plan: how to attack it.
        watch: called with the stage's name and the part of it that is done.

    Raises:
        LogError: if the truth or the seeds are not of this log.
    """
    names, words = hashes.frequent, tokens.frequent
    check(names, plan.truth, plan.seeds)
    nothing = np.full(len(names), UNMAPPED)
    seeds = nothing if plan.seeds is None else places(names, words, plan.seeds.rows)
    pair = Pair(hashes.statistics, tokens.statistics, seeds)
    found = attack(pair, plan.by, plan.start, seeded(plan.seed), watch)
    right = None if plan.truth is None else places(names, words, plan.truth.rows)
    told = answers(found, names, words)
    watch("what it uncovers", 0.0)
    readable, searches = inverted(log.rows, _believed(told, plan))
    report = Report(score(found, right, plan.confidence), told, scripts(words), searches, len(readable))
    if not plan.lists:
        return report
    shown = examples(readable, plan.lists) if plan.shown else None
    return replace(report, uncovered=uncovered(readable, plan.lists), examples=shown)


def _believed(told: pl.DataFrame, plan: Plan) -> pl.DataFrame:
    """Return the pairs to read queries with: seeds, and right answers, or confident ones if no truth is known."""
    if plan.truth is None:
        found = told.filter(pl.col("confidence") >= plan.confidence)
    else:
        found = told.join(plan.truth.rows, on=TRUTH, how="semi")
    if plan.seeds is None:
        return found
    return pl.concat([plan.seeds.rows, found.select(TRUTH).join(plan.seeds.rows, on="hash", how="anti")])
