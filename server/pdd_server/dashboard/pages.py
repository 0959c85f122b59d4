"""The public pages: the server's campaigns, and one page a campaign."""

from apiflask import APIBlueprint
from flask import render_template

from pdd_server.context import now_and_today, server
from pdd_server.dashboard.chart import chart_of
from pdd_server.dashboard.views import RING, Summary, latest_day, long_date, state_in_words
from pdd_server.services import campaigns
from pdd_server.services.results import results
from pdd_server.services.status import held_up, state_of
from pdd_server.store import campaigns as stored_campaigns

blueprint = APIBlueprint("pages", __name__, enable_openapi=False)
blueprint.add_app_template_filter(long_date)


@blueprint.app_context_processor
def _sign() -> dict[str, object]:
    return {"RING": RING}


@blueprint.get("/")
def index() -> str:
    """Every campaign of this server, with its state."""
    _, today = now_and_today()
    with server().store.read() as connection:
        shown = [
            Summary(one.campaign, state_in_words(one, today, held_up(connection, one, today)))
            for one in stored_campaigns.all_of(connection)
        ]
    return render_template("index.html", server=server().config, campaigns=shown)


@blueprint.get("/campaigns/<campaign>")
def show(campaign: str) -> str:
    """A campaign: what it asks, where it stands, its newest totals, how privacy is kept, who answers for it."""
    _, today = now_and_today()
    with server().store.read() as connection:
        stored = campaigns.get(connection, campaign)
        held = held_up(connection, stored, today)
        found = results(connection, campaign)
    return render_template(
        "campaign.html",
        server=server().config,
        campaign=stored.campaign,
        state=state_of(stored, today),
        words=state_in_words(stored, today, held),
        waiting=held is not None and held.reason == "waiting",
        latest=latest_day(found),
        chart=chart_of(found),
        used=found["privacy"]["spent"]["epsilon"] / found["privacy"]["budget"]["epsilon"],
    )
