"""The least noise for each kind of a campaign's numbers, where each kind has its share of the budget."""

from collections.abc import Mapping
from decimal import Decimal

from pdd_shared.privacy.accounting.parts.contributions import parts_of
from pdd_shared.privacy.accounting.parts.release import Part
from pdd_shared.privacy.accounting.parts.scales import Limit, Wanted, skellam_parts, with_better_laws
from pdd_shared.protocol.terms import Budget, Caps, NumberNoise, PartNoise


def least_noise(caps: Caps, shares: Mapping[str, Decimal], budget: Budget, periods: int) -> PartNoise:
    """Return the noise with which so many periods just keep to the budget, each kind with the better one of two laws.

    Args:
        caps: The caps on what one donor adds in a period.
        shares: The shares of the budget's rho, by `joined`, `searches` and `keywords`. They add up to 1.
        budget: What all periods may cost together; its delta is above 0.
        periods: How many periods are charged.

    Raises:
        ValueError: No noise that can be accounted for is sure to keep to the budget.
    """
    limit = Limit(float(budget.epsilon), float(budget.delta), periods)
    # As in a period's charge: the noise does not depend on how many keywords there are, because some may be added.
    kinds = parts_of(caps, keywords=caps.hits)
    wanted = {name: Wanted(kinds[name], float(share)) for name, share in shares.items()}
    found = with_better_laws(skellam_parts(wanted, limit), limit)
    return PartNoise(
        joined=_noise(found["joined"]), searches=_noise(found["searches"]), counts=_noise(found["keywords"])
    )


def _noise(part: Part) -> NumberNoise:
    return NumberNoise.model_validate({"law": part.law, "scale": part.scale, "unit": 1})
