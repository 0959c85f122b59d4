"""Distances of hashes and tokens: by the words around them, as far as these are mapped, and by five features.

A map is an array with a token's index for each hash, and UNMAPPED where there is none yet. All shapes are (hashes,
tokens). Kumar, Novak, Pang and Tomkins, WWW '07, sections 3.2 to 3.4.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.spatial.distance import cdist

from pdd_papers.token_hash.methods.term_statistics import Statistics

UNMAPPED = -1
Mapping = NDArray[np.int64]
Costs = NDArray[np.float32]
Watched = Callable[[float], None]
"""Called with the share of the hashes that is done."""
_BLOCK = 500


def shares(cooccurrence: csr_array) -> csr_array:
    """Return each row's counts as shares of the row, `cooc_N` of the paper; a row without counts stays empty."""
    lengths = np.diff(cooccurrence.indptr)
    sums = np.asarray(cooccurrence.sum(axis=1), np.float64)
    data = cooccurrence.data / np.repeat(np.where(sums > 0, sums, 1), lengths)
    return csr_array((data, cooccurrence.indices, cooccurrence.indptr), shape=cooccurrence.shape)


def unwatched(_: float) -> None:
    """Ignore the progress."""


def overlap(hashes: csr_array, tokens: csr_array, mapping: Mapping, watched: Watched = unwatched) -> Costs:
    """Return the overlap of the contexts of each hash and each token: over the words, the sum of the smaller share.

    For each word around a hash an inverted index lists the tokens that its image occurs with. So pairs without a common
    word cost nothing (section 3.4.4).

    Args:
        hashes: shares, possibly of some rows only.
        tokens: shares.
        mapping: the map so far.
        watched: called with the part that is done.
    """
    mapped = np.flatnonzero(mapping != UNMAPPED)
    contexts = csr_array(hashes[:, mapped])
    index = csr_array(tokens.T)[mapping[mapped]]
    width = tokens.shape[0]
    found = np.zeros((hashes.shape[0], width), np.float32)
    for row, (start, end) in enumerate(zip(contexts.indptr[:-1], contexts.indptr[1:], strict=True)):
        words = contexts.indices[start:end]
        lists = index[words]
        lesser = np.minimum(lists.data, np.repeat(contexts.data[start:end], np.diff(lists.indptr)))
        found[row] = np.bincount(lists.indices, lesser, minlength=width)
        if not row % _BLOCK:
            watched(row / hashes.shape[0])
    return found


def distances(hashes: csr_array, tokens: csr_array, mapping: Mapping, watched: Watched = unwatched) -> Costs:
    """Return the L1 distance under a map, from 0 to 2.

    For two rows that sum to 1 it is 2 - 2 x overlap. Unmapped words overlap with nothing, so they count as far; a sum
    over the mapped words alone would call a hash near because few of its words are mapped.
    """
    found = overlap(hashes, tokens, mapping, watched)
    found *= -2
    found += 2
    return found


def features(of: Statistics) -> NDArray[np.float64]:
    """Return NodeStart's five features of each term, (terms, 5), each with mean 0 and standard deviation 1."""
    cooccurrence = of.cooccurrence
    frequency = of.frequency / max(1, of.frequency.sum())
    together = cooccurrence.sum(axis=1)
    neighbours = np.diff(cooccurrence.indptr)
    around = (cooccurrence @ frequency) / np.maximum(together, 1)
    alone = of.alone / np.maximum(of.frequency, 1)
    found = np.column_stack([frequency, alone, together, neighbours, around]).astype(np.float64)
    spread = found.std(axis=0)
    return np.asarray((found - found.mean(axis=0)) / np.where(spread > 0, spread, 1))


def feature_distances(hashes: NDArray[np.float64], tokens: NDArray[np.float64]) -> Costs:
    """Return the L1 distances of the features of hashes and tokens."""
    found = np.empty((len(hashes), len(tokens)), np.float32)
    for start in range(0, len(hashes), _BLOCK):
        found[start : start + _BLOCK] = cdist(hashes[start : start + _BLOCK], tokens, "cityblock")
    return found
