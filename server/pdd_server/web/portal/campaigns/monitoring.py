"""The portal's monitoring page: the server's donors, rounds, lost groups and versions, all campaigns together."""

from apiflask import APIBlueprint
from flask import render_template
from flask.typing import ResponseReturnValue

from pdd_server.services.accounts.authorisation import Action
from pdd_server.services.campaigns.campaign_status import campaign_status
from pdd_server.services.operations.monitoring import MonitoringReport, monitoring_report
from pdd_server.web.context import now_and_today, server
from pdd_server.web.portal.authentication import allowed, current
from pdd_server.web.results.chart import Chart, Together, chart_of
from pdd_server.web.results.presentation import state_in_words

blueprint = APIBlueprint("monitoring", __name__, enable_openapi=False)


@blueprint.get("/campaigns/<campaign>/monitoring")
@allowed(Action.SEE)
def show(campaign: str) -> ResponseReturnValue:
    """The active donors, and the outcome of each round."""
    _, today = now_and_today()
    with server().store.read() as connection:
        status = campaign_status(connection, campaign, today)
        found = monitoring_report(connection, server().config, today)
    return render_template(
        "portal/campaigns/monitoring.html",
        server=server().config,
        account=current(),
        campaign=status.campaign,
        words=state_in_words(status),
        waiting=status.hold is not None,
        found=found,
        chart=_chart(found),
    )


def _chart(found: MonitoringReport) -> Chart | None:
    """Return the chart of the active donors and of those in the sums, by day, with the confidence beneath."""
    ended = [
        (one.round.day, one.round.active, one.round.counted or 0, one.confidence or 0.0)
        for one in found.rounds
        if one.confidence is not None
    ]
    series = {
        "active": [(day, active, 0) for day, active, _, _ in ended],
        "in the sums": [(day, counted, 0) for day, _, counted, _ in ended],
    }
    return chart_of(series, [Together(day, confidence, counted) for day, _, counted, confidence in ended])
