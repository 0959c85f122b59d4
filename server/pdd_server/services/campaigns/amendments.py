"""What can still be done to a campaign that donors have read: appended to, ended sooner, closed. Nothing weaker."""

from collections.abc import Collection
from datetime import date

from pdd_server.services.campaigns import campaigns
from pdd_server.services.campaigns.drafts.keywords import Keywords, Remark, examine
from pdd_server.services.campaigns.drafts.workflow import Act
from pdd_shared.protocol.messages import Campaign


def look_at(campaign: Campaign, lines: list[tuple[int, str]]) -> Keywords:
    """New keywords, each with its line, looked through beside those a campaign has; indices are those of `lines`."""
    old = len(campaign.vocabulary)

    def place(index: int) -> str:
        return f"line {lines[index - old][0]}" if index >= old else "among the campaign's keywords"

    found = examine([*campaign.vocabulary, *(text for _, text in lines)], place)
    problems, overlaps = (
        tuple(Remark(one.index - old, one.text) for one in remarks if one.index >= old)
        for remarks in (found.problems, found.overlaps)
    )
    return Keywords(found.labels[old:], problems, overlaps)


def append(act: Act, campaign: str, entries: Collection[str]) -> Campaign:
    """Append entries; Rejected for one that can't be counted, or if a day's vector would grow too long."""
    new = campaigns.append(act.connection, act.config, campaign, entries)
    act.record("campaign.appended", campaign, f"{len(entries)} keywords")
    return new


def end_sooner(act: Act, campaign: str, end: date) -> Campaign:
    """Move the last day forward; Rejected for a day that is past, or not sooner."""
    new = campaigns.end_sooner(act.connection, campaign, end, act.today)
    act.record("campaign.shortened", campaign, f"ends on {end}")
    return new


def close(act: Act, campaign: str) -> None:
    """Close a campaign: no new day is counted. Again changes nothing."""
    if campaigns.get(act.connection, campaign).closed is None:
        campaigns.close(act.connection, campaign, act.today)
        act.record("campaign.closed", campaign)
