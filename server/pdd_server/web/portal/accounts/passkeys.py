"""Passkeys in the portal: made, named and removed on the own account's page, and used to sign in.

A script talks to the authenticator and sends its answer in a form. Without scripts people sign in with their phone. The
challenge stands in the signed session cookie. It is used up by the first answer, and ends after ten minutes.
"""

import secrets
from urllib.parse import urlsplit

from apiflask import APIBlueprint
from flask import abort, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from pdd_server.errors import Rejected
from pdd_server.services.accounts.authentication import passkeys
from pdd_server.services.accounts.authentication.passkeys import Site
from pdd_server.services.accounts.authorisation import Action
from pdd_server.services.accounts.timestamps import minutes_of
from pdd_server.web.context import now_and_today, server
from pdd_server.web.portal import authentication
from pdd_server.web.portal.authentication import allowed, current
from pdd_server.web.portal.confirmation import confirmed
from pdd_server.web.portal.forms import Form, Line, Text, safe_way
from pdd_server.web.rate_limits import limit_failures, network_key

blueprint = APIBlueprint("passkeys", __name__, enable_openapi=False)

_CHALLENGE, _ASKED = "challenge", "asked"
"""The keys in the session cookie of a challenge, in hex, and of the minute in which it was made."""
_GOOD_FOR = 10
"""Minutes for which a challenge can be answered."""
_WRONG = "This passkey signs nobody in here. Try again, or use your password and your phone."


class NewPasskeyForm(Form):
    """A new passkey: what its owner calls it, and the browser's answer."""

    passkey_name: Line = ""
    passkey: Text = ""


class PasskeyForm(Form):
    """The browser's answer, and the page to go to after the sign-in."""

    passkey: Text = ""
    next: Line = ""


def site() -> Site:
    """Return where the browser sees the portal."""
    host = urlsplit(request.host_url).hostname or ""
    return Site(host, request.host_url.rstrip("/"), server().config.name)


def new_challenge() -> bytes:
    """Return a new challenge, which replaces an earlier one of this browser."""
    now, _ = now_and_today()
    challenge = secrets.token_bytes(passkeys.CHALLENGE_SIZE)
    session[_CHALLENGE], session[_ASKED] = challenge.hex(), minutes_of(now)
    return challenge


def _taken_challenge() -> bytes:
    """Return this browser's challenge, which can't be taken again; a random one, which fits nothing, if it has none."""
    now, _ = now_and_today()
    asked, challenge = session.pop(_ASKED, 0), session.pop(_CHALLENGE, "")
    if challenge and 0 <= minutes_of(now) - asked < _GOOD_FOR:
        return bytes.fromhex(challenge)
    return secrets.token_bytes(passkeys.CHALLENGE_SIZE)


@blueprint.post("/account/passkeys")
@allowed(Action.SEE, of=None)
@confirmed("Add a passkey, with which you can sign in")
def add() -> ResponseReturnValue:
    """Add a passkey to the account."""
    form, (now, _) = NewPasskeyForm.sent(), now_and_today()
    challenge = _taken_challenge()
    try:
        with server().store.write() as connection:
            passkeys.add(connection, now, site(), current(), form.passkey_name, form.passkey, challenge)
    except Rejected as error:
        flash(error.detail, "warning")
    else:
        flash("The passkey is added. You can sign in with it.")
    return redirect(url_for("portal.own_account.show"), 303)


@blueprint.post("/account/passkeys/<passkey>/remove")
@allowed(Action.SEE, of=None)
@confirmed("Remove a passkey, so that nobody signs in with it any more")
def remove(passkey: str) -> ResponseReturnValue:
    """Remove a passkey of the account."""
    now, _ = now_and_today()
    with server().store.write() as connection:
        known = passkeys.remove(connection, now, current(), passkey)
    if not known:
        abort(404)
    flash("The passkey is removed. Delete it on your device, too.")
    return redirect(url_for("portal.own_account.show"), 303)


@blueprint.post("/passkey")
@limit_failures(authentication.half_way_key, network_key)
def sign_in() -> ResponseReturnValue:
    """Sign in with a passkey: in place of the code after the password, or alone."""
    form, (now, _) = PasskeyForm.sent(), now_and_today()
    half_way, way, challenge = authentication.half_way(), safe_way(form.next), _taken_challenge()
    with server().store.write() as connection:
        account = passkeys.check(connection, now, site(), form.passkey, challenge, half_way)
    if account is None:
        page = {"way": way, "problem": _WRONG, "half_way": half_way}
        return render_template("portal/sign_in/passkey_refused.html", server=server().config, **page), 403
    authentication.begin(account.id, whole=True)
    return redirect(way, 303)
