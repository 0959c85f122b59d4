"""Personal tokens of accounts, for programs. Each expires, has a scope, and may be limited to some campaigns."""

import base64
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import Connection

from pdd_server.errors import invalid
from pdd_server.services.accounts import audit
from pdd_server.services.accounts.addresses import checked_name
from pdd_server.services.accounts.model import Account, Role, of_stored
from pdd_server.services.accounts.timestamps import date_of, minutes_of
from pdd_server.services.token_hash import token_hash
from pdd_server.store.accounts import accounts, tokens
from pdd_server.store.accounts import audit as stored_audit
from pdd_server.store.accounts.tokens import StoredToken
from pdd_shared.protocol.keys import RandomBytes

PREFIX = "pdd_"
"""Begins every token, so that scanners can find tokens that were published by mistake."""
USUAL_DAYS = 90
"""The number of days that the form proposes."""
MOST_DAYS = 365
"""The most days for which a token can be used."""


WARNED_BEFORE = timedelta(days=7)
"""How long before its end a token's owner is told."""


class Scope(StrEnum):
    """The scope of a token: reading only, or also changes."""

    READ = "read"
    WRITE = "write"


@dataclass(frozen=True)
class Caller:
    """The account that calls with a token, cut down to the token's campaigns, and the token's scope."""

    account: Account
    scope: Scope


def create(
    connection: Connection,
    now: datetime,
    account: Account,
    name: str,
    scope: Scope,
    campaigns: Iterable[str] | None,
    days: int,
    random_bytes: RandomBytes,
) -> str:
    """Make a token for an account; only its hash is kept.

    Args:
        connection: A write transaction.
        now: The server's time.
        account: The account that gets the token.
        name: What its owner calls it.
        scope: What it is for.
        campaigns: The campaigns it is limited to; None for all of the account's.
        days: For how many days it is good.
        random_bytes: The source of the token.

    Returns:
        The token, to be shown once.

    Raises:
        Rejected: INVALID, with the field: `days`, `campaigns` or `name`.
    """
    if not 1 <= days <= MOST_DAYS:
        raise invalid("days", f"A token is good for 1 to {MOST_DAYS} days.")
    limits = None if campaigns is None else frozenset(campaigns)
    if limits is not None and (not limits or (account.role != Role.ADMINISTRATOR and not limits <= account.campaigns)):
        raise invalid("campaigns", "Name campaigns that you belong to, or all.")
    token = PREFIX + base64.urlsafe_b64encode(random_bytes(32)).rstrip(b"=").decode()
    today = date_of(now)
    kept = StoredToken(
        random_bytes(16).hex(), account.id, checked_name(name), scope, limits, today, today + timedelta(days=days), None
    )
    tokens.add(connection, token_hash(token), kept)
    audit.record(connection, now, account, "token.created", kept.name, scope)
    return token


def find(connection: Connection, hashed: bytes, now: datetime) -> tuple[Caller, StoredToken] | None:
    """Return the caller and the token of this hash; None if the token is unknown, over, or its account disabled.

    A token from the future was made under a wrong clock. It would live longer than it may, so it counts as unknown.
    """
    token = tokens.by_hash(connection, hashed)
    if token is None or not token.created <= date_of(now) < token.expires:
        return None
    stored = accounts.get(connection, token.account)
    if stored is None or stored.disabled is not None:
        return None
    return Caller(_cut_down(of_stored(stored), token.campaigns), Scope(token.scope)), token


def revoke(connection: Connection, now: datetime, account: Account, token: str) -> bool:
    """Revoke the account's token of this id, and return whether it has such a token."""
    known = next((one for one in tokens.of_account(connection, account.id) if one.id == token), None)
    if known is None:
        return False
    tokens.remove(connection, account.id, token)
    audit.record(connection, now, account, "token.revoked", known.name)
    return True


def warn_of_ends(connection: Connection, now: datetime) -> None:
    """Record the tokens that end within a week, each once. Their owners are told by mail, if the server sends any.

    Tokens that were made for at most a week are left out: their owners know. So are those that have ended already.
    """
    today = date_of(now)
    since = minutes_of(now - 2 * WARNED_BEFORE)
    for token in tokens.ending(connection, today + WARNED_BEFORE):
        owner = accounts.get(connection, token.account)
        detail = f"{token.name}, on {token.expires}"
        is_short = token.expires - token.created <= WARNED_BEFORE
        if owner is None or is_short or token.expires < today:
            continue
        if not stored_audit.has(connection, since, "token.ending", owner.email, detail):
            audit.record(connection, now, None, "token.ending", owner.email, detail)


def _cut_down(account: Account, limits: frozenset[str] | None) -> Account:
    """Limit an account to a token's campaigns; an administrator becomes a researcher of these, and no more."""
    if limits is None:
        return account
    if account.role == Role.ADMINISTRATOR:
        return replace(account, role=Role.RESEARCHER, campaigns=limits)
    return replace(account, campaigns=account.campaigns & limits)
