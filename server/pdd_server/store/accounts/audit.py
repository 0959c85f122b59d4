"""The audit log: who did what on the researchers' side."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, or_, select, update

from pdd_server.store.accounts.tables import accounts, audit_log

ERASED = "an erased account"
"""Stands in the log for the address of an account that was erased."""
ERASED_NAME = "an erased name"
"""Stands in the log for what the owner of an erased account called a token or passkey."""


@dataclass(frozen=True)
class Entry:
    """An entry of the audit log.

    Attributes:
        number: Rises with each entry.
        at: The time, in minutes since 1970-01-01 UTC.
        email: The address of the account that acted, or ERASED if the account was erased; None for an operator's
            command and for a refused sign-in, where nobody has proved to be that account.
        action: A short name such as campaign.launched.
        subject: The id or e-mail address that was acted on.
        detail: More about the act; may be empty.
    """

    number: int
    at: int
    email: str | None
    action: str
    subject: str
    detail: str


def add(connection: Connection, at: int, account: str | None, action: str, subject: str, detail: str) -> None:
    """Append an entry; `account` is None for an operator's command and for a refused sign-in."""
    row = {"at": at, "account": account, "action": action, "subject": subject, "detail": detail}
    connection.execute(insert(audit_log).values(**row))


def page(connection: Connection, limit: int, before: int | None) -> list[Entry]:
    """Return a page of entries, the newest first.

    Args:
        connection: A transaction.
        limit: The most entries to return.
        before: Only entries with a lower number than this; None begins with the newest.
    """
    return _newest(connection, limit, *([] if before is None else [audit_log.c.number < before]))


def about(connection: Connection, limit: int, account: str, email: str) -> list[Entry]:
    """Return the newest entries about an account's own access, the newest first.

    These are its sign-ins, also refused ones, changes of the account, and what it did with its tokens and passkeys.

    Args:
        connection: A transaction.
        limit: The most entries to return.
        account: The account's id.
        email: The account's address.
    """
    mine = and_(audit_log.c.account == account, _about_own_names())
    return _newest(connection, limit, or_(audit_log.c.subject == email, mine))


def of_account(connection: Connection, limit: int, account: str, email: str) -> list[Entry]:
    """Return the newest entries of what an account did, and of what was done to it; the newest first."""
    return _newest(connection, limit, or_(audit_log.c.subject == email, audit_log.c.account == account))


def has(connection: Connection, since: int, action: str, subject: str, detail: str) -> bool:
    """Return whether there is such an entry of a minute or later."""
    same = and_(audit_log.c.action == action, audit_log.c.subject == subject, audit_log.c.detail == detail)
    query = select(audit_log.c.number).where(same, audit_log.c.at >= since).limit(1)
    return connection.execute(query).first() is not None


def after(connection: Connection, number: int, minute: int, limit: int) -> list[Entry]:
    """Return the entries with a higher number from before a minute, the oldest first."""
    return _found(connection, audit_log.c.number, limit, audit_log.c.number > number, audit_log.c.at < minute)


def forget(connection: Connection, account: str, email: str) -> None:
    """Write ERASED in place of an account's address, and ERASED_NAME for what its owner called tokens and passkeys.

    Such a name is the subject of the owner's own acts, and the detail of a warning that a token ends.
    """
    subject, detail = audit_log.c.subject, audit_log.c.detail
    is_ending = and_(subject == email, audit_log.c.action == "token.ending")
    named = and_(audit_log.c.account == account, _about_own_names())
    connection.execute(update(audit_log).where(is_ending).values(detail=ERASED_NAME))
    connection.execute(update(audit_log).where(named).values(subject=ERASED_NAME))
    connection.execute(update(audit_log).where(subject == email).values(subject=ERASED))
    connection.execute(update(audit_log).where(detail == email).values(detail=ERASED))


def expire(connection: Connection, before: int) -> None:
    """Delete the entries older than this minute."""
    connection.execute(delete(audit_log).where(audit_log.c.at < before))


def _about_own_names() -> ColumnElement[bool]:
    """Return the condition for acts on tokens and passkeys, whose subject is what their owner called them."""
    return or_(*(audit_log.c.action.startswith(kind, autoescape=True) for kind in ("token.", "passkey.")))


def _newest(connection: Connection, limit: int, *where: ColumnElement[bool]) -> list[Entry]:
    return _found(connection, audit_log.c.number.desc(), limit, *where)


def _found(connection: Connection, order: ColumnElement[int], limit: int, *where: ColumnElement[bool]) -> list[Entry]:
    columns = (audit_log.c.number, audit_log.c.at, audit_log.c.account, accounts.c.email, audit_log.c.action)
    query = (
        select(*columns, audit_log.c.subject, audit_log.c.detail)
        .select_from(audit_log.outerjoin(accounts, accounts.c.id == audit_log.c.account))
        .where(*where)
        .order_by(order)
        .limit(limit)
    )
    return [_entry(row) for row in connection.execute(query)]


def _entry(row: Any) -> Entry:
    email = ERASED if row.account is not None and row.email is None else row.email
    return Entry(row.number, row.at, email, row.action, row.subject, row.detail)
