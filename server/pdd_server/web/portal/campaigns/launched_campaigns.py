"""The portal's pages that change a launched campaign: append keywords, end it sooner, close it."""

from datetime import date
from typing import Any

from apiflask import APIBlueprint
from flask import flash, redirect, render_template
from flask.typing import ResponseReturnValue

from pdd_server.errors import Rejected, invalid
from pdd_server.services.accounts.authorisation import Action
from pdd_server.services.campaigns import amendments, campaigns
from pdd_server.services.campaigns.drafts.keywords import Remark
from pdd_server.services.last_days import last_day_in
from pdd_server.services.operations.campaign_changes import publish_change
from pdd_server.store.campaigns.campaigns import StoredCampaign
from pdd_server.web.context import now_and_today, server
from pdd_server.web.portal.authentication import acting, allowed
from pdd_server.web.portal.campaigns.draft_form import take_long_lists
from pdd_server.web.portal.forms import Form, Line, Text, Trimmed
from pdd_shared.planning.answer_text import launched_overlap

blueprint = APIBlueprint("launched_campaigns", __name__, enable_openapi=False)
blueprint.url_value_preprocessor(take_long_lists)
SHOWN = 50
"""The most problems or overlaps that a page lists."""


class AppendForm(Form):
    """New keywords, one a line. `do` is `append` once the researcher has seen them checked."""

    vocabulary: Text = ""
    do: Line = ""


class EndForm(Form):
    """An earlier last day if `do` is `end`; else the campaign is closed now."""

    do: Line = ""
    end: Trimmed = ""


Lines = list[tuple[int, str]]
"""Keywords, each with its line in the form, from 1."""


@blueprint.get("/campaigns/<campaign>/append")
@allowed(Action.CHANGE)
def appending(campaign: str) -> str:
    """A form for more keywords."""
    return _page("campaigns/append", campaign, vocabulary="", problems={}, found=None)


@blueprint.post("/campaigns/<campaign>/append")
@allowed(Action.CHANGE)
def append(campaign: str) -> ResponseReturnValue:
    """Check new keywords, ask for confirmation, then append them."""
    form = AppendForm.sent()
    lines = [(line, entry) for line, entry in enumerate(form.vocabulary.split("\n"), start=1) if entry.strip()]
    stored = _stored(campaign)
    found = amendments.look_at(stored.campaign, lines)
    problems = "; ".join(_placed(lines, found.problems)) or ("" if lines else "Write at least one keyword.")
    crowded = launched_overlap((*stored.campaign.vocabulary, *found.texts), stored.campaign.terms.caps)
    overlaps = _placed(lines, found.overlaps)
    shown = {"vocabulary": form.vocabulary, "found": found, "overlaps": overlaps, "crowded": crowded}
    if problems or form.do != "append":
        told = {"vocabulary": problems} if problems else {}
        return _page("campaigns/append", campaign, problems=told, **shown), 400 if problems else 200
    try:
        with acting() as act:
            amendments.append(act, campaign, found.texts)
    except Rejected as error:  # somebody appended meanwhile
        return _page("campaigns/append", campaign, problems={"vocabulary": error.detail}, **shown), 400
    publish_change(server())
    flash(f"{len(found.texts)} appended. They count from the next plan on, for each donor once it has accepted them.")
    return redirect(f"/portal/campaigns/{campaign}", 303)


@blueprint.get("/campaigns/<campaign>/close")
@allowed(Action.CHANGE)
def closing(campaign: str) -> str:
    """A form to end the campaign sooner, or to close it now."""
    return _page("campaigns/close", campaign, problems={}, end="")


@blueprint.post("/campaigns/<campaign>/close")
@allowed(Action.CHANGE)
def close(campaign: str) -> ResponseReturnValue:
    """End the campaign sooner or close it, whichever button was pressed."""
    form = EndForm.sent()
    if form.do == "end":
        return _end_sooner(campaign, form.end)
    with acting() as act:
        amendments.close(act, campaign)
    publish_change(server())
    flash("Closed. No new day is counted; rounds that are open are still published.")
    return redirect(f"/portal/campaigns/{campaign}", 303)


def _end_sooner(campaign: str, end: str) -> ResponseReturnValue:
    try:
        with acting() as act:
            new = amendments.end_sooner(act, campaign, _day(end))
    except Rejected as error:
        return _page("campaigns/close", campaign, problems={"end": f"The last day {error.detail}."}, end=end), 400
    publish_change(server())
    flash(f"{new.title} ends on {new.end}.")
    return redirect(f"/portal/campaigns/{campaign}", 303)


def _day(text: str) -> date:
    try:
        return last_day_in(text)
    except ValueError:
        raise invalid("end", "must be a day such as 2026-11-20") from None


def _placed(lines: Lines, remarks: tuple[Remark, ...]) -> list[str]:
    return [f"Line {lines[remark.index][0]}: {remark.text}" for remark in remarks[:SHOWN]]


def _stored(campaign: str) -> StoredCampaign:
    with server().store.read() as connection:
        return campaigns.get(connection, campaign)


def _page(template: str, campaign: str, **shown: Any) -> str:
    stored, (_, today) = _stored(campaign), now_and_today()
    common = {"server": server().config, "campaign": stored.campaign, "closed": stored.closed, "today": today}
    return render_template(f"portal/{template}.html", **common, **shown)
