"""The strongest attack here: words are alike whose telling neighbours are, built on those that choose each other.

A word is the weights of its neighbours by discounted pointwise mutual information, so that what goes with everything
weighs nothing. Alike is the cosine over the neighbours mapped so far, less how near hash and token are to everybody
(CSLS: Conneau et al., ICLR 2018). Those that are each other's nearest are the next round's map.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array, issparse

from pdd_papers.token_hash.methods.distance import UNMAPPED, Costs, Mapping, Watched, unwatched
from pdd_papers.token_hash.methods.initial_maps import with_seeds
from pdd_papers.token_hash.methods.kumar import Pair, Paper, Watch
from pdd_papers.token_hash.methods.matching import greedy
from pdd_papers.token_hash.methods.term_statistics import Statistics

SMOOTHING = 0.75
"""The power of a neighbour's frequency: rare neighbours weigh less (Levy, Goldberg and Dagan, TACL 2015)."""
NEAREST = 10
"""How many of the nearest say how near a word is to everybody."""
SETTLED = 0.01
"""Rounds end when no larger part of the map changes."""
Rows = csr_array | Costs
_BLOCK = 500


def associations(of: Statistics) -> csr_array:
    """The square roots of the positive, discounted PMI of each term with each other, (terms, terms).

    The discount c/(c + 1) is for pairs seen c times only; the root keeps a few rare pairs from deciding alone.
    """
    pairs = coo_array(of.cooccurrence)
    row, column = pairs.coords
    sums = of.cooccurrence.sum(axis=1).astype(np.float64)
    smoothed = sums**SMOOTHING
    counts = pairs.data.astype(np.float64)
    weights = np.log(counts * smoothed.sum() / (sums[row] * smoothed[column])) * counts / (counts + 1)
    kept = weights > 0
    data = np.sqrt(weights[kept]).astype(np.float32)
    return csr_array((data, (row[kept], column[kept])), shape=pairs.shape)


def directions(hashes: csr_array, tokens: csr_array, mapping: Mapping) -> tuple[csr_array, csr_array]:
    """Both sides' rows over the mapped neighbours alone, each of length 1; the second is transposed for the product."""
    mapped = np.flatnonzero(mapping != UNMAPPED)
    return _unit(hashes[:, mapped]), csr_array(_unit(tokens[:, mapping[mapped]]).T)


def _unit(rows: csr_array) -> csr_array:
    found = csr_array(rows)
    lengths = np.sqrt(np.bincount(np.repeat(np.arange(rows.shape[0]), np.diff(found.indptr)), found.data**2))
    found.data /= np.repeat(lengths, np.diff(found.indptr)[: len(lengths)]).astype(np.float32)
    return found


def similarities(hashes: Rows, tokens: Rows, watched: Watched = unwatched) -> tuple[Costs, Costs, Costs]:
    """The product of both sides, and for each hash and each token the mean of its NEAREST largest.

    A block of hashes at a time, so that a sparse product never is there as a whole.
    """
    shape = hashes.shape[0], tokens.shape[1]
    found = np.empty(shape, np.float32)
    of_hashes = np.empty(shape[0], np.float32)
    largest = np.zeros((shape[1], 0), np.float32)
    for start in range(0, shape[0], _BLOCK):
        block = found[start : start + _BLOCK]
        product = hashes[start : start + _BLOCK] @ tokens
        block[:] = product.toarray() if issparse(product) else product
        of_hashes[start : start + _BLOCK] = _largest(block).mean(axis=1)
        largest = _largest(np.hstack([largest, _largest(np.ascontiguousarray(block.T))]))
        watched(start / shape[0])
    return found, of_hashes, largest.mean(axis=1)


def _largest(rows: Costs) -> Costs:
    count = min(NEAREST, rows.shape[1])
    return np.partition(rows, rows.shape[1] - count, axis=1)[:, rows.shape[1] - count :]


def corrected(similar: Costs, of_hashes: Costs, of_tokens: Costs) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Turn similarities into costs, in place: CSLS with its sign changed. Each hash's and each token's nearest."""
    of_rows = np.empty(similar.shape[0], np.int64)
    of_columns = np.zeros(similar.shape[1], np.int64)
    least = np.full(similar.shape[1], np.inf, np.float32)
    for start in range(0, similar.shape[0], _BLOCK):
        block = similar[start : start + _BLOCK]
        block *= -2
        block += of_hashes[start : start + _BLOCK, np.newaxis]
        block += of_tokens
        of_rows[start : start + _BLOCK] = block.argmin(axis=1)
        at = block.argmin(axis=0)
        value = block[at, np.arange(len(at))]
        of_columns = np.where(value < least, at + start, of_columns)
        least = np.minimum(least, value)
    return of_rows, of_columns


def one_round(
    hashes: csr_array, tokens: csr_array, mapping: Mapping, watched: Watched = unwatched
) -> tuple[Mapping, Costs]:
    """The mutual nearest under a mapping, others UNMAPPED, and the costs of all pairs; both are associations."""
    return mutual(*directions(hashes, tokens, mapping), watched)


def mutual(hashes: Rows, tokens: Rows, watched: Watched = unwatched) -> tuple[Mapping, Costs]:
    """The mutual nearest by the product of both sides less hubness, others UNMAPPED, and the costs of all pairs."""
    costs, of_hashes, of_tokens = similarities(hashes, tokens, watched)
    nearest, back = corrected(costs, of_hashes, of_tokens)
    return np.where(back[nearest] == np.arange(len(nearest)), nearest, UNMAPPED), costs


@dataclass(frozen=True)
class Strong:
    """The strong attack: rounds at `first` words until the map settles, and at `expand` times as many words each time.

    The first `by_overlap` rounds are the paper's, which make more of a poor start. What a word is represented by, and
    how a round goes, are the strong attack's own unless said.
    """

    represent: Callable[[Statistics], Any] = associations
    update: Callable[[Any, Any, Mapping, Watched], tuple[Mapping, Costs]] = one_round
    by_overlap: int = 2
    rounds: int = 12
    first: int = 1_000
    expand: int = 4

    def run(self, pair: Pair, start: Mapping, watch: Watch) -> tuple[Mapping, Costs]:
        """From a start for the first words to a mapping of all, and the costs that it was made by."""
        size = min(self.first, pair.size)
        mapping, _ = Paper(rounds=self.by_overlap, first=size).run(pair.first(size), start, watch)
        while True:
            mapping, costs = self._settled(pair.first(size), mapping, watch)
            if size == pair.size:
                return with_seeds(greedy(costs), pair.seeds), costs
            size = min(size * self.expand, pair.size)

    def _settled(self, pair: Pair, mapping: Mapping, watch: Watch) -> tuple[Mapping, Costs]:
        sides = self.represent(pair.hashes), self.represent(pair.tokens)
        current = np.concatenate([mapping, np.full(len(pair.hashes) - len(mapping), UNMAPPED)])
        current = with_seeds(current, pair.seeds)
        for number in range(self.rounds):
            stage = f"round {number + 1} at {pair.size} words"
            before = current
            current, costs = self.update(*sides, before, partial(watch, stage))
            current = with_seeds(current, pair.seeds)
            if np.mean(current != before) <= SETTLED:
                break
        return current, costs
