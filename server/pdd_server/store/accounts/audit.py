"""The audit log's rows."""

from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select

from pdd_server.store.accounts.tables import accounts, audit_log


@dataclass(frozen=True)
class Entry:
    """One act: `at` in minutes since 1970; `email` of who did it, None for a command of the operator's."""

    number: int
    at: int
    email: str | None
    action: str
    subject: str
    detail: str


def add(connection: Connection, at: int, account: str | None, action: str, subject: str, detail: str) -> None:
    """Append an act."""
    row = {"at": at, "account": account, "action": action, "subject": subject, "detail": detail}
    connection.execute(insert(audit_log).values(**row))


def page(connection: Connection, limit: int, before: int | None) -> list[Entry]:
    """At most `limit` acts, newest first, from the one before that number on."""
    columns = (audit_log.c.number, audit_log.c.at, accounts.c.email, audit_log.c.action)
    query = select(*columns, audit_log.c.subject, audit_log.c.detail).select_from(
        audit_log.outerjoin(accounts, accounts.c.id == audit_log.c.account)
    )
    if before is not None:
        query = query.where(audit_log.c.number < before)
    rows = connection.execute(query.order_by(audit_log.c.number.desc()).limit(limit)).all()
    return [Entry(**row._mapping) for row in rows]


def expire(connection: Connection, before: int) -> None:
    """Forget acts older than that minute."""
    connection.execute(delete(audit_log).where(audit_log.c.at < before))
