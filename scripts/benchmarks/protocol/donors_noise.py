"""Drawing a donor's noise shares for 10,000 keywords, compared with reading the random bytes that they take."""

import os
from decimal import Decimal

from pdd_shared.privacy.noise.donor_shares import DRAW_BYTES
from pdd_shared.protocol.terms import Budget, CohortTerms, NumberNoise, PartNoise
from pdd_shared.rounds.cohort.day.layout import CohortLayout, cohort_layout
from pdd_shared.rounds.cohort.messages import CohortDay, CohortPart
from pdd_shared.rounds.cohort.parameters import TreeSize
from scripts.benchmarks.figures import Figure, alternate, at_most

WORDS = 10_000
CASES = (("81", 8192, 5735), ("1000", 60, 42))
"""For each case the scale of the noise, the number of leaves, and the floor: 70% of the leaves."""


def layout(scale: str, leaves: int, floor: int) -> CohortLayout:
    """Return the layout of one campaign's vector, in a tree with one cohort."""
    noise = NumberNoise(law="discrete-laplace", scale=Decimal(scale), unit=1)
    terms = CohortTerms(
        protocol="cohort",
        period="day",
        max_searches=20,
        max_matches=3,
        noise=PartNoise(joined=noise, searches=noise, counts=noise),
        colluders=10,
        budget=Budget(epsilon=Decimal(31), delta=Decimal("0.000001")),
        min_cohort=1,
    )
    part = CohortPart(campaign="flu", entries=WORDS, vocabulary="11" * 32, strata=(), terms=terms)
    return cohort_layout((part,), TreeSize(leaves), CohortDay(floor=floor, sub_cohorts=1))


def figures() -> list[Figure]:
    """Measure both cases. The tables of the noise are made already: `alternate` runs each way once beforehand."""
    rows = []
    for scale, leaves, floor in CASES:
        made = layout(scale, leaves, floor)
        ours, bytes_alone = alternate(
            101,
            lambda made=made: made.draw_noise(os.urandom),
            lambda made=made: os.urandom(2 * DRAW_BYTES * made.entries),
        )
        name = f"donors' noise: scale {scale}, a cohort of {leaves:,}, beside its random bytes"
        rows.append(at_most(name, ours, bytes_alone, 10))
    return rows
