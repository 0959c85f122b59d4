"""Campaign terms for tests: by default a daily epsilon of 1, and a budget that nothing reaches."""

from decimal import Decimal
from typing import Any

from pdd_shared.protocol.terms import Budget, CohortTerms, Noise, NumberNoise, PartNoise, PlainTerms

AMPLE = Budget(epsilon=Decimal(1000), delta=Decimal(0))
AMPLE_FOR_GAUSSIAN = Budget(epsilon=Decimal(1000), delta=Decimal("0.000001"))


def laplace(scale: Any) -> Noise:
    """Return discrete Laplace noise."""
    return Noise(law="discrete-laplace", scale=Decimal(scale))


def terms(max_searches: int = 20, max_matches: int = 3, min_group: int = 3, **other: Any) -> PlainTerms:
    """Return terms of a `plain` server with these caps and floor; by default their daily epsilon is 1."""
    noise = other.pop("noise", laplace(1 + max_searches * (1 + max_matches)))
    budget = other.pop("budget", AMPLE)
    assert not other, other
    caps = {"max_searches": max_searches, "max_matches": max_matches}
    return PlainTerms(protocol="plain", **caps, noise=noise, budget=budget, min_group=min_group)


def cohort_terms(scale: Any = 81, **changed: Any) -> CohortTerms:
    """Return terms of a `cohort` server with one noise on all numbers; by default their daily epsilon is 1."""
    law = NumberNoise(law="discrete-laplace", scale=Decimal(scale), unit=1)
    fields: dict[str, Any] = {
        "protocol": "cohort",
        "period": "day",
        "max_searches": 20,
        "max_matches": 3,
        "noise": PartNoise(joined=law, searches=law, counts=law),
        "colluders": 10,
        "budget": Budget(epsilon=Decimal(1000), delta=Decimal("0.000001")),
        "min_cohort": 3,
    }
    return CohortTerms(**(fields | changed))
