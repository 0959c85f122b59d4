"""The pages of an invitation's link: name and password, then the second factor, then recovery codes, shown once.

The link's secret stands behind the # of its address, so that no log, proxy or Referer ever has it. A script puts it
into a form. Without scripts, people paste the link into that form. From then on it is in the browser's session cookie.
"""

import secrets
from dataclasses import asdict
from typing import Any

import segno
from apiflask import APIBlueprint
from flask import abort, redirect, render_template, session, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from pdd_server.errors import Rejected
from pdd_server.services.accounts import invitations
from pdd_server.services.accounts.authentication import passwords, second_factor
from pdd_server.store.accounts.account_invitations import StoredInvitation
from pdd_server.web.context import now_and_today, server
from pdd_server.web.portal import authentication
from pdd_server.web.portal.forms import Form, Line
from pdd_server.web.rate_limits import limit_failures, network_key

blueprint = APIBlueprint("invitations", __name__, enable_openapi=False)


_LINK = "invitation"
"""The key of the link's secret in the session cookie."""


class LinkForm(Form):
    """The link, or the part behind its #."""

    link: Line = ""


class NameForm(Form):
    """The first page: the name that others read, and a password."""

    name: Line = ""
    password: Line = ""


class CodeForm(Form):
    """The second page: the code that the phone shows."""

    code: Line = ""


@blueprint.get("/invitation")
def show() -> ResponseReturnValue:
    """The page that an invitation's link opens: a form for the link, which a script fills in and sends."""
    return _page("sign_in/invitation_link")


@blueprint.post("/invitation")
@limit_failures(network_key)
def open_link() -> ResponseReturnValue:
    """Keep the link's secret in the session cookie, and go on to the first page."""
    link = LinkForm.sent().link.rpartition("#")[2].strip()
    session[_LINK] = link
    return redirect(url_for(".show_password"), 303) if _find() else _gone()


@blueprint.get("/invitation/password")
def show_password() -> ResponseReturnValue:
    """The first page of an invitation: name and password."""
    found = _find()
    return _page("sign_in/invitation", invitation=found, name=found.name or "") if found else _gone()


@blueprint.post("/invitation/password")
@limit_failures(network_key)
def take_password() -> ResponseReturnValue:
    """Store the name and password until the second factor is confirmed."""
    found, form = _find(), NameForm.sent()
    if found is None:
        return _gone()
    try:
        with server().store.write() as connection:
            key = server().portal_keys.second_factors
            invitations.fill_in(connection, _link(), found, form.name, form.password, key, secrets.token_bytes)
    except Rejected as error:
        return _page("sign_in/invitation", invitation=found, name=form.name, problems={error.field: error.detail}), 400
    return redirect(url_for(".show_factor"), 303)


@blueprint.post("/password-strength")
def judge_password() -> ResponseReturnValue:
    """Return how hard a password is to guess, to whoever may set one: people with an invitation or an account."""
    if not (authentication.account() or _find()):
        abort(403)
    return asdict(passwords.strength_of(NameForm.sent().password))


@blueprint.get("/invitation/second-factor")
def show_factor() -> ResponseReturnValue:
    """The second factor's secret as a QR code and as text, for an authenticator app."""
    found = _find()
    if found is None:
        return _gone()
    return _factor(found) if _secret(found) else redirect(url_for(".show_password"), 303)


@blueprint.post("/invitation/second-factor")
@limit_failures(network_key)
def confirm() -> ResponseReturnValue:
    """Make the account once the phone's code is right, sign in, and show the recovery codes.

    The codes are in this response and nowhere else, so it does not redirect. If the form is sent again, the link has
    been used, and the person gets the page that says so.
    """
    found, form, (now, _) = _find(), CodeForm.sent(), now_and_today()
    if found is None or not _secret(found):
        return _gone()
    try:
        with server().store.write() as connection:
            key = server().portal_keys.second_factors
            done = invitations.accept(connection, _link(), found, form.code, now, key, secrets.token_bytes)
    except Rejected as error:
        return _factor(found, {error.field: error.detail}), 400
    authentication.begin(done.account.id, whole=True)
    return _page("sign_in/recovery_codes", codes=done.codes)


def qr_of(text: str) -> Markup:
    """Return a text's QR code as an SVG element, black on white in dark pages, too, so that cameras can read it."""
    drawn = segno.make(text, error="m").svg_inline(scale=5, border=4, dark="#000", light="#fff", omitsize=True)
    # Safe to mark as HTML: segno draws the text as a path, so nothing of it is in the page as text.
    return Markup(drawn)  # noqa: S704


def _link() -> str:
    """Return the secret of the link that this browser opened; empty if it opened none."""
    found: str = session.get(_LINK, "")
    return found


def _find() -> StoredInvitation | None:
    now, _ = now_and_today()
    with server().store.read() as connection:
        return invitations.find(connection, _link(), now)


def _secret(found: StoredInvitation) -> str | None:
    """Return the second factor's secret; None before the first page was sent, or if its key was lost since."""
    return second_factor.unseal(found.secret, server().portal_keys.second_factors) if found.secret else None


def _factor(found: StoredInvitation, problems: dict[str, str] | None = None) -> str:
    secret = _secret(found) or ""
    address = second_factor.address_of(secret, found.email, server().config.name)
    return _page(
        "sign_in/second_factor", qr=qr_of(address), secret=second_factor.in_fours(secret), problems=problems or {}
    )


def _gone() -> ResponseReturnValue:
    """Return the page for a link that is unknown, used or expired: it does not tell which."""
    return _page("sign_in/invitation_gone"), 404


def _page(template: str, **shown: Any) -> str:
    return render_template(f"portal/{template}.html", server=server().config, **{"problems": {}, **shown})
