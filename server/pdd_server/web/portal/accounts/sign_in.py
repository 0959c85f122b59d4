"""Sign-in in two steps, password and second factor, and sign-out."""

import hashlib
from typing import Any

from apiflask import APIBlueprint
from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pdd_server.services.accounts import audit
from pdd_server.services.accounts.addresses import folded
from pdd_server.services.accounts.authentication import passkeys, sign_in
from pdd_server.services.accounts.model import Account
from pdd_server.web.context import now_and_today, server
from pdd_server.web.portal import authentication
from pdd_server.web.portal.accounts.passkeys import new_challenge, site
from pdd_server.web.portal.forms import Form, Line, safe_way
from pdd_server.web.rate_limits import limit_failures, network_key

blueprint = APIBlueprint("sign_in", __name__, enable_openapi=False)

_WRONG = "No account here has this address and this password."
_WRONG_CODE = "This is not the code of now, or it was used already. Wait for the next one."


class PasswordForm(Form):
    """The first step: address and password, and the page to go to after the sign-in."""

    email: Line = ""
    password: Line = ""
    next: Line = ""


class CodeForm(Form):
    """The second step: a code of the phone or a recovery code, and the page to go to after the sign-in."""

    code: Line = ""
    next: Line = ""


@blueprint.get("/sign-in")
def show() -> ResponseReturnValue:
    """The first step: address and password."""
    way = safe_way(request.args.get("next"))
    return redirect(way, 303) if authentication.account() else _first_step(way)


def address_key() -> str:
    """Return the rate-limit key of a sign-in: a hash of the typed address, whether it has an account or not.

    If only addresses with an account were limited, the limit would tell which ones have one.
    """
    return hashlib.sha256(folded(PasswordForm.sent().email).encode()).hexdigest()


@blueprint.post("/sign-in")
@limit_failures(address_key, network_key)
def take_password() -> ResponseReturnValue:
    """Check the password; the correct one leads to the second step."""
    form = PasswordForm.sent()
    way = safe_way(form.next)
    now, _ = now_and_today()
    with server().store.read() as connection:
        stored = sign_in.find(connection, form.email)
    # Between the two transactions, as hashing a password takes long.
    right = sign_in.knows_password(stored, form.password)
    with server().store.write() as connection:
        if stored is None or not right:
            sign_in.refuse(connection, stored, now)
        else:
            sign_in.renew(connection, stored, form.password)
    if stored is None or not right:
        return _first_step(way, problems={"email": _WRONG}, email=form.email), 403
    authentication.begin(stored.id, whole=False)
    return redirect(url_for(".second_step", next=way), 303)


@blueprint.get("/second-step")
def second_step() -> ResponseReturnValue:
    """The second step: the phone's code, or a recovery code."""
    way = safe_way(request.args.get("next"))
    if authentication.account():
        return redirect(way, 303)
    account = authentication.half_way()
    return _second_step(account, way) if account else _anew(way)


@blueprint.post("/second-step")
@limit_failures(authentication.half_way_key, network_key)
def take_code() -> ResponseReturnValue:
    """Check the second factor; a correct code signs the account in."""
    account, form = authentication.half_way(), CodeForm.sent()
    way = safe_way(form.next)
    if account is None:
        return _anew(way)
    now, _ = now_and_today()
    with server().store.write() as connection:
        right = sign_in.check_code(connection, account, form.code, now, server().portal_keys.second_factors)
    if not right:
        return _second_step(account, way, problems={"code": _WRONG_CODE}), 403
    authentication.begin(account.id, whole=True)
    return redirect(way, 303)


@blueprint.post("/sign-out")
def leave() -> ResponseReturnValue:
    """End the session."""
    account = authentication.account()
    if account:
        now, _ = now_and_today()
        with server().store.write() as connection:
            audit.record(connection, now, account, "sign-out", account.email)
    authentication.end()
    return redirect(url_for(".show"), 303)


def _anew(way: str) -> ResponseReturnValue:
    """Send the browser back to the first step, because the password is missing or was given too long ago."""
    return redirect(url_for(".show", next=way), 303)


def _second_step(account: Account, way: str, **shown: Any) -> str:
    with server().store.read() as connection:
        options = passkeys.second_step_options(connection, site(), account, new_challenge())
    return _page("portal/sign_in/second_step.html", way, passkey=options, **shown)


def _first_step(way: str, **shown: Any) -> str:
    options = passkeys.sign_in_options(site(), new_challenge())
    return _page("portal/sign_in/password.html", way, passkey=options, **shown)


def _page(template: str, way: str, **shown: Any) -> str:
    return render_template(template, server=server().config, way=way, **{"problems": {}, **shown})
