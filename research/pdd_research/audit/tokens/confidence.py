"""How sure each answer of an attack is, told without knowing any right one.

An answer's margin is by how much it is nearer than every other token to its hash, and than every other hash to its
token. What margins wrong answers have is seen by taking away: some tokens that were answers, and as many other hashes;
the hashes of the tokens gone can only be answered wrongly now. The share of wrong ones among answers of one margin
(the local false discovery rate: Efron, 2004) follows from the two distributions.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import isotonic_regression

from pdd_research.audit.tokens.distance import UNMAPPED, Costs, Mapping
from pdd_research.audit.tokens.matching import Mask, greedy
from pdd_research.simulator.drawing import Generator

TAKEN_AWAY = 0.1
"""The part of the tokens, and of the hashes."""
_BLOCK = 500
Floats = NDArray[np.float64]


def confidences(costs: Costs, mapping: Mapping, rng: Generator) -> Floats:
    """For each hash the probability that its answer is right; 0 where it has none."""
    found = np.zeros(len(mapping))
    answered = mapping != UNMAPPED
    wrong = _margins_of_wrong_answers(costs, mapping, rng)
    if not len(wrong):
        return found
    found[answered] = 1 - false_discovery(margins(costs, mapping)[answered], wrong)
    return found


def margins(
    costs: Costs, mapping: Mapping, without_hashes: Mask | None = None, without_tokens: Mask | None = None
) -> Floats:
    """For each hash its answer's margin, below 0 where another pair would be nearer; 0 without an answer."""
    height, width = costs.shape
    kept = np.ones(width, bool) if without_tokens is None else ~without_tokens
    own = np.where(mapping == UNMAPPED, 0, mapping)
    of_rows = np.empty(height, np.float32)
    of_columns = np.full(width, np.inf, np.float32)
    for start in range(0, height, _BLOCK):
        block = np.where(kept, costs[start : start + _BLOCK], np.float32(np.inf))
        answered = np.flatnonzero(mapping[start : start + _BLOCK] != UNMAPPED)
        block[answered, own[start : start + _BLOCK][answered]] = np.inf
        of_rows[start : start + _BLOCK] = block.min(axis=1)
        if without_hashes is not None:
            block = block[~without_hashes[start : start + _BLOCK]]
        of_columns = np.minimum(of_columns, block.min(axis=0, initial=np.inf))
    others = np.minimum(of_rows, of_columns[own])
    margin = np.where(np.isfinite(others), others, 0) - costs[np.arange(height), own]
    return np.where(mapping == UNMAPPED, 0, margin).astype(np.float64)


def _margins_of_wrong_answers(costs: Costs, mapping: Mapping, rng: Generator) -> Floats:
    answered = rng.permutation(np.flatnonzero(mapping != UNMAPPED))
    count = int(len(answered) * TAKEN_AWAY)
    bereft, gone = answered[:count], answered[count : 2 * count]
    without_tokens = np.isin(np.arange(costs.shape[1]), mapping[bereft])
    without_hashes = np.isin(np.arange(costs.shape[0]), gone)
    again = greedy(costs, without_hashes, without_tokens)
    found = margins(costs, again, without_hashes, without_tokens)
    return np.asarray(found[bereft[again[bereft] != UNMAPPED]])


def false_discovery(margin: Floats, wrong: Floats) -> Floats:
    """For each answer's margin the probability that it is a wrong one; `wrong` are margins of wrong answers alone.

    Under the median of the wrong half of them lie, and few right ones: that tells how many there are (Storey, 2002).
    The probability falls with the margin, so it is fitted by isotonic regression.
    """
    # Never none at all, as the fit takes no weight of 0.
    share = min(1.0, max(1, int((margin <= np.median(wrong)).sum())) * 2 / len(margin))
    both = np.concatenate([margin, wrong])
    is_wrong = np.concatenate([np.zeros(len(margin)), np.ones(len(wrong))])
    weight = np.concatenate([np.ones(len(margin)), np.full(len(wrong), share * len(margin) / len(wrong))])
    order = np.lexsort((is_wrong, both))
    fitted = np.empty(len(both))
    fitted[order] = isotonic_regression(is_wrong[order], weights=weight[order], increasing=False).x
    part = fitted[: len(margin)]
    return np.minimum(1.0, part / np.maximum(1 - part, 1e-12))
