"""The views of the public pages: the list of the server's campaigns, and a page for each campaign."""

from datetime import date

from apiflask import APIBlueprint
from flask import Response, abort, make_response, render_template, request

from pdd_server.services.campaigns.campaign_status import CampaignStatus, campaign_statuses
from pdd_server.services.campaigns.privacy_sentences import group_sentences, kept_sentence
from pdd_server.services.licences import LICENCES
from pdd_server.services.numbers import short
from pdd_server.services.results.table_slices import MOST_STREAMED
from pdd_server.web.context import now_and_today, server
from pdd_server.web.public import frame
from pdd_server.web.public.join.texts import PageTexts
from pdd_server.web.rate_limits import limit_by_network
from pdd_server.web.results import campaign_report
from pdd_server.web.results.chart import LIGHT, ROOM
from pdd_server.web.results.presentation import (
    RING,
    Summary,
    incomplete,
    last_points,
    long_date,
    offered,
    percent,
    thousands,
    typical_error,
    unbounded,
    uncounted,
    unfinished,
)
from pdd_shared.counting.entry_texts import label_of, parts_of
from pdd_shared.planning.expected_donors import least_donors
from pdd_shared.protocol.decimals import as_text
from pdd_shared.protocol.informing_lines import LINES, told

blueprint = APIBlueprint("pages", __name__, template_folder="templates", enable_openapi=False)
for _filter in (
    *(as_text, incomplete, label_of, last_points, long_date, parts_of, percent, short, thousands, typical_error),
    *(told, unbounded, uncounted, unfinished),
):
    blueprint.add_app_template_filter(_filter)
HEADERS_WITH_FORM = (
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of public pages with a form that is sent to this server."""


@blueprint.app_context_processor
def _sign() -> dict[str, object]:
    """Return what all templates need: the logo's dots, file formats, licences, informing lines, charts' colours."""
    return {
        **{"RING": RING, "FORMS": offered(), "LICENCES": LICENCES, "lines": LINES, "MOST_STREAMED": MOST_STREAMED},
        **{"ROOM": ROOM, "LIGHT": LIGHT},
    }


@blueprint.get("/")
def index() -> Response:
    """Every campaign of this server with a public page, and its state, in the reader's language."""
    _, today = now_and_today()
    with server().store.read() as connection:
        listed = [one for one in campaign_statuses(connection, today) if one.listed]
    texts = frame.texts()
    shown = [Summary(one.campaign, _state(one, texts), one.is_open) for one in sorted(listed, key=_place)]
    response = make_response(frame.page("public/index.html", campaigns=shown))
    response.vary.add("Accept-Language")
    return response


def _place(status: CampaignStatus) -> tuple[int, int]:
    """Return a campaign's place in the list: open ones, those to begin, those that are over; the newest end first."""
    kind = 2 if not status.is_open else 1 if status.state == "not-started" else 0
    return kind, -_last_day(status).toordinal()


def _state(status: CampaignStatus, texts: PageTexts) -> str:
    if status.state_now == "budget-spent":
        return f"{texts('full_title')}."
    if not status.is_open:
        return texts("ended_on", end=texts.date(_last_day(status)))
    if status.state == "not-started":
        return texts("starts", start=texts.date(status.campaign.start))
    return f"{texts('until')} {texts.date(status.campaign.end)}."


def _last_day(status: CampaignStatus) -> date:
    """Return a campaign's last day, or the day it was closed if that was sooner."""
    return min(status.closed or date.max, status.campaign.end)


@blueprint.get("/campaigns/<campaign>")
@limit_by_network("requests")
def show(campaign: str) -> Response:
    """A campaign's question, state and totals, how privacy is kept, and whom to ask."""
    _, today = now_and_today()
    config = server().config
    found = campaign_report.read(server(), campaign, today, request.args)
    if not found.status.listed:
        abort(404)
    hold, terms = found.status.hold, found.status.campaign.terms
    page = render_template(
        "public/campaign.html",
        **found.values,
        server=config,
        is_open=found.status.is_open,
        waiting=hold is not None and hold.reason == "waiting",
        least=None if found.results.report.dates else least_donors(config, terms),
        privacy=[*group_sentences(found.status.campaign, config), kept_sentence(config)],
        used=found.spent["spent"]["epsilon"] / found.spent["budget"]["epsilon"],
    )
    response = make_response(page)
    # This is the only public page with a form, in which readers choose the days to show.
    response.headers["Content-Security-Policy"] = HEADERS_WITH_FORM
    return response


@blueprint.get("/campaigns/<campaign>/chart.svg")
@limit_by_network("requests")
def chart(campaign: str) -> Response:
    """The chart of a campaign's page as a picture to save. Like the results, it is there for unlisted campaigns too."""
    _, today = now_and_today()
    found = campaign_report.read(server(), campaign, today, request.args)
    if found.results.chart is None:
        abort(404)
    response = make_response(render_template("chart.svg", **found.values))
    response.headers["Content-Type"] = "image/svg+xml; charset=utf-8"
    response.headers["Content-Disposition"] = f'attachment; filename="{found.status.campaign.id}.svg"'
    return response
