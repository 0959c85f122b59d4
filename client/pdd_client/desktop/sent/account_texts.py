"""The privacy account in sentences for the donor."""

from decimal import ROUND_UP, Decimal
from math import isfinite
from typing import TYPE_CHECKING

from pdd_client.desktop.texts import wording
from pdd_client.desktop.texts.catalogue import counted, tr
from pdd_shared.privacy.accounting.certainty import percent_sure

if TYPE_CHECKING:
    from pdd_client.core.donation.ledger import Account, CampaignAccount


def meaning(account: "Account") -> str:
    """Return one sentence about what all days given have cost together.

    It says how sure somebody can be now that the counts are in the results. It names no number if no bound holds, or
    if the noise promises next to nothing. A second sentence tells of days that only a restored home charged.
    """
    restored = f" {counted('account_unrecorded', account.unrecorded)}" if account.unrecorded else ""
    return f"{_cost(account)}{restored}"


def _cost(account: "Account") -> str:
    if account.since is None:
        return tr("account_nothing")
    since = wording.short_day(account.since)
    if not isfinite(account.epsilon):
        text = counted("account_unbounded", account.days)
        return text.format(day=since)
    percent = percent_sure(account.factor)
    if percent is None:
        text = counted("account_little", account.days)
        return text.format(day=since)
    text = counted("account_meaning", account.days)
    return text.format(day=since, percent=wording.percent(percent))


def limit(account: "Account") -> str:
    """Return a sentence about the donor's own limit, and how many more days it lasts."""
    if account.ceiling is None:
        return tr("limit_none")
    name = exact(account.ceiling)
    if account.epsilon > account.ceiling:
        text = tr("limit_passed")
    elif account.days_left is None:
        text = tr("limit_idle")
    elif account.days_left == 0:
        text = tr("limit_reached")
    else:
        text = counted("limit_lasts", account.days_left)
    return text.format(limit=name)


def campaign_row(campaign: "CampaignAccount", titles: dict[str, str]) -> tuple[str, str, str, str]:
    """Return a campaign's row of the table: its title, the days or weeks given, their cost, and the limit agreed to.

    Args:
        campaign: what was given to the campaign.
        titles: the titles of campaigns, by id.

    """
    title = titles.get(campaign.id, campaign.id)
    days = counted("weeks", campaign.days) if campaign.period == "week" else wording.number(campaign.days)
    if campaign.hits is not None:
        used, most = map(wording.number, campaign.hits)
        days = tr("row_note", counts=days, note=tr("times_used", used=used, most=most))
    return title, days, at_most(campaign.epsilon), exact(campaign.budget.epsilon)


def at_most(number: float) -> str:
    """Return an upper bound, rounded up to three digits so that it stays true."""
    return exact(rounded_up(number)) if isfinite(number) else tr("no_bound")


def rounded_up(number: float) -> Decimal:
    """Return the least number of three digits that is no smaller."""
    exactly = Decimal(format(number, ".12g"))  # else a float just above 0.3 would become 0.301
    return exactly.quantize(Decimal(1).scaleb(exactly.adjusted() - 2), ROUND_UP) if exactly else exactly


def exact(number: Decimal) -> str:
    """Return a number as the locale writes it, with all its decimals."""
    text = format(number, "f")
    decimals = len(text.partition(".")[2].rstrip("0"))
    return wording.number(float(number), decimals)
