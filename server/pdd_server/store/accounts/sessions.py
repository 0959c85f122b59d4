"""Sessions of browsers: kept by the hash of what their cookie holds."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection, delete, insert, or_, select, update

from pdd_server.store.accounts.tables import accounts, belongs, sessions


@dataclass(frozen=True)
class Session:
    """An account's session: `started` and last `seen` in minutes since 1970; `whole` after the second step."""

    account: str
    whole: bool
    started: int
    seen: int


@dataclass(frozen=True)
class SessionAccount:
    """A session, and what its account is and may work on."""

    session: Session
    email: str
    name: str
    role: str
    disabled: date | None
    campaigns: frozenset[str]


def add(connection: Connection, hashed: bytes, session: Session) -> None:
    """Begin a session."""
    connection.execute(insert(sessions).values(hash=hashed, **vars(session)))


def get(connection: Connection, hashed: bytes) -> SessionAccount | None:
    """Return the session of this hash, however old, with its account: one statement, as each page asks for it."""
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
    """Note when a session was last seen."""
    connection.execute(update(sessions).where(sessions.c.hash == hashed).values(seen=seen))


def end(connection: Connection, hashed: bytes) -> None:
    """End a session; one that is not there is ended already."""
    connection.execute(delete(sessions).where(sessions.c.hash == hashed))


def end_all(connection: Connection, account: str, but: bytes | None = None) -> int:
    """End an account's sessions, all but one where that is named; how many."""
    where = [sessions.c.account == account] + ([sessions.c.hash != but] if but else [])
    return connection.execute(delete(sessions).where(*where)).rowcount


def count(connection: Connection, account: str) -> int:
    """How many sessions an account has."""
    return len(connection.execute(select(sessions.c.hash).where(sessions.c.account == account)).all())


def expire(connection: Connection, started_before: int, seen_before: int) -> None:
    """End the sessions that began, or were last seen, before these minutes."""
    connection.execute(delete(sessions).where(or_(sessions.c.started < started_before, sessions.c.seen < seen_before)))
