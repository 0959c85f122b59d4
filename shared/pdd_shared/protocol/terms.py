"""The terms of a campaign, to which a donor consents: protocol, caps, noise, budget and the fewest donors in a sum."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from pdd_shared.protocol.days import Period
from pdd_shared.protocol.decimals import Exact
from pdd_shared.protocol.fields import Message, is_none
from pdd_shared.protocol.limits import (
    LEAST_SCALE_OF_UNITS,
    MAX_DONORS_SCALE,
    MAX_HITS,
    MAX_SCALE,
    MAX_UNIT,
    MOST_PER_NUMBER,
)

Protocol = Literal["plain", "cohort"]
"""The names of the two protocols: docs/reference/protocol.md has `plain`, docs/reference/cohort.md has `cohort`."""


# A cap that terms don't have is left out of the text that is signed and hashed. So terms from before the caps on hits
# keep their bytes.
_MaxMatches = Annotated[Annotated[int, Field(ge=1, le=100)] | None, Field(exclude_if=is_none)]
_MaxHits = Annotated[Annotated[int, Field(ge=1, le=MAX_HITS)] | None, Field(exclude_if=is_none)]


@dataclass(frozen=True)
class Caps:
    """The caps on what one donor adds in one period. A search is a hit for each keyword that it matches.

    Attributes:
        searches: How many searches count.
        hits: How many hits count, for all keywords together.
        hits_per_keyword: How many hits count for one keyword.
        matches: For how many keywords one search counts; None for as many as it matches. Campaigns had this cap before
            they had one on hits.
        campaign_hits: How many hits count in all periods of the campaign together, for all keywords; None for no cap.
    """

    searches: int
    hits: int
    hits_per_keyword: int
    matches: int | None = None
    campaign_hits: int | None = None

    @classmethod
    def of(
        cls,
        max_searches: int,
        max_matches: int | None,
        max_hits: int | None,
        max_hits_per_keyword: int | None,
        max_campaign_hits: int | None = None,
    ) -> "Caps":
        """Return the caps of a campaign's terms, whose fields these are.

        Raises:
            ValueError: The terms have neither `max_matches` alone, nor `max_hits_per_keyword` with `max_hits`,
                `max_campaign_hits` or both; or a cap is above one that holds for more.
        """
        if max_matches is not None and max_hits is max_hits_per_keyword is max_campaign_hits is None:
            return cls(max_searches, max_searches * max_matches, max_searches, max_matches)
        hits = min((cap for cap in (max_hits, max_campaign_hits) if cap is not None), default=None)
        if max_matches is not None or hits is None or max_hits_per_keyword is None:
            raise ValueError(
                "must have max_hits_per_keyword with max_hits, max_campaign_hits or both, or max_matches alone"
            )
        if max_campaign_hits is not None and max_campaign_hits < (max_hits or 0):
            raise ValueError("must not allow one period more hits than all periods together")
        if max_hits_per_keyword > hits:
            raise ValueError("must not allow one keyword more hits than all keywords together")
        return cls(max_searches, hits, min(max_hits_per_keyword, max_searches), None, max_campaign_hits)

    @property
    def has_full(self) -> bool:
        """Return whether donors state in which period they have used up their hits, in the number `full`."""
        return self.campaign_hits is not None

    def with_left(self, hits: int) -> "Caps":
        """Return the caps of a period of a donor who has so many hits left of those that count in all periods."""
        return replace(self, hits=min(self.hits, hits))

    def no_weaker_than(self, consented: "Caps") -> bool:
        """Return whether a donor adds no more under these caps, and no search counts for more keywords."""
        return (
            _at_most(self.matches, consented.matches)
            and _at_most(self.campaign_hits, consented.campaign_hits)
            and self.searches <= consented.searches
            and self.hits <= consented.hits
            and self.hits_per_keyword <= consented.hits_per_keyword
        )

    def allow(self, searches: int, counts: Sequence[int]) -> bool:
        """Return whether a donor may add this number of searches and these counts of the keywords in one period."""
        return (
            0 <= searches <= self.searches
            and all(0 <= count <= self.hits_per_keyword for count in counts)
            and sum(counts) <= self.hits
        )

    @property
    def squared_l2(self) -> int:
        """Return the largest sum of squared counts: as many keywords as possible have all the hits they may have."""
        full, rest = divmod(self.hits, self.hits_per_keyword)
        return full * self.hits_per_keyword**2 + rest**2


def _at_most(cap: int | None, other: int | None) -> bool:
    """Return whether a cap is at most another; None is no cap."""
    return other is None or (cap is not None and cap <= other)


class Noise(Message):
    """The noise that the server adds to each number of a day's total: its law, and its scale in counts.

    `discrete-laplace`: P(k) proportional to exp(-|k| / scale). `discrete-gaussian`: to exp(-k^2 / (2 scale^2)).
    """

    law: Literal["discrete-laplace", "discrete-gaussian"]
    scale: Annotated[Exact, Field(gt=0, le=MAX_SCALE)]

    def no_weaker_than(self, consented: "Noise") -> bool:
        """Return whether this noise hides at least as much: more of the same law."""
        return self.law == consented.law and self.scale >= consented.scale


class Budget(Message):
    """The differential privacy (epsilon, delta) that all publications of a campaign together may cost a donor."""

    epsilon: Annotated[Exact, Field(gt=0, le=100_000)]
    delta: Annotated[Exact, Field(ge=0, le=Decimal("0.001"))]

    def no_weaker_than(self, consented: "Budget") -> bool:
        """Return whether this budget is no larger."""
        return self.epsilon <= consented.epsilon and self.delta <= consented.delta


class PlainTerms(Message):
    """The terms of a campaign of the `plain` protocol, in which the server adds the noise.

    Attributes:
        protocol: The protocol's name.
        max_searches: How many searches of a donor's day count at most.
        max_matches: For how many entries one search counts at most, in campaigns without the two caps on hits.
        max_hits: How many hits of a donor's day count at most, for all entries together.
        max_hits_per_keyword: How many of them count at most for one entry.
        noise: The noise on each number of a day.
        budget: The privacy cost of all days together.
        min_group: The fewest members of a group. It is the server's setting, the same in all its campaigns.
    """

    protocol: Literal["plain"]
    max_searches: Annotated[int, Field(ge=1, le=1_000)]
    max_matches: _MaxMatches = None
    max_hits: _MaxHits = None
    max_hits_per_keyword: _MaxHits = None
    noise: Noise
    budget: Budget
    min_group: Annotated[int, Field(ge=1)]

    @property
    def period(self) -> Period:
        """Return the time for which the caps hold: always a day."""
        return "day"

    @property
    def caps(self) -> Caps:
        """Return the caps on what one donor adds."""
        return Caps.of(self.max_searches, self.max_matches, self.max_hits, self.max_hits_per_keyword)

    @property
    def law(self) -> str:
        """Return the law of the noise on each number."""
        return self.noise.law

    @property
    def scale(self) -> Decimal:
        """Return the scale of the noise on each number, in counts."""
        return self.noise.scale

    @property
    def by_donors(self) -> bool:
        """Return False: the server adds the noise."""
        return False

    @property
    def smallest_sum(self) -> int:
        """Return the fewest donors whose numbers are added up."""
        return self.min_group

    def no_weaker_than(self, consented: "Terms") -> bool:
        """Return whether these terms protect a donor at least as well as those it consented to.

        The terms of another protocol never do: its risks are of another kind, so the two can't be ranked.
        """
        return (
            isinstance(consented, PlainTerms)
            and self.caps.no_weaker_than(consented.caps)
            and self.noise.no_weaker_than(consented.noise)
            and self.budget.no_weaker_than(consented.budget)
            and self.min_group >= consented.min_group
        )

    @model_validator(mode="after")
    def _has_a_guarantee(self) -> Self:
        _ = self.caps  # raises ValueError where the caps contradict each other
        if self.budget.delta == 0 and self.noise.law == "discrete-gaussian":
            raise ValueError("discrete-gaussian noise has no guarantee with delta 0; give a delta such as 0.000001")
        return self


class NumberNoise(Message):
    """The noise on each number of one kind: its law, its scale in units, and how many counts are one unit.

    `discrete-laplace` is as in `Noise`. `skellam` is the difference of two Poisson draws; its scale is the standard
    deviation. A unit above 1 needs `discrete-laplace` with a scale of at least LEAST_SCALE_OF_UNITS units.
    """

    law: Literal["discrete-laplace", "skellam"]
    scale: Annotated[Exact, Field(gt=0, le=MAX_DONORS_SCALE)]
    unit: Annotated[int, Field(ge=1, le=MAX_UNIT)]

    @property
    def charged_scale(self) -> Decimal:
        """Return the scale in counts of noise with unit 1 that costs as much or more.

        It is half a unit below the noise's own scale. Source: docs/reference/privacy.md, theorem 17.
        """
        return self.scale if self.unit == 1 else self.unit * (self.scale - Decimal("0.5"))

    def in_units(self, most: int) -> int:
        """Return the most units that random rounding makes of `most` counts."""
        return -(-most // self.unit)

    @model_validator(mode="after")
    def _has_a_proven_unit(self) -> Self:
        if self.unit.bit_count() != 1:
            raise ValueError(f"the unit {self.unit} is no power of two")
        if self.unit > 1 and self.law != "discrete-laplace":
            raise ValueError(f"{self.law} noise has no unit but 1")
        if self.unit > 1 and self.scale < LEAST_SCALE_OF_UNITS:
            raise ValueError(f"noise with a unit above 1 has a scale of {LEAST_SCALE_OF_UNITS} units or more")
        return self

    def no_weaker_than(self, consented: "NumberNoise") -> bool:
        """Return whether this noise hides at least as much: more of the same law, in the same unit."""
        return (self.law, self.unit) == (consented.law, consented.unit) and self.scale >= consented.scale


class PartNoise(Message):
    """The noise on each kind of a campaign's numbers: `joined`, `searches` and the counts."""

    joined: NumberNoise
    searches: NumberNoise
    counts: NumberNoise

    @property
    def kinds(self) -> tuple[NumberNoise, NumberNoise, NumberNoise]:
        """Return the noise on `joined`, on `searches` and on the counts, in a vector's order."""
        return self.joined, self.searches, self.counts

    @property
    def widest(self) -> Decimal:
        """Return the largest scale of the noise on any kind of number, in units."""
        return max(noise.scale for noise in self.kinds)

    def no_weaker_than(self, consented: "PartNoise") -> bool:
        """Return whether the noise on each kind hides at least as much."""
        return (
            self.joined.no_weaker_than(consented.joined)
            and self.searches.no_weaker_than(consented.searches)
            and self.counts.no_weaker_than(consented.counts)
        )


