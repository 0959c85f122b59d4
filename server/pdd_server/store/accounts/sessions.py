"""Sessions of browsers: kept by the hash of what their cookie holds."""

from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, or_, select, update

from pdd_server.store.accounts.tables import sessions


@dataclass(frozen=True)
class Session:
    """An account's session: `started` and last `seen` in minutes since 1970; `whole` after the second step."""

    account: str
    whole: bool
    started: int
    seen: int


def add(connection: Connection, hashed: bytes, session: Session) -> None:
    """Begin a session."""
    connection.execute(insert(sessions).values(hash=hashed, **vars(session)))


def get(connection: Connection, hashed: bytes) -> Session | None:
    """The session of this hash, however old."""
    row = connection.execute(select(sessions).where(sessions.c.hash == hashed)).first()
    return Session(row.account, row.whole, row.started, row.seen) if row else None


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
