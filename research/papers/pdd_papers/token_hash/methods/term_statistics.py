"""The statistics that an attack uses: how often each term occurs in all, alone, and with each other term."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array


@dataclass(frozen=True)
class Statistics:
    """Statistics of a log's most frequent terms, most frequent first.

    Attributes:
        terms: their codes.
        frequency: how often each occurs.
        alone: how often each is a query of its own.
        cooccurrence: (terms, terms), in how many queries two terms occur together; the diagonal is empty.
    """

    terms: NDArray[np.int64]
    frequency: NDArray[np.int64]
    alone: NDArray[np.int64]
    cooccurrence: csr_array

    def __len__(self) -> int:
        return len(self.terms)

    def first(self, size: int) -> "Statistics":
        """Return the statistics of the `size` most frequent terms alone."""
        square = csr_array(self.cooccurrence[:size, :size])
        return Statistics(self.terms[:size], self.frequency[:size], self.alone[:size], square)


def statistics(queries: NDArray[np.int64], terms: NDArray[np.int64], vocabulary: int) -> Statistics:
    """Return the statistics of the `vocabulary` most frequent terms of a log; of fewer if it has fewer.

    Terms of one frequency keep the order of their codes. So codes must reveal nothing, such as those of shuffled
    hashes.

    Args:
        queries: for each occurrence the number of its query, ascending from 0.
        terms: for each occurrence the term's code.
        vocabulary: the number of terms.
    """
    counts = np.bincount(terms)
    order = np.argsort(-counts, kind="stable")[:vocabulary]
    kept = order[counts[order] > 0]
    places = np.full(len(counts), -1)
    places[kept] = np.arange(len(kept))
    lengths = np.bincount(queries)
    at = places[terms]
    alone = np.bincount(at[(at >= 0) & (lengths[queries] == 1)], minlength=len(kept))
    return Statistics(kept, counts[kept], alone, _together(queries[at >= 0], at[at >= 0], (len(lengths), len(kept))))


def _together(queries: NDArray[np.int64], places: NDArray[np.int64], shape: tuple[int, int]) -> csr_array:
    within = csr_array(coo_array((np.ones(len(queries), np.float32), (queries, places)), shape=shape))
    within.data[:] = 1  # a term that a query has twice is in it once
    found = csr_array(within.T @ within)
    found.setdiag(0)
    found.eliminate_zeros()
    found.sort_indices()
    return found
