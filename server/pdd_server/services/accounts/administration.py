"""What administrators, and the owners of accounts, change. The last administrator stays one."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Connection

from pdd_server.errors import invalid
from pdd_server.services.accounts import audit
from pdd_server.services.accounts.authentication import passwords
from pdd_server.services.accounts.authentication.sessions import end_others
from pdd_server.services.accounts.model import Account, Role, of_stored
from pdd_server.services.accounts.timestamps import date_of
from pdd_server.store.accounts import accounts, sessions, tokens


def get(connection: Connection, account: str) -> Account:
    """The account of this id, disabled or not; Rejected."""
    stored = accounts.get(connection, account)
    if stored is None:
        raise invalid("account", "There is no such account.")
    return of_stored(stored)


def change(
    connection: Connection, now: datetime, by: Account | None, account: Account, role: Role, campaigns: Iterable[str]
) -> None:
    """Give an account this role and these campaigns; Rejected for the last administrator's role."""
    if role != Role.ADMINISTRATOR:
        _check_not_last(connection, account)
    wanted = frozenset(campaigns)
    if role != account.role:
        accounts.change(connection, account.id, role=role)
        audit.record(connection, now, by, "account.role", account.email, role)
    if wanted != account.campaigns:
        accounts.set_campaigns(connection, account.id, wanted)
        audit.record(connection, now, by, "account.campaigns", account.email, ", ".join(sorted(wanted)))


def disable(connection: Connection, now: datetime, by: Account | None, account: Account) -> None:
    """Let an account sign in no more, and end its sessions and tokens; Rejected for the last administrator."""
    _check_not_last(connection, account)
    accounts.change(connection, account.id, disabled=date_of(now))
    sessions.end_all(connection, account.id)
    tokens.remove(connection, account.id)
    audit.record(connection, now, by, "account.disabled", account.email)


def enable(connection: Connection, now: datetime, by: Account | None, account: Account) -> None:
    """Let a disabled account sign in again."""
    accounts.change(connection, account.id, disabled=None)
    audit.record(connection, now, by, "account.enabled", account.email)


def change_password(
    connection: Connection, now: datetime, account: Account, given: str, wanted: str, session: str
) -> None:
    """Change one's own password and end one's other sessions; Rejected says which of the two can't be taken."""
    stored = accounts.get(connection, account.id)
    if stored is None or not passwords.is_right(stored.password, given):
        raise invalid("current", "This is not your password of now.")
    accounts.change(connection, account.id, password=passwords.hash_of(wanted, account.email, account.name))
    end_others(connection, account.id, session)
    audit.record(connection, now, account, "account.password", account.email)


def _check_not_last(connection: Connection, account: Account) -> None:
    able = [
        one.id
        for one in accounts.all_of(connection)
        if one.role == Role.ADMINISTRATOR and one.disabled is None and one.secret is not None
    ]
    if able == [account.id]:
        raise invalid("account", "This is the last administrator; make another first.")
