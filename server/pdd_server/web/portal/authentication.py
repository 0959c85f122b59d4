"""Authentication and authorisation for the portal's views.

The browser holds a signed cookie with a random session name; all else about a session is in the database. A session is
whole once both steps of the sign-in are taken: password, then second factor. Views declare with `allowed` what an
account must be permitted to do.
"""

import logging
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from flask import abort, g, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import Connection

from pdd_server.services.accounts.authentication import sessions
from pdd_server.services.accounts.authentication.sessions import SignedIn
from pdd_server.services.accounts.authorisation import Action, may
from pdd_server.services.accounts.model import Account
from pdd_server.services.campaigns.drafts.workflow import Act
from pdd_server.web.context import now_and_today, server
from pdd_server.web.rate_limits import network_key

log = logging.getLogger(__name__)

View = Callable[..., ResponseReturnValue]
_NAME, _ACCOUNT = "name", "account"
_CSRF = "csrf_token"
"""Flask-WTF's key in the session: it ties the pages' forms to this browser."""


def current() -> Account:
    """Return the signed-in account; abort with 403 without one. Only views that are `allowed` may call this."""
    found = account()
    if found is None:
        abort(403)
    return found


def allowed(action: Action, of: str | None = "campaign") -> Callable[[View], View]:
    """Return a decorator that restricts a view to signed-in accounts that are permitted an action.

    Without a whole session the browser is sent to the sign-in and back; a form about a campaign is shown again to be
    sent after the sign-in. A campaign that the account may not see is not found (404), so nobody learns which exist. An
    act that the account's role does not permit is refused (403).

    Args:
        action: what the view does.
        of: the view's argument that names the campaign or draft; None for views without one.
    """

    def guard(view: View) -> View:
        @wraps(view)
        def guarded(*args: Any, **named: Any) -> ResponseReturnValue:
            signed_in = account()
            if signed_in is None:
                return _sign_in_first(keep=of is not None)
            campaign = None if of is None else named[of]
            if campaign is not None and not may(signed_in, Action.SEE, campaign):
                abort(404)
            if not may(signed_in, action, campaign):
                log.warning("refused: account %s, %s", signed_in.id, request.endpoint)
                abort(403)
            return view(*args, **named)

        return guarded

    return guard


def account() -> Account | None:
    """Return the account of a whole session; None without one."""
    found = _session()
    return found.account if found and found.whole else None


def half_way() -> Account | None:
    """Return the account whose password was given and whose second step is still to be taken."""
    found = _session()
    return found.account if found and not found.whole else None


def begin(account_id: str, *, whole: bool) -> None:
    """Begin a session under a new name and end the one before.

    A new name at each step stops session fixation: a name planted before the sign-in is worth nothing after it. Forms
    that are still open in the browser stay valid if the account is the same, so nothing typed is lost.
    """
    now, _ = now_and_today()
    with server().store.write() as connection:
        _end(connection)
        name = sessions.begin(connection, account_id, now, secrets.token_bytes, whole=whole)
    forms = session.get(_CSRF) if session.get(_ACCOUNT) == account_id else None
    session.clear()
    session.update({_NAME: name, _ACCOUNT: account_id} | ({_CSRF: forms} if forms else {}))
    g.pop("signed_in", None)


def end() -> None:
    """End the session, in the database and in the browser."""
    if _NAME in session:
        with server().store.write() as connection:
            _end(connection)
    session.clear()
    g.pop("signed_in", None)


@contextmanager
def acting() -> Iterator[Act]:
    """Open a write transaction that acts as the signed-in account."""
    now = server().clock()
    with server().store.write() as connection:
        yield Act(connection, server().config, now, current())


def session_name() -> str:
    """Return the session's random name; empty without one."""
    found: str = session.get(_NAME, "")
    return found


def account_key() -> str:
    """Return the rate-limit key of all requests to the portal: the signed-in account, else the network.

    All requests are also counted under `network_key`. The key here has another text, so that a request is not counted
    twice under one key.
    """
    found = account()
    return found.id if found else f"signed out at {network_key()}"


def own_key() -> str:
    """Return the rate-limit key for re-entering one's own password: the signed-in account."""
    return _key_of(account())


def half_way_key() -> str:
    """Return the rate-limit key for tries at the second step: the account whose password was given."""
    return _key_of(half_way())


def _key_of(found: Account | None) -> str:
    """Return the rate-limit key of an account; without one that of the network.

    One key for everybody without an account would let anybody use up the tries of all.
    """
    return found.id if found else f"nobody at {network_key()}"


def _sign_in_first(*, keep: bool) -> ResponseReturnValue:
    """Send the browser to the sign-in and back to this page, or show a form that can be sent again afterwards.

    The CSRF check comes before this, so only forms of this browser are shown again.
    """
    if request.method == "POST" and keep:
        sent = [(name, value) for name, value in request.form.items(multi=True) if name != _CSRF]
        files = any(file.filename for file in request.files.values())
        return render_template("portal/sign_in/signed_out.html", server=server().config, sent=sent, files=files), 403
    way = request.full_path.rstrip("?") if request.method == "GET" else None
    return redirect(url_for("portal.sign_in.show", next=way), 303)


def _end(connection: Connection) -> None:
    if _NAME in session:
        sessions.end(connection, session[_NAME])


def _session() -> SignedIn | None:
    """Return the request's session, looked up once; its last use is recorded at most once a minute."""
    if "signed_in" not in g:
        g.signed_in = _look_up()
    found: SignedIn | None = g.signed_in
    return found


def _look_up() -> SignedIn | None:
    if _NAME not in session:
        return None
    now = server().clock()
    with server().store.read() as connection:
        found = sessions.find(connection, session[_NAME], now)
    if found and found.stale:
        with server().store.write() as connection:
            sessions.touch(connection, session[_NAME], now)
    return found
