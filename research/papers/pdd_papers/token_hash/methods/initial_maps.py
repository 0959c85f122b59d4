"""Initial maps of an attack: three that need no other map (WWW '07, section 3.2), and known words."""

from collections.abc import Callable
from collections.abc import Mapping as Table

import numpy as np

from pdd_papers.token_hash.methods.distance import UNMAPPED, Mapping, feature_distances, features
from pdd_papers.token_hash.methods.matching import greedy
from pdd_papers.token_hash.methods.term_statistics import Statistics
from pdd_research.seeded_randomness import Generator

Start = Callable[[Statistics, Statistics, Generator], Mapping]


def random_start(hashes: Statistics, tokens: Statistics, rng: Generator) -> Mapping:
    """Map each hash to a random token."""
    return _filled(rng.permutation(len(tokens)), len(hashes))


def frequency_start(hashes: Statistics, tokens: Statistics, rng: Generator) -> Mapping:  # noqa: ARG001  as all starts
    """Map the i-th most frequent hash to the i-th most frequent token."""
    found = np.empty(len(hashes), np.int64)
    ranked = np.argsort(-tokens.frequency, kind="stable")
    found[np.argsort(-hashes.frequency, kind="stable")] = _filled(ranked, len(hashes))
    return found


def node_start(hashes: Statistics, tokens: Statistics, rng: Generator) -> Mapping:  # noqa: ARG001  as all starts
    """Map greedily by the distance of the five features (NodeStart)."""
    return greedy(feature_distances(features(hashes), features(tokens)))


STARTS: Table[str, Start] = {"node": node_start, "frequency": frequency_start, "random": random_start}


def with_seeds(mapping: Mapping, seeds: Mapping) -> Mapping:
    """Return a map with the known pairs put in; `seeds` is UNMAPPED where nothing is known."""
    known = seeds != UNMAPPED
    merged = np.where(np.isin(mapping, seeds[known]), UNMAPPED, mapping)
    merged[known] = seeds[known]
    return merged


def _filled(tokens: Mapping, hashes: int) -> Mapping:
    return np.pad(tokens[:hashes], (0, max(0, hashes - len(tokens))), constant_values=UNMAPPED)
