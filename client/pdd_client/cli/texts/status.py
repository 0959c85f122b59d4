"""The output of `pdd-donor status` as lines of text."""

from collections.abc import Iterator
from datetime import date, timedelta

from pdd_client.core.texts.numbers import exactly
from pdd_client.donor.status import JoinedCampaign, Status
from pdd_shared.protocol.completion_codes import Completion

CHANGED_PROTOCOL = (
    "its counts would be added up in another way than you agreed to. Look with `pdd-donor join`, "
    "agree with --accept, or `pdd-donor leave` it"
)
"""Why a campaign gets nothing if its protocol has changed since the donor agreed, and what the donor can do."""
_MANY_HOURS = 48
"""From so many hours on, days are easier to read."""


def status_text(now: Status) -> Iterator[str]:
    """Yield the donor's status as lines of text."""
    yield f"Server: {now.server_name} ({now.server})" if now.server else "You have joined no server yet."
    for campaign in now.campaigns:
        yield f"  {_campaign_text(campaign, now.server)}"
        if campaign.completion:
            yield f"    {_completion_text(campaign.completion)}"
    yield f"Last check-in: {_iso(now.last_check_in) or 'none yet'}. Next: {now.next}."
    if now.waits_for_epoch:
        yield "No counts are sent yet. The server makes its list of people at night, once enough have joined."
    if now.serves_until:
        yield (
            f"Your computer helps to unlock this week's sums, until {now.serves_until}. "
            "That takes two short contacts a day, a few seconds each."
        )
    if now.failure:
        yield f"The check-in after that failed ({now.failure}): nothing is lost; `pdd-donor check-in` says why."
    if now.paused_since:
        until = _iso(now.paused_until) or "`pdd-donor resume`"
        yield f"Paused since {_iso(now.paused_since)}: no counts are sent until {until}."
    if now.trouble:
        yield f"Trouble: {now.trouble}."
    yield f"Blocked words: {now.blocked}. Refusals: {len(now.refusals)} (`pdd-donor log` says why)."
    if now.ceiling is not None:
        yield f"Your limit: {exactly(now.ceiling)} (`pdd-donor ledger` says how much of it is left)."
    if now.clock_ahead is not None and now.clock_is_wrong:
        wrong = _difference(now.clock_ahead)
        yield f"This computer's clock is {wrong} the server's: set it, or searches may miss their day."


def _difference(ahead: timedelta) -> str:
    """Return by how much a clock is ahead of or behind another one, in hours or in days."""
    hours = abs(ahead) / timedelta(hours=1)
    amount = f"{hours:.1f} hours" if hours < _MANY_HOURS else f"{hours / 24:.0f} days"
    return f"{amount} {'ahead of' if ahead > timedelta(0) else 'behind'}"


def _campaign_text(campaign: JoinedCampaign, server: str | None) -> str:
    region = f", {campaign.stratum} (not told to the server)" if campaign.stratum else ""
    if campaign.left:
        return f"{campaign.title} ({campaign.id}): left on {campaign.left.date()}"
    state = _state_text(campaign, server)
    return f"{campaign.title} ({campaign.id}){region}, since {campaign.joined.date()}; {state}{_news(campaign)}"


def _news(campaign: JoinedCampaign) -> str:
    """Return what has changed in a campaign since the donor agreed, as the end of a line; empty if nothing has."""
    if campaign.changed_protocol:
        return f"; it gets no counts: {CHANGED_PROTOCOL}"
    return f"; changed, {campaign.waiting_entries} new keywords: look with `pdd-donor join`" if campaign.changed else ""


def _state_text(campaign: JoinedCampaign, server: str | None) -> str:
    """Return whether the campaign starts later, runs, or is over, and whether it ends sooner than agreed."""
    last = campaign.last or campaign.end
    if campaign.state == "starts-later":
        return f"starts on {campaign.start}, to {last}"
    if campaign.state == "running":
        return f"to {last}" + (f", sooner than {campaign.end} as agreed" if campaign.ending == "sooner" else "")
    why = {
        "as-agreed": f"its last day was {last}",
        "sooner": f"it was ended early, on {last}",
        "unlisted": f"it was closed early, or is gone: the server has not listed it since {last}",
    }[campaign.ending]
    if campaign.state == "finishing":
        return f"{why}; its last days are still being sent"
    # Link to the page of all campaigns: a link to this one would tell the server which campaign the donor asks about.
    return f"finished, thank you: {why}; what is published of it is at {server}/"


def _completion_text(told: Completion) -> str:
    days = f"{told.days} day" if told.days == 1 else f"{told.days} days"
    if told.code is None:
        return f"Completion code: you were there on {told.there} of {days}."
    return f"Completion code: {told.code}. Everybody who was there on {days} gets the same code."


def _iso(time: date | None) -> str | None:
    return None if time is None else time.isoformat()
