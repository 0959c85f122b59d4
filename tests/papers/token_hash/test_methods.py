"""The attack's parts compared with their definitions, computed the slow way."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from pdd_papers.token_hash.confidence import false_discovery, margins
from pdd_papers.token_hash.methods.distance import UNMAPPED, distances, features, shares
from pdd_papers.token_hash.methods.matching import greedy, minimum_cost, rank_greedy, stable_marriage
from pdd_papers.token_hash.methods.mutual_neighbours import corrected, similarities
from pdd_papers.token_hash.methods.pruning import alpha_pruned, beta_pruned
from pdd_papers.token_hash.methods.term_statistics import statistics
from pdd_papers.token_hash.soundness import halves
from pdd_research.seeded_randomness import seeded

QUERIES = np.array([0, 0, 1, 2, 2, 2, 3, 3, 4])
TERMS = np.array([0, 1, 0, 0, 1, 2, 1, 1, 3])


def test_statistics_of_a_small_log() -> None:
    """Terms come by frequency; a term that a query repeats counts once; "alone" means a query of one word."""
    found = statistics(QUERIES, TERMS, 3)
    assert found.terms.tolist() == [1, 0, 2]
    assert found.frequency.tolist() == [4, 3, 1]
    assert found.alone.tolist() == [0, 1, 0]
    assert found.cooccurrence.toarray().tolist() == [[0, 2, 1], [2, 0, 1], [1, 1, 0]]


def test_more_words_than_there_are() -> None:
    """A vocabulary larger than the log is the log's."""
    assert len(statistics(QUERIES, TERMS, 100)) == 4


def test_distances_are_l1_with_what_is_not_mapped_counted() -> None:
    """The inverted index gives the L1 distance; an unmapped term counts as far."""
    rng = seeded(1)
    hashes, tokens = (shares(csr_array(rng.integers(0, 4, (7, 7)).astype(np.float32))) for _ in range(2))
    whole = rng.permutation(7)
    expected = np.abs(hashes.toarray()[:, np.newaxis] - tokens.toarray()[np.newaxis][:, :, whole]).sum(axis=2)
    assert distances(hashes, tokens, whole) == pytest.approx(expected, abs=1e-5)
    nothing = np.full(7, UNMAPPED)
    assert (distances(hashes, tokens, nothing) == 2).all()


def test_greedy_takes_the_nearest_pair_first() -> None:
    """The lazy heap gives what sorting all pairs gives."""
    costs = seeded(2).random((30, 40)).astype(np.float32)
    expected, used = {}, set()
    for row, column in zip(*np.unravel_index(np.argsort(costs, axis=None), costs.shape), strict=True):
        if row not in expected and column not in used:
            expected[int(row)] = int(column)
            used.add(column)
    assert greedy(costs).tolist() == [expected[row] for row in range(30)]


@pytest.mark.parametrize("match", [greedy, minimum_cost, rank_greedy, stable_marriage])
def test_matchers_find_a_clear_matching_and_leave_out_what_is_not_considered(match: object) -> None:
    """Where each hash has its own nearest token all matchers agree; a pair of infinite cost is never matched."""
    order = seeded(3).permutation(20)
    costs = np.ones((20, 20), np.float32)
    costs[np.arange(20), order] = 0
    costs[4] = np.inf
    found = match(costs)  # type: ignore[operator]
    assert found[4] == UNMAPPED
    others = np.arange(20) != 4
    assert (found[others] == order[others]).all()


def test_stable_marriage_is_stable() -> None:
    """In a stable marriage no hash and token are nearer to each other than both are to their partners."""
    costs = seeded(4).random((25, 25)).astype(np.float32)
    found = stable_marriage(costs)
    own = costs[np.arange(25), found]
    of_token = np.empty(25, np.float32)
    of_token[found] = own
    assert not ((costs < own[:, np.newaxis]) & (costs < of_token)).any()


def test_minimum_cost_costs_no_more_than_greedy() -> None:
    """The matching's cost is the least possible."""
    costs = seeded(5).random((25, 25)).astype(np.float32)
    rows = np.arange(25)
    assert costs[rows, minimum_cost(costs)].sum() <= costs[rows, greedy(costs)].sum()


def test_pruning_keeps_the_nearest_and_the_largest() -> None:
    """Alpha keeps each hash's nearest by features; beta keeps each word's fewest, largest shares of enough mass."""
    costs = np.zeros((2, 4), np.float32)
    by_features = np.array([[1, 2, 3, 4], [4, 3, 2, 1]], np.float32)
    assert np.isfinite(alpha_pruned(costs, by_features, 0.5)).tolist() == [
        [True, True, False, False],
        [False, False, True, True],
    ]
    rows = csr_array(np.array([[0.5, 0.3, 0.2, 0], [0.1, 0.1, 0.1, 0.7]]))
    assert beta_pruned(rows, 0.6).toarray().tolist() == [[0.5, 0.3, 0, 0], [0, 0, 0, 0.7]]


def test_features_are_standardised() -> None:
    """Each of the five features has mean 0 and standard deviation 1, or is 0 if all terms are equal."""
    found = features(statistics(QUERIES, TERMS, 4))
    assert found.shape == (4, 5)
    assert found.mean(axis=0) == pytest.approx(0, abs=1e-12)
    assert found.std(axis=0) == pytest.approx(1)


def test_csls_penalises_hubs() -> None:
    """A token that is near to every hash is no hash's nearest after CSLS."""
    hashes = csr_array(np.eye(12, dtype=np.float32))
    tokens = np.eye(12, dtype=np.float32) * 0.6
    tokens[0] = 0.7  # near to all
    found, of_hashes, of_tokens = similarities(hashes, csr_array(tokens.T))
    assert (found.argmax(axis=1) == 0).all()
    nearest, back = corrected(found, of_hashes, of_tokens)
    assert nearest[1:].tolist() == list(range(1, 12))
    assert back[1:].tolist() == list(range(1, 12))


def test_false_discovery_follows_the_margins() -> None:
    """With as many wrong as right answers, large margins are sure, and margins like the wrong ones' are not."""
    rng = seeded(6)
    wrong, right = rng.normal(0, 1, 2_000), rng.normal(6, 1, 2_000)
    found = false_discovery(np.concatenate([wrong, right]), rng.normal(0, 1, 500))
    assert found[:2_000].mean() > 0.9
    assert found[2_000:].mean() < 0.1


def test_margins_are_to_the_next_of_row_and_column() -> None:
    """A margin is to the nearest other token of the hash and the nearest other hash of the token."""
    costs = np.array([[1, 5, 9], [4, 2, 9], [9, 9, 3]], np.float32)
    assert margins(costs, np.array([0, 1, 2])).tolist() == [3, 2, 6]


def test_halves_sum_to_the_whole() -> None:
    """Each count of a log is in exactly one of its halves."""
    whole = statistics(QUERIES, TERMS, 4)
    one, other = halves(whole, seeded(7))
    assert (one.frequency + other.frequency == whole.frequency).all()
    assert (one.cooccurrence + other.cooccurrence - whole.cooccurrence).nnz == 0
