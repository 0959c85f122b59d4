"""Sessions of the portal. They end half an hour after the last request, and twelve hours after the sign-in at most.

A session begins after the password, for the second step alone. After the second step a new one begins, which is whole.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from pdd_server.services.accounts.model import Account, Role
from pdd_server.services.accounts.timestamps import instant_of, minutes_of
from pdd_server.services.token_hash import token_hash
from pdd_server.store.accounts import sessions
from pdd_server.store.accounts.sessions import Session
from pdd_shared.protocol.keys import RandomBytes

IDLE = 30
"""Minutes without a request after which a session is over."""
LONGEST = 12 * 60
"""Minutes after its begin at which every session is over."""
_ID_LENGTH = 16
"""Hexadecimal digits of a session's id in a list."""
SECOND_STEP = 10
"""The most minutes between the password and the second step."""


@dataclass(frozen=True)
class SignedIn:
    """The account of a session that is not over.

    Attributes:
        account: The account.
        whole: Whether the second step was taken. Without it the session may be used for the second step only.
    """

    account: Account
    whole: bool
    stale: bool
    """Whether its last use was recorded in an earlier minute, so that it has to be recorded again."""


@dataclass(frozen=True)
class ListedSession:
    """A session as its owner sees it in a list.

    Attributes:
        id: A name by which it can be ended, but which opens nothing.
        started: When it began.
        seen: The minute in which it was last used.
        here: Whether it is the one that asks.
    """

    id: str
    started: datetime
    seen: datetime
    here: bool


def begin(connection: Connection, account: str, now: datetime, random_bytes: RandomBytes, *, whole: bool) -> str:
    """Begin a session.

    Args:
        connection: A write transaction.
        account: The account's id.
        now: The server's time.
        random_bytes: The source of the session's name.
        whole: Whether both steps of the sign-in were taken.

    Returns:
        The session's random name for the cookie, in hex. The database has only its hash.
    """
    secret = random_bytes(32).hex()
    minute = minutes_of(now)
    sessions.add(connection, token_hash(secret), Session(account, whole, minute, minute))
    return secret


def find(connection: Connection, secret: str, now: datetime) -> SignedIn | None:
    """Return the account of a session; None if the session is over or its account disabled."""
    found = sessions.get(connection, token_hash(secret))
    minute = minutes_of(now)
    if found is None or found.disabled is not None or not _lives(found.session, minute):
        return None
    account = Account(found.session.account, found.email, found.name, Role(found.role), found.campaigns)
    return SignedIn(account, found.session.whole, minute > found.session.seen)


def touch(connection: Connection, secret: str, now: datetime) -> None:
    """Record the minute of a session's last use."""
    sessions.touch(connection, token_hash(secret), minutes_of(now))


def end(connection: Connection, secret: str) -> None:
    """End a session."""
    sessions.end(connection, token_hash(secret))


def end_others(connection: Connection, account: str, secret: str) -> int:
    """End all sessions of an account except one, and return how many were ended.

    Args:
        connection: A write transaction.
        account: The account's id.
        secret: The name of the session that stays.
    """
    return sessions.end_all(connection, account, but=token_hash(secret))


def list_of(connection: Connection, account: str, secret: str, now: datetime) -> list[ListedSession]:
    """Return an account's sessions that are not over, the oldest first.

    Args:
        connection: A transaction.
        account: The account's id.
        secret: The name of the session that asks.
        now: The server's time.
    """
    own, minute = token_hash(secret), minutes_of(now)
    return [
        ListedSession(_id_of(hashed), instant_of(one.started), instant_of(one.seen), hashed == own)
        for hashed, one in sessions.of_account(connection, account).items()
        if one.whole and _lives(one, minute)
    ]


def end_one(connection: Connection, account: str, session_id: str) -> bool:
    """End the account's session with this id of `list_of`, and return whether there was one."""
    found = next((one for one in sessions.of_account(connection, account) if _id_of(one) == session_id), None)
    if found is not None:
        sessions.end(connection, found)
    return found is not None


def expire(connection: Connection, now: datetime) -> None:
    """Delete the sessions that are over."""
    minute = minutes_of(now)
    sessions.expire(connection, minute - LONGEST, minute - IDLE)


def _id_of(hashed: bytes) -> str:
    """Return the part of a session's hash that names it in lists. The cookie's secret can't be computed from it."""
    return hashed.hex()[:_ID_LENGTH]


def _lives(session: Session, minute: int) -> bool:
    # A time that lies ahead is of a clock that was wrong. Without `abs` such a session would live until that time.
    age, idle = abs(minute - session.started), abs(minute - session.seen)
    return idle < IDLE and age < LONGEST if session.whole else age < SECOND_STEP
