"""Up to which entry of the audit log notices were sent, and which process may send now."""

from sqlalchemy import Connection, func, insert, select, update

from pdd_server.store.accounts.tables import audit_log, mailed


def lease(connection: Connection, minute: int, until: int) -> int | None:
    """Take the right to send until a minute; None while another process has it.

    Args:
        connection: A write transaction.
        minute: The present minute since 1970-01-01 UTC.
        until: The minute at which another process may take it, if this one was killed.

    Returns:
        The number of the last entry whose notice was sent. The first time, it is the newest entry: nobody gets notices
        of what happened before mail was turned on.
    """
    newest: int = connection.execute(select(func.coalesce(func.max(audit_log.c.number), 0))).scalar_one()
    last = connection.execute(select(mailed.c.last)).scalar_one_or_none()
    if last is None:
        connection.execute(insert(mailed).values(id=1, last=newest, until=until))
        return newest
    taken = connection.execute(update(mailed).where(mailed.c.until <= minute).values(until=until)).rowcount
    return min(last, newest) if taken else None


def reach(connection: Connection, last: int, held: int, until: int) -> bool:
    """Record the last entry whose notice was sent, and keep the right to send until another minute.

    Args:
        connection: A write transaction.
        last: The entry's number.
        held: The minute until which this process has the right.
        until: The minute until which it has it from now on; 0 gives it back.

    Returns:
        Whether this process still had the right. If another one took it over, nothing is recorded: `last` would go
        back to before what the other one has sent.
    """
    mine = update(mailed).where(mailed.c.until == held).values(last=last, until=until)
    return connection.execute(mine).rowcount == 1
