"""Donors' accounts: registration, authentication by token, and erasure."""

import hmac
from datetime import date

from sqlalchemy import Connection

from pdd_server.config import Config
from pdd_server.errors import Rejected, Rejection
from pdd_server.services.readable_codes import code_hash
from pdd_server.services.token_hash import token_hash
from pdd_server.store import donors
from pdd_server.store.campaigns import invitation_codes
from pdd_shared.protocol.keys import KEY_SIZE, RandomBytes, WeakKey, agree, member_is_genuine
from pdd_shared.protocol.messages import Member, Registered, Registration

_ANY_SECRET = bytes(range(KEY_SIZE))
"""A public constant: whether a key is weak does not depend on the secret it is tried with."""


def register(
    connection: Connection,
    config: Config,
    server_key: bytes,
    request: Registration,
    today: date,
    random_bytes: RandomBytes,
) -> Registered:
    """Register a donor and return its token. The server keeps only the token's hash.

    Args:
        connection: A write transaction.
        config: The settings. If they name invitation codes, a donor needs a code.
        server_key: The server's identity key, 32 bytes, for which the donor has signed its exchange key.
        request: The donor's message.
        today: The day of registration.
        random_bytes: The source of the token and the donor's id.

    Returns:
        The token, and the number of the donor's first check-in, which is 0.

    Raises:
        Rejected: As `check`.
    """
    check(connection, config, server_key, request, today)
    token = random_bytes(32).hex()
    donors.add(connection, random_bytes(16).hex(), token_hash(token), request.member, today)
    return Registered(token=token, number=0)


def check(connection: Connection, config: Config, server_key: bytes, request: Registration, today: date) -> None:
    """Check that a donor may register. The arguments are those of `register`.

    Raises:
        Rejected: INVITATION_NEEDED without a valid code, where the server asks for one; FORGED_MEMBER for an exchange
            key that is weak, or that the identity key has not signed for this server, because the donor's whole group
            would refuse its roster; ALREADY_REGISTERED if another donor has one of the keys.
    """
    if config.invitations and not _is_invited(connection, config.invitations, request.invitation, today):
        raise Rejected(Rejection.INVITATION_NEEDED, "This server registers donors that know an invitation code.")
    if not member_is_genuine(request.member, server_key) or _is_weak(request.member):
        raise Rejected(Rejection.FORGED_MEMBER, "The exchange key is not signed by the identity key for this server.")
    if donors.is_known(connection, request.member):
        raise Rejected(Rejection.ALREADY_REGISTERED, "A donor with one of these keys is registered.")


def authenticate(connection: Connection, hashed: bytes) -> donors.Donor:
    """Return the donor whose token has this hash.

    Raises:
        Rejected: NOT_REGISTERED if no donor has the token.
    """
    donor = donors.by_token(connection, hashed)
    if donor is None:
        raise unregistered()
    return donor


def unregistered() -> Rejected:
    """Return the error for a request whose token no donor has, for the caller to raise."""
    return Rejected(Rejection.NOT_REGISTERED, "No donor has this token; register.")


def erase(connection: Connection, hashed: bytes) -> None:
    """Delete a donor, its keys and its active days, at once.

    Its place in the roster of an open round stays, without its id, until that round is published. The other members
    have drawn masks with it, which cancel only in the whole group's sum. A vector or upload that is already in a sum
    can't be taken out.

    Args:
        connection: A write transaction.
        hashed: The hash of the donor's token.

    Raises:
        Rejected: NOT_REGISTERED.
    """
    donors.erase(connection, authenticate(connection, hashed).id)


def _is_invited(connection: Connection, codes: tuple[str, ...], given: str | None, today: date) -> bool:
    """Return whether a code is one of the operator's, or a valid one of a campaign. Who used a code is not recorded."""
    # A comparison that stops at the first wrong character would let codes be guessed character by character.
    if any(hmac.compare_digest(code.encode(), (given or "").encode()) for code in codes):
        return True
    return given is not None and invitation_codes.is_valid(connection, code_hash(given), today)


def _is_weak(member: Member) -> bool:
    """Return whether every X25519 agreement with the member's exchange key gives zero.

    A group with such a member refuses its roster.
    """
    try:
        agree(_ANY_SECRET, bytes.fromhex(member.exchange))
    except WeakKey:
        return True
    return False
