"""Whether an attack's answers come from the logs or from the attack: two runs on halves of the logs must agree.

An attack builds on its own answers, so it finds a well-fitting map between any two logs. On halves of unrelated logs it
finds a different one each time; on logs of one kind it finds the right one twice.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, triu

from pdd_papers.token_hash.methods.distance import UNMAPPED, Mapping
from pdd_papers.token_hash.methods.term_statistics import Statistics
from pdd_research.seeded_randomness import Generator

WORDS = 1_000
"""The most frequent ones are enough, and quick."""
LEAST_AGREEMENT = 0.1
"""Of the first WORDS' answers; unrelated logs agree in a few of a hundred, by frequency alone."""


def halves(of: Statistics, rng: Generator) -> tuple[Statistics, Statistics]:
    """Return statistics as of two halves of the log: each count is divided at random."""
    pairs = csr_array(triu(of.cooccurrence))
    together = rng.binomial(pairs.data.astype(np.int64), 0.5)
    frequency, alone = (rng.binomial(counts, 0.5) for counts in (of.frequency, of.alone))
    one = Statistics(of.terms, frequency, alone, _symmetric(pairs, together))
    rest = _symmetric(pairs, pairs.data.astype(np.int64) - together)
    return one, Statistics(of.terms, of.frequency - frequency, of.alone - alone, rest)


def agreement(one: Mapping, other: Mapping, known: NDArray[np.bool_]) -> float:
    """Return the share of the hashes that two runs map to the same token, without those known beforehand."""
    same = (one == other) & (one != UNMAPPED)
    return float(same[~known].mean()) if (~known).any() else 1.0


def _symmetric(pairs: csr_array, counts: NDArray[np.int64]) -> csr_array:
    upper = csr_array((counts.astype(np.float32), pairs.indices, pairs.indptr), shape=pairs.shape)
    found = csr_array(upper + upper.T)
    found.eliminate_zeros()
    return found
