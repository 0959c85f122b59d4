"""Sentences about the state of a campaign: not begun, over, finished, and why it ended early."""

from datetime import date
from typing import TYPE_CHECKING

from pdd_client.desktop.texts import wording
from pdd_client.desktop.texts.catalogue import tr
from pdd_shared.protocol.limits import UNSTATED

if TYPE_CHECKING:
    from pdd_client.donor.status import JoinedCampaign


def progress(campaign: "JoinedCampaign") -> str:
    """Return a sentence about the state of a campaign; empty if it runs as agreed."""
    if campaign.state == "starts-later":
        return tr("campaign_starts_later", day=wording.short_day(campaign.start))
    if campaign.state == "running":
        return ending(campaign) if campaign.ending == "sooner" else ""
    return " ".join(filter(None, (ending(campaign), _over(campaign))))


def _over(campaign: "JoinedCampaign") -> str:
    """Return the sentence about a campaign that counts no more."""
    if campaign.state == "finishing":
        return tr("campaign_finishing")
    if campaign.published:
        return tr("campaign_finished")
    return tr("campaign_finished_coming")


def ending(campaign: "JoinedCampaign") -> str:
    """Return why the campaign ends sooner than agreed; empty if it does not."""
    day = wording.short_day(campaign.last or campaign.end)
    if campaign.ending == "sooner" and campaign.state == "running":
        return tr("campaign_ends_early", day=day)
    if campaign.ending == "sooner":
        return tr("campaign_ended_early", day=day)
    if campaign.ending == "unlisted":
        text = tr("campaign_unlisted")
        return text.format(day=day)
    return ""


def region_name(stratum: str) -> str:
    """Return a region's name; words for the one of donors who would rather not say theirs."""
    return tr("region_unstated") if stratum == UNSTATED else stratum


def duty(serves_until: date | None) -> str:
    """Return what this computer does to unlock sums, until when, and what that takes.

    Args:
        serves_until: the last day on which it may be asked to help; None, and an empty text, while it is not.

    """
    if serves_until is None:
        return ""
    text = tr("duty")
    return text.format(day=wording.day(serves_until))
