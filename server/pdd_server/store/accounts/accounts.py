"""Accounts, the campaigns they belong to, and the codes that stand in for a second factor."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from pdd_server.store.accounts.tables import accounts, belongs, recovery_codes


@dataclass(frozen=True)
class Stored:
    """A row of an account, with the campaigns it belongs to."""

    id: str
    email: str
    name: str
    role: str
    password: str = field(repr=False)
    secret: bytes | None = field(repr=False)
    step: int
    created: date
    seen: date
    disabled: date | None
    campaigns: frozenset[str]


def add(connection: Connection, **row: Any) -> None:
    """Add an account; the names of `accounts`' columns, `disabled` left out."""
    connection.execute(insert(accounts).values(**row))


def get(connection: Connection, account: str) -> Stored | None:
    """The account of this id."""
    return next(iter(_found(connection, accounts.c.id == account)), None)


def by_email(connection: Connection, email: str) -> Stored | None:
    """The account of this folded e-mail address."""
    return next(iter(_found(connection, accounts.c.email == email)), None)


def all_of(connection: Connection) -> list[Stored]:
    """Every account, disabled ones among them, by address."""
    return _found(connection)


def change(connection: Connection, account: str, **row: Any) -> None:
    """Set columns of an account."""
    connection.execute(update(accounts).where(accounts.c.id == account).values(**row))


def belong(connection: Connection, account: str, campaign: str) -> None:
    """Let an account work on a campaign; again changes nothing."""
    row = {"account": account, "campaign": campaign}
    connection.execute(sqlite_insert(belongs).values(**row).on_conflict_do_nothing())


def set_campaigns(connection: Connection, account: str, campaigns: Iterable[str]) -> None:
    """Let an account work on these campaigns, and no other."""
    connection.execute(delete(belongs).where(belongs.c.account == account))
    for campaign in campaigns:
        belong(connection, account, campaign)


def set_codes(connection: Connection, account: str, hashes: Iterable[bytes]) -> None:
    """Give an account these recovery codes, and none of those before."""
    connection.execute(delete(recovery_codes).where(recovery_codes.c.account == account))
    for one in hashes:
        connection.execute(insert(recovery_codes).values(account=account, hash=one))


def use_code(connection: Connection, account: str, hashed: bytes) -> bool:
    """Use up a recovery code; False where the account has no such code."""
    same = (recovery_codes.c.account == account) & (recovery_codes.c.hash == hashed)
    return connection.execute(delete(recovery_codes).where(same)).rowcount == 1


def codes_left(connection: Connection, account: str) -> int:
    """How many recovery codes an account has left."""
    return len(connection.execute(select(recovery_codes.c.hash).where(recovery_codes.c.account == account)).all())


def _found(connection: Connection, *where: ColumnElement[bool]) -> list[Stored]:
    rows = connection.execute(select(accounts).where(*where).order_by(accounts.c.email)).all()
    pairs = connection.execute(select(belongs).join(accounts).where(*where)).all() if rows else []
    works = {row.id: frozenset(pair.campaign for pair in pairs if pair.account == row.id) for row in rows}
    return [Stored(**row._mapping, campaigns=works[row.id]) for row in rows]
