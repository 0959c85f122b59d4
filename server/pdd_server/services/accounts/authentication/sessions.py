"""Sessions: over after half an hour without a request, and after twelve hours at any rate, by the server's clock."""

import hashlib
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from pdd_server.services.accounts.model import Account, Role
from pdd_server.services.accounts.timestamps import minutes_of
from pdd_server.store.accounts import sessions
from pdd_server.store.accounts.sessions import Session
from pdd_shared.protocol.keys import RandomBytes

IDLE = 30
"""Minutes without a request after which a session is over."""
LONGEST = 12 * 60
"""Minutes after which one signs in again at any rate."""
SECOND_STEP = 10
"""Minutes between the password and the second step."""


@dataclass(frozen=True)
class SignedIn:
    """A live session's account; `whole` after the second step, without which it may do nothing but take it."""

    account: Account
    whole: bool
    stale: bool
    """Whether the minute it was last seen in is over, so that it has to be noted again."""


def begin(connection: Connection, account: str, now: datetime, random_bytes: RandomBytes, *, whole: bool) -> str:
    """Begin a session: what its cookie holds, of which only the hash is kept."""
    secret = random_bytes(32).hex()
    minute = minutes_of(now)
    sessions.add(connection, _hash(secret), Session(account, whole, minute, minute))
    return secret


def find(connection: Connection, secret: str, now: datetime) -> SignedIn | None:
    """Return the account of a session; None if the session is over or its account disabled."""
    found = sessions.get(connection, _hash(secret))
    minute = minutes_of(now)
    if found is None or found.disabled is not None or not _lives(found.session, minute):
        return None
    account = Account(found.session.account, found.email, found.name, Role(found.role), found.campaigns)
    return SignedIn(account, found.session.whole, minute > found.session.seen)


def touch(connection: Connection, secret: str, now: datetime) -> None:
    """Note that a session is in use."""
    sessions.touch(connection, _hash(secret), minutes_of(now))


def end(connection: Connection, secret: str) -> None:
    """End a session."""
    sessions.end(connection, _hash(secret))


def end_others(connection: Connection, account: str, secret: str) -> int:
    """End an account's other sessions; how many."""
    return sessions.end_all(connection, account, but=_hash(secret))


def expire(connection: Connection, now: datetime) -> None:
    """Forget the sessions that are over."""
    minute = minutes_of(now)
    sessions.expire(connection, minute - LONGEST, minute - IDLE)


def _lives(session: Session, minute: int) -> bool:
    if not session.whole:
        return minute - session.started < SECOND_STEP
    return minute - session.seen < IDLE and minute - session.started < LONGEST


def _hash(secret: str) -> bytes:
    """Return what the database keeps of a session's name. It has 256 random bits, so a slow hash would add nothing."""
    return hashlib.sha256(secret.encode()).digest()
