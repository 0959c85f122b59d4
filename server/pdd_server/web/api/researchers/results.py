"""API views of a campaign's keywords with their sums, and of the server's monitoring, for researchers' programs."""

from dataclasses import asdict
from typing import Any

from apiflask import APIBlueprint
from flask import Response, jsonify, request

from pdd_server.errors import Rejected, Rejection
from pdd_server.services.accounts.authorisation import Action
from pdd_server.services.campaigns import campaigns
from pdd_server.services.concurrency_limit import LONG_ANSWERS
from pdd_server.services.operations.monitoring import MonitoredRound, MonitoringReport, monitoring_report
from pdd_server.services.results import published_file
from pdd_server.services.results.period_report import Row, row_of
from pdd_server.services.results.published_file import Period
from pdd_server.web.api import paging
from pdd_server.web.api.authentication import caller
from pdd_server.web.api.researchers.schemas import Entries, Monitoring
from pdd_server.web.context import now_and_today, server
from pdd_server.web.problems import documented

blueprint = APIBlueprint("results", __name__, tag="Researchers")

_SAME = {200: "As docs/reference/results.md explains.", 304: "The answer is the one whose ETag the request names."}


@blueprint.get("/monitoring")
@blueprint.output(Monitoring)
@blueprint.doc(security="researcher", responses=documented("not-authorised", "forbidden") | _SAME)
def watch() -> Response:
    """The server watched, all its campaigns together: donors a day, rounds and their lost groups, versions."""
    caller(Action.SEE)
    _, today = now_and_today()
    with server().store.read() as connection:
        found = monitoring_report(connection, server().config, today)
    return paging.with_etag(jsonify(_monitoring(found)))


@blueprint.get("/campaigns/<campaign>/entries")
@blueprint.output(Entries)
@blueprint.doc(
    security="researcher",
    responses=documented("not-authorised", "forbidden", "no-such-campaign", "busy") | _SAME,
    extensions={paging.PAGED: True},
)
def entries(campaign: str) -> Response:
    """Each entry's sum, its interval and its share of all searches, of all days; the largest first."""
    caller(Action.SEE, campaign)
    with server().store.read() as connection:
        known = campaigns.get(connection, campaign).campaign.id
    if set(request.args) - {"limit", "after"}:
        # If `stratum` or `from` were ignored, a program would take the sums of all days and strata for those of a part.
        raise Rejected(Rejection.INVALID, "The sums are of all days and strata: a query has only limit and after.")
    limit, start = paging.limit(), _start()
    with LONG_ANSWERS.turn(), published_file.opened(server().published.of(known)) as published:
        days = published_file.days_of(published, Period())
        found, count = published_file.entries_of(published, Period(), limit=limit, offset=start)
        laws = published_file.Laws.of(days)
        items = [_entry(row_of(published, one, laws), len(days)) for one in found]
    more = start + len(found) < count
    return paging.page_of("entries", items, str(start + len(found)) if more else None)


def _start() -> int:
    after = paging.after() or "0"
    if not (after.isascii() and after.isdigit() and len(after) < 8):
        raise Rejected(Rejection.INVALID, "after is what the Link of the page before says.")
    return int(after)


def _entry(row: Row, days: int) -> dict[str, Any]:
    return {
        "entry": row.sum.entry,
        "total": row.sum.total,
        "half_width_95": row.half_width,
        "listed": row.sum.listed,
        "days": days,
        "searches": row.sum.searches,
        "share": row.share.share,
        "share_low_95": row.share.low,
        "share_high_95": row.share.high,
    }


def _monitoring(found: MonitoringReport) -> dict[str, Any]:
    return {
        "registered": found.registered,
        "active": {day.isoformat(): number for day, number in found.active.items()},
        "wanted": found.wanted,
        "rounds": [_round(one) for one in found.rounds],
        "versions": {**asdict(found.versions), "day": found.versions.day.isoformat()},
    }


def _round(one: MonitoredRound) -> dict[str, Any]:
    shown = ("protocol", "state", "groups", "members", "counted", "active")
    return {
        "day": one.round.day.isoformat(),
        **{name: getattr(one.round, name) for name in shown},
        "confidence": one.confidence,
        "lost": one.lost,
    }
