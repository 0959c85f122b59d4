"""The paper's continuous update: from mapped words outward, always the surest next word (WWW '07, section 3.4.3)."""

from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from pdd_papers.token_hash.methods.distance import UNMAPPED, Costs, Mapping, Watched, unwatched


def continuous(hashes: csr_array, tokens: csr_array, start: Mapping, watched: Watched = unwatched) -> Mapping:
    """Map one hash after the other, updating the distances of its neighbours at once.

    All pairs have distance 1 at first, and 1 - overlap as their contexts are mapped: half the L1 distance. (The paper
    subtracts |a - r| where that is smaller, which would bring together pairs that differ.) The heap is lazy: distances
    only fall, so an outdated entry is too large and is skipped if a newer one came first.

    Source: WWW '07, section 3.4.3.

    Args:
        hashes: each term's neighbours as shares.
        tokens: likewise.
        start: the initial map.
        watched: called with the part that is done.
    """
    state = _State(hashes, tokens, start)
    for known in np.flatnonzero(start != UNMAPPED).tolist():
        state.spread(known, int(start[known]))
    while state.heap:
        row, token = state.nearest()
        if row != UNMAPPED:
            state.mapping[row], state.taken[token] = token, True
            state.spread(row, token)
            watched(float((state.mapping != UNMAPPED).mean()))
    return state.mapping


class _State:
    def __init__(self, hashes: csr_array, tokens: csr_array, start: Mapping) -> None:
        self.around_hashes, self.around_tokens = csr_array(hashes.T), csr_array(tokens.T)
        self.mapping = start.copy()
        self.taken = np.isin(np.arange(tokens.shape[0]), start)
        self.costs: Costs = np.ones((hashes.shape[0], tokens.shape[0]), np.float32)
        self.best = np.full(hashes.shape[0], np.inf, np.float32)
        self.heap: list[tuple[float, int, int]] = []

    def spread(self, row: int, token: int) -> None:
        """Reduce the distances of the unmapped neighbours of a newly mapped pair."""
        rows, shares = _column(self.around_hashes, row)
        columns, others = _column(self.around_tokens, token)
        open_rows, open_columns = self.mapping[rows] == UNMAPPED, ~self.taken[columns]
        rows, columns = rows[open_rows], columns[open_columns]
        if not len(rows) or not len(columns):
            return
        block = self.costs[np.ix_(rows, columns)] - np.minimum.outer(shares[open_rows], others[open_columns])
        self.costs[np.ix_(rows, columns)] = block
        at = block.argmin(axis=1)
        least = block[np.arange(len(rows)), at]
        for i in np.flatnonzero(least < self.best[rows]).tolist():
            heappush(self.heap, (float(least[i]), int(rows[i]), int(columns[at[i]])))
        self.best[rows] = np.minimum(self.best[rows], least)

    def nearest(self) -> tuple[int, int]:
        """Return the nearest pair; UNMAPPED if the heap's first entry is outdated, or its token is taken."""
        cost, row, token = heappop(self.heap)
        if self.mapping[row] != UNMAPPED or cost > self.best[row]:
            return UNMAPPED, UNMAPPED
        if not self.taken[token]:
            return row, token
        again = np.where(self.taken, np.float32(np.inf), self.costs[row])
        token = int(again.argmin())
        self.best[row] = again[token]
        if again[token] < 1:
            heappush(self.heap, (float(again[token]), row, token))
        return UNMAPPED, UNMAPPED


def _column(transposed: csr_array, at: int) -> tuple[NDArray[np.integer], Costs]:
    within = slice(transposed.indptr[at], transposed.indptr[at + 1])
    return transposed.indices[within], transposed.data[within].astype(np.float32)
