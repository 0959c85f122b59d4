"""What one attack on one mechanism found, beside what was claimed; and an attack that learns by itself."""

from dataclasses import dataclass, replace
from math import inf, nan

import numpy as np
from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

from pdd_research.audit.bounds import Bound, Scores, allowed_advantage, bound, gaussian_bound

Worlds = tuple[Scores, Scores]
"""Scores of trials with the donor, and as many without it."""


def claimed(epsilon: object, delta: object) -> tuple[float, float]:
    """An epsilon above 0 and a delta from 0 to below 1, as a release states them; ValueError where they are none."""
    stated = [float(one) if isinstance(one, int | float) else nan for one in (epsilon, delta)]
    if not (0 < stated[0] < inf and 0 <= stated[1] < 1):
        raise ValueError(f"an epsilon above 0 and a delta from 0 to below 1 (they are {epsilon!r} and {delta!r})")
    return stated[0], stated[1]


@dataclass(frozen=True)
class Finding:
    """An attack by its name, how often it was tried in each world, the claim it is held against, what it proves."""

    attack: str
    trials: int
    epsilon: float
    delta: float
    proven: Bound

    @classmethod
    def of(cls, attack: str, claim: tuple[float, float], worlds: Worlds, gaussian: bool = False) -> "Finding":
        """From a claimed epsilon and delta and the scores of both worlds; `gaussian` where the noise is known to be."""
        epsilon, delta = claim
        proven = bound(*worlds, delta)
        if gaussian:
            proven = replace(proven, epsilon=max(proven.epsilon, gaussian_bound(*worlds, delta)), provable=inf)
        return cls(attack, len(worlds[0]), epsilon, delta, proven)

    @property
    def allowed(self) -> float:
        """The largest advantage that the claim allows."""
        return allowed_advantage(self.epsilon, self.delta)

    @property
    def broken(self) -> bool:
        """Whether the mechanism has been shown to keep less than it claims."""
        return self.proven.epsilon > self.epsilon or self.proven.advantage_low > self.allowed

    @property
    def blind(self) -> bool:
        """Whether so many trials could not have shown more than the claim, whatever was released."""
        return self.proven.provable <= self.epsilon


def shadow(ones: Scores, others: Scores) -> Worlds:
    """Scores of a model that saw the first half of both worlds (trials x features) and knows nothing else of them.

    A membership inference by shadow models (Shokri et al., S&P '17): logistic regression on what is published.
    """
    half = len(ones) // 2
    seen = np.concatenate([ones[:half], others[:half]])
    middle, spread = seen.mean(axis=0), seen.std(axis=0)
    spread[spread == 0] = 1.0  # What never moved there may move in the other half, and tells nothing.
    member = np.repeat([True, False], half)
    model = LogisticRegression().fit((seen - middle) / spread, member)
    first, second = (model.decision_function((world - middle) / spread) for world in (ones, others))
    return first, second
