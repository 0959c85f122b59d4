"""What a release from a public pool of queries costs: pure epsilon (after Zhang et al.), step by step.

Whatever is looked at is fixed by public lists and by earlier outcomes, never by the log: the terms and the queries of
the pool, the results of released queries, the pairs of released queries. So every step is discrete Laplace noise on a
list of counts of which one user moves the sum by a bounded number. That is pure, and the epsilons add up (adaptive
composition). That probabilities are cut off after 192 bits adds a delta of 2^-192 a candidate, taken for none.
"""

from dataclasses import dataclass
from math import ceil, inf, log

from pdd_research.errors import ParameterError


@dataclass(frozen=True)
class Step:
    """One step: how many of a user's things count in it, and the scale of its noise; a threshold where it selects."""

    most: int
    scale: float
    threshold: int | None = None

    def __post_init__(self) -> None:
        """ParameterError for what is no step."""
        if self.most < 1:
            raise ParameterError(f"of a user {self.most} count; at least 1 must")
        if not 0 < self.scale < inf:
            raise ParameterError(f"a scale of {self.scale} is none; it must be above 0")

    @property
    def epsilon(self) -> float:
        """What it costs."""
        return self.most / self.scale


@dataclass(frozen=True)
class Pool:
    """The steps of a release: queries are always selected, the others may be left out (None)."""

    selection: Step
    terms: Step | None = None
    query_counts: Step | None = None
    click_counts: Step | None = None
    transitions: Step | None = None
    transition_counts: Step | None = None

    def __post_init__(self) -> None:
        """ParameterError where counts are charged for another number of a user's things than the selection caps."""
        for selection, counts in ((self.selection, self.query_counts), (self.transitions, self.transition_counts)):
            if counts is not None and (selection is None or counts.most != selection.most):
                most = 0 if selection is None else selection.most
                raise ParameterError(f"counts are for {counts.most} of a user, of whom {most} count; give one number")

    @property
    def epsilon(self) -> float:
        """Of all steps together; delta is 0."""
        steps: list[Step | None] = list(vars(self).values())
        return sum(step.epsilon for step in steps if step is not None)


def selecting(epsilon: float, most: int, candidates: int) -> Step:
    """A step that selects among so many public candidates at this cost.

    The threshold b ln(candidates), rounded up, lets about one at most of those pass that nobody has. It follows from
    the public list alone; any other would be as private, and let pass more that is only noise, or less that is not.
    """
    scale = scale_for(epsilon, most)
    return Step(most, scale, ceil(scale * log(max(candidates, 2))))


def scale_for(epsilon: float, most: int) -> float:
    """The scale at which a step costs this. ParameterError unless epsilon is above 0."""
    if not 0 < epsilon < inf:
        raise ParameterError(f"epsilon is {epsilon}; it must be above 0")
    return most / epsilon
