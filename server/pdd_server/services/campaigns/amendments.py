"""Changes to a launched campaign, each written into the audit log: append keywords, move its end forward, close it.

Donors have agreed to the campaign's terms, so no change here weakens them.
"""

from collections.abc import Collection
from datetime import date

from pdd_server.services.campaigns import campaigns
from pdd_server.services.campaigns.drafts.keywords import Keywords, Remark, validate_keywords
from pdd_server.services.campaigns.drafts.workflow import Act
from pdd_shared.protocol.messages import Campaign


def look_at(campaign: Campaign, lines: list[tuple[int, str]]) -> Keywords:
    """Check new keywords together with those that a campaign has.

    Args:
        campaign: The launched campaign.
        lines: The new keywords, each with its line in the researcher's text, from 1.

    Returns:
        The new keywords in canonical form, their problems, and their overlaps with other keywords. The remarks' indices
        are those of `lines`.
    """
    old = len(campaign.vocabulary)

    def place(index: int) -> str:
        return f"line {lines[index - old][0]}" if index >= old else "among the campaign's keywords"

    found = validate_keywords([*campaign.vocabulary, *(text for _, text in lines)], place)
    problems, overlaps = (
        tuple(Remark(one.index - old, one.text) for one in remarks if one.index >= old)
        for remarks in (found.problems, found.overlaps)
    )
    return Keywords(found.entries[old:], problems, overlaps)


def append(act: Act, campaign: str, entries: Collection[str]) -> Campaign:
    """Append keywords to a campaign's vocabulary, and return the new campaign.

    Raises:
        Rejected: As `campaigns.append`.
    """
    new = campaigns.append(act.connection, act.config, campaign, entries)
    act.record("campaign.appended", campaign, f"{len(entries)} keywords")
    return new


def end_sooner(act: Act, campaign: str, end: date) -> Campaign:
    """Move a campaign's last day forward, and return the new campaign.

    Raises:
        Rejected: As `campaigns.end_sooner`.
    """
    new = campaigns.end_sooner(act.connection, campaign, end, act.today)
    act.record("campaign.shortened", campaign, f"ends on {end}")
    return new


def close(act: Act, campaign: str) -> None:
    """Close a campaign: no new day is counted. Closing again changes nothing.

    Raises:
        Rejected: NO_SUCH_CAMPAIGN.
    """
    if campaigns.get(act.connection, campaign).closed is None:
        campaigns.close(act.connection, campaign, act.today)
        act.record("campaign.closed", campaign)
