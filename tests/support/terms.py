"""Terms as tests want them: daily epsilon 1 by the server's noise, a budget that nothing reaches."""

from decimal import Decimal
from typing import Any

from pdd_shared.messages import Campaign
from pdd_shared.terms import Budget, Noise, PlainTerms, Protocol

AMPLE = Budget(epsilon=Decimal(1000), delta=Decimal(0))
AMPLE_FOR_TABLES = Budget(epsilon=Decimal(1000), delta=Decimal("0.000001"))


def laplace(scale: Any) -> Noise:
    """Discrete Laplace noise that the server adds."""
    return Noise(law="discrete-laplace", scale=Decimal(scale), added_by="server", colluders=0)


def donors_noise(scale: Any, colluders: int = 0) -> Noise:
    """Discrete Laplace noise that the donors add."""
    return Noise(law="discrete-laplace", scale=Decimal(scale), added_by="donors", colluders=colluders)


def under(protocol: Protocol, campaign: Campaign) -> Campaign:
    """The campaign as a server that runs this protocol has it."""
    return campaign.model_copy(update={"terms": campaign.terms.model_copy(update={"protocol": protocol})})


def terms(max_searches: int = 20, max_matches: int = 3, min_group: int = 3, **other: Any) -> PlainTerms:
    """Terms of a `plain` server with these caps and floor; by default their daily epsilon is 1."""
    noise = other.pop("noise", laplace(1 + max_searches * (1 + max_matches)))
    budget = other.pop("budget", AMPLE if noise.added_by == "server" else AMPLE_FOR_TABLES)
    protocol = other.pop("protocol", "plain")
    assert not other, other
    caps = {"max_searches": max_searches, "max_matches": max_matches}
    return PlainTerms(protocol=protocol, **caps, noise=noise, budget=budget, min_group=min_group)
