"""Signed-in sessions of browsers, stored by the hash of their cookie's secret."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection, delete, insert, or_, select, update

from pdd_server.store.accounts.tables import accounts, belongs, sessions


@dataclass(frozen=True)
class Session:
    """A session.

    Attributes:
        account: The account's id.
        whole: Whether the second factor was given. Without it, the session allows nothing else.
        started: When it began, in minutes since 1970-01-01 UTC.
        seen: When it was last used, likewise.
    """

    account: str
    whole: bool
    started: int
    seen: int


@dataclass(frozen=True)
class SessionAccount:
    """A session with the data of its account: name, role, campaigns, and since when it is disabled, if it is."""

    session: Session
    email: str
    name: str
    role: str
    disabled: date | None
    campaigns: frozenset[str]


def add(connection: Connection, hashed: bytes, session: Session) -> None:
    """Add a session under the hash of its cookie's secret."""
    connection.execute(insert(sessions).values(hash=hashed, **vars(session)))


def get(connection: Connection, hashed: bytes) -> SessionAccount | None:
    """Return the session of this hash with its account, or None. It may be over.

    One statement reads it all, because each page needs it.
    """
    columns = (accounts.c.email, accounts.c.name, accounts.c.role, accounts.c.disabled, belongs.c.campaign)
    joined = sessions.join(accounts).outerjoin(belongs, belongs.c.account == accounts.c.id)
    rows = connection.execute(select(sessions, *columns).select_from(joined).where(sessions.c.hash == hashed)).all()
    if not rows:
        return None
    row = rows[0]
    campaigns = frozenset(one.campaign for one in rows if one.campaign is not None)
    session = Session(row.account, row.whole, row.started, row.seen)
    return SessionAccount(session, row.email, row.name, row.role, row.disabled, campaigns)


def touch(connection: Connection, hashed: bytes, seen: int) -> None:
    """Record the minute in which a session was last used."""
    connection.execute(update(sessions).where(sessions.c.hash == hashed).values(seen=seen))


def end(connection: Connection, hashed: bytes) -> None:
    """Delete a session, if there is one of this hash."""
    connection.execute(delete(sessions).where(sessions.c.hash == hashed))


def end_all(connection: Connection, account: str, but: bytes | None = None) -> int:
    """Delete an account's sessions, except the one with the hash `but`; return how many were deleted."""
    where = [sessions.c.account == account] + ([sessions.c.hash != but] if but else [])
    return connection.execute(delete(sessions).where(*where)).rowcount


def of_account(connection: Connection, account: str) -> dict[bytes, Session]:
    """Return an account's sessions by their hash, the oldest first. Some may be over."""
    query = select(sessions).where(sessions.c.account == account).order_by(sessions.c.started, sessions.c.hash)
    rows = connection.execute(query).all()
    return {row.hash: Session(row.account, row.whole, row.started, row.seen) for row in rows}


def expire(connection: Connection, started_before: int, seen_before: int) -> None:
    """Delete the sessions that began before one minute, or were last used before another."""
    connection.execute(delete(sessions).where(or_(sessions.c.started < started_before, sessions.c.seen < seen_before)))
