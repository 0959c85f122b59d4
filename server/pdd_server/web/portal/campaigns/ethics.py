"""The portal's pages of the ethics kit: what donors are not told yet, and the documents for an ethics board."""

from collections.abc import Callable
from typing import Any

from apiflask import APIBlueprint
from flask import Response, abort, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import Connection

from pdd_server.config import Config
from pdd_server.errors import Rejected
from pdd_server.services.accounts.authorisation import Action
from pdd_server.services.campaigns import campaigns
from pdd_server.services.campaigns.drafts import workflow
from pdd_server.services.campaigns.drafts.model import InvalidDraft
from pdd_server.services.campaigns.ethics.checklist import check
from pdd_server.services.campaigns.ethics.facts import consent_of, fields_of
from pdd_server.services.campaigns.ethics.kit import Study, study_of_campaign, study_of_draft
from pdd_server.web.api.researchers.ethics import as_zip
from pdd_server.web.context import server
from pdd_server.web.portal.authentication import allowed
from pdd_server.web.portal.campaigns.draft_form import LABELS

blueprint = APIBlueprint("ethics", __name__, enable_openapi=False)


@blueprint.get("/drafts/<draft>/ethics")
@allowed(Action.SEE, of="draft")
def show_draft(draft: str) -> ResponseReturnValue:
    """What donors are told by the draft as it was typed, and a link to its kit."""
    found = _read(workflow.get, draft)
    if found.campaign is not None:
        return redirect(url_for(".show_campaign", campaign=found.campaign), 303)
    return _page(found.typed, found.name, f"/portal/drafts/{draft}", url_for(".draft_kit", draft=draft))


@blueprint.get("/drafts/<draft>/ethics-kit.zip")
@allowed(Action.SEE, of="draft")
def draft_kit(draft: str) -> ResponseReturnValue:
    """The kit of a draft. One with validation errors has none: its page then lists them."""
    try:
        return _kit(study_of_draft, draft)
    except InvalidDraft:
        flash("There is no ethics kit before the draft is without errors. Correct them, then download it.", "warning")
        return redirect(url_for("portal.drafts.show", draft=draft, checked="1"), 303)


@blueprint.get("/campaigns/<campaign>/ethics")
@allowed(Action.SEE)
def show_campaign(campaign: str) -> str:
    """What donors are told by a launched campaign, and a link to its kit."""
    found = _read(campaigns.get, campaign).campaign
    kit = url_for(".campaign_kit", campaign=campaign)
    return _page(found, found.title, f"/portal/campaigns/{campaign}", kit, launched=True)


@blueprint.get("/campaigns/<campaign>/ethics-kit.zip")
@allowed(Action.SEE)
def campaign_kit(campaign: str) -> Response:
    """The kit of a launched campaign."""
    return _kit(study_of_campaign, campaign)


def _kit(study: Callable[[Connection, Config, str], Study], of: str) -> Response:
    return as_zip(_read(lambda connection, name: study(connection, server().config, name), of))


def _read(read: Callable[[Connection, str], Any], name: str) -> Any:
    """Read a draft or campaign of this name; 404 if there is none."""
    try:
        with server().store.read() as connection:
            return read(connection, name)
    except InvalidDraft:
        raise
    except Rejected:
        abort(404)


def _page(said: Any, name: str, back: str, kit: str, *, launched: bool = False) -> str:
    checked = check(fields_of(said), consent_of(said))
    shown = {"name": name, "back": back, "kit": kit, "launched": launched}
    return render_template("portal/ethics.html", checked=checked, LABELS=LABELS, **shown)
