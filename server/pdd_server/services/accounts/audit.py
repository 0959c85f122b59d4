"""The audit log: who did what, and when, to the minute. Never anything of a donor."""

from datetime import datetime

from sqlalchemy import Connection

from pdd_server.services.accounts.model import Account
from pdd_server.services.accounts.timestamps import minutes_of
from pdd_server.store.accounts import audit


def record(
    connection: Connection, now: datetime, account: Account | None, action: str, subject: str, detail: str = ""
) -> None:
    """Write down an act in the transaction that does it.

    `action` is a short name such as campaign.launched; `subject` the id or e-mail address it was done to; `account` is
    None for a command of the operator's.
    """
    audit.add(connection, minutes_of(now), account.id if account else None, action, subject, detail)
