"""API tokens, stored by their hash."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from pdd_server.store.accounts.tables import tokens


@dataclass(frozen=True)
class StoredToken:
    """An API token.

    Attributes:
        id: The token's id, by which it is revoked.
        account: The id of its account.
        name: The name that its owner gave it.
        scope: A value of `Scope`.
        campaigns: The ids of the campaigns it is limited to; None for all campaigns of its account.
        created: The date it was created.
        expires: The first date on which it is no longer valid.
        seen: The date it was last used, or None.
    """

    id: str
    account: str
    name: str
    scope: str
    campaigns: frozenset[str] | None
    created: date
    expires: date
    seen: date | None


def add(connection: Connection, hashed: bytes, token: StoredToken) -> None:
    """Add a token under its hash."""
    limited = None if token.campaigns is None else json.dumps(sorted(token.campaigns))
    connection.execute(insert(tokens).values(**{**vars(token), "hash": hashed, "campaigns": limited}))


def by_hash(connection: Connection, hashed: bytes) -> StoredToken | None:
    """Return the token of this hash, or None. It may have expired."""
    return next(iter(_found(connection, tokens.c.hash == hashed)), None)


def of_account(connection: Connection, account: str) -> list[StoredToken]:
    """Return an account's tokens, the oldest first."""
    return _found(connection, tokens.c.account == account)


def ending(connection: Connection, last: date) -> list[StoredToken]:
    """Return all tokens that end on a date or before."""
    return _found(connection, tokens.c.expires <= last)


def touch(connection: Connection, token: str, today: date) -> None:
    """Record the date on which a token was used."""
    connection.execute(update(tokens).where(tokens.c.id == token).values(seen=today))


def remove(connection: Connection, account: str, token: str | None = None) -> int:
    """Delete one token of an account, or all of them if `token` is None; return how many were deleted."""
    where = [tokens.c.account == account] + ([tokens.c.id == token] if token else [])
    return connection.execute(delete(tokens).where(*where)).rowcount


def expire(connection: Connection, today: date) -> None:
    """Delete the tokens that have expired."""
    connection.execute(delete(tokens).where(tokens.c.expires <= today))


def _found(connection: Connection, where: ColumnElement[bool]) -> list[StoredToken]:
    columns: Iterable[Any] = [column for column in tokens.c if column.name != "hash"]
    rows = connection.execute(select(*columns).where(where).order_by(tokens.c.created, tokens.c.id))
    return [StoredToken(**{**row._mapping, "campaigns": _limits(row.campaigns)}) for row in rows]


def _limits(text: str | None) -> frozenset[str] | None:
    return None if text is None else frozenset(json.loads(text))
