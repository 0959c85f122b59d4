"""Changes to accounts, by administrators and by their owners. The last administrator can't be removed."""

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
    """Return the account of this id, disabled or not.

    Raises:
        Rejected: INVALID, with the field `account`, if there is none.
    """
    stored = accounts.get(connection, account)
    if stored is None:
        raise invalid("account", "There is no such account.")
    return of_stored(stored)


def change(
    connection: Connection, now: datetime, by: Account | None, account: Account, role: Role, campaigns: Iterable[str]
) -> None:
    """Give an account a role and campaigns in place of those it has.

    Args:
        connection: A write transaction.
        now: The server's time.
        by: The administrator who does it; None for the operator.
        account: The account.
        role: Its new role.
        campaigns: The ids of its campaigns and drafts.

    Raises:
        Rejected: INVALID, with the field `account`, if the last administrator would lose its role.
    """
    if role != Role.ADMINISTRATOR:
        check_not_last(connection, account)
    wanted = frozenset(campaigns)
    if role != account.role:
        accounts.change(connection, account.id, role=role)
        audit.record(connection, now, by, "account.role", account.email, role)
    if wanted != account.campaigns:
        accounts.set_campaigns(connection, account.id, wanted)
        audit.record(connection, now, by, "account.campaigns", account.email, ", ".join(sorted(wanted)))


def disable(connection: Connection, now: datetime, by: Account | None, account: Account) -> None:
    """Disable an account, so that it can't sign in, and end its sessions and tokens.

    Raises:
        Rejected: INVALID, with the field `account`, for the last administrator.
    """
    check_not_last(connection, account)
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
    """Change an account's own password and end its other sessions, which a thief of the old one may have begun.

    Args:
        connection: A write transaction.
        now: The server's time.
        account: The account.
        given: The present password. It is asked for again, as somebody else may have found the browser open.
        wanted: The new password.
        session: The name of the session that stays.

    Raises:
        Rejected: INVALID, with the field `current` or `password`.
    """
    stored = accounts.get(connection, account.id)
    if stored is None or not passwords.is_right(stored.password, given):
        raise invalid("current", "This is not your password of now.")
    accounts.change(connection, account.id, password=passwords.hash_of(wanted, account.email, account.name))
    end_others(connection, account.id, session)
    audit.record(connection, now, account, "account.password", account.email)


def check_not_last(connection: Connection, account: Account) -> None:
    """Check that the account is not the only administrator that can sign in.

    Raises:
        Rejected: INVALID, with the field `account`, if it is.
    """
    able = [
        one.id
        for one in accounts.all_of(connection)
        if one.role == Role.ADMINISTRATOR and one.disabled is None and one.secret is not None
    ]
    if able == [account.id]:
        raise invalid("account", "This is the last administrator; make another first.")
