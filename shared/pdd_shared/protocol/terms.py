"""What bounds one donor's part in a campaign, as it consents to it: protocol, caps, noise, budget, smallest group."""

from decimal import Decimal
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from pdd_shared.protocol.decimals import Exact
from pdd_shared.protocol.fields import Message
from pdd_shared.protocol.limits import MAX_DONORS_SCALE, MAX_SCALE

Protocol = Literal["plain", "cohort"]
"""The counting protocols: docs/reference/protocol.md, and docs/reference/cohort.md."""


class Noise(Message):
    """The noise that the server adds to each number of a day's total: its law, and its scale in counts.

    `discrete-laplace`: P(k) proportional to exp(-|k| / scale). `discrete-gaussian`: to exp(-k^2 / (2 scale^2)).
    """

    law: Literal["discrete-laplace", "discrete-gaussian"]
    scale: Annotated[Exact, Field(gt=0, le=MAX_SCALE)]

    def no_weaker_than(self, consented: "Noise") -> bool:
        """Whether this noise hides at least as much: more of the same law."""
        return self.law == consented.law and self.scale >= consented.scale


class Budget(Message):
    """What all that a campaign ever publishes may cost a donor: differential privacy (epsilon, delta)."""

    epsilon: Annotated[Exact, Field(gt=0, le=100_000)]
    delta: Annotated[Exact, Field(ge=0, le=Decimal("0.001"))]

    def no_weaker_than(self, consented: "Budget") -> bool:
        """Whether this budget is no larger."""
        return self.epsilon <= consented.epsilon and self.delta <= consented.delta


class PlainTerms(Message):
    """What bounds one donor's part in a campaign of the `plain` protocol, in which the server adds the noise.

    The caps of a day, the noise, the budget of all days, the smallest group, which is the server's and the same in all
    its campaigns.
    """

    protocol: Literal["plain"]
    max_searches: Annotated[int, Field(ge=1, le=1_000)]
    max_matches: Annotated[int, Field(ge=1, le=100)]
    noise: Noise
    budget: Budget
    min_group: Annotated[int, Field(ge=1)]

    @property
    def law(self) -> str:
        """The law of the noise on each number."""
        return self.noise.law

    @property
    def scale(self) -> Decimal:
        """The scale of the noise on each number, in counts."""
        return self.noise.scale

    @property
    def by_donors(self) -> bool:
        """Whether donors add the noise: never."""
        return False

    @property
    def smallest_sum(self) -> int:
        """The fewest donors whose numbers are added up."""
        return self.min_group

    def no_weaker_than(self, consented: "Terms") -> bool:
        """Return whether these terms protect a donor at least as well as those it consented to.

        Another protocol has other risks, which cannot be ranked: it never is at least as good.
        """
        return (
            isinstance(consented, PlainTerms)
            and self.max_searches <= consented.max_searches
            and self.max_matches <= consented.max_matches
            and self.noise.no_weaker_than(consented.noise)
            and self.budget.no_weaker_than(consented.budget)
            and self.min_group >= consented.min_group
        )

    @model_validator(mode="after")
    def _has_a_guarantee(self) -> Self:
        if self.budget.delta == 0 and self.noise.law == "discrete-gaussian":
            raise ValueError("discrete-gaussian noise has no guarantee with delta 0; give a delta such as 0.000001")
        return self


class NumberNoise(Message):
    """The noise on each number of a kind: law, scale in units, and how many counts are one unit."""

    law: Literal["discrete-laplace"]
    scale: Annotated[Exact, Field(gt=0, le=MAX_DONORS_SCALE)]
    unit: Annotated[int, Field(ge=1, le=1)]

    def no_weaker_than(self, consented: "NumberNoise") -> bool:
        """Return whether this noise hides at least as much: more of the same law, in the same unit."""
        return (self.law, self.unit) == (consented.law, consented.unit) and self.scale >= consented.scale


class PartNoise(Message):
    """The noise on a campaign's numbers, by kind."""

    joined: NumberNoise
    searches: NumberNoise
    counts: NumberNoise

    def no_weaker_than(self, consented: "PartNoise") -> bool:
        """Return whether the noise on each kind hides at least as much."""
        return (
            self.joined.no_weaker_than(consented.joined)
            and self.searches.no_weaker_than(consented.searches)
            and self.counts.no_weaker_than(consented.counts)
        )


class CohortTerms(Message):
    """What bounds one donor's part in a campaign of the `cohort` protocol, in which donors add the noise.

    `max_searches` and `max_matches` are caps of a `period`; `colluders` is a share of all donors, in percent, who may
    add no noise; `min_cohort` the fewest donors in a sum.
    """

    protocol: Literal["cohort"]
    period: Literal["day"]
    max_searches: Annotated[int, Field(ge=1, le=1_000)]
    max_matches: Annotated[int, Field(ge=1, le=100)]
    noise: PartNoise
    colluders: Literal[5, 10]
    budget: Budget
    min_cohort: Annotated[int, Field(ge=1, lt=2**32)]

    @property
    def law(self) -> str:
        """The law of the noise on each count."""
        return self.noise.counts.law

    @property
    def scale(self) -> Decimal:
        """The scale of the noise on each count."""
        return self.noise.counts.scale

    @property
    def by_donors(self) -> bool:
        """Whether donors add the noise: always."""
        return True

    @property
    def smallest_sum(self) -> int:
        """The fewest donors whose numbers are added up."""
        return self.min_cohort

    @property
    def has_one_noise(self) -> bool:
        """Whether all kinds of numbers have the same noise: what other noise costs is not accounted for yet."""
        return self.noise.joined == self.noise.searches == self.noise.counts

    def no_weaker_than(self, consented: "Terms") -> bool:
        """Return whether these terms protect a donor at least as well as those it consented to.

        Another protocol has other risks, and another period other caps, which cannot be ranked.
        """
        return (
            isinstance(consented, CohortTerms)
            and self.period == consented.period
            and self.max_searches <= consented.max_searches
            and self.max_matches <= consented.max_matches
            and self.noise.no_weaker_than(consented.noise)
            and self.colluders >= consented.colluders
            and self.budget.no_weaker_than(consented.budget)
            and self.min_cohort >= consented.min_cohort
        )


Terms = PlainTerms | CohortTerms
"""The terms of a campaign, whichever its protocol."""
