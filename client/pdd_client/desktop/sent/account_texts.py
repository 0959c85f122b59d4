"""The privacy account in sentences for the donor."""

from decimal import ROUND_UP, Decimal
from math import isfinite
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from pdd_client.desktop.texts import wording
from pdd_client.desktop.texts.wording import counted
from pdd_shared.privacy.accounting.certainty import percent_sure

if TYPE_CHECKING:
    from pdd_client.core.donation.ledger import Account, CampaignAccount

translate = QCoreApplication.translate


def meaning(account: "Account") -> str:
    """Return one sentence about what all days given have cost together.

    It says how sure somebody can be now that the counts are in the results. It names no number if no bound holds, or
    if the noise promises next to nothing.
    """
    if account.since is None:
        return translate("account", "You have given nothing yet, so nothing has cost you anything.")
    since = wording.short_day(account.since)
    if not isfinite(account.epsilon):
        text = counted.tr(
            "You gave %n day(s) since {day}; too little randomness was added for any promise.",
            "",
            account.days,
        )
        return text.format(day=since)
    percent = percent_sure(account.factor)
    if percent is None:
        text = counted.tr(
            "You gave %n day(s) since {day}: so many that the randomness promises little about all of them together.",
            "",
            account.days,
        )
        return text.format(day=since)
    text = counted.tr(
        "You gave %n day(s) since {day}. Someone who thought it 50:50 that your counts are in the results can now be "
        "at most {percent}% sure (barring a one-in-a-million chance).",
        "",
        account.days,
    )
    return text.format(day=since, percent=wording.percent(percent))


def limit(account: "Account") -> str:
    """Return a sentence about the donor's own limit, and how many more days it lasts."""
    if account.ceiling is None:
        return translate("account", "You have set no limit of your own. Each campaign has one that you agreed to.")
    name = exact(account.ceiling)
    if account.epsilon > account.ceiling:
        text = translate("account", "More than your limit of {limit} was given already: from now on zeros go out.")
    elif account.days_left is None:
        text = translate("account", "Your limit is {limit}. No campaign that you have joined goes on.")
    elif account.days_left == 0:
        text = translate(
            "account", "Your limit is {limit}, and less than a day is left. Counts that don't fit are sent as zeros."
        )
    else:
        text = counted.tr("Your limit is {limit}. It lasts at least %n more day(s).", "", account.days_left)
    return text.format(limit=name)


def campaign_row(campaign: "CampaignAccount", titles: dict[str, str]) -> tuple[str, str, str, str]:
    """Return a campaign's row of the table: its title, the days or weeks given, their cost, and the limit agreed to.

    Args:
        campaign: what was given to the campaign.
        titles: the titles of campaigns, by id.

    """
    title = titles.get(campaign.id, campaign.id)
    weeks = counted.tr("%n week(s)", "", campaign.days) if campaign.period == "week" else None
    return title, weeks or wording.number(campaign.days), at_most(campaign.epsilon), exact(campaign.budget.epsilon)


def at_most(number: float) -> str:
    """Return an upper bound, rounded up to three digits so that it stays true."""
    if not isfinite(number):
        return translate("account", "no bound")
    exactly = Decimal(format(number, ".12g"))  # else a float just above 0.3 would become 0.301
    rounded = exactly.quantize(Decimal(1).scaleb(exactly.adjusted() - 2), ROUND_UP) if exactly else exactly
    return exact(rounded)


def exact(number: Decimal) -> str:
    """Return a number as the locale writes it, with all its decimals."""
    text = format(number, "f")
    decimals = len(text.partition(".")[2].rstrip("0"))
    return wording.number(float(number), decimals)
