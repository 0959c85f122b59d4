"""The attack of Kumar et al. (WWW '07): rounds of matching with a small vocabulary, which doubles at each stage."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from pdd_papers.token_hash.methods.distance import (
    UNMAPPED,
    Costs,
    Mapping,
    distances,
    feature_distances,
    features,
    overlap,
    shares,
)
from pdd_papers.token_hash.methods.initial_maps import with_seeds
from pdd_papers.token_hash.methods.matching import greedy
from pdd_papers.token_hash.methods.pruning import alpha_pruned, beta_pruned
from pdd_papers.token_hash.methods.term_statistics import Statistics

SETTLED = 0.002
"""Rounds end when at most this share of the map changes."""
Matcher = Callable[[Costs], Mapping]
Watch = Callable[[str, float], None]
"""Called with the current stage and the share of it that is done."""


@dataclass(frozen=True)
class Pair:
    """Both logs as an attack sees them.

    Attributes:
        hashes: the statistics of the hashed log.
        tokens: the statistics of the reference log.
        seeds: the pairs known beforehand: for each hash a token's index, or UNMAPPED.
    """

    hashes: Statistics
    tokens: Statistics
    seeds: Mapping

    def first(self, size: int) -> "Pair":
        """Return the same with only the `size` most frequent terms of each log."""
        seeds = self.seeds[:size]
        return Pair(self.hashes.first(size), self.tokens.first(size), np.where(seeds < size, seeds, UNMAPPED))

    @property
    def size(self) -> int:
        """The larger vocabulary of the two logs."""
        return max(len(self.hashes), len(self.tokens))


@dataclass(frozen=True)
class Paper:
    """The paper's attack.

    Attributes:
        match: how a map is made of distances.
        rounds: the number of rounds with the first words.
        first: the number of words to start with.
        expand: how many times as many words each further stage has.
        alpha: see `alpha_pruned`.
        beta: see `beta_pruned`.
    """

    match: Matcher = greedy
    rounds: int = 10
    first: int = 1_000
    expand: int = 2
    alpha: float = 1.0
    beta: float = 1.0

    def run(self, pair: Pair, start: Mapping, watch: Watch) -> tuple[Mapping, Costs]:
        """Return a map of all words, from a map of the first ones, and the distances that it was made from."""
        size = min(self.first, pair.size)
        mapping, costs = start, np.zeros((0, 0), np.float32)
        for number in range(self.rounds):
            before = mapping
            mapping, costs = self.update(pair.first(size), before, watch, f"round {number + 1} at {size} words")
            if np.mean(mapping != before) <= SETTLED:
                break
        while size < pair.size:
            size = min(size * self.expand, pair.size)
            mapping = self.expanded(pair.first(size), mapping, watch)
            mapping, costs = self.update(pair.first(size), mapping, watch, f"round at {size} words")
        return mapping, costs

    def update(self, pair: Pair, mapping: Mapping, watch: Watch, stage: str) -> tuple[Mapping, Costs]:
        """Run one round: match by all pairs' distances under the map."""
        costs = distances(
            self._shares(pair.hashes), self._shares(pair.tokens), mapping, lambda part: watch(stage, part)
        )
        if self.alpha < 1:
            costs = alpha_pruned(costs, feature_distances(features(pair.hashes), features(pair.tokens)), self.alpha)
        return with_seeds(self.match(costs), pair.seeds), costs

    def expanded(self, pair: Pair, mapping: Mapping, watch: Watch) -> Mapping:
        """Return a map expanded to all words of the pair, by distance approximation (section 3.4.1)."""
        wider = np.concatenate([mapping, np.full(len(pair.hashes) - len(mapping), UNMAPPED)])
        wider = with_seeds(wider, pair.seeds)
        new = np.flatnonzero(wider == UNMAPPED)
        left = np.setdiff1d(np.arange(len(pair.tokens)), wider)
        if not len(new) or not len(left):
            return wider
        stage = f"expanding to {pair.size} words"
        costs = self._approximated(pair, wider, new, left, lambda part: watch(stage, part))
        found = self.match(costs)
        wider[new] = np.where(found == UNMAPPED, UNMAPPED, left[found])
        return wider

    def _approximated(
        self, pair: Pair, mapping: Mapping, new: Mapping, left: Mapping, watched: Callable[[float], None]
    ) -> Costs:
        """Return distances by the mapped part of the contexts, and by features for the rest."""
        rows = csr_array(self._shares(pair.hashes)[new])
        covered = rows[:, np.flatnonzero(mapping != UNMAPPED)].sum(axis=1).astype(np.float32)[:, np.newaxis]
        by_features = feature_distances(features(pair.hashes)[new], features(pair.tokens)[left])
        costs = overlap(rows, self._shares(pair.tokens), mapping, watched)[:, left]
        costs /= -np.maximum(covered, np.float32(1e-9))
        costs += 1
        costs += (1 - covered) * by_features / 5
        return alpha_pruned(costs, by_features, self.alpha)

    def _shares(self, of: Statistics) -> csr_array:
        return beta_pruned(shares(of.cooccurrence), self.beta)
