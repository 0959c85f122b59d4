"""Signing in: a password, then a code. Whoever tries learns nothing but whether both were right."""

from datetime import datetime

from nacl.signing import SigningKey
from sqlalchemy import Connection

from pdd_server.services.accounts import audit
from pdd_server.services.accounts.addresses import folded
from pdd_server.services.accounts.authentication import passwords, second_factor
from pdd_server.services.accounts.model import Account
from pdd_server.services.accounts.timestamps import date_of
from pdd_server.store.accounts import accounts
from pdd_server.store.accounts.accounts import Stored


def find(connection: Connection, email: str) -> Stored | None:
    """The account of an address as it was typed."""
    return accounts.by_email(connection, folded(email))


def knows_password(stored: Stored | None, password: str) -> bool:
    """Whether an account may sign in with this password: the same work where there is none. Needs no transaction."""
    right = passwords.is_right(stored.password if stored else passwords.NOBODYS, password)
    return stored is not None and right and stored.disabled is None and stored.secret is not None


def refuse(connection: Connection, stored: Stored | None, now: datetime) -> None:
    """Write down that a password was wrong; of an address that has no account, only that."""
    subject = stored.email if stored else "an unknown address"
    audit.record(connection, now, None, "sign-in.refused", subject, "password")


def renew(connection: Connection, stored: Stored, password: str) -> None:
    """Keep a right password under today's parameters, where it was kept under others."""
    renewed = passwords.renewed(stored.password, password)
    if renewed:
        accounts.change(connection, stored.id, password=renewed)


def check_code(connection: Connection, account: Account, code: str, now: datetime, key: SigningKey) -> bool:
    """Whether this is a code of the account's phone, or one of its recovery codes; either is good once."""
    stored = accounts.get(connection, account.id)
    if stored is None or stored.secret is None or len(code) > passwords.MOST:
        return False
    step = second_factor.step_of(second_factor.unseal(stored.secret, key), code, now, stored.step)
    if step is not None:
        accounts.change(connection, account.id, step=step, seen=date_of(now))
        audit.record(connection, now, account, "sign-in", account.email)
        return True
    if accounts.use_code(connection, account.id, second_factor.code_hash(code)):
        accounts.change(connection, account.id, seen=date_of(now))
        audit.record(connection, now, account, "sign-in", account.email, "with a recovery code")
        return True
    audit.record(connection, now, None, "sign-in.refused", account.email, "second step")
    return False
