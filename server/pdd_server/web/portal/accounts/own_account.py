"""The portal's page of the signed-in account: its password, sessions, recovery codes, and tokens for programs."""

import json
import secrets
from typing import Any

from apiflask import APIBlueprint
from flask import Response, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pdd_server.errors import Rejected
from pdd_server.services.accounts import administration, audit, personal_data
from pdd_server.services.accounts.authentication import sessions as services
from pdd_server.services.accounts.authentication import tokens
from pdd_server.services.accounts.authentication.passkeys import registration_options
from pdd_server.services.accounts.authentication.tokens import Scope
from pdd_server.services.accounts.authorisation import Action
from pdd_server.services.accounts.timestamps import instant_of
from pdd_server.services.campaigns.drafts.workflow import names_of
from pdd_server.store.accounts import accounts
from pdd_server.store.accounts import audit as audit_log
from pdd_server.store.accounts import passkeys as stored_passkeys
from pdd_server.store.accounts import tokens as stored_tokens
from pdd_server.web.context import now_and_today, server
from pdd_server.web.portal import authentication
from pdd_server.web.portal.accounts.passkeys import new_challenge, site
from pdd_server.web.portal.authentication import allowed, current
from pdd_server.web.portal.confirmation import OWN_PASSWORD, confirmed
from pdd_server.web.portal.forms import Form, Line, Number
from pdd_server.web.rate_limits import limit_failures, network_key

blueprint = APIBlueprint("own_account", __name__, enable_openapi=False)


_EVENTS = 20
"""The most sign-ins and changes that the page lists."""


class PasswordForm(Form):
    """A new password, and the present one to confirm it."""

    current: Line = ""
    password: Line = ""


class SessionForm(Form):
    """The session to end, by its id in the list; empty for all others."""

    session: Line = ""


class TokenForm(Form):
    """A token for programs: what it may do, which campaigns it reaches, and for how many days."""

    name: Line = ""
    scope: Line = ""
    reach: Line = ""
    campaigns: tuple[str, ...] = ()
    days: Number = 0


@blueprint.get("/account")
@allowed(Action.SEE, of=None)
def show() -> ResponseReturnValue:
    """The signed-in account."""
    return _page()


@blueprint.post("/account/password")
@limit_failures(authentication.own_key, network_key, together=OWN_PASSWORD)
@allowed(Action.SEE, of=None)
def change_password() -> ResponseReturnValue:
    """Change the password, and end every other session."""
    form, (now, _) = PasswordForm.sent(), now_and_today()
    try:
        with server().store.write() as connection:
            administration.change_password(
                connection, now, current(), form.current, form.password, authentication.session_name()
            )
    except Rejected as error:
        return _page({error.field: error.detail}), 400
    authentication.begin(current().id, whole=True)
    flash("Your password is changed. Every other session of yours has ended.")
    return redirect(url_for(".show"), 303)


@blueprint.post("/account/sessions")
@allowed(Action.SEE, of=None)
@confirmed("End a session, or all but this one")
def end_sessions() -> ResponseReturnValue:
    """End the session that the form names; without a name, every session of the account but this one."""
    now, _ = now_and_today()
    chosen = SessionForm.sent().session
    with server().store.write() as connection:
        if chosen:
            ended = int(services.end_one(connection, current().id, chosen))
        else:
            ended = services.end_others(connection, current().id, authentication.session_name())
        audit.record(connection, now, current(), "account.sessions-ended", current().email, str(ended))
    flash(f"Ended: {ended} {'session' if ended == 1 else 'sessions'}.")
    return redirect(url_for(".show"), 303)


@blueprint.post("/account/tokens")
@allowed(Action.SEE, of=None)
@confirmed("Make a token, with which a program can do what you may")
def create_token() -> ResponseReturnValue:
    """Make a token and show it once.

    The token is in this response and nowhere else, so it does not redirect.
    """
    form, (now, _) = TokenForm.sent(), now_and_today()
    try:
        with server().store.write() as connection:
            token = tokens.create(
                connection,
                now,
                current(),
                form.name,
                Scope.WRITE if form.scope == Scope.WRITE else Scope.READ,
                form.campaigns if form.reach == "some" else None,
                form.days,
                secrets.token_bytes,
            )
    except Rejected as error:
        return _page({error.field: error.detail}), 400
    return render_template("portal/accounts/token.html", server=server().config, token=token)


@blueprint.post("/account/tokens/<token>/revoke")
@allowed(Action.SEE, of=None)
def revoke_token(token: str) -> ResponseReturnValue:
    """Revoke a token of the account."""
    now, _ = now_and_today()
    with server().store.write() as connection:
        known = tokens.revoke(connection, now, current(), token)
    if not known:
        abort(404)
    flash("The token is revoked; no program gets in with it any more.")
    return redirect(url_for(".show"), 303)


@blueprint.get("/account/copy")
@allowed(Action.SEE, of=None)
def download_copy() -> ResponseReturnValue:
    """Return what the server keeps about the account, as a JSON file."""
    with server().store.read() as connection:
        found = personal_data.copy_of(connection, current())
    headers = {"Content-Disposition": 'attachment; filename="account.json"'}
    return Response(json.dumps(found, indent=1), mimetype="application/json", headers=headers)


@blueprint.post("/account/erase")
@allowed(Action.SEE, of=None)
@confirmed("Erase your account for good")
def erase() -> ResponseReturnValue:
    """Erase the signed-in account, with its address and name."""
    now, _ = now_and_today()
    try:
        with server().store.write() as connection:
            personal_data.erase(connection, now, current(), current())
    except Rejected as error:
        return _page({error.field: error.detail}), 400
    authentication.end()
    flash("Your account is erased.")
    return redirect(url_for("portal.sign_in.show"), 303)


def _page(problems: dict[str, str] | None = None) -> str:
    """Return the page. After an error it has what was typed into the token's form, but no passwords."""
    now, today = now_and_today()
    with server().store.read() as connection:
        shown: dict[str, Any] = {
            "tokens": [one for one in stored_tokens.of_account(connection, current().id) if one.expires > today],
            "sessions": services.list_of(connection, current().id, authentication.session_name(), now),
            "events": audit_log.about(connection, _EVENTS, current().id, current().email),
            "codes": accounts.codes_left(connection, current().id),
            "names": names_of(connection, current()),
            "passkeys": stored_passkeys.of_account(connection, current().id),
            "new_passkey": registration_options(connection, site(), current(), new_challenge()),
        }
    return render_template(
        "portal/accounts/own_account.html",
        server=server().config,
        problems=problems or {},
        sent=request.form,
        usual_days=tokens.USUAL_DAYS,
        instant_of=instant_of,
        **shown,
    )
