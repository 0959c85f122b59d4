"""What a release from a public pool costs: pure epsilon (after Zhang et al.), step by step.

Public lists and earlier outcomes fix which counts each step looks at, never the log itself: the pool's terms and
queries, the results of released queries, the pairs of released queries. So every step adds discrete Laplace noise to a
list of counts whose sum one user changes by a bounded number. That has no delta, and the epsilons add up (adaptive
composition). Probabilities are cut off after 192 bits, which adds a delta of 2^-192 for each candidate; we neglect it.
"""

from dataclasses import dataclass
from math import ceil, inf, log

from pdd_research.errors import ParameterError


@dataclass(frozen=True)
class Step:
    """One step of a release.

    Attributes:
        most: how many of a user's items count in it.
        scale: the scale of its noise.
        threshold: what a noisy count must exceed, if the step selects; None if it counts.
    """

    most: int
    scale: float
    threshold: int | None = None

    def __post_init__(self) -> None:
        """Raise ParameterError if a number is out of its range."""
        if self.most < 1:
            raise ParameterError(f"of a user {self.most} count; at least 1 must")
        if not 0 < self.scale < inf:
            raise ParameterError(f"a scale of {self.scale} is none; it must be above 0")

    @property
    def epsilon(self) -> float:
        """The step's epsilon: the most items of a user, divided by the scale."""
        return self.most / self.scale


@dataclass(frozen=True)
class Pool:
    """The steps of a release. Queries are always selected; the other steps may be left out (None).

    Attributes:
        selection: selects the pool's queries.
        terms: selects terms beforehand; queries with other terms are left out.
        query_counts: counts the released queries.
        click_counts: counts clicks on their public results.
        transitions: selects pairs of released queries that followed one another.
        transition_counts: counts these pairs.
    """

    selection: Step
    terms: Step | None = None
    query_counts: Step | None = None
    click_counts: Step | None = None
    transitions: Step | None = None
    transition_counts: Step | None = None

    def __post_init__(self) -> None:
        """Raise ParameterError if counting charges for another number of a user's items than selection caps."""
        for selection, counts in ((self.selection, self.query_counts), (self.transitions, self.transition_counts)):
            if counts is not None and (selection is None or counts.most != selection.most):
                most = 0 if selection is None else selection.most
                raise ParameterError(f"counts are for {counts.most} of a user, of whom {most} count; give one number")

    @property
    def epsilon(self) -> float:
        """The epsilon of all steps together; delta is 0."""
        steps: list[Step | None] = list(vars(self).values())
        return sum(step.epsilon for step in steps if step is not None)


def selecting(epsilon: float, most: int, candidates: int) -> Step:
    """Return a step that selects among public candidates at a given cost.

    Its threshold b ln(candidates), rounded up, lets on average at most one candidate pass that no user has. Any
    threshold that doesn't depend on the log would be as private. A lower one releases more candidates that nobody has,
    a higher one fewer that somebody has.

    Args:
        epsilon: the step's cost.
        most: how many of a user's items count.
        candidates: the number of public candidates.

    Raises:
        ParameterError: if epsilon isn't above 0, or `most` is below 1.
    """
    scale = scale_for(epsilon, most)
    return Step(most, scale, ceil(scale * log(max(candidates, 2))))


def scale_for(epsilon: float, most: int) -> float:
    """Return the scale at which a step of `most` items a user costs this epsilon.

    Raises:
        ParameterError: unless epsilon is above 0.
    """
    if not 0 < epsilon < inf:
        raise ParameterError(f"epsilon is {epsilon}; it must be above 0")
    return most / epsilon
