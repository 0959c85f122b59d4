"""Hashed words are recovered from logs of real sentences, and not from logs in which nothing is left to find."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from pdd_papers.token_hash import confidence
from pdd_papers.token_hash.attacks import METHODS, Found, attack
from pdd_papers.token_hash.experiments.sample_logs import Kind, Task, Texts, task
from pdd_papers.token_hash.methods.distance import UNMAPPED
from pdd_papers.token_hash.methods.kumar import Pair
from pdd_papers.token_hash.report import Report
from pdd_papers.token_hash.scores import Score, score
from pdd_research.seeded_randomness import seeded
from tests.support.stages import mostly_slow

WORDS, FIRST = 200, 100


@pytest.fixture
def unsure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use few margins of wrong answers, for tests that don't need confidence, which takes most time."""
    monkeypatch.setattr(confidence, "ENOUGH", 1)


def attacked(logs: Task, method: str, start: str = "node", known: int = 0) -> Score:
    pair, truth = logs.pair(FIRST if method == "procrustes" else WORDS, known)  # its singular vectors take long
    by = METHODS[method]
    small = by if method in {"start", "continuous"} else replace(by, first=FIRST)
    return score(attack(pair, small, start, seeded(1)), truth, 0.9)


@pytest.mark.parametrize(
    ("method", "least"),
    mostly_slow(
        [("strong", 0.9), ("greedy", 0.75), ("continuous", 0.75), ("rank", 0.75)],
        usual=lambda case: case[0] == "strong",
    ),
)
def test_recovers_words_and_says_how_sure_it_is(logs: Task, method: str, least: float) -> None:
    """An attack recovers most words, its confident answers are right, and it knows about how many are."""
    found = attacked(logs, method)
    assert found.accuracy is not None
    assert found.accuracy >= least
    assert found.precision is not None
    assert found.precision >= 0.85
    right = found.accuracy * (found.matchable or 0) / found.vocabulary
    assert found.expected == pytest.approx(right, abs=0.15)
    assert not found.found_nothing


@pytest.mark.slow
def test_expects_to_be_right_as_often_as_it_is(logs: Task) -> None:
    """With a quarter of the words not in the reference, the attack knows how many it got wrong, and which are sure."""
    pair, truth = logs.pair(1_200)
    found = score(attack(pair, METHODS["strong"], "node", seeded(1)), truth, 0.9)
    assert found.accuracy is not None
    assert found.precision is not None
    assert found.expected == pytest.approx(found.accuracy * (found.matchable or 0) / found.vocabulary, abs=0.05)
    assert found.precision >= 0.93


def test_frequency_alone_fails(logs: Task) -> None:
    """Matching by frequency rank alone is hardly ever right, and the starting map claims no confidence."""
    found = attacked(logs, "start", "frequency")
    assert found.accuracy is not None
    assert found.accuracy < 0.15
    assert found.found_nothing


@pytest.mark.parametrize("method", METHODS)
def test_nothing_is_found_where_words_were_dealt_out_anew(logs: Task, method: str) -> None:
    """With words dealt out anew, so that only frequencies are left, an attack fails on nearly all, and says so."""
    found = attacked(logs.shuffled(seeded(5)), method)
    assert found.accuracy is not None
    # By frequency alone 2 to 9% are right, depending on the library's texts: those of Python 3.11.2 or of 3.11.7.
    assert found.accuracy < 0.15
    assert found.found_nothing
    assert found.coverage == 0


def test_logs_without_a_word_in_common_are_told(texts: Texts, logs: Task) -> None:
    """Between logs of different words no map is found twice, and no accuracy is stated."""
    half = len(texts.words) // 2
    other = task(texts, Kind(queries=30_000), 9).reference
    kept = other.codes % 2 == 0
    reference = replace(other, queries=other.queries[kept], codes=other.codes[kept])
    odd = np.argsort(logs.secret)[logs.hashed.codes] % 2 == 1
    hashed = replace(logs.hashed, queries=logs.hashed.queries[odd], codes=logs.hashed.codes[odd])
    found = attacked(replace(logs, hashed=hashed, reference=reference), "strong")
    assert half > WORDS
    assert found.matchable == 0
    assert found.accuracy is None
    assert found.found_nothing


@pytest.mark.slow
@pytest.mark.usefixtures("unsure")
def test_bootstrap_seeds_stay_in_the_answer(logs: Task) -> None:
    """Bootstrap seeds are in the answer of every attack, and the continuous update grows from them alone."""
    pair, truth = logs.pair(WORDS, known=30)
    for method in ("strong", "greedy", "continuous"):
        mapping = attack(pair, METHODS[method], "random", seeded(1)).mapping
        known = pair.seeds != UNMAPPED
        assert (mapping[known] == truth[known]).all()
        assert (mapping == truth)[truth != UNMAPPED].mean() > 0.7


def test_abstaining_is_scored(logs: Task) -> None:
    """Answers below the requested confidence count neither as right nor as wrong."""
    pair, truth = logs.pair(100)
    mapping = np.where(truth == UNMAPPED, 0, truth)
    sure = np.where(truth == UNMAPPED, 0.1, 0.95)
    found = score(Found(mapping, sure, np.zeros(100, bool), 1.0), truth, 0.9)
    assert found.precision == 1
    assert found.accuracy == 1
    assert found.coverage == pytest.approx((truth != UNMAPPED).mean())
    assert pair.size == 100


def test_bootstrap_seeds_are_not_scored(logs: Task) -> None:
    """Figures exclude what was known beforehand: bootstrap seeds count neither as hashes nor as answers."""
    _, truth = logs.pair(100)
    known = (np.arange(100) < 40) & (truth != UNMAPPED)
    found = score(Found(np.where(known, truth, UNMAPPED), known.astype(float), known, 1.0), truth, 0.9)
    assert found.vocabulary == 100 - known.sum()
    assert found.matchable == ((truth != UNMAPPED) & ~known).sum()
    assert (found.accuracy, found.expected, found.coverage, found.precision) == (0, 0, 0, None)


@pytest.mark.slow
@pytest.mark.usefixtures("unsure")
def test_sides_of_different_sizes(logs: Task) -> None:
    """A hashed log with fewer words than the reference is still mapped one to one by every method."""
    pair, _ = logs.pair(120)
    smaller = Pair(pair.hashes.first(80), pair.tokens, pair.seeds[:80])
    for method, by in METHODS.items():
        mapping = attack(smaller, by, "node", seeded(1)).mapping
        given = mapping[mapping != UNMAPPED]
        assert len(mapping) == 80, method
        assert len(set(given.tolist())) == len(given), method


@pytest.mark.parametrize(("agreement", "why"), [(0.05, "on halves of the logs"), (1.0, "it expects fewer than 2%")])
def test_the_reason_for_finding_nothing_is_stated(agreement: float, why: str) -> None:
    """An attack whose halves agree, but which expects to be wrong, is not reported as disagreeing on halves."""
    said = Report(Score(100, 0.01, 0.0, agreement), pl.DataFrame(), {}, searches=9, readable=0).words()
    assert f"The attack found nothing: {why}" in said
    assert ("halves" in said) == (agreement < 0.1)


def test_without_a_matchable_hash_there_is_no_precision() -> None:
    """If no hash has its word in the reference, no precision is stated."""
    found = Found(np.array([0, 1]), np.ones(2), np.zeros(2, bool), 1.0)
    assert score(found, np.array([UNMAPPED, UNMAPPED]), 0.9).precision is None
