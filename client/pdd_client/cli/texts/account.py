"""The output of `pdd-donor ledger` and `ceiling`: the privacy account as JSON and as lines of text."""

from collections.abc import Iterator
from dataclasses import asdict
from math import isfinite
from typing import Any

from pdd_client.cli.texts.certainty import sure_text
from pdd_client.core.donation.ledger import LEDGER_DELTA, Account, CampaignAccount
from pdd_client.core.texts.numbers import at_most, counted, exactly, with_slack
from pdd_shared.privacy.accounting.certainty import percent_sure


def account_json(account: Account) -> dict[str, Any]:
    """Return the account as a JSON object; docs/reference/donor-commands.md describes its keys."""
    return {
        "days": account.days,
        "since": account.since and account.since.isoformat(),
        "epsilon": _number(account.epsilon),
        "basic_epsilon": _number(account.basic_epsilon),
        "delta": account.delta,
        "factor": _number(account.factor),
        "campaigns": [_campaign_json(campaign) for campaign in account.campaigns],
        "months": [asdict(month) | {"epsilon": _number(month.epsilon)} for month in account.months],
        "ceiling": None if account.ceiling is None else float(account.ceiling),
        "days_left": account.days_left,
        "unrecorded": account.unrecorded,
    }


def _campaign_json(campaign: CampaignAccount) -> dict[str, Any]:
    return {
        "id": campaign.id,
        "days": campaign.days,
        "period": campaign.period,
        "epsilon": _number(campaign.epsilon),
        "basic_epsilon": _number(campaign.basic_epsilon),
        "budget": {"epsilon": float(campaign.budget.epsilon), "delta": float(campaign.budget.delta)},
        "hits": campaign.hits and {"used": campaign.hits[0], "of": campaign.hits[1]},
    }


def _number(number: float) -> float | None:
    """Return the number rounded to 12 significant digits, which hides rounding errors of sums.

    Infinity gives None, because JSON has no infinity.
    """
    return float(f"{number:.12g}") if isfinite(number) else None


def account_text(account: Account) -> Iterator[str]:
    """Yield the account as lines of text: days given, what the cost means, each campaign's part, and the limit."""
    if account.since is None:
        yield "Privacy account: nothing given yet."
    else:
        campaigns = counted(len(account.campaigns), "campaign")
        yield f"Privacy account: {counted(account.days, 'day')} given, to {campaigns}, since {account.since}."
        if account.unrecorded:
            many = counted(account.unrecorded, "day")
            yield f"{many} counted because this home may be a copy, and the other copy may have given them."
        yield from _meaning(account)
        composed, added = at_most(account.epsilon), at_most(account.basic_epsilon)
        yield f"Privacy cost of all together: {composed}; simply added up {added}."
        for campaign in account.campaigns:
            yield f"  {_campaign_text(campaign)}"
    yield limit_text(account)


def _meaning(account: Account) -> Iterator[str]:
    """Yield lines that say what the privacy cost means: how sure somebody can be now."""
    if not isfinite(account.epsilon):
        yield "The randomness of these days was too little for any promise."
        return
    percent = percent_sure(account.factor)
    if percent is None:
        yield (
            "The noise promises little by now: from the results, someone could be almost sure that your counts are in "
            "them."
        )
    else:
        yield from sure_text(percent, LEDGER_DELTA, given=True)
        yield "Someone who compares two guesses at what you gave can become about as sure as at twice the cost."
    yield (
        "This relies on the randomness having been added as it was signed: by the server, or by enough of the people "
        "whose counts are in your sums."
    )


def _campaign_text(campaign: CampaignAccount) -> str:
    spent = f"privacy cost {at_most(campaign.epsilon)} of {exactly(campaign.budget.epsilon)} at most"
    used = ", {} of {} times used".format(*campaign.hits) if campaign.hits else ""
    days = counted(campaign.days, campaign.period)
    return f"{campaign.id}: {days}{used}, {spent}{with_slack(campaign.budget.delta)}"


def limit_text(account: Account) -> str:
    """Return a line about the limit of the privacy account: its value, and how many days it lasts."""
    if account.ceiling is None:
        return "Limit: none but the campaigns' own. `pdd-donor ceiling 20` sets one for all of them together."
    limit = f"Limit: {exactly(account.ceiling)}."
    if account.epsilon > account.ceiling:
        return f"{limit} More than that was given already: from now on you take part without giving anything."
    if account.days_left is None:
        return f"{limit} No campaign that you have joined goes on."
    if account.days_left == 0:
        return (
            f"{limit} Less than one day of all your campaigns is left. A campaign that does not fit is given nothing."
        )
    # Days are composed roughly, and the account looks no further ahead than the longest budget: never too many.
    return f"{limit} At what your campaigns cost now it lasts at least {counted(account.days_left, 'more day')}."
