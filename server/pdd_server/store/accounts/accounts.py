"""Researchers' accounts, the campaigns they work on, and their recovery codes."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from pdd_server.store.accounts.tables import accounts, belongs, recovery_codes
from pdd_server.store.upserts import upsert


@dataclass(frozen=True)
class StoredAccount:
    """An account, and the campaigns it works on.

    Attributes:
        id: The account's id.
        email: Its e-mail address, folded.
        name: The person's name.
        role: A value of `Role`.
        password: The argon2id hash of its password.
        secret: The sealed secret of its second factor; None after a reset.
        step: The last time step of the second factor that was used, so that no code is used twice.
        created: The date it was created.
        seen: The date it last signed in.
        disabled: The date it was disabled; None if it was not.
        campaigns: The ids of its campaigns and drafts.
    """

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
    """Add an account with these values for the columns of `accounts`. It begins enabled."""
    connection.execute(insert(accounts).values(**row))


def get(connection: Connection, account: str) -> StoredAccount | None:
    """Return the account of this id, or None."""
    return next(iter(_found(connection, accounts.c.id == account)), None)


def by_email(connection: Connection, email: str) -> StoredAccount | None:
    """Return the account of this e-mail address, or None; the address must be folded."""
    return next(iter(_found(connection, accounts.c.email == email)), None)


def all_of(connection: Connection) -> list[StoredAccount]:
    """Return every account, also disabled ones, by address."""
    return _found(connection)


def change(connection: Connection, account: str, **row: Any) -> None:
    """Write these columns of an account."""
    connection.execute(update(accounts).where(accounts.c.id == account).values(**row))


def remove(connection: Connection, account: str) -> None:
    """Delete an account, with its campaigns, sessions, tokens, passkeys and recovery codes."""
    connection.execute(delete(accounts).where(accounts.c.id == account))


def belong(connection: Connection, account: str, campaign: str) -> None:
    """Let an account work on a campaign; nothing changes if it does already."""
    row = {"account": account, "campaign": campaign}
    connection.execute(upsert(belongs).values(**row).on_conflict_do_nothing())


def set_campaigns(connection: Connection, account: str, campaigns: Iterable[str]) -> None:
    """Let an account work on exactly these campaigns."""
    connection.execute(delete(belongs).where(belongs.c.account == account))
    for campaign in campaigns:
        belong(connection, account, campaign)


def set_codes(connection: Connection, account: str, hashes: Iterable[bytes]) -> None:
    """Replace an account's recovery codes by those with these hashes."""
    connection.execute(delete(recovery_codes).where(recovery_codes.c.account == account))
    for one in hashes:
        connection.execute(insert(recovery_codes).values(account=account, hash=one))


def use_code(connection: Connection, account: str, hashed: bytes) -> bool:
    """Delete a recovery code, since each works once; return False if the account has no such code."""
    same = (recovery_codes.c.account == account) & (recovery_codes.c.hash == hashed)
    return connection.execute(delete(recovery_codes).where(same)).rowcount == 1


def codes_left(connection: Connection, account: str) -> int:
    """Return how many recovery codes an account has left."""
    return len(connection.execute(select(recovery_codes.c.hash).where(recovery_codes.c.account == account)).all())


def _found(connection: Connection, *where: ColumnElement[bool]) -> list[StoredAccount]:
    rows = connection.execute(select(accounts).where(*where).order_by(accounts.c.email)).all()
    pairs = connection.execute(select(belongs).join(accounts).where(*where)).all() if rows else []
    works = {row.id: frozenset(pair.campaign for pair in pairs if pair.account == row.id) for row in rows}
    return [StoredAccount(**row._mapping, campaigns=works[row.id]) for row in rows]
