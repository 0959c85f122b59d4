"""Sentences about the state of a campaign: not begun, over, finished, and why it ended early."""

from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from pdd_client.desktop.texts import wording
from pdd_shared.protocol.limits import UNSTATED

if TYPE_CHECKING:
    from pdd_client.donor.status import JoinedCampaign

translate = QCoreApplication.translate


def progress(campaign: "JoinedCampaign") -> str:
    """Return a sentence about the state of a campaign; empty if it runs as agreed."""
    if campaign.state == "starts-later":
        return translate("campaign", "It starts on {day}.").format(day=wording.short_day(campaign.start))
    if campaign.state == "running":
        return _ending(campaign) if campaign.ending == "sooner" else ""
    return " ".join(filter(None, (_ending(campaign), _over(campaign))))


def _over(campaign: "JoinedCampaign") -> str:
    """Return the sentence about a campaign that counts no more."""
    if campaign.state == "finishing":
        return translate("campaign", "Counting is over. Its last days are still being sent.")
    if campaign.published:
        return translate("campaign", "Finished, thank you for taking part. The page Results shows what came of it.")
    return translate("campaign", "Finished, thank you for taking part. The page Results shows what will be published.")


def _ending(campaign: "JoinedCampaign") -> str:
    """Return why the campaign ends sooner than agreed; empty if it does not."""
    day = wording.short_day(campaign.last or campaign.end)
    if campaign.ending == "sooner" and campaign.state == "running":
        return translate("campaign", "The researchers end it early, on {day}.").format(day=day)
    if campaign.ending == "sooner":
        return translate("campaign", "The researchers ended it early, on {day}.").format(day=day)
    if campaign.ending == "unlisted":
        text = translate("campaign", "The server has not listed it since {day}: it was closed early, or is gone.")
        return text.format(day=day)
    return ""


def region_name(stratum: str) -> str:
    """Return a region's name; words for the one of donors who would rather not say theirs."""
    return translate("campaign", "I'd rather not say") if stratum == UNSTATED else stratum


def duty(serves_until: date | None) -> str:
    """Return what this computer does to unlock sums, until when, and what that takes.

    Args:
        serves_until: the last day on which it may be asked to help; None, and an empty text, while it is not.

    """
    if serves_until is None:
        return ""
    text = translate(
        "today",
        "Your computer helps to unlock this week's sums, until {day}. That takes two short contacts a day, a few "
        "seconds each.",
    )
    return text.format(day=wording.day(serves_until))