class CohortTerms(Message):
    """The terms of a campaign of the `cohort` protocol, in which donors add the noise.

    Attributes:
        protocol: The protocol's name.
        period: The time for which the caps hold.
        max_searches: How many searches of a donor's period count at most.
        max_matches: For how many entries one search counts at most, in campaigns without the two caps on hits.
        max_hits: How many hits of a donor's period count at most, for all entries together.
        max_hits_per_keyword: How many of them count at most for one entry.
        max_campaign_hits: How many hits count at most in all of a donor's periods, for all entries together.
        noise: The noise on each kind of number.
        colluders: The percentage of all donors who may collude and add no noise.
        budget: The privacy cost of all days together.
        min_cohort: The fewest donors in a sum. Where the floor is below it, the campaign's numbers carry noise alone.
    """

    protocol: Literal["cohort"]
    period: Period
    max_searches: Annotated[int, Field(ge=1, le=1_000)]
    max_matches: _MaxMatches = None
    max_hits: _MaxHits = None
    max_hits_per_keyword: _MaxHits = None
    max_campaign_hits: _MaxHits = None
    noise: PartNoise
    colluders: Literal[5, 10]
    budget: Budget
    min_cohort: Annotated[int, Field(ge=1, lt=2**32)]

    @property
    def caps(self) -> Caps:
        """Return the caps on what one donor adds."""
        hits = self.max_hits, self.max_hits_per_keyword, self.max_campaign_hits
        return Caps.of(self.max_searches, self.max_matches, *hits)

    @property
    def law(self) -> str:
        """Return the law of the noise on each count."""
        return self.noise.counts.law

    @property
    def scale(self) -> Decimal:
        """Return the scale of the noise on each count, in units of `noise.counts.unit` counts."""
        return self.noise.counts.scale

    @property
    def most_units(self) -> tuple[int, int, int]:
        """Return the most that one donor adds to `joined`, to `searches` and to a count, in units of each."""
        caps, noise = self.caps, self.noise
        return (
            noise.joined.in_units(1),
            noise.searches.in_units(caps.searches),
            noise.counts.in_units(caps.hits_per_keyword),
        )

    @property
    def by_donors(self) -> bool:
        """Return True: donors add the noise."""
        return True

    @property
    def smallest_sum(self) -> int:
        """Return the fewest donors whose numbers are added up."""
        return self.min_cohort

    @property
    def has_one_laplace(self) -> bool:
        """Return whether all kinds of numbers have the same discrete Laplace noise, which hides them together.

        Noise in larger units is charged for each kind of its own, and so are counts with a cap over all periods.
        """
        laplace = self.law == "discrete-laplace" and self.noise.counts.unit == 1
        return laplace and len(set(self.noise.kinds)) == 1 and self.max_campaign_hits is None

    def no_weaker_than(self, consented: "Terms") -> bool:
        """Return whether these terms protect a donor at least as well as those it consented to.

        The terms of another protocol or period never do, since their risks and caps can't be ranked.
        """
        return (
            isinstance(consented, CohortTerms)
            and self.period == consented.period
            and self.caps.no_weaker_than(consented.caps)
            and self.noise.no_weaker_than(consented.noise)
            and self.colluders >= consented.colluders
            and self.budget.no_weaker_than(consented.budget)
            and self.min_cohort >= consented.min_cohort
        )

    @model_validator(mode="after")
    def _has_a_guarantee(self) -> Self:
        caps = self.caps  # raises ValueError where the caps contradict each other
        if self.budget.delta == 0 and any(noise.law == "skellam" for noise in self.noise.kinds):
            raise ValueError("skellam noise has no guarantee with delta 0; give a delta such as 0.000001")
        if self.law == "skellam" and caps.hits_per_keyword > MOST_PER_NUMBER:
            raise ValueError(f"skellam noise hides at most {MOST_PER_NUMBER} hits of one keyword")
        return self


Terms = PlainTerms | CohortTerms
"""The terms of a campaign, whichever its protocol."""
