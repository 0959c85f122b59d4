"""The pages of an invitation's link: name and password, then the second factor, then recovery codes, shown once."""

import secrets
from typing import Any

import segno
from apiflask import APIBlueprint
from flask import redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from pdd_server.errors import Rejected
from pdd_server.services.accounts import invitations
from pdd_server.services.accounts.authentication import second_factor
from pdd_server.store.accounts.account_invitations import StoredInvitation
from pdd_server.web.context import now_and_today, server
from pdd_server.web.portal import authentication
from pdd_server.web.portal.forms import Form, Line
from pdd_server.web.rate_limits import limit_failures, network_key

blueprint = APIBlueprint("invitations", __name__, enable_openapi=False)


class NameForm(Form):
    """The first page: the name that others read, and a password."""

    name: Line = ""
    password: Line = ""


class CodeForm(Form):
    """The second page: the code that the phone shows."""

    code: Line = ""


@blueprint.get("/invitations/<link>")
def show(link: str) -> ResponseReturnValue:
    """The first page of an invitation."""
    found = _find(link)
    return _page("sign_in/invitation", invitation=found, name=found.name or "") if found else _gone()


@blueprint.post("/invitations/<link>")
@limit_failures(network_key)
def take_password(link: str) -> ResponseReturnValue:
    """Store the name and password until the second factor is confirmed."""
    found, form = _find(link), NameForm.sent()
    if found is None:
        return _gone()
    try:
        with server().store.write() as connection:
            invitations.fill_in(
                connection, link, found, form.name, form.password, server().online_key, secrets.token_bytes
            )
    except Rejected as error:
        return _page("sign_in/invitation", invitation=found, name=form.name, problems={error.field: error.detail}), 400
    return redirect(url_for(".show_factor", link=link), 303)


@blueprint.get("/invitations/<link>/second-factor")
def show_factor(link: str) -> ResponseReturnValue:
    """The second factor's secret as a QR code and as text, for an authenticator app."""
    found = _find(link)
    if found is None:
        return _gone()
    return _factor(found) if found.secret else redirect(url_for(".show", link=link), 303)


@blueprint.post("/invitations/<link>/second-factor")
@limit_failures(network_key)
def confirm(link: str) -> ResponseReturnValue:
    """Make the account once the phone's code is right, sign in, and show the recovery codes.

    The codes are in this response and nowhere else, so it does not redirect. If the form is sent again, the link has
    been used, and the person gets the page that says so.
    """
    found, form, (now, _) = _find(link), CodeForm.sent(), now_and_today()
    if found is None or not found.secret:
        return _gone()
    try:
        with server().store.write() as connection:
            done = invitations.accept(connection, link, found, form.code, now, server().online_key, secrets.token_bytes)
    except Rejected as error:
        return _factor(found, {error.field: error.detail}), 400
    authentication.begin(done.account.id, whole=True)
    return _page("sign_in/recovery_codes", codes=done.codes)


def qr_of(text: str) -> Markup:
    """Return a text's QR code as an SVG element, black on white in dark pages, too, so that cameras can read it."""
    drawn = segno.make(text, error="m").svg_inline(scale=5, border=4, dark="#000", light="#fff", omitsize=True)
    # Safe to mark as HTML: segno draws the text as a path, so nothing of it is in the page as text.
    return Markup(drawn)  # noqa: S704


def _find(link: str) -> StoredInvitation | None:
    now, _ = now_and_today()
    with server().store.read() as connection:
        return invitations.find(connection, link, now)


def _factor(found: StoredInvitation, problems: dict[str, str] | None = None) -> str:
    secret = second_factor.unseal(found.secret or b"", server().online_key)
    address = second_factor.address_of(secret, found.email, server().config.name)
    return _page(
        "sign_in/second_factor", qr=qr_of(address), secret=second_factor.in_fours(secret), problems=problems or {}
    )


def _gone() -> ResponseReturnValue:
    """Return the page for a link that is unknown, used or expired: it does not tell which."""
    return _page("sign_in/invitation_gone"), 404


def _page(template: str, **shown: Any) -> str:
    return render_template(f"portal/{template}.html", server=server().config, **{"problems": {}, **shown})
