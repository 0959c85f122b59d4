"""How good an attack was, where the truth is known, and how good it thinks it was, where it is not."""

from dataclasses import dataclass, replace

import numpy as np

from pdd_papers.token_hash.attacks import Found
from pdd_papers.token_hash.methods.distance import UNMAPPED, Mapping

NOTHING = 0.02
"""An attack that expects to be right less often than this found nothing, and says so."""


@dataclass(frozen=True)
class Score:
    """An attack's outcome.

    `vocabulary` hashes were attacked, without those known beforehand, which no figure counts. `expected` is the part of
    them that the attack itself expects to have answered rightly, `coverage` the part that it answers with the
    confidence asked for, `agreement` that of two runs on halves of the logs. With the truth: `matchable` hashes have
    their token among those attacked with, `accuracy` is the part of these that is mapped to it, and `precision` the
    part of the confident answers that is right; None where there is nothing to divide by, or to be right about.
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
    unknown = ~found.known
    mapping, confidences = found.mapping[unknown], found.confidence[unknown]
    size = len(mapping)
    sure = (mapping != UNMAPPED) & (confidences >= confidence)
    own = Score(size, float(confidences.sum() / max(1, size)), float(sure.sum() / max(1, size)), found.agreement)
    if truth is None:
        return own
    matchable = truth[unknown] != UNMAPPED
    right = matchable & (mapping == truth[unknown])
    return replace(
        own,
        matchable=int(matchable.sum()),
        accuracy=float(right.sum() / matchable.sum()) if matchable.any() else None,
        precision=float(np.mean(right[sure])) if sure.any() and matchable.any() else None,
    )
