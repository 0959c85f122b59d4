"""What the server keeps about an account's owner: its copy on demand, and its erasure."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from pdd_server.services.accounts import audit
from pdd_server.services.accounts.administration import check_not_last
from pdd_server.services.accounts.model import Account
from pdd_server.services.accounts.timestamps import instant_of
from pdd_server.store.accounts import account_invitations, accounts, passkeys, sessions, tokens
from pdd_server.store.accounts import audit as stored_audit
from pdd_server.store.accounts.audit import Entry

_ALL = 1_000_000
"""More entries than the audit log has of one account."""


def copy_of(connection: Connection, account: Account) -> dict[str, Any]:
    """Return what the server keeps about an account, for JSON.

    Hashes and sealed secrets are left out: they would help whoever steals the copy, and tell the owner nothing.
    """
    stored = accounts.get(connection, account.id)
    return {
        "email": account.email,
        "name": account.name,
        "role": account.role.value,
        "campaigns": sorted(account.campaigns),
        "created": str(stored.created) if stored else None,
        "last_sign_in": str(stored.seen) if stored else None,
        "recovery_codes_left": accounts.codes_left(connection, account.id),
        "sessions": [
            {"started": _text_of(one.started), "last_used": _text_of(one.seen)}
            for one in sessions.of_account(connection, account.id).values()
        ],
        "tokens": [
            {"name": one.name, "scope": one.scope, "created": str(one.created), "expires": str(one.expires)}
            for one in tokens.of_account(connection, account.id)
        ],
        "passkeys": [
            {"name": one.name, "created": str(one.created), "last_used": str(one.seen) if one.seen else None}
            for one in passkeys.of_account(connection, account.id)
        ],
        "audit_log": [
            {
                "at": _text_of(one.at),
                "by": _actor(one, account),
                "what": one.action,
                "to": one.subject,
                "detail": one.detail,
            }
            for one in stored_audit.of_account(connection, _ALL, account.id, account.email)
        ],
    }


def erase(connection: Connection, now: datetime, by: Account | None, account: Account) -> None:
    """Erase an account, with its address and name in invitations and in the audit log.

    The audit log keeps what the account did, without saying whose it was. Campaigns and drafts stay as they were typed.

    Args:
        connection: A write transaction.
        now: The server's time.
        by: The account that erases, which may be the same; None for the operator.
        account: The account to erase.

    Raises:
        Rejected: INVALID, with the field `account`, for the last administrator.
    """
    check_not_last(connection, account)
    stored_audit.forget(connection, account.id, account.email)
    account_invitations.remove_of(connection, account.email)
    accounts.remove(connection, account.id)
    audit.record(connection, now, by, "account.erased", stored_audit.ERASED)


def _actor(entry: Entry, account: Account) -> str | None:
    """Return who acted, for the account's owner: administrators' addresses are not the owner's data."""
    return entry.email if entry.email in (None, account.email) else "an administrator"


def _text_of(minutes: int) -> str:
    return instant_of(minutes).isoformat()
