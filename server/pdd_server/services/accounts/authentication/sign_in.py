"""Sign-in with a password and then a code. A failed attempt doesn't tell which addresses have an account."""

from datetime import datetime

from sqlalchemy import Connection

from pdd_server.services.accounts import audit
from pdd_server.services.accounts.addresses import folded
from pdd_server.services.accounts.authentication import passwords, second_factor
from pdd_server.services.accounts.model import Account
from pdd_server.services.accounts.timestamps import date_of
from pdd_server.store.accounts import accounts
from pdd_server.store.accounts.accounts import StoredAccount

WITH_RECOVERY_CODE = "with a recovery code"
"""The detail of an audit entry of a sign-in without the phone."""
USED_ALREADY = "second step, with a code that was used already"
"""The detail of an audit entry of a refused sign-in, where somebody may have watched the code being typed."""


def find(connection: Connection, email: str) -> StoredAccount | None:
    """Return the account of an e-mail address as it was typed; None if there is none."""
    return accounts.by_email(connection, folded(email))


def knows_password(stored: StoredAccount | None, password: str) -> bool:
    """Return whether an account may sign in with this password.

    Without an account a password is hashed all the same, so the time of the answer doesn't tell whether there is one.
    Hashing takes long on purpose, so call this outside of transactions.

    Args:
        stored: The account; None if there is none of the typed address.
        password: The password as it was typed.
    """
    right = passwords.is_right(stored.password if stored else passwords.NOBODYS, password)
    return stored is not None and right and stored.disabled is None and stored.secret is not None


def refuse(connection: Connection, stored: StoredAccount | None, now: datetime) -> None:
    """Record a failed attempt in the audit log, without the typed address if it has no account."""
    subject = stored.email if stored else "an unknown address"
    audit.record(connection, now, None, "sign-in.refused", subject, "password")


def renew(connection: Connection, stored: StoredAccount, password: str) -> None:
    """Store a new hash of a correct password if the stored one has outdated parameters."""
    renewed = passwords.renewed(stored.password, password)
    if renewed:
        accounts.change(connection, stored.id, password=renewed)


def check_code(connection: Connection, account: Account, code: str, now: datetime, key: bytes) -> bool:
    """Return whether this is a code of the account's phone or one of its recovery codes, and use it up.

    The attempt is recorded in the audit log.

    Args:
        connection: A write transaction.
        account: The account whose password was given.
        code: The code as it was typed.
        now: The server's time.
        key: The key of second factors, 32 bytes.
    """
    stored = accounts.get(connection, account.id)
    if stored is None or stored.secret is None or len(code) > passwords.MOST:
        return False
    secret = second_factor.unseal(stored.secret, key)  # None if the key was lost; then recovery codes still work
    step = second_factor.step_of(secret, code, now, stored.step) if secret else None
    if step is not None:
        accounts.change(connection, account.id, step=step, seen=date_of(now))
        audit.record(connection, now, account, "sign-in", account.email)
        return True
    if accounts.use_code(connection, account.id, second_factor.code_hash(code)):
        accounts.change(connection, account.id, seen=date_of(now))
        audit.record(connection, now, account, "sign-in", account.email, WITH_RECOVERY_CODE)
        return True
    detail = USED_ALREADY if secret and _is_used(secret, code, now) else "second step"
    audit.record(connection, now, None, "sign-in.refused", account.email, detail)
    return False


def _is_used(secret: str, code: str, now: datetime) -> bool:
    """Return whether a refused code is one of about now, so that it was refused only because it had been used.

    Somebody may have watched the owner type it.
    """
    return second_factor.step_of(secret, code, now, 0) is not None
