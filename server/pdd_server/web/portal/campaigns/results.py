"""The portal's pages of a campaign's results: the campaign itself, and chosen keywords side by side."""

from datetime import timedelta

from apiflask import APIBlueprint
from flask import render_template, request
from flask.typing import ResponseReturnValue

from pdd_server.services.accounts.authorisation import Action, may
from pdd_server.services.operations.monitoring import newest_round
from pdd_server.store import donors
from pdd_server.web.context import now_and_today, server
from pdd_server.web.portal.authentication import allowed, current
from pdd_server.web.results import campaign_report
from pdd_shared.planning.expected_donors import least_donors
from pdd_shared.protocol.days import last_day, periods_in

blueprint = APIBlueprint("results", __name__, enable_openapi=False)


@blueprint.get("/campaigns/<campaign>")
@allowed(Action.SEE)
def show(campaign: str) -> ResponseReturnValue:
    """The campaign's page: where it stands, its chart, the table of its keywords, its strata, and the downloads."""
    return _page("portal/campaigns/campaign.html", campaign)


@blueprint.get("/campaigns/<campaign>/entries")
@allowed(Action.SEE)
def compare(campaign: str) -> ResponseReturnValue:
    """The chosen keywords side by side."""
    return _page("portal/campaigns/keywords.html", campaign)


def _page(template: str, campaign: str) -> str:
    _, today = now_and_today()
    config = server().config
    found = campaign_report.read(server(), campaign, today, request.args)
    with server().store.read() as connection:
        active = donors.count_active(connection, today - timedelta(days=1))
        last = newest_round(connection)
    shown = found.status.campaign
    return render_template(
        template,
        **found.values,
        server=config,
        may_change=may(current(), Action.CHANGE, campaign),
        least=least_donors(config, shown.terms),
        waiting=found.status.hold is not None,
        now_at=periods_in(shown.terms.period, shown.start, last_day(shown.terms.period, today)),
        spent=found.spent,
        active=active,
        last=last,
    )
