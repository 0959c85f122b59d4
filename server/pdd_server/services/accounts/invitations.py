"""Invitations: links with which somebody makes an account, or sets its password and second factor anew.

A link can be used once, within a week. The database has only its hash. The first page stores name, password and a new
secret in the invitation; the account changes only when a code confirms that the phone has the secret.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import Connection

from pdd_server.errors import Rejected, Rejection, invalid
from pdd_server.services.accounts import audit
from pdd_server.services.accounts.addresses import checked_email, checked_name, folded
from pdd_server.services.accounts.authentication import passwords, second_factor
from pdd_server.services.accounts.model import Account, Role, of_stored
from pdd_server.services.accounts.timestamps import date_of, minutes_of
from pdd_server.services.token_hash import token_hash
from pdd_server.store.accounts import account_invitations, accounts, passkeys, sessions, tokens
from pdd_server.store.accounts.account_invitations import StoredInvitation
from pdd_shared.protocol.keys import RandomBytes

GOOD_FOR = 7 * 24 * 60
"""How long an invitation can be used, in minutes."""


@dataclass(frozen=True)
class Accepted:
    """An accepted invitation.

    Attributes:
        account: The account that was made or reset.
        codes: Its recovery codes, to be shown once: the database has only their hashes.
    """

    account: Account
    codes: tuple[str, ...] = field(repr=False)


def invite(
    connection: Connection,
    now: datetime,
    by: Account | None,
    email: str,
    role: Role,
    campaigns: Iterable[str],
    random_bytes: RandomBytes,
) -> str:
    """Invite somebody to make an account. An earlier invitation to the same address ends.

    Args:
        connection: A write transaction.
        now: The server's time.
        by: The administrator who invites; None for the operator.
        email: The address that the account will have.
        role: The role that the account will have.
        campaigns: The ids of the campaigns and drafts that the account will belong to.
        random_bytes: The source of the link's secret.

    Returns:
        The secret part of the link, in hex, to be shown once.

    Raises:
        Rejected: INVALID, with the field `email`, if it is malformed or has an account already.
    """
    address = checked_email(email)
    if accounts.by_email(connection, address) is not None:
        raise invalid("email", f"There is an account for {address} already; change that one.")
    wanted = json.dumps(sorted(set(campaigns)))
    expires = minutes_of(now) + GOOD_FOR
    audit.record(connection, now, by, "account.invited", address, role)
    return _add(connection, StoredInvitation(address, role, wanted, expires), random_bytes)


def reset(
    connection: Connection, now: datetime, by: Account | None, account: Account, random_bytes: RandomBytes
) -> str:
    """Remove an account's second factor, passkeys, codes, sessions and tokens, and invite its owner to set it up anew.

    Without a second factor the account can't sign in until the invitation is accepted.

    Returns:
        The secret part of the link, in hex, to be shown once.
    """
    accounts.change(connection, account.id, secret=None)
    accounts.set_codes(connection, account.id, ())
    sessions.end_all(connection, account.id)
    tokens.remove(connection, account.id)
    passkeys.remove(connection, account.id)
    audit.record(connection, now, by, "account.reset", account.email)
    expires = minutes_of(now) + GOOD_FOR
    return _add(connection, StoredInvitation(account.email, account.role, "[]", expires, account.id), random_bytes)


def withdraw(connection: Connection, now: datetime, by: Account | None, email: str) -> None:
    """End the open invitation to an address, so that its link is good no more.

    An account that was reset stays reset: it needs another link before its owner can sign in.

    Args:
        connection: A write transaction.
        now: The server's time.
        by: The administrator who withdraws it; None for the operator.
        email: The address that was invited.

    Raises:
        Rejected: NOT_FOUND if there is no open invitation to this address.
    """
    address = folded(email)
    if not any(one.email == address for one in account_invitations.open_ones(connection, minutes_of(now))):
        detail = "There is no open invitation to this address. It was used or withdrawn, or its week is over."
        raise Rejected(Rejection.NOT_FOUND, detail, "email")
    account_invitations.remove_of(connection, address)
    audit.record(connection, now, by, "account.withdrawn", address)


def find(connection: Connection, link: str, now: datetime) -> StoredInvitation | None:
    """Return the invitation of a link; None if it was used, has expired, or never existed.

    One that ends in more than a week was made under a wrong clock, and counts as none.
    """
    found = account_invitations.get(connection, token_hash(link))
    return found if found and 0 < found.expires - minutes_of(now) <= GOOD_FOR else None


def fill_in(
    connection: Connection,
    link: str,
    invitation: StoredInvitation,
    name: str,
    password: str,
    key: bytes,
    new: RandomBytes,
) -> None:
    """Store the name, the password and a new second factor in an invitation, until a code confirms them.

    Args:
        connection: A write transaction.
        link: The secret part of the link.
        invitation: The invitation that `find` returned.
        name: The account's name.
        password: The account's password.
        key: The key of second factors, 32 bytes.
        new: The source of the second factor.

    Raises:
        Rejected: INVALID, with the field `name` or `password`.
    """
    kept = checked_name(name)
    hashed = passwords.hash_of(password, invitation.email, kept)
    secret = second_factor.seal(second_factor.new_secret(new), key)
    account_invitations.fill_in(connection, token_hash(link), name=kept, password=hashed, secret=secret)


def accept(
    connection: Connection,
    link: str,
    invitation: StoredInvitation,
    code: str,
    now: datetime,
    key: bytes,
    new: RandomBytes,
) -> Accepted:
    """Make the account of a filled-in invitation, or set up the account that was reset. This uses up the invitation.

    Args:
        connection: A write transaction.
        link: The secret part of the link.
        invitation: The invitation that `find` returned, filled in.
        code: The code that the phone shows.
        now: The server's time.
        key: The key of second factors, 32 bytes.
        new: The source of the account's id and recovery codes.

    Raises:
        Rejected: INVALID, with the field `code`, if the code is wrong or the account is disabled.
    """
    # The secret is new, so no step of it was used: the last one is 0.
    secret = second_factor.unseal(invitation.secret, key) if invitation.secret else None
    step = second_factor.step_of(secret, code, now, 0) if secret else None
    if step is None:
        raise invalid("code", "This is not the code of now. Look at your phone, and see that its clock is right.")
    account = invitation.account or new(16).hex()
    row = {
        "name": invitation.name,
        "password": invitation.password,
        "secret": invitation.secret,
        "step": step,
        "seen": date_of(now),
    }
    if invitation.account:
        accounts.change(connection, account, **row)
    else:
        first = {"id": account, "email": invitation.email, "role": invitation.role, "created": date_of(now)}
        accounts.add(connection, **first, **row)
        accounts.set_campaigns(connection, account, json.loads(invitation.campaigns))
    codes = second_factor.new_codes(new)
    accounts.set_codes(connection, account, map(second_factor.code_hash, codes))
    account_invitations.remove(connection, token_hash(link))
    return _accepted(connection, account, codes, now)


def _accepted(connection: Connection, account: str, codes: tuple[str, ...], now: datetime) -> Accepted:
    """Record that an invitation was accepted; raise Rejected INVALID if the account is disabled."""
    stored = accounts.get(connection, account)
    if stored is None or stored.disabled is not None:
        # The error rolls the transaction back, so the invitation can still be used when the account is enabled again.
        raise invalid("code", "This account is disabled. Ask an administrator of this server.")
    audit.record(connection, now, of_stored(stored), "account.accepted", stored.email)
    return Accepted(of_stored(stored), codes)


def _add(connection: Connection, invitation: StoredInvitation, random_bytes: RandomBytes) -> str:
    """Store an invitation in place of any other to its address, and return the secret part of its link."""
    link = random_bytes(32).hex()
    account_invitations.add(connection, token_hash(link), invitation)
    return link
