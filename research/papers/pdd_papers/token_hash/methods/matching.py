"""From the distances of all pairs to a one-to-one map: the paper's four ways (WWW '07, section 3.3).

Costs are (hashes, tokens), infinite for a pair that isn't considered. A hash that finds no token stays UNMAPPED.
"""

from heapq import heapify, heappop, heapreplace

import numpy as np
from scipy.optimize import linear_sum_assignment

from pdd_papers.token_hash.methods.distance import UNMAPPED, Costs, Mapping


def greedy(costs: Costs) -> Mapping:
    """Match the nearest pair, then the nearest of the remaining ones, and so on.

    The heap is lazy: it holds each hash's nearest token so far, and searches again if that token is taken by then.
    """
    mapping = np.full(costs.shape[0], UNMAPPED)
    taken = np.zeros(costs.shape[1], bool)
    rows = np.arange(costs.shape[0] if costs.size else 0)
    nearest = costs.argmin(axis=1) if costs.size else rows
    heap = list(zip(costs[rows, nearest].tolist(), rows.tolist(), nearest.tolist(), strict=True))
    heapify(heap)
    while heap:
        cost, row, token = heap[0]
        if cost == np.inf:
            break
        if taken[token]:
            again = np.where(taken, np.float32(np.inf), costs[row])
            token = int(again.argmin())
            heapreplace(heap, (float(again[token]), row, token))
            continue
        heappop(heap)
        mapping[row], taken[token] = token, True
    return mapping


def minimum_cost(costs: Costs) -> Mapping:
    """Return the perfect matching with the smallest sum.

    A pair that isn't considered costs more than any matching without it.
    """
    finite = np.isfinite(costs)
    most = float(costs[finite].max(initial=1))
    rows, tokens = linear_sum_assignment(np.where(finite, costs, most * (len(costs) + 1)))
    mapping = np.full(costs.shape[0], UNMAPPED)
    mapping[rows] = np.where(finite[rows, tokens], tokens, UNMAPPED)
    return mapping


def rank_greedy(costs: Costs) -> Mapping:
    """Match greedily by ranks in place of distances: the token's rank for the hash, and the hash's for the token."""
    ranks = _ranks(costs)
    ranks += _ranks(costs.T).T
    return greedy(np.where(np.isfinite(costs), ranks, np.float32(np.inf)))


def _ranks(costs: Costs) -> Costs:
    """Return each cost's rank in its row, 0 for the smallest."""
    ranks = np.empty(costs.shape, np.float32)
    for row, of in zip(costs, ranks, strict=True):
        of[np.argsort(row, kind="stable")] = np.arange(len(row), dtype=np.float32)
    return ranks


def stable_marriage(costs: Costs) -> Mapping:
    """Return a matching in which no hash and token prefer each other to their partners (Gale and Shapley).

    The hashes propose.
    """
    mapping = np.full(costs.shape[0], UNMAPPED)
    held_by = np.full(costs.shape[1], UNMAPPED)
    preferred = np.argsort(costs, axis=1, kind="stable").astype(np.int32)
    proposals = np.zeros(costs.shape[0], np.int64)
    free = list(range(costs.shape[0]))
    while free:
        row = free.pop()
        while mapping[row] == UNMAPPED and proposals[row] < costs.shape[1]:
            token = preferred[row, proposals[row]]
            if not np.isfinite(costs[row, token]):
                break
            proposals[row] += 1
            rival = held_by[token]
            if rival != UNMAPPED and costs[rival, token] <= costs[row, token]:
                continue
            mapping[row], held_by[token] = token, row
            if rival != UNMAPPED:
                mapping[rival] = UNMAPPED
                free.append(int(rival))
    return mapping
