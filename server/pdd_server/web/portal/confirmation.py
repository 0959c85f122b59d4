"""Confirmation of weighty acts: the signed-in person gives the own password once more, together with the act.

So nobody who finds a browser open, or steals a session, can make an invitation, token or passkey, remove a passkey, end
other sessions, or change or erase an account. Two acts ask for no password: revoking one's own token, because a token
that leaked has to end fast, and sharing a draft with somebody who has an account already.

A view that is `confirmed` first answers with a page that asks for the password. That page holds the form that was sent,
and sends it again.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import render_template, request
from flask.typing import ResponseReturnValue

from pdd_server.services.accounts import audit
from pdd_server.services.accounts.authentication import passwords
from pdd_server.store.accounts import accounts
from pdd_server.web.context import now_and_today, server
from pdd_server.web.portal.authentication import View, current, own_key
from pdd_server.web.rate_limits import limit_failures, network_key

FIELD = "own_password"
"""The form field with the password of the person who acts."""
OWN_PASSWORD = "own-password"  # noqa: S105
"""The name under which wrong tries at one's own password are counted, at whichever view."""
_LEFT_OUT = (FIELD, "csrf_token")


def confirmed(act: str) -> Callable[[View], View]:
    """Return a decorator that runs a view only with the signed-in account's password. It goes below `allowed`.

    Args:
        act: What the view does, as the page that asks says it, such as "Disable this account".
    """

    def guard(view: View) -> View:
        @limit_failures(own_key, network_key, together=OWN_PASSWORD)
        @wraps(view)
        def guarded(*args: Any, **named: Any) -> ResponseReturnValue:
            given = request.form.get(FIELD)
            if given is None:
                return _page(act, {})
            if not _is_own(given):
                _record_refusal(act)
                return _page(act, {FIELD: "This is not your password."}), 403
            return view(*args, **named)

        return guarded

    return guard


def _is_own(password: str) -> bool:
    with server().store.read() as connection:
        stored = accounts.get(connection, current().id)
    # After the transaction, as hashing a password takes long.
    return stored is not None and passwords.is_right(stored.password, password)


def _record_refusal(act: str) -> None:
    now, _ = now_and_today()
    with server().store.write() as connection:
        audit.record(connection, now, current(), "confirmation.refused", current().email, act)


def _page(act: str, problems: dict[str, str]) -> str:
    sent = [(name, value) for name, value in request.form.items(multi=True) if name not in _LEFT_OUT]
    return render_template(
        "portal/accounts/confirm.html", server=server().config, act=act, sent=sent, problems=problems
    )
