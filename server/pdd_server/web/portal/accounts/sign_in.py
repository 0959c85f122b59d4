"""Signing in, in two steps, and out."""

import hashlib
from typing import Any

from apiflask import APIBlueprint
from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pdd_server.services.accounts import audit
from pdd_server.services.accounts.addresses import folded
from pdd_server.services.accounts.authentication import sign_in
from pdd_server.web.context import now_and_today, server
from pdd_server.web.portal import sessions
from pdd_server.web.portal.forms import field, safe_way

blueprint = APIBlueprint("portal_sign_in", __name__, enable_openapi=False)

_WRONG = "No account here has this address and this password."
_WRONG_CODE = "This is not the code of now, or it was used already. Wait for the next one."


@blueprint.get("/sign-in")
def show() -> ResponseReturnValue:
    """The first step: address and password."""
    way = safe_way(request.args.get("next"))
    return redirect(way, 303) if sessions.account() else _page("portal/sign_in/password.html", way)


@blueprint.post("/sign-in")
def take_password() -> ResponseReturnValue:
    """Let who knows the password take the second step."""
    email, password, way = field("email"), field("password"), safe_way(field("next"))
    now, _ = now_and_today()
    with server().store.read() as connection:
        stored = sign_in.find(connection, email)
    right = sign_in.knows_password(stored, password)
    with server().store.write() as connection:
        if stored is None or not right:
            sign_in.refuse(connection, stored, now)
        else:
            sign_in.renew(connection, stored, password)
    if stored is None or not right:
        return _page("portal/sign_in/password.html", way, faults={"email": _WRONG}, email=email), 403
    sessions.begin(stored.id, whole=False)
    return redirect(url_for(".second_step", next=way), 303)


@blueprint.get("/second-step")
def second_step() -> ResponseReturnValue:
    """The second step: the phone's code, or a recovery code."""
    way = safe_way(request.args.get("next"))
    if sessions.account():
        return redirect(way, 303)
    return _page("portal/sign_in/second_step.html", way) if sessions.half_way() else _anew(way)


@blueprint.post("/second-step")
def take_code() -> ResponseReturnValue:
    """Sign in who has the second factor too."""
    account, way = sessions.half_way(), safe_way(field("next"))
    if account is None:
        return _anew(way)
    now, _ = now_and_today()
    with server().store.write() as connection:
        right = sign_in.check_code(connection, account, field("code"), now, server().key)
    if not right:
        return _page("portal/sign_in/second_step.html", way, faults={"code": _WRONG_CODE}), 403
    sessions.begin(account.id, whole=True)
    return redirect(way, 303)


@blueprint.post("/sign-out")
def leave() -> ResponseReturnValue:
    """End the session."""
    account = sessions.account()
    if account:
        now, _ = now_and_today()
        with server().store.write() as connection:
            audit.record(connection, now, account, "sign-out", account.email)
    sessions.end()
    return redirect(url_for(".show"), 303)


def address_key() -> str:
    """Under what tries at an account are counted: nothing that names it, and the same for one that is not there."""
    return hashlib.sha256(folded(field("email")).encode()).hexdigest()


def half_way_key() -> str:
    """Under what tries at the second step are counted."""
    account = sessions.half_way()
    return account.id if account else "nobody"


def own_key() -> str:
    """Under what tries at one's own password are counted, by whoever sits at a session left open."""
    account = sessions.account()
    return account.id if account else "nobody"


def _anew(way: str) -> ResponseReturnValue:
    return redirect(url_for(".show", next=way), 303)


def _page(template: str, way: str, **shown: Any) -> str:
    return render_template(template, server=server().config, way=way, **{"faults": {}, **shown})
