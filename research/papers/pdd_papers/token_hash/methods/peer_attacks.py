"""Two attacks from the literature, to compare with: seeded graph matching, and the alignment of embeddings."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import orthogonal_procrustes
from scipy.optimize import quadratic_assignment
from scipy.sparse.linalg import svds

from pdd_papers.token_hash.methods.distance import UNMAPPED, Costs, Mapping, Watched, unwatched
from pdd_papers.token_hash.methods.kumar import Pair, Watch
from pdd_papers.token_hash.methods.mutual_neighbours import Strong, associations, mutual, one_round
from pdd_papers.token_hash.methods.term_statistics import Statistics
from pdd_research.seeded_randomness import seeded

LARGEST_FAQ = 1_000
"""The most words for FAQ; the time of a step grows with their cube."""
DIMENSIONS = 300


@dataclass(frozen=True)
class GraphMatching:
    """FAQ (Vogelstein et al., PLOS ONE 2015; scipy's): aligns the two graphs of associations.

    It maps the first words only; the others stay UNMAPPED.
    """

    rounds: int = 30
    first: int = LARGEST_FAQ

    def run(self, pair: Pair, start: Mapping, watch: Watch) -> tuple[Mapping, Costs]:
        """Return a map, and the strong attack's costs under it."""
        watch("graph matching", 0.0)
        size = min(len(start), len(pair.hashes), len(pair.tokens))
        found = np.full(len(pair.hashes), UNMAPPED)
        found[:size] = self._matched(pair.first(size), start[:size], size)
        return found, one_round(associations(pair.hashes), associations(pair.tokens), found)[1]

    def _matched(self, pair: Pair, start: Mapping, size: int) -> Mapping:
        hashes, tokens = (associations(side).toarray().astype(np.float64) for side in (pair.hashes, pair.tokens))
        known = np.flatnonzero(pair.seeds != UNMAPPED)
        # SciPy draws nothing if the start is given. Without a generator it would take NumPy's global one.
        options: Any = {"maximize": True, "maxiter": self.rounds, "rng": seeded(0)}
        if len(known):
            options["partial_match"] = np.column_stack([known, pair.seeds[known]])
        else:
            # FAQ would hardly leave a permutation, a corner of its search space. So it starts halfway to the middle.
            options["P0"] = (np.eye(size)[_complete(start, size)] + 1 / size) / 2
        return np.asarray(quadratic_assignment(hashes, tokens, options=options)["col_ind"])


def _complete(start: Mapping, size: int) -> Mapping:
    """Return the start as a permutation: unmapped hashes get the tokens that are left."""
    known = (start != UNMAPPED) & (start < size)
    found = np.where(known, start, UNMAPPED)
    found[~known] = np.setdiff1d(np.arange(size), found)
    return found


def embeddings(of: Statistics) -> Costs:
    """Return each term as a unit vector, from the singular vectors of its associations.

    It has DIMENSIONS numbers, or a third as many as there are terms.
    """
    rows = associations(of)
    left, values, _ = svds(rows, k=min(DIMENSIONS, max(1, len(of) // 3)), v0=np.ones(len(of), np.float32))
    found: NDArray[np.float32] = (left * np.sqrt(values)).astype(np.float32)
    return np.asarray(found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), np.float32(1e-9)))


def aligned(hashes: Costs, tokens: Costs, mapping: Mapping, watched: Watched = unwatched) -> tuple[Mapping, Costs]:
    """Run a round of Procrustes: rotate mapped hashes nearest to their tokens, then match mutual nearest pairs."""
    mapped = np.flatnonzero(mapping != UNMAPPED)
    width = min(hashes.shape[1], tokens.shape[1])
    rotation, _ = orthogonal_procrustes(hashes[mapped, :width], tokens[mapping[mapped], :width])
    return mutual(hashes[:, :width] @ rotation.astype(np.float32), np.ascontiguousarray(tokens[:, :width].T), watched)


PROCRUSTES = Strong(represent=embeddings, update=aligned)
