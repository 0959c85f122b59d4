"""The portal's first page: the signed-in account's campaigns and drafts, and where each stands."""

from dataclasses import dataclass
from typing import Any

from apiflask import APIBlueprint
from flask import render_template
from flask.typing import ResponseReturnValue
from sqlalchemy import Connection

from pdd_server.services.accounts.authorisation import Action, may
from pdd_server.services.campaigns.campaign_status import CampaignStatus, campaign_statuses
from pdd_server.services.campaigns.drafts.workflow import drafts_of
from pdd_server.services.results.results import privacy
from pdd_server.store.results import publications
from pdd_server.web.context import now_and_today, server
from pdd_server.web.portal.authentication import allowed, current
from pdd_server.web.results.presentation import state_in_words
from pdd_shared.protocol.messages import Campaign

blueprint = APIBlueprint("overview", __name__, enable_openapi=False)


@dataclass(frozen=True)
class Line:
    """A campaign in the list.

    Attributes:
        campaign: The campaign.
        words: Its state in words.
        waiting: Whether it waits for donors or has spent its budget.
        published: How many of its periods are published.
        periods: How many periods it has.
        confidence: The confidence of the newest published day; None before the first.
        privacy: What it may cost a donor and has cost so far.
    """

    campaign: Campaign
    words: str
    waiting: bool
    published: int
    periods: int
    confidence: float | None
    privacy: dict[str, Any]


@blueprint.get("/")
@allowed(Action.SEE, of=None)
def show() -> ResponseReturnValue:
    """The account's campaigns and drafts."""
    _, today = now_and_today()
    account = current()
    with server().store.read() as connection:
        seen = [one for one in campaign_statuses(connection, today) if may(account, Action.SEE, one.campaign.id)]
        lines = [_line(connection, one) for one in sorted(seen, key=_order)]
        drafts = drafts_of(connection, account)
    return render_template(
        "portal/overview.html",
        server=server().config,
        account=account,
        lines=lines,
        drafts=drafts,
        may_start=may(account, Action.CHANGE),
    )


def _order(one: CampaignStatus) -> tuple[int, str]:
    """Return a campaign's sort key: running campaigns come first, then by title."""
    return ("running", "not-started", "ended", "closed").index(one.state), one.campaign.title


def _line(connection: Connection, one: CampaignStatus) -> Line:
    cost = privacy(connection, one.campaign)
    return Line(
        campaign=one.campaign,
        words=state_in_words(one),
        waiting=one.hold is not None,
        published=publications.count_days(connection, one.campaign.id),
        periods=one.campaign.periods,
        confidence=publications.newest_confidence(connection, one.campaign.id),
        privacy=cost,
    )
