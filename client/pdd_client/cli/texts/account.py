"""The output of `pdd-donor ledger` and `ceiling`: the privacy account as JSON and as lines of text."""

from collections.abc import Iterator
from dataclasses import asdict
from decimal import Decimal
from math import isfinite
from typing import Any

from pdd_client.core.donation.ledger import LEDGER_DELTA, Account, CampaignAccount
from pdd_client.core.number_texts import at_most, counted, exactly, except_for, with_slack
from pdd_shared.protocol.limits import MAX_BUDGET_DAYS

_LITTLE = 10_000
"""From this factor on the text says that the noise promises little.

The factor's square bounds how much the odds between two guesses can have moved: here a hundred million times.
"""


def account_json(found: Account) -> dict[str, Any]:
    """Return the account as a JSON object; docs/reference/donor-commands.md describes its keys."""
    return {
        "days": found.days,
        "since": found.since and found.since.isoformat(),
        "epsilon": _number(found.epsilon),
        "basic_epsilon": _number(found.basic_epsilon),
        "delta": found.delta,
        "factor": _number(found.factor),
        "campaigns": [_campaign_json(campaign) for campaign in found.campaigns],
        "months": [asdict(month) | {"epsilon": _number(month.epsilon)} for month in found.months],
        "ceiling": None if found.ceiling is None else float(found.ceiling),
        "days_left": found.days_left,
    }


def _campaign_json(campaign: CampaignAccount) -> dict[str, Any]:
    return {
        "id": campaign.id,
        "days": campaign.days,
        "epsilon": _number(campaign.epsilon),
        "basic_epsilon": _number(campaign.basic_epsilon),
        "budget": {"epsilon": float(campaign.budget.epsilon), "delta": float(campaign.budget.delta)},
    }


def _number(found: float) -> float | None:
    """Return the number rounded to 12 significant digits, which hides rounding errors of sums.

    Infinity gives None, because JSON has no infinity.
    """
    return float(f"{found:.12g}") if isfinite(found) else None


def account_text(found: Account) -> Iterator[str]:
    """Yield the account as lines of text: days given, what the cost means, each campaign's part, and the limit."""
    if found.since is None:
        yield "Privacy account: nothing given yet."
    else:
        campaigns = counted(len(found.campaigns), "campaign")
        yield f"Privacy account: {counted(found.days, 'day')} given, to {campaigns}, since {found.since}."
        yield from _meaning(found)
        yield f"Privacy cost of all together: {at_most(found.epsilon)}; simply added up {at_most(found.basic_epsilon)}."
        for campaign in found.campaigns:
            yield f"  {_campaign_text(campaign)}"
    yield limit_text(found)


def _meaning(found: Account) -> Iterator[str]:
    """Yield lines that say what the privacy cost means, as factors by which a guess's odds can have moved."""
    if not isfinite(found.epsilon):
        yield "The randomness of these days was too little for any promise."
        return
    if found.factor >= _LITTLE:
        yield (
            "The randomness promises little by now: the factor by which anyone's odds on what you gave can have moved "
            f"is {at_most(found.factor)}{except_for(LEDGER_DELTA)}."
        )
    else:
        # Two guesses are compared by way of "gave nothing". So the factor is squared. By group privacy the exception
        # is delta for the one step, plus the factor times delta for the other.
        exception = except_for((1 + Decimal(found.factor)) * LEDGER_DELTA)
        yield (
            "Whatever was published of them moved anyone's odds that you gave what you gave, against your having given "
            f"nothing, by a factor of at most {at_most(found.factor)}{except_for(LEDGER_DELTA)}."
        )
        yield f"Between two guesses about what you gave, by at most its square, {at_most(found.factor**2)}{exception}."
    yield (
        "This relies on the randomness having been added as it was signed: by the server, or by enough of the people "
        "whose counts are in your sums."
    )


def _campaign_text(campaign: CampaignAccount) -> str:
    spent = f"privacy cost {at_most(campaign.epsilon)} of {exactly(campaign.budget.epsilon)} at most"
    return f"{campaign.id}: {counted(campaign.days, 'day')}, {spent}{with_slack(campaign.budget.delta)}"


def limit_text(found: Account) -> str:
    """Return a line about the limit of the privacy account: its value, and how many days it lasts."""
    if found.ceiling is None:
        return "Limit: none but the campaigns' own. `pdd-donor ceiling 20` sets one for all of them together."
    limit = f"Limit: {exactly(found.ceiling)}."
    if found.epsilon > found.ceiling:
        return f"{limit} More than that was given already: from now on you take part without giving anything."
    if found.days_left is None:
        return f"{limit} No campaign that you have joined goes on."
    if found.days_left == 0:
        return f"{limit} Less than a day of all your campaigns is left of it: what does not fit is given nothing."
    least = "at least " if found.days_left == MAX_BUDGET_DAYS else ""
    return f"{limit} At what your campaigns cost now it lasts {least}{counted(found.days_left, 'more day')}."
