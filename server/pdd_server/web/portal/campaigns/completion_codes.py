"""Views that set, change and remove the completion code on a campaign's recruiting page."""

from apiflask import APIBlueprint
from flask import flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from pdd_server.errors import Rejected
from pdd_server.services.accounts.authorisation import Action
from pdd_server.services.campaigns import completion_code
from pdd_server.web.portal.authentication import acting, allowed
from pdd_server.web.portal.campaigns import recruiting
from pdd_server.web.portal.forms import Form, Number, Trimmed

blueprint = APIBlueprint("completion_codes", __name__, enable_openapi=False)


class CompletionForm(Form):
    """A completion code, and on how many days a donor must have been there to be told it."""

    completion: Trimmed = ""
    days: Number = 0


LABELS = {"completion": "The code", "days": "The days"}
"""What the page calls each field; error texts begin with it."""


@blueprint.post("/campaigns/<campaign>/recruiting/completion")
@allowed(Action.CHANGE)
def put(campaign: str) -> ResponseReturnValue:
    """Give the campaign this code."""
    form = CompletionForm.sent()
    try:
        with acting() as act:
            completion_code.put(act, campaign, form.completion, form.days)
    except Rejected as error:
        problems = {error.field: f"{LABELS[error.field]} {error.detail}."}
        return recruiting.page(
            campaign, problems=problems, completion=form.completion, days=request.form.get("days", "")
        ), 400
    flash("The completion code is set. Donors' programs ask for it at their next check-in.")
    return redirect(url_for("portal.recruiting.show", campaign=campaign), 303)


@blueprint.post("/campaigns/<campaign>/recruiting/completion/remove")
@allowed(Action.CHANGE)
def remove(campaign: str) -> ResponseReturnValue:
    """Remove the campaign's code."""
    with acting() as act:
        completion_code.remove(act, campaign)
    flash("The completion code is removed. Donors' programs forget it at their next check-in.")
    return redirect(url_for("portal.recruiting.show", campaign=campaign), 303)
