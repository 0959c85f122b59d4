"""The privacy account in plain sentences."""

from decimal import ROUND_UP, Decimal
from math import isfinite
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from pdd_client.desktop.texts import wording
from pdd_client.desktop.texts.wording import counted

if TYPE_CHECKING:
    from pdd_client.core.donation.ledger import Account, CampaignAccount

translate = QCoreApplication.translate

_READABLE = 1_000_000
"""A factor beyond it is only said to be beyond it."""


def meaning(account: "Account") -> str:
    """What all days given have cost, as one sentence."""
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
    if account.factor > _READABLE:
        text = counted.tr(
            "You gave %n day(s) since {day}: so many that the randomness promises little about all of them together.",
            "",
            account.days,
        )
        return text.format(day=since)
    text = counted.tr(
        "You gave %n day(s) since {day}. Whoever thought it one to one that your counts are in what was published can "
        "now hold it for {factor} to 1 at most, except with a chance of one in a million.",
        "",
        account.days,
    )
    return text.format(day=since, factor=at_most(account.factor))


def limit(account: "Account") -> str:
    """The limit, and how long it lasts."""
    if account.ceiling is None:
        return translate("account", "You have set no limit of your own. Each campaign has one that you agreed to.")
    name = exact(account.ceiling)
    if account.epsilon > account.ceiling:
        text = translate("account", "More than your limit of {limit} was given already: from now on zeros go out.")
    elif account.days_left is None:
        text = translate("account", "Your limit is {limit}. No campaign that you have joined goes on.")
    elif account.days_left == 0:
        text = translate("account", "Your limit is {limit}. Less than a day is left of it: what does not fit is zeros.")
    else:
        text = counted.tr("Your limit is {limit}. It lasts %n more day(s).", "", account.days_left)
    return text.format(limit=name)


def campaign_row(campaign: "CampaignAccount", titles: dict[str, str]) -> tuple[str, str, str, str]:
    """A campaign's line: its title, days given, cost, and the limit that was agreed to."""
    title = titles.get(campaign.id, campaign.id)
    return title, wording.number(campaign.days), at_most(campaign.epsilon), exact(campaign.budget.epsilon)


def at_most(number: float) -> str:
    """A bound, rounded up to three digits so that it stays true."""
    if not isfinite(number):
        return translate("account", "no bound")
    exactly = Decimal(format(number, ".12g"))  # what a computer makes of 0.3 is not to become 0.301
    rounded = exactly.quantize(Decimal(1).scaleb(exactly.adjusted() - 2), ROUND_UP) if exactly else exactly
    return exact(rounded)


def exact(number: Decimal) -> str:
    """A number as the locale writes it, with the decimals that it has."""
    text = format(number, "f")
    decimals = len(text.partition(".")[2].rstrip("0"))
    return wording.number(float(number), decimals)
