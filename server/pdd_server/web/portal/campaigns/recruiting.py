"""The portal's recruiting page of a campaign: the link and QR code to join, invitation codes, the completion code."""

import secrets
from base64 import b64encode
from datetime import date
from typing import Any

from apiflask import APIBlueprint
from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from pdd_server.errors import Rejected, invalid
from pdd_server.services.accounts.authorisation import Action, may
from pdd_server.services.campaigns import campaigns, recruitment
from pdd_server.services.campaigns.donor_texts import privacy
from pdd_server.services.donors.completion import draw as draw_completion
from pdd_server.services.last_days import last_day_in
from pdd_server.services.readable_codes import code_hash, draw
from pdd_server.store.campaigns import completions
from pdd_server.store.campaigns import invitation_codes as stored
from pdd_server.store.campaigns.completions import CompletionCode
from pdd_server.web.context import server
from pdd_server.web.portal.authentication import acting, allowed, current
from pdd_server.web.portal.forms import Form, Line, Trimmed
from pdd_server.web.public.join.texts import PageTexts, texts_in
from pdd_shared.protocol.messages import Campaign

blueprint = APIBlueprint("recruiting", __name__, enable_openapi=False)


class CodeForm(Form):
    """A new invitation code: the code, where it is given out, and its last day."""

    code: Trimmed = ""
    label: Line = ""
    last_day: Trimmed = ""


class KnownCodeForm(Form):
    """A known invitation code, typed in again to see its link."""

    known: Trimmed = ""


class WithdrawalForm(Form):
    """A code to withdraw, by its hash: the server does not know the code itself."""

    hash: Line = ""


class PosterForm(Form):
    """The invitation code on a poster; empty for none."""

    code: Trimmed = ""


@blueprint.get("/campaigns/<campaign>/recruiting")
@allowed(Action.SEE)
def show(campaign: str) -> str:
    """The link, and the codes there are."""
    return page(campaign)


@blueprint.post("/campaigns/<campaign>/recruiting")
@allowed(Action.CHANGE)
def make(campaign: str) -> ResponseReturnValue:
    """Make a code and show its link. Sending the form again shows the same, so this response need not redirect.

    The code is in no address of a page, and the server stores only its hash. A researcher who loses it makes another.
    """
    form = CodeForm.sent()
    try:
        with acting() as act:
            recruitment.make(act, campaign, form.code, form.label, _day(form.last_day))
    except Rejected as error:
        problems = {error.field: f"{LABELS[error.field]} {error.detail}."}
        return page(campaign, problems=problems, **form.model_dump()), 400
    return _linked(campaign, form.code)


@blueprint.post("/campaigns/<campaign>/recruiting/link")
@allowed(Action.CHANGE)
def find(campaign: str) -> ResponseReturnValue:
    """The link of a code of the campaign, which the researcher has typed in again."""
    code = KnownCodeForm.sent().known
    with server().store.read() as connection:
        found = stored.get(connection, code_hash(code))
    if found is None or found.campaign != campaign:
        return page(campaign, problems={"known": "This campaign has no such code."}, known=code), 404
    return _linked(campaign, code)


@blueprint.post("/campaigns/<campaign>/recruiting/withdraw")
@allowed(Action.CHANGE)
def withdraw(campaign: str) -> ResponseReturnValue:
    """Withdraw a code, so that nobody can register with it any more."""
    text = WithdrawalForm.sent().hash
    if len(text) == 64 and all(sign in "0123456789abcdef" for sign in text):
        with acting() as act:
            recruitment.withdraw(act, campaign, bytes.fromhex(text))
    flash("The code is withdrawn: nobody registers by it any more. Donors that did stay.")
    return redirect(url_for(".show", campaign=campaign), 303)


@blueprint.route("/campaigns/<campaign>/recruiting/poster", methods=["GET", "POST"])
@allowed(Action.SEE)
def poster(campaign: str) -> str:
    """A poster to print, in one of the study's languages. Its code is sent by POST, so that it is in no address."""
    code = PosterForm.sent().code or None if request.method == "POST" else None
    found, config = _campaign(campaign), server().config
    offered = recruitment.languages(found)
    chosen = request.args.get("lang")
    texts = texts_in(chosen if chosen in offered else offered[0])
    return render_template(
        "portal/recruiting/poster.html",
        server=config,
        campaign=found,
        code=code,
        t=texts,
        counted=texts(f"counted_{found.terms.period}", number=len(found.vocabulary)),
        privacy=[*privacy.protection(found.terms, config, texts), texts("kept", days=config.retention.activity)],
        page=recruitment.join_link(request.url_root, campaign, None),
        picture=_picture(recruitment.join_link(request.url_root, campaign, code)),
    )


LABELS = {"code": "The code", "label": "The name", "last_day": "The last day"}
"""What the page calls each field; error texts begin with it."""


def _day(text: str) -> date:
    try:
        return last_day_in(text)
    except ValueError:
        raise invalid("last_day", "must be a day such as 2026-11-20") from None


def _linked(campaign: str, code: str) -> str:
    return render_template("portal/recruiting/code.html", server=server().config, code=code, **_join(campaign, code))


def _join(campaign: str, code: str | None) -> dict[str, Any]:
    link = recruitment.join_link(request.url_root, campaign, code)
    png = "data:image/png;base64," + b64encode(recruitment.qr_png(link)).decode()
    found = _campaign(campaign)
    languages = [texts_in(tag) for tag in recruitment.languages(found)]
    squares = [(texts, _square(found, link, texts)) for texts in languages]
    return {"campaign": found, "link": link, "picture": _picture(link), "png": png, "squares": squares}


def _picture(link: str) -> Markup:
    return Markup(recruitment.qr_svg(link))  # noqa: S704 - segno's own drawing, in which nothing of the text is left


def _square(campaign: Campaign, link: str, texts: PageTexts) -> str:
    drawn = recruitment.square_svg(campaign, link, texts("scan_poster"))
    return "data:image/svg+xml;base64," + b64encode(drawn.encode()).decode()


def _campaign(campaign: str) -> Campaign:
    with server().store.read() as connection:
        return campaigns.get(connection, campaign).campaign


def _proposed(known: CompletionCode | None) -> dict[str, str]:
    """Return the initial values of the completion code's form: the present code, else a newly drawn one."""
    if known is not None:
        return {"completion": known.code, "days": str(known.days)}
    return {"completion": draw_completion(secrets.token_bytes), "days": ""}


def page(campaign: str, problems: dict[str, str] | None = None, **typed: str) -> str:
    """Return the recruiting page.

    Args:
        campaign: The campaign's id.
        problems: The errors of the form that was sent, by field.
        typed: The values of the form that was sent, by field; other fields have initial values.

    Raises:
        Rejected: NO_SUCH_CAMPAIGN.
    """
    with server().store.read() as connection:
        found = campaigns.get(connection, campaign)
        codes = stored.of_campaign(connection, campaign)
        completion = completions.get(connection, campaign)
    proposed = {"code": draw(secrets.token_bytes), "label": "", "last_day": found.campaign.end.isoformat(), "known": ""}
    return render_template(
        "portal/recruiting/recruiting.html",
        server=server().config,
        closed=found.closed,
        codes=codes,
        completion=completion,
        most_days=server().config.retention.activity,
        asked=bool(server().config.invitations),
        may_change=may(current(), Action.CHANGE, campaign),
        problems=problems or {},
        typed={**proposed, **_proposed(completion), **typed},
        **_join(campaign, None),
    )
