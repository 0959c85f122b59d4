"""Terms as tests want them: daily epsilon 1 by the server's noise, a budget that nothing reaches."""

from decimal import Decimal
from typing import Any

from pdd_shared.terms import Budget, Noise, Terms

AMPLE = Budget(epsilon=Decimal(1000), delta=Decimal(0))
AMPLE_FOR_TABLES = Budget(epsilon=Decimal(1000), delta=Decimal("0.000001"))


def laplace(scale: Any) -> Noise:
    """Discrete Laplace noise that the server adds."""
    return Noise(law="discrete-laplace", scale=Decimal(scale), added_by="server", colluders=0)


def donors_noise(scale: Any, colluders: int = 0) -> Noise:
    """Discrete Laplace noise that the donors add."""
    return Noise(law="discrete-laplace", scale=Decimal(scale), added_by="donors", colluders=colluders)


def terms(max_searches: int = 20, max_matches: int = 3, min_group: int = 3, **other: Any) -> Terms:
    """Terms with these caps and floor; by default their daily epsilon is 1."""
    noise = other.pop("noise", laplace(1 + max_searches * (1 + max_matches)))
    budget = other.pop("budget", AMPLE if noise.added_by == "server" else AMPLE_FOR_TABLES)
    assert not other, other
    return Terms(max_searches=max_searches, max_matches=max_matches, noise=noise, budget=budget, min_group=min_group)
