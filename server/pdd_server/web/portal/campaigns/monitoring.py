"""The portal's monitoring page: the server's donors, rounds, lost groups and versions, all campaigns together."""

from datetime import timedelta

from apiflask import APIBlueprint
from flask import render_template
from flask.typing import ResponseReturnValue

from pdd_server.services.accounts.authorisation import Action
from pdd_server.services.campaigns.campaign_status import campaign_status
from pdd_server.services.operations.monitoring import MonitoringReport, monitoring_report
from pdd_server.web.context import now_and_today, server
from pdd_server.web.portal.authentication import allowed, current
from pdd_server.web.results.chart import Chart, Slot, Spot, chart_of
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
    """Return the chart of the active donors and of those in the totals, by day, with the coverage below."""
    ended = {one.round.day: one for one in found.rounds if one.confidence is not None}
    if not ended:
        return None
    first = min(ended)
    days = [first + timedelta(days=ahead) for ahead in range((max(ended) - first).days + 1)]
    slots = [Slot(day, day, ended[day].confidence if day in ended else None, None) for day in days]
    there = [
        (place, ended[day].round.active, ended[day].round.counted or 0)
        for place, day in enumerate(days)
        if day in ended
    ]
    active = [Spot(place, number, number, number) for place, number, _ in there]
    counted = [Spot(place, number, number, number) for place, _, number in there]
    return chart_of({"active": active, "in the totals": counted}, slots)
