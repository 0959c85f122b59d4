"""The attacks by name, and one run of one: a token for each hash, with how sure that is."""

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
    """From a start for the `first` words to a mapping of all, and the costs of all pairs that it was made by."""

    @property
    def first(self) -> int:
        """How many words it starts with."""

    def run(self, pair: Pair, start: Mapping, watch: Watch) -> tuple[Mapping, Costs]:
        """The mapping and the costs."""


@dataclass(frozen=True)
class StartAlone:
    """No attack: the starting map of all words, to see what it is worth. It has no evidence, hence no confidence."""

    first: int = ALL

    def run(self, pair: Pair, start: Mapping, watch: Watch) -> tuple[Mapping, Costs]:
        """The start, and no distances."""
        watch("start", 0.0)
        whole = np.pad(start, (0, len(pair.hashes) - len(start)), constant_values=UNMAPPED)
        return whole, np.zeros((len(pair.hashes), len(pair.tokens)), np.float32)


@dataclass(frozen=True)
class Continuous:
    """The paper's continuous update, from the known words, or without any from the first words by its rounds."""

    paper: Paper = field(default_factory=Paper)

    @property
    def first(self) -> int:
        """As the paper's attack."""
        return self.paper.first

    def run(self, pair: Pair, start: Mapping, watch: Watch) -> tuple[Mapping, Costs]:
        """The mapping, and the L1 distances under it."""
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
    """A token's place for each hash's place, UNMAPPED where there is none, and the probability that it is right.

    `known` says which were known beforehand, and so were not found. `agreement` is the part of answers that two runs on
    halves of the logs agree in; where it is too small, no answer has any confidence.
    """

    mapping: Mapping
    confidence: NDArray[np.float64]
    known: NDArray[np.bool_]
    agreement: float


def attack(pair: Pair, by: Attack, start: str, rng: Generator, watch: Watch = lambda _, __: None) -> Found:
    """Run an attack from one of STARTS; `rng` is for a random start, and for seeing how sure the answers are."""
    mapping, costs = by.run(pair, _begin(pair, by, start, rng), watch)
    margin = margins(costs, mapping)
    del costs  # The largest thing there is; what follows makes its own.
    agreed = _agreement(pair.first(soundness.WORDS), by, start, rng, watch)
    confidence = np.zeros(len(mapping))
    if agreed >= soundness.LEAST_AGREEMENT:
        watch("confidence", 0.0)
        confidence = confidences(pair, mapping, margin, _further(by), rng)
    return Found(mapping, confidence, pair.seeds != UNMAPPED, agreed)


def _further(by: Attack) -> Rounds:
    """Two more rounds of the kind that an attack's costs are made by, at all words at once.

    Two, as the paper's distances count what is not mapped as far: the first fills the map's gaps.
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
    sides = zip(soundness.halves(pair.hashes, rng), soundness.halves(pair.tokens, rng), strict=True)
    parts = [Pair(hashes, tokens, pair.seeds) for hashes, tokens in sides]
    one, other = (by.run(part, _begin(part, by, start, rng), watch)[0] for part in parts)
    return soundness.agreement(one, other, pair.seeds != UNMAPPED)
