"""One donor's shares of noise on 10,000 entries, beside the random bytes they take."""

import os
from decimal import Decimal

import numpy as np

from pdd_shared.layout import width
from pdd_shared.messages import Part
from pdd_shared.privacy.shares import DRAW_BYTES, with_shares
from pdd_shared.terms import Budget, Noise, PlainTerms
from scripts.benchmarks.figures import Figure, alternate, at_most

ENTRIES = 10_000


def layout(scale: str, min_group: int) -> tuple[Part, ...]:
    """One campaign of 10,000 entries whose noise donors add."""
    noise = Noise(law="discrete-laplace", scale=Decimal(scale), added_by="donors", colluders=0)
    budget = Budget(epsilon=Decimal(31), delta=Decimal("0.000001"))
    terms = PlainTerms(
        protocol="recoverable", max_searches=20, max_matches=3, noise=noise, budget=budget, min_group=min_group
    )
    return (Part(campaign="flu", entries=ENTRIES, vocabulary="11" * 32, strata=(), terms=terms),)


def figures() -> list[Figure]:
    """With tables that are made already: `alternate` runs each way once before it measures."""
    rows = []
    for scale, min_group in (("81", 50), ("1000", 10)):
        parts = layout(scale, min_group)
        vector = np.zeros(width(parts), dtype=np.uint32)
        ours, bytes_alone = alternate(
            101,
            lambda vector=vector, parts=parts: with_shares(vector, parts, os.urandom),
            lambda vector=vector: os.urandom(2 * DRAW_BYTES * len(vector)),
        )
        name = f"donors' noise: scale {scale}, groups of {min_group}, beside its random bytes"
        rows.append(at_most(name, ours, bytes_alone, 10))
    return rows
