"""The attacks by name, and one run of an attack: a token for each hash, with the probability that it is right."""

from collections.abc import Mapping as Table
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pdd_papers.token_hash import soundness
from pdd_papers.token_hash.confidence import Rounds, confidences, margins
from pdd_papers.token_hash.methods.continuous import continuous
from pdd_papers.token_hash.methods.distance import UNMAPPED, Costs, Mapping, distances, shares
from pdd_papers.token_hash.methods.initial_maps import STARTS, with_seeds
from pdd_papers.token_hash.methods.kumar import Pair, Paper, Watch
from pdd_papers.token_hash.methods.matching import minimum_cost, rank_greedy, stable_marriage
from pdd_papers.token_hash.methods.mutual_neighbours import Strong
from pdd_papers.token_hash.methods.peer_attacks import PROCRUSTES, GraphMatching
from pdd_research.seeded_randomness import Generator

ALL = 1 << 30
"""More words than any log has."""


class Attack(Protocol):
    """A method of attack, which extends a map of the first words to a map of all words."""

    @property
    def first(self) -> int:
        """The number of words it starts with."""

    def run(self, pair: Pair, start: Mapping, watch: Watch) -> tuple[Mapping, Costs]:
        """Map all hashes to tokens.

        Args:
            pair: both logs as the attack sees them.
            start: the initial map of the `first` most frequent words.
            watch: called with the stage's name and the part of it that is done.

        Returns:
            The map, and the costs of all pairs (hashes, tokens) that it was made from; a smaller cost is a better pair.
        """


@dataclass(frozen=True)
class StartAlone:
    """The baseline: the initial map of all words, without an attack. It has no evidence, so no confidence."""

    first: int = ALL

    def run(self, pair: Pair, start: Mapping, watch: Watch) -> tuple[Mapping, Costs]:
        """Return the initial map, and no distances."""
        watch("start", 0.0)
        whole = np.pad(start, (0, len(pair.hashes) - len(start)), constant_values=UNMAPPED)
        return whole, np.zeros((len(pair.hashes), len(pair.tokens)), np.float32)


@dataclass(frozen=True)
class Continuous:
    """The paper's continuous update. It starts from the known words; if there are none, from the paper's rounds."""

    paper: Paper = field(default_factory=Paper)

    @property
    def first(self) -> int:
        """The same as the paper's attack."""
        return self.paper.first

    def run(self, pair: Pair, start: Mapping, watch: Watch) -> tuple[Mapping, Costs]:
        """Return the map, and the L1 distances under it."""
        begin = pair.seeds
        if (begin == UNMAPPED).all():
            first = self.paper.run(pair.first(min(self.first, pair.size)), start, watch)[0]
            begin = np.pad(first, (0, len(pair.hashes) - len(first)), constant_values=UNMAPPED)
        sides = shares(pair.hashes.cooccurrence), shares(pair.tokens.cooccurrence)
        mapping = continuous(*sides, begin, lambda part: watch("continuous update", part))
        return mapping, distances(*sides, mapping, lambda part: watch("distances", part))


METHODS: Table[str, Attack] = {
    "strong": Strong(),
    "greedy": Paper(),
    "mincost": Paper(match=minimum_cost),
    "rank": Paper(match=rank_greedy),
    "stable": Paper(match=stable_marriage),
    "continuous": Continuous(),
    "faq": GraphMatching(),
    "procrustes": PROCRUSTES,
    "start": StartAlone(),
}


@dataclass(frozen=True)
class Found:
    """The result of an attack.

    Attributes:
        mapping: for each hash the index of its token, or UNMAPPED.
        confidence: the probability that this is right.
        known: whether the pair was known beforehand, so it is no result of the attack.
        agreement: the share of answers on which two runs on halves of the logs agree. If it is too small, no answer has
            any confidence.
    """

    mapping: Mapping
    confidence: NDArray[np.float64]
    known: NDArray[np.bool_]
    agreement: float


def attack(pair: Pair, by: Attack, start: str, rng: Generator, watch: Watch = lambda _, __: None) -> Found:
    """Run an attack.

    Args:
        pair: both logs as the attack sees them.
        by: the attack.
        start: the initial map, one of STARTS.
        rng: for a random start, and for estimating the answers' confidence.
        watch: called with the stage's name and the part of it that is done.
    """
    mapping, costs = by.run(pair, _begin(pair, by, start, rng), watch)
    margin = margins(costs, mapping)
    del costs  # It is the largest array, and the runs below make costs of their own.
    agreed = _agreement(pair.first(soundness.WORDS), by, start, rng, watch)
    confidence = np.zeros(len(mapping))
    if agreed >= soundness.LEAST_AGREEMENT:
        watch("confidence", 0.0)
        confidence = confidences(pair, mapping, margin, _further(by), rng)
    return Found(mapping, confidence, pair.seeds != UNMAPPED, agreed)


def _further(by: Attack) -> Rounds:
    """Return two more rounds of the kind that the attack's costs come from, with all words at once.

    There are two because the paper's distances count unmapped words as far: the first round fills the map's gaps.
    """
    match by:
        case Paper():
            last: Attack = replace(by, rounds=2, first=ALL)
        case Continuous():
            last = replace(by.paper, rounds=2, first=ALL)
        case Strong():
            last = replace(by, by_overlap=0, rounds=2, first=ALL)
        case GraphMatching():
            last = Strong(by_overlap=0, rounds=2, first=ALL)
        case _:
            last = by
    return lambda pair, mapping: last.run(pair, mapping, lambda _, __: None)


def _begin(pair: Pair, by: Attack, start: str, rng: Generator) -> Mapping:
    first = pair.first(min(by.first, pair.size))
    return with_seeds(STARTS[start](first.hashes, first.tokens, rng), first.seeds)


def _agreement(pair: Pair, by: Attack, start: str, rng: Generator, watch: Watch) -> float:
    """Return the share of answers on which two runs on halves of the logs agree."""
    sides = zip(soundness.halves(pair.hashes, rng), soundness.halves(pair.tokens, rng), strict=True)
    parts = [Pair(hashes, tokens, pair.seeds) for hashes, tokens in sides]
    one, other = (by.run(part, _begin(part, by, start, rng), watch)[0] for part in parts)
    return soundness.agreement(one, other, pair.seeds != UNMAPPED)
