"""The strongest attack here: words are similar if their characteristic neighbours are similar.

A word is represented by its neighbours' weights, their discounted pointwise mutual information, so neighbours of
everything weigh nothing. Similarity is the cosine over the neighbours mapped so far, less how near hash and token are
to all others (CSLS: Conneau et al., ICLR 2018). Pairs that are each other's nearest form the next round's map.
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
"""The number of nearest words that measure how near a word is to all others."""
SETTLED = 0.01
"""Rounds end when at most this share of the map changes."""
Rows = csr_array | Costs
_BLOCK = 500


def associations(of: Statistics) -> csr_array:
    """Return the square roots of the positive, discounted PMI of each two terms, (terms, terms).

    The discount c / (c + 1) is for pairs that occur c times only. The root keeps a few rare pairs from deciding alone.
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
    """Return both sides' rows over the mapped neighbours, with length 1; the second transposed, for the product."""
    mapped = np.flatnonzero(mapping != UNMAPPED)
    return _unit(hashes[:, mapped]), csr_array(_unit(tokens[:, mapping[mapped]]).T)


def _unit(rows: csr_array) -> csr_array:
    found = csr_array(rows)
    lengths = np.sqrt(np.bincount(np.repeat(np.arange(rows.shape[0]), np.diff(found.indptr)), found.data**2))
    found.data /= np.repeat(lengths, np.diff(found.indptr)[: len(lengths)]).astype(np.float32)
    return found


def similarities(hashes: Rows, tokens: Rows, watched: Watched = unwatched) -> tuple[Costs, Costs, Costs]:
    """Return the product of both sides, and for each hash and each token the mean of its NEAREST largest values.

    Hashes are handled in blocks, so that a sparse product is never in memory as a whole.
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
    """Turn similarities into costs in place (CSLS with its sign changed), and return each side's nearest."""
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
    """Return the mutual nearest pairs under a map, others UNMAPPED, and the costs of all pairs.

    Args:
        hashes: associations.
        tokens: associations.
        mapping: the map so far.
        watched: called with the part that is done.
    """
    return mutual(*directions(hashes, tokens, mapping), watched)


def mutual(hashes: Rows, tokens: Rows, watched: Watched = unwatched) -> tuple[Mapping, Costs]:
    """Return the mutual nearest pairs by the product of both sides less hubness, and the costs of all pairs."""
    costs, of_hashes, of_tokens = similarities(hashes, tokens, watched)
    nearest, back = corrected(costs, of_hashes, of_tokens)
    return np.where(back[nearest] == np.arange(len(nearest)), nearest, UNMAPPED), costs


@dataclass(frozen=True)
class Strong:
    """The strong attack: rounds with the first words until the map settles, then with more words at each stage.

    Attributes:
        represent: how a word is represented.
        update: one round.
        by_overlap: the number of rounds of the paper's attack that come first; they gain more from a poor start.
        rounds: the most rounds of a stage.
        first: the number of words to start with.
        expand: how many times as many words each further stage has.
    """

    represent: Callable[[Statistics], Any] = associations
    update: Callable[[Any, Any, Mapping, Watched], tuple[Mapping, Costs]] = one_round
    by_overlap: int = 2
    rounds: int = 12
    first: int = 1_000
    expand: int = 4

    def run(self, pair: Pair, start: Mapping, watch: Watch) -> tuple[Mapping, Costs]:
        """Return a map of all words, from a map of the first ones, and the costs that it was made from."""
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
