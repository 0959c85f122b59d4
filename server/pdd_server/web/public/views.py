"""The public pages: the server's campaigns, and one page a campaign."""

from apiflask import APIBlueprint
from flask import Response, abort, make_response, render_template, request

from pdd_server.services.campaigns import campaigns
from pdd_server.services.campaigns.forecast.expected_donors import least_donors
from pdd_server.services.campaigns.privacy_sentences import group_sentences, kept_sentence
from pdd_server.services.numbers import short
from pdd_server.services.operations.status import held_up, state_of
from pdd_server.services.results.exports import citation
from pdd_server.services.results.results import privacy
from pdd_server.store.campaigns import campaigns as stored_campaigns
from pdd_server.store.campaigns import drafts
from pdd_server.web.context import now_and_today, server
from pdd_server.web.rate_limits import limit_by_network
from pdd_server.web.results.cached_reports import shown
from pdd_server.web.results.chart import trend
from pdd_server.web.results.presentation import (
    RING,
    Summary,
    last_days,
    long_date,
    offered,
    percent,
    state_in_words,
    thousands,
    uncounted,
)
from pdd_server.web.results.query import query_of
from pdd_shared.protocol.decimals import as_text

blueprint = APIBlueprint("pages", __name__, template_folder="templates", enable_openapi=False)
for _filter in (as_text, last_days, long_date, percent, short, thousands, uncounted, trend):
    blueprint.add_app_template_filter(_filter)
HEADERS_WITH_FORM = (
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


@blueprint.app_context_processor
def _sign() -> dict[str, object]:
    return {"RING": RING, "FORMS": offered()}


@blueprint.get("/")
def index() -> str:
    """Every campaign of this server, with its state."""
    _, today = now_and_today()
    with server().store.read() as connection:
        hidden = drafts.hidden(connection)
        shown = [
            Summary(one.campaign, state_in_words(one, today, held_up(connection, one, today)))
            for one in stored_campaigns.all_of(connection)
            if one.campaign.id not in hidden
        ]
    return render_template("public/index.html", server=server().config, campaigns=shown)


@blueprint.get("/campaigns/<campaign>")
@limit_by_network("requests")
def show(campaign: str) -> Response:
    """A campaign: what it asks, where it stands, its totals, how privacy is kept, who answers for it."""
    _, today = now_and_today()
    with server().store.read() as connection:
        stored = campaigns.get(connection, campaign)
        if campaign in drafts.hidden(connection):
            abort(404)
        held = held_up(connection, stored, today)
        spent = privacy(connection, stored.campaign)
    query = query_of(request.args, stored.campaign)
    found = shown(server().folder.published / stored.campaign.id, query.asked)
    latest = found.latest
    page = render_template(
        "public/campaign.html",
        server=server().config,
        campaign=stored.campaign,
        state=state_of(stored, today),
        words=state_in_words(stored, today, held),
        least=least_donors(server().config, stored.campaign.terms),
        waiting=held is not None and held.reason == "waiting",
        latest=latest,
        query=query,
        report=found.report,
        chart=found.chart,
        cited=citation.line(stored.campaign, found.newest),
        newest=found.newest,
        privacy=[*group_sentences(stored.campaign, server().config), kept_sentence(server().config)],
        used=spent["spent"]["epsilon"] / spent["budget"]["epsilon"],
    )
    response = make_response(page)
    # The one page for everybody with a form: of the days to show.
    response.headers["Content-Security-Policy"] = HEADERS_WITH_FORM
    return response
