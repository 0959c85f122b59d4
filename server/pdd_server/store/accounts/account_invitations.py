"""Invitations to have an account, and to sign in anew to one: kept by the hash of what their link holds."""

from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from pdd_server.store.accounts.tables import account_invitations as table


@dataclass(frozen=True)
class Stored:
    """An invitation; name, password's hash and sealed secret are there once the first page is filled in."""

    email: str
    role: str
    campaigns: str
    expires: int
    account: str | None = None
    name: str | None = None
    password: str | None = field(default=None, repr=False)
    secret: bytes | None = field(default=None, repr=False)


def add(connection: Connection, hashed: bytes, invitation: Stored) -> None:
    """Keep an invitation instead of any before to the same address."""
    connection.execute(delete(table).where(table.c.email == invitation.email))
    connection.execute(insert(table).values(hash=hashed, **vars(invitation)))


def get(connection: Connection, hashed: bytes) -> Stored | None:
    """The invitation of this hash, however old."""
    columns = [column for column in table.c if column.name != "hash"]
    row = connection.execute(select(*columns).where(table.c.hash == hashed)).first()
    return Stored(**row._mapping) if row else None


def open_ones(connection: Connection, minute: int) -> list[Stored]:
    """The invitations that are still good at this minute, by address."""
    columns = [column for column in table.c if column.name != "hash"]
    rows = connection.execute(select(*columns).where(table.c.expires > minute).order_by(table.c.email))
    return [Stored(**row._mapping) for row in rows]


def fill_in(connection: Connection, hashed: bytes, **values: Any) -> None:
    """Keep what its first page was filled in with."""
    connection.execute(update(table).where(table.c.hash == hashed).values(**values))


def remove(connection: Connection, hashed: bytes) -> None:
    """Use an invitation up."""
    connection.execute(delete(table).where(table.c.hash == hashed))


def expire(connection: Connection, minute: int) -> None:
    """Forget the invitations that are no longer good at this minute."""
    connection.execute(delete(table).where(table.c.expires <= minute))
