"""The confidence of an attack's answers, estimated without knowing any right answer.

An answer's margin is how much nearer it is than every other token to its hash, and than every other hash to its token.
To learn the margins of wrong answers, some tokens that were answers are taken away, and as many other hashes. The
hashes of the removed tokens can then only be answered wrongly when the attack goes on. The share of wrong answers at a
margin (the local false discovery rate: Efron, 2004) follows from the two distributions.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import isotonic_regression
from scipy.sparse import csr_array

from pdd_papers.token_hash.methods.distance import UNMAPPED, Costs, Mapping
from pdd_papers.token_hash.methods.kumar import Pair
from pdd_papers.token_hash.methods.term_statistics import Statistics
from pdd_research.seeded_randomness import Generator

TAKEN_AWAY = 0.075
"""The share of the answers that lose their token, and of those that lose their hash. With more, too few words would be
left to recognise others by, and more words would be confused than really are."""
ENOUGH = 300
"""The number of margins of wrong answers to collect; from a small vocabulary, words are removed repeatedly."""
PASSES = 2
_BLOCK = 500
Floats = NDArray[np.float64]
Rounds = Callable[[Pair, Mapping], tuple[Mapping, Costs]]
"""Continues an attack from a map; returns the new map and the costs that it was made from."""


def confidences(pair: Pair, mapping: Mapping, margin: Floats, further: Rounds, rng: Generator) -> Floats:
    """Return for each hash the probability that its answer is right, by its margin; 0 if it has no answer.

    Wrong answers are mostly of rare words, and an answer that is wrong already can't be made wrong. So the first pass
    removes tokens uniformly. The second removes answers that the first pass believes, in proportion to the share of
    wrong answers at their rank.

    Args:
        pair: both logs as the attack saw them.
        mapping: the attack's answers.
        margin: their margins, as `margins` returns them.
        further: continues the attack when words were removed.
        rng: the source of all draws.
    """
    found = np.zeros(len(mapping))
    answered = np.flatnonzero(mapping != UNMAPPED)
    weights = np.ones(len(answered))
    for _ in range(PASSES):
        wrong = _margins_of_wrong_answers(pair, mapping, further, weights, rng)
        if not len(wrong):
            break
        found[answered] = 1 - false_discovery(margin[answered], wrong)
        weights = found[answered] * isotonic_regression(1 - found[answered]).x
    return found


def margins(costs: Costs, mapping: Mapping) -> Floats:
    """Return for each hash its answer's margin, negative if another pair would be nearer; 0 without an answer."""
    height, width = costs.shape
    own = np.where(mapping == UNMAPPED, 0, mapping)
    of_rows = np.empty(height, np.float32)
    of_columns = np.full(width, np.inf, np.float32)
    for start in range(0, height, _BLOCK):
        block = costs[start : start + _BLOCK].copy()
        answered = np.flatnonzero(mapping[start : start + _BLOCK] != UNMAPPED)
        block[answered, own[start : start + _BLOCK][answered]] = np.inf
        of_rows[start : start + _BLOCK] = block.min(axis=1)
        of_columns = np.minimum(of_columns, block.min(axis=0))
    others = np.minimum(of_rows, of_columns[own])
    margin = np.where(np.isfinite(others), others, 0) - costs[np.arange(height), own]
    return np.where(mapping == UNMAPPED, 0, margin).astype(np.float64)


def _margins_of_wrong_answers(pair: Pair, mapping: Mapping, further: Rounds, weights: Floats, rng: Generator) -> Floats:
    answered = np.flatnonzero(mapping != UNMAPPED)
    count = int(len(answered) * TAKEN_AWAY)
    likely = weights + 1e-6  # With weights of 0 there could be fewer candidates than are drawn.
    found = [np.zeros(0)]
    for _ in range(-(-ENOUGH // count) if count else 0):
        drawn = rng.choice(answered, 2 * count, replace=False, p=likely / likely.sum())
        bereft, gone = np.split(rng.permutation(drawn), 2)
        found.append(_margins_without(pair, mapping, bereft, gone, further))
    return np.concatenate(found)


def _margins_without(pair: Pair, mapping: Mapping, bereft: Mapping, gone: Mapping, further: Rounds) -> Floats:
    """Return the margins of the bereft hashes' answers when their tokens, and other hashes, are removed."""
    hashes = np.setdiff1d(np.arange(len(pair.hashes)), gone)
    tokens = np.setdiff1d(np.arange(len(pair.tokens)), mapping[bereft])
    places = np.full(len(pair.tokens) + 1, UNMAPPED)  # The last is that of UNMAPPED.
    places[tokens] = np.arange(len(tokens))
    without = Pair(_of(pair.hashes, hashes), _of(pair.tokens, tokens), places[pair.seeds[hashes]])
    again, costs = further(without, places[mapping[hashes]])
    wrong = np.isin(hashes, bereft) & (again != UNMAPPED)
    return np.asarray(margins(costs, again)[wrong])


def _of(whole: Statistics, kept: NDArray[np.int64]) -> Statistics:
    together = csr_array(whole.cooccurrence[kept][:, kept])
    return Statistics(whole.terms[kept], whole.frequency[kept], whole.alone[kept], together)


def false_discovery(margin: Floats, wrong: Floats) -> Floats:
    """Return for each answer's margin the probability that the answer is wrong.

    Half of the wrong answers lie below their median, and few right ones do: that tells how many there are (Storey,
    2002). The probability falls with the margin, so it is fitted by isotonic regression.

    Args:
        margin: of the answers.
        wrong: margins of answers that are known to be wrong.
    """
    # At least one answer is taken for wrong, because the isotonic regression accepts no weight of 0.
    share = min(1.0, max(1, int((margin <= np.median(wrong)).sum())) * 2 / len(margin))
    both = np.concatenate([margin, wrong])
    is_wrong = np.concatenate([np.zeros(len(margin)), np.ones(len(wrong))])
    weight = np.concatenate([np.ones(len(margin)), np.full(len(wrong), share * len(margin) / len(wrong))])
    order = np.lexsort((is_wrong, both))
    fitted = np.empty(len(both))
    fitted[order] = isotonic_regression(is_wrong[order], weights=weight[order], increasing=False).x
    part = fitted[: len(margin)]
    return np.minimum(1.0, part / np.maximum(1 - part, 1e-12))
