"""A campaign's results for the signed in: the page of the campaign, and entries side by side."""

from datetime import timedelta

from apiflask import APIBlueprint
from flask import render_template, request
from flask.typing import ResponseReturnValue

from pdd_server.services.accounts.authorisation import Action, may
from pdd_server.services.campaigns import campaigns
from pdd_server.services.campaigns.forecast.expected_donors import least_donors
from pdd_server.services.operations.monitoring import newest_round
from pdd_server.services.operations.status import held_up, state_of
from pdd_server.services.results.exports import citation
from pdd_server.services.results.results import privacy
from pdd_server.store import donors
from pdd_server.web.context import now_and_today, server
from pdd_server.web.portal.authentication import allowed, current
from pdd_server.web.results.cached_reports import shown
from pdd_server.web.results.presentation import state_in_words
from pdd_server.web.results.query import query_of

blueprint = APIBlueprint("results", __name__, enable_openapi=False)


@blueprint.get("/campaigns/<campaign>")
@allowed(Action.SEE)
def show(campaign: str) -> ResponseReturnValue:
    """The campaign's page: where it stands, its chart, the table of its entries, its strata, what to take away."""
    return _page("portal/campaigns/campaign.html", campaign)


@blueprint.get("/campaigns/<campaign>/entries")
@allowed(Action.SEE)
def compare(campaign: str) -> ResponseReturnValue:
    """The entries that were chosen, side by side."""
    return _page("portal/campaigns/keywords.html", campaign)


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
