"""The browser's session: a signed cookie that holds a random name; all else of it is in the database."""

import hashlib
import secrets

from flask import Flask, g, request, session
from flask.sessions import SecureCookieSessionInterface
from sqlalchemy import Connection

from pdd_server.services.accounts.authentication import sessions
from pdd_server.services.accounts.authentication.sessions import SignedIn
from pdd_server.services.accounts.model import Account
from pdd_server.web.context import now_and_today, server

_NAME, _ACCOUNT = "name", "account"
_FORMS = "csrf_token"
"""By which the pages' forms are known to be of this browser."""


class Cookies(SecureCookieSessionInterface):
    """Cookies that no script reads and no other site's form brings along, and over HTTPS never leave it."""

    digest_method = staticmethod(hashlib.sha256)

    def get_cookie_name(self, app: Flask) -> str:
        """A prefix by which browsers refuse the cookie from anywhere but this very host, over HTTPS."""
        return f"__Host-{super().get_cookie_name(app)}" if request.is_secure else super().get_cookie_name(app)

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002
        """Over plain HTTP, which is for loopback alone, a browser would not keep a secure cookie."""
        return request.is_secure


def account() -> Account | None:
    """Who is signed in, with both steps; None for anybody else."""
    found = _found()
    return found.account if found and found.whole else None


def half_way() -> Account | None:
    """Who gave the password, and has the second step to take."""
    found = _found()
    return found.account if found and not found.whole else None


def begin(account_id: str, *, whole: bool) -> None:
    """Begin a session under a new name; the one before is over.

    Forms still open in the browser stay good where the account is the same: what was typed may be sent after all.
    """
    now, _ = now_and_today()
    with server().store.write() as connection:
        _end(connection)
        name = sessions.begin(connection, account_id, now, secrets.token_bytes, whole=whole)
    forms = session.get(_FORMS) if session.get(_ACCOUNT) == account_id else None
    session.clear()
    session.update({_NAME: name, _ACCOUNT: account_id} | ({_FORMS: forms} if forms else {}))
    g.pop("signed_in", None)


def end() -> None:
    """End the session, here and in the browser."""
    if _NAME in session:
        with server().store.write() as connection:
            _end(connection)
    session.clear()
    g.pop("signed_in", None)


def name() -> str:
    """The session's random name, for what spares it; empty where there is none."""
    found: str = session.get(_NAME, "")
    return found


def _end(connection: Connection) -> None:
    if _NAME in session:
        sessions.end(connection, session[_NAME])


def _found() -> SignedIn | None:
    """The request's session, looked up once; that it was in use is noted once a minute."""
    if "signed_in" not in g:
        g.signed_in = _look_up()
    found: SignedIn | None = g.signed_in
    return found


def _look_up() -> SignedIn | None:
    if _NAME not in session:
        return None
    now, _ = now_and_today()
    with server().store.read() as connection:
        found = sessions.find(connection, session[_NAME], now)
    if found and found.stale:
        with server().store.write() as connection:
            sessions.touch(connection, session[_NAME], now)
    return found
