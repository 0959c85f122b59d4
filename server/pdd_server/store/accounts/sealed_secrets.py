"""The sealed secrets of second factors: those of accounts, and those that wait in invitations to be confirmed."""

from collections.abc import Callable, Iterator

from sqlalchemy import Connection, select, update

from pdd_server.store.accounts.tables import account_invitations, accounts

_COLUMNS = ((accounts, accounts.c.id), (account_invitations, account_invitations.c.hash))
"""The tables with a column `secret`, each with its primary key."""


def all_of(connection: Connection) -> Iterator[bytes]:
    """Yield every sealed secret."""
    for table, _ in _COLUMNS:
        yield from connection.scalars(select(table.c.secret).where(table.c.secret.is_not(None)))


def change_all(connection: Connection, change: Callable[[bytes], bytes]) -> None:
    """Replace every sealed secret by what `change` returns for it, in a write transaction."""
    for table, key in _COLUMNS:
        for row, sealed in connection.execute(select(key, table.c.secret).where(table.c.secret.is_not(None))).all():
            connection.execute(update(table).where(key == row).values(secret=change(sealed)))
