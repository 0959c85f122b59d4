"""Passkeys (Web Authentication), stored by the id of their credential."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from pdd_server.store.accounts.tables import passkeys


@dataclass(frozen=True)
class StoredPasskey:
    """A passkey.

    Attributes:
        id: The credential's id, which the authenticator chose.
        account: The id of its account.
        name: The name that its owner gave it.
        public_key: Its public key, as COSE encodes it.
        count: The authenticator's counter at the last use; 0 for authenticators that don't count.
        host: The server's host name where it was made. Browsers use it nowhere else.
        created: The date it was made.
        seen: The date it was last used, or None.
    """

    id: bytes
    account: str
    name: str
    public_key: bytes
    count: int
    host: str
    created: date
    seen: date | None


def add(connection: Connection, passkey: StoredPasskey) -> None:
    """Add a passkey."""
    connection.execute(insert(passkeys).values(**vars(passkey)))


def get(connection: Connection, credential: bytes) -> StoredPasskey | None:
    """Return the passkey of this credential id, or None."""
    return next(iter(_found(connection, passkeys.c.id == credential)), None)


def of_account(connection: Connection, account: str) -> list[StoredPasskey]:
    """Return an account's passkeys, the oldest first."""
    return _found(connection, passkeys.c.account == account)


def use(connection: Connection, credential: bytes, count: int, today: date) -> None:
    """Record a use: the authenticator's counter, and the date."""
    connection.execute(update(passkeys).where(passkeys.c.id == credential).values(count=count, seen=today))


def remove(connection: Connection, account: str, credential: bytes | None = None) -> None:
    """Delete one passkey of an account, or all of them if `credential` is None."""
    where = [passkeys.c.account == account] + ([passkeys.c.id == credential] if credential else [])
    connection.execute(delete(passkeys).where(*where))


def _found(connection: Connection, where: ColumnElement[bool]) -> list[StoredPasskey]:
    rows = connection.execute(select(passkeys).where(where).order_by(passkeys.c.created, passkeys.c.id))
    return [StoredPasskey(**row._mapping) for row in rows]
