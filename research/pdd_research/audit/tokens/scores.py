"""How good an attack was, where the truth is known, and how good it thinks it was, where it is not."""

from dataclasses import dataclass

import numpy as np

from pdd_research.audit.tokens.attacks import Found
from pdd_research.audit.tokens.distance import UNMAPPED, Mapping

NOTHING = 0.02
"""An attack that expects to be right less often than this found nothing, and says so."""


@dataclass(frozen=True)
class Score:
    """An attack's outcome.

    `vocabulary` hashes were attacked; `expected` is the part that the attack itself expects to be right, `coverage` the
    part that it answers with the confidence asked for, `agreement` that of two runs on halves of the logs. With the
    truth: `matchable` hashes have their token among those attacked with, `accuracy` is the part of these that is mapped
    to it, and `precision` the part of the confident answers that is right; None where there is nothing to divide by.
    """

    vocabulary: int
    expected: float
    coverage: float
    agreement: float
    matchable: int | None = None
    accuracy: float | None = None
    precision: float | None = None

    @property
    def found_nothing(self) -> bool:
        """Whether the attack says itself that it failed."""
        return self.expected < NOTHING


def score(found: Found, truth: Mapping | None, confidence: float) -> Score:
    """The outcome; `truth` has the right token's place for each hash, UNMAPPED where it is not among the tokens."""
    size = len(found.mapping)
    sure = (found.mapping != UNMAPPED) & (found.confidence >= confidence)
    own = Score(size, float(found.confidence.sum() / max(1, size)), float(sure.sum() / max(1, size)), found.agreement)
    if truth is None:
        return own
    matchable = truth != UNMAPPED
    right = matchable & (found.mapping == truth)
    return Score(
        size,
        own.expected,
        own.coverage,
        own.agreement,
        int(matchable.sum()),
        float(right.sum() / matchable.sum()) if matchable.any() else None,
        float(np.mean(right[sure])) if sure.any() else None,
    )
