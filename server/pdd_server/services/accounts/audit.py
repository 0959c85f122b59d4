"""The audit log of the researchers' side: who did what, and at which minute. It records nothing about donors."""

from datetime import datetime

from sqlalchemy import Connection

from pdd_server.services.accounts.model import Account
from pdd_server.services.accounts.timestamps import minutes_of
from pdd_server.store.accounts import audit


def record(
    connection: Connection, now: datetime, account: Account | None, action: str, subject: str, detail: str = ""
) -> None:
    """Record an act, in the transaction that does it.

    Args:
        connection: The write transaction.
        now: The server's time.
        account: The account that acts; None for the operator, and for a failed attempt to sign in.
        action: A short name, such as campaign.launched.
        subject: The id or e-mail address of what is acted on.
        detail: What else the log should say.
    """
    audit.add(connection, minutes_of(now), account.id if account else None, action, subject, detail)
