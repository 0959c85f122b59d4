"""An attack's scores: measured ones if the truth is known, and those that the attack expects of itself."""

from dataclasses import dataclass, replace

import numpy as np

from pdd_papers.token_hash.attacks import Found
from pdd_papers.token_hash.methods.distance import UNMAPPED, Mapping

NOTHING = 0.02
"""An attack that expects a smaller share of right answers reports that it found nothing."""


@dataclass(frozen=True)
class Score:
    """An attack's scores.

    Attributes:
        vocabulary: the number of attacked hashes, without those known beforehand, which no figure counts.
        expected: the share of them that the attack expects to have answered rightly.
        coverage: the share of them that it answers with the confidence asked for.
        agreement: the share of answers on which two runs on halves of the logs agree.
        matchable: how many of the attacked hashes have their token in the reference's vocabulary; None without truth.
        accuracy: the share of these that are mapped to their token; None if there are none.
        precision: the share of the confident answers that are right; None if there are none, or no matchable hash.
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
        """Whether the attack itself says that it failed."""
        return self.expected < NOTHING


def score(found: Found, truth: Mapping | None, confidence: float) -> Score:
    """Return the scores; `truth` has the right token's index for each hash, UNMAPPED if it isn't among the tokens."""
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
