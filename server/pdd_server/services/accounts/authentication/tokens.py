"""Tokens with which programs ask for what their account may: with an end, a scope, and campaigns."""

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
from pdd_server.services.accounts.timestamps import date_of
from pdd_server.services.token_hash import token_hash
from pdd_server.store.accounts import accounts, tokens
from pdd_server.store.accounts.tokens import Stored
from pdd_shared.protocol.keys import RandomBytes

PREFIX = "pdd_"
"""By which a token that was published by mistake can be looked for."""
USUAL_DAYS = 90
MOST_DAYS = 365


class Scope(StrEnum):
    """What a token is for: only looking, or changing too."""

    READ = "read"
    WRITE = "write"


@dataclass(frozen=True)
class Caller:
    """Who calls with a token: the account, cut down to the token's campaigns, and what for."""

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
    """A new token, of which only the hash is kept; `campaigns` None is all of the account's. Rejected."""
    if not 1 <= days <= MOST_DAYS:
        raise invalid("days", f"A token is good for 1 to {MOST_DAYS} days.")
    limits = None if campaigns is None else frozenset(campaigns)
    if limits is not None and (not limits or (account.role != Role.ADMINISTRATOR and not limits <= account.campaigns)):
        raise invalid("campaigns", "Name campaigns that you belong to, or all.")
    token = PREFIX + base64.urlsafe_b64encode(random_bytes(32)).rstrip(b"=").decode()
    today = date_of(now)
    kept = Stored(
        random_bytes(16).hex(), account.id, checked_name(name), scope, limits, today, today + timedelta(days=days), None
    )
    tokens.add(connection, token_hash(token), kept)
    audit.record(connection, now, account, "token.created", kept.name, scope)
    return token


def find(connection: Connection, hashed: bytes, now: datetime) -> tuple[Caller, Stored] | None:
    """Who calls with the token of this hash; None where it is over, or its account disabled."""
    token = tokens.by_hash(connection, hashed)
    if token is None or date_of(now) >= token.expires:
        return None
    stored = accounts.get(connection, token.account)
    if stored is None or stored.disabled is not None:
        return None
    return Caller(_cut_down(of_stored(stored), token.campaigns), Scope(token.scope)), token


def revoke(connection: Connection, now: datetime, account: Account, token: str) -> bool:
    """End a token of the account; False where it has none of this id."""
    known = next((one for one in tokens.of_account(connection, account.id) if one.id == token), None)
    if known is None:
        return False
    tokens.remove(connection, account.id, token)
    audit.record(connection, now, account, "token.revoked", known.name)
    return True


def _cut_down(account: Account, limits: frozenset[str] | None) -> Account:
    """The account as a token for some campaigns has it: an administrator is a researcher of these, and no more."""
    if limits is None:
        return account
    if account.role == Role.ADMINISTRATOR:
        return replace(account, role=Role.RESEARCHER, campaigns=limits)
    return replace(account, campaigns=account.campaigns & limits)
