"""A campaign's results for the signed in: the page of the campaign, and entries side by side."""

from datetime import timedelta

from apiflask import APIBlueprint
from flask import render_template, request
from flask.typing import ResponseReturnValue

from pdd_server.context import now_and_today, server
from pdd_server.dashboard.asking import query_of
from pdd_server.dashboard.shown import shown
from pdd_server.dashboard.views import state_in_words
from pdd_server.desk.guards import allowed, current
from pdd_server.services import campaigns
from pdd_server.services.accounts.access import Action, may
from pdd_server.services.crowds import least_donors
from pdd_server.services.reports import citation
from pdd_server.services.reports.watching import newest_round
from pdd_server.services.results import privacy
from pdd_server.services.status import held_up, state_of
from pdd_server.store import donors

blueprint = APIBlueprint("desk_entries", __name__, enable_openapi=False)


@blueprint.get("/campaigns/<campaign>")
@allowed(Action.SEE)
def show(campaign: str) -> ResponseReturnValue:
    """The campaign's page: where it stands, its chart, the table of its entries, its strata, what to take away."""
    return _page("desk/campaign.html", campaign)


@blueprint.get("/campaigns/<campaign>/entries")
@allowed(Action.SEE)
def compare(campaign: str) -> ResponseReturnValue:
    """The entries that were chosen, side by side."""
    return _page("desk/entries.html", campaign)


def _page(template: str, campaign: str) -> str:
    _, today = now_and_today()
    with server().store.read() as connection:
        stored = campaigns.get(connection, campaign)
        held = held_up(connection, stored, today)
        spent = privacy(connection, stored.campaign)
        active = donors.count_active(connection, today - timedelta(days=1))
        last = newest_round(connection)
    query = query_of(request.args, stored.campaign)
    found = shown(server().folder.published / stored.campaign.id, query.asked)
    return render_template(
        template,
        server=server().config,
        account=current(),
        may_change=may(current(), Action.CHANGE, campaign),
        campaign=stored.campaign,
        state=state_of(stored, today),
        least=least_donors(server().config, stored.campaign.terms),
        words=state_in_words(stored, today, held),
        waiting=held is not None,
        day=(today - stored.campaign.start).days + 1,
        days=(stored.campaign.end - stored.campaign.start).days + 1,
        query=query,
        report=found.report,
        chart=found.chart,
        cited=citation.line(stored.campaign, found.newest),
        latest=found.latest,
        spent=spent,
        active=active,
        last=last,
    )
