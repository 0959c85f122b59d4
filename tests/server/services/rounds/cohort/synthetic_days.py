"""Days of `cohort` as publication sees them: plans and opened sums, made without running the protocol."""

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

import numpy as np
from numpy.random import Generator  # noqa: TID251 - a simulation in a test
from numpy.typing import NDArray

from pdd_server.services.rounds.cohort.days import publication
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import Budget, CohortTerms, NumberNoise, PartNoise
from pdd_shared.rounds.cohort.day.layout import CohortLayout, Law, cohort_layout, cohort_part_of
from pdd_shared.rounds.cohort.day.server import Opened
from pdd_shared.rounds.cohort.messages import CohortDay, CohortPlan
from pdd_shared.rounds.cohort.parameters import TreeSize
from tests.server.simulated_server import DAY, campaign

LEAVES = 20_000
"""Of a tree with four cohorts, of 5,000 leaves each."""
FLOOR = 3_500


def cohort_terms(scale: str = "20", **changed: object) -> CohortTerms:
    """Return terms of a cohort campaign with the same noise on all its numbers."""
    noise = NumberNoise(law="discrete-laplace", scale=Decimal(scale), unit=1)
    terms = CohortTerms(
        protocol="cohort",
        period="day",
        max_searches=10,
        max_matches=2,
        noise=PartNoise(joined=noise, searches=noise, counts=noise),
        colluders=10,
        budget=Budget(epsilon=Decimal(400), delta=Decimal("0.000001")),
        min_cohort=1,
    )
    return terms.model_copy(update=changed)


def cohort_campaign(scale: str = "20", threshold: int | None = None, **changed: object) -> Campaign:
    """Return a campaign of the `cohort` protocol with these changes of its terms."""
    return campaign(terms=cohort_terms(scale, **changed), threshold=threshold)


def capped_campaign(scale: str = "20", threshold: int | None = None, **changed: object) -> Campaign:
    """Return such a campaign that caps the hits of all its periods together."""
    caps = {"max_matches": None, "max_hits_per_keyword": 5, "max_campaign_hits": 6}
    return cohort_campaign(scale, threshold, **{**caps, **changed})


def plan_of(*campaigns: Campaign, floors: tuple[int, ...] = (FLOOR,) * 4, day: date = DAY) -> CohortPlan:
    """Return the plan of a data day with a cohort for each floor."""
    return CohortPlan(
        protocol="cohort",
        version=2,
        server="00" * 32,
        day=day,
        zone="UTC",
        epoch=0,
        root="11" * 32,
        size=LEAVES,
        reset=0,
        earliest_close=day + timedelta(days=2),
        latest_close=day + timedelta(days=7),
        last_answers=day + timedelta(days=21),
        capacity=8192,
        reach=10_000,
        counting_rules=2,
        cohorts=tuple(CohortDay(floor=floor, sub_cohorts=1) for floor in floors),
        layout=tuple(cohort_part_of(one) for one in campaigns),
    )


@dataclass(frozen=True, eq=False)
class Day:
    """A plan and the sums that its cohorts open: every donor gives 1 to each number, and its share of the noise."""

    plan: CohortPlan
    random: Generator

    def layout(self, cohort: int) -> CohortLayout:
        """Return the layout of a cohort's vector."""
        return cohort_layout(self.plan.layout, TreeSize(self.plan.size), self.plan.cohorts[cohort])

    def opened(self, cohort: int, uploads: int, noise: float = 1.0) -> Opened:
        """Return the opened sum of so many uploads, with `noise` times the noise that the layout states."""
        layout = self.layout(cohort)
        numbers = np.minimum(layout.most, 1) * uploads // layout.units
        for index, law in enumerate(layout.laws):
            places = layout.law_of == index
            drawn = self._draw(law, uploads / law.makers, noise, int(places.sum()))
            numbers[places] += drawn[0] - drawn[1]
        return Opened(layout, uploads, numbers, frozenset())

    def _draw(self, law: Law, draws: float, noise: float, numbers: int) -> NDArray[np.int64]:
        """Return two rows of numbers whose difference is noise of the law, `draws` draws of it in each number."""
        scale = noise * float(law.noise.scale)
        if law.noise.law == "skellam":
            return self.random.poisson(draws * scale**2 / 2, (2, numbers))
        return self.random.negative_binomial(draws, 1 - np.exp(-1 / scale), (2, numbers))

    def charge(self, connection: object, cohort: int) -> None:
        """Charge the day, as is done before a cohort's list is shown."""
        publication.charge_shown(connection, self.plan, self.plan.cohorts[cohort])  # type: ignore[arg-type]
