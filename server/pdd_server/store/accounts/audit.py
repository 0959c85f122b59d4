"""The audit log: who did what on the researchers' side."""

from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select

from pdd_server.store.accounts.tables import accounts, audit_log


@dataclass(frozen=True)
class Entry:
    """An entry of the audit log.

    Attributes:
        number: Rises with each entry.
        at: The time, in minutes since 1970-01-01 UTC.
        email: The address of the account that acted; None for an operator's command and for a refused sign-in, where
            nobody has proved to be that account.
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
    columns = (audit_log.c.number, audit_log.c.at, accounts.c.email, audit_log.c.action)
    query = select(*columns, audit_log.c.subject, audit_log.c.detail).select_from(
        audit_log.outerjoin(accounts, accounts.c.id == audit_log.c.account)
    )
    if before is not None:
        query = query.where(audit_log.c.number < before)
    rows = connection.execute(query.order_by(audit_log.c.number.desc()).limit(limit)).all()
    return [Entry(**row._mapping) for row in rows]


def expire(connection: Connection, before: int) -> None:
    """Delete the entries older than this minute."""
    connection.execute(delete(audit_log).where(audit_log.c.at < before))
