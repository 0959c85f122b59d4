"""Invitations to create an account, or to set up an existing one anew, stored by the hash of their link's secret.

Accepting takes two pages. The first one sets name and password, and they wait here until a code of the second factor
confirms them.
"""

from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from pdd_server.store.accounts.tables import account_invitations as table


@dataclass(frozen=True)
class StoredInvitation:
    """An invitation.

    Attributes:
        email: The address that was invited, folded.
        role: The role of the new account.
        campaigns: The ids of the new account's campaigns, a JSON list.
        expires: When it ends, in minutes since 1970-01-01 UTC.
        account: The id of the account that is set up anew; None for a new account.
        name: The name from the first page; None until that is filled in.
        password: The argon2id hash of the password from the first page, or None.
        secret: The sealed secret of the second factor, or None.
    """

    email: str
    role: str
    campaigns: str
    expires: int
    account: str | None = None
    name: str | None = None
    password: str | None = field(default=None, repr=False)
    secret: bytes | None = field(default=None, repr=False)


def add(connection: Connection, hashed: bytes, invitation: StoredInvitation) -> None:
    """Add an invitation, in place of earlier ones to the same address."""
    connection.execute(delete(table).where(table.c.email == invitation.email))
    connection.execute(insert(table).values(hash=hashed, **vars(invitation)))


def get(connection: Connection, hashed: bytes) -> StoredInvitation | None:
    """Return the invitation of this hash, or None. It may have expired."""
    columns = [column for column in table.c if column.name != "hash"]
    row = connection.execute(select(*columns).where(table.c.hash == hashed)).first()
    return StoredInvitation(**row._mapping) if row else None


def open_ones(connection: Connection, minute: int) -> list[StoredInvitation]:
    """Return the invitations that have not expired at this minute, by address."""
    columns = [column for column in table.c if column.name != "hash"]
    rows = connection.execute(select(*columns).where(table.c.expires > minute).order_by(table.c.email))
    return [StoredInvitation(**row._mapping) for row in rows]


def fill_in(connection: Connection, hashed: bytes, **values: Any) -> None:
    """Store the values from an invitation's first page: columns `name`, `password` and `secret`."""
    connection.execute(update(table).where(table.c.hash == hashed).values(**values))


def remove(connection: Connection, hashed: bytes) -> None:
    """Delete an invitation that was accepted."""
    connection.execute(delete(table).where(table.c.hash == hashed))


def remove_of(connection: Connection, email: str) -> None:
    """Delete the invitation to an address, if there is one."""
    connection.execute(delete(table).where(table.c.email == email))


def expire(connection: Connection, minute: int) -> None:
    """Delete the invitations that have expired at this minute."""
    connection.execute(delete(table).where(table.c.expires <= minute))
