"""The finding of one attack, compared with the mechanism's claim; and the shadow attack, which learns from releases."""

from dataclasses import dataclass, replace
from math import inf, nan

import numpy as np
from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

from pdd_research.audit.bounds import Bound, Scores, allowed_advantage, bound, gaussian_bound

Worlds = tuple[Scores, Scores]
"""Scores of trials with the donor, and as many without it."""


def claimed(epsilon: object, delta: object) -> tuple[float, float]:
    """Return the epsilon and delta that a release states, as numbers.

    Raises:
        ValueError: unless epsilon is a number above 0, and delta one from 0 to below 1. The message says so.
    """
    stated = [float(one) if isinstance(one, int | float) else nan for one in (epsilon, delta)]
    if not (0 < stated[0] < inf and 0 <= stated[1] < 1):
        raise ValueError(f"an epsilon above 0 and a delta from 0 to below 1 (they are {epsilon!r} and {delta!r})")
    return stated[0], stated[1]


@dataclass(frozen=True)
class Finding:
    """What one attack proves about a mechanism, and the claim it is compared with.

    Attributes:
        attack: the attack's name, a key of `ATTACKS`.
        trials: how often it was tried in each world.
        epsilon: the claimed epsilon.
        delta: the claimed delta.
        proven: what the trials prove.
    """

    attack: str
    trials: int
    epsilon: float
    delta: float
    proven: Bound

    @classmethod
    def of(cls, attack: str, claim: tuple[float, float], worlds: Worlds, gaussian: bool = False) -> "Finding":
        """Return the finding for a claimed (epsilon, delta) and the scores of both worlds.

        Args:
            attack: the attack's name.
            claim: epsilon and delta.
            worlds: scores with the donor and without it.
            gaussian: whether the noise is known to be Gaussian, which lets trials prove more.
        """
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
        """Whether the mechanism is shown to protect less than it claims."""
        return self.proven.epsilon > self.epsilon or self.proven.advantage_low > self.allowed

    @property
    def blind(self) -> bool:
        """Whether so many trials could not have refuted the claim, whatever was released."""
        return self.proven.provable <= self.epsilon


def shadow(ones: Scores, others: Scores) -> Worlds:
    """Return the scores of a logistic regression that learns from the first half of each world's trials.

    It knows nothing else of the two worlds, so only its scores of the second half are evidence.

    Args:
        ones: published numbers with the donor (trials, features).
        others: the same without the donor.

    Source: membership inference by shadow models, Shokri et al., S&P '17.
    """
    half = len(ones) // 2
    seen = np.concatenate([ones[:half], others[:half]])
    middle, spread = seen.mean(axis=0), seen.std(axis=0)
    spread[spread == 0] = 1.0  # A constant feature would divide by 0. The model learns nothing from it.
    member = np.repeat([True, False], half)
    model = LogisticRegression().fit((seen - middle) / spread, member)
    first, second = (model.decision_function((world - middle) / spread) for world in (ones, others))
    return first, second
