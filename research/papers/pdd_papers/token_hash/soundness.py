"""Whether what an attack found is in the logs, or in the attack: two runs on two halves of the logs must agree.

An attack builds on its own answers, so it finds a map between any two logs that fits them well. On halves of unrelated
logs it finds another one each time; on logs of one kind the right one twice.
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
    """Statistics as of two halves of the log: each count is dealt out at random."""
    pairs = csr_array(triu(of.cooccurrence))
    together = rng.binomial(pairs.data.astype(np.int64), 0.5)
    frequency, alone = (rng.binomial(counts, 0.5) for counts in (of.frequency, of.alone))
    one = Statistics(of.terms, frequency, alone, _symmetric(pairs, together))
    rest = _symmetric(pairs, pairs.data.astype(np.int64) - together)
    return one, Statistics(of.terms, of.frequency - frequency, of.alone - alone, rest)


def agreement(one: Mapping, other: Mapping, known: NDArray[np.bool_]) -> float:
    """The part of the hashes that two runs map to the same token; what was known beforehand does not count."""
    same = (one == other) & (one != UNMAPPED)
    return float(same[~known].mean()) if (~known).any() else 1.0


def _symmetric(pairs: csr_array, counts: NDArray[np.int64]) -> csr_array:
    upper = csr_array((counts.astype(np.float32), pairs.indices, pairs.indptr), shape=pairs.shape)
    found = csr_array(upper + upper.T)
    found.eliminate_zeros()
    return found
