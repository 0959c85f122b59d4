"""The completion code on a campaign's recruiting page: set, changed, taken away."""

from apiflask import APIBlueprint
from flask import flash, redirect, url_for
from flask.typing import ResponseReturnValue

from pdd_server.services.accounts.authorisation import Action
from pdd_server.services.campaigns import completion_code
from pdd_server.services.campaigns.campaigns import CampaignError
from pdd_server.web.portal.authentication import allowed
from pdd_server.web.portal.campaigns import recruiting
from pdd_server.web.portal.campaigns.draft_form import acting
from pdd_server.web.portal.forms import field

blueprint = APIBlueprint("completion_codes", __name__, enable_openapi=False)

LABELS = {"completion": "The code", "days": "The days"}


@blueprint.post("/campaigns/<campaign>/recruiting/completion")
@allowed(Action.CHANGE)
def put(campaign: str) -> ResponseReturnValue:
    """Give the campaign this code."""
    code, days = field("completion").strip(), field("days").strip()
    try:
        with acting() as act:
            completion_code.put(act, campaign, code, _days(days))
    except CampaignError as error:
        faults = {error.key: f"{LABELS[error.key]} {error.reason}."}
        return recruiting.page(campaign, faults=faults, completion=code, days=days), 400
    flash("The completion code is set. Donors' programs ask for it at their next check-in.")
    return redirect(url_for("portal.recruiting.show", campaign=campaign), 303)


@blueprint.post("/campaigns/<campaign>/recruiting/completion/remove")
@allowed(Action.CHANGE)
def remove(campaign: str) -> ResponseReturnValue:
    """Take the campaign's code away."""
    with acting() as act:
        completion_code.remove(act, campaign)
    flash("The completion code is removed. Donors' programs forget it at their next check-in.")
    return redirect(url_for("portal.recruiting.show", campaign=campaign), 303)


def _days(text: str) -> int:
    """A number; 0, which is refused, for what is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
