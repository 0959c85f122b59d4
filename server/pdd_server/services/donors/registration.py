"""Registering donors, knowing them again by their token, and erasing them."""

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


def register(
    connection: Connection,
    config: Config,
    server_key: bytes,
    request: Registration,
    today: date,
    random_bytes: RandomBytes,
) -> Registered:
    """Register a donor and give it its token, of which only the hash is kept.

    Rejected: as by `check`.
    """
    check(connection, config, server_key, request, today)
    token = random_bytes(32).hex()
    donors.add(connection, random_bytes(16).hex(), token_hash(token), request.member, today)
    return Registered(token=token, number=0)


def check(connection: Connection, config: Config, server_key: bytes, request: Registration, today: date) -> None:
    """Check that a donor may register. Rejected: INVITATION_NEEDED, FORGED_MEMBER, ALREADY_REGISTERED."""
    if config.invitations and not _is_invited(connection, config.invitations, request.invitation, today):
        raise Rejected(Rejection.INVITATION_NEEDED, "This server registers donors that know an invitation code.")
    if not member_is_genuine(request.member, server_key) or _is_weak(request.member):
        raise Rejected(Rejection.FORGED_MEMBER, "The exchange key is not signed by the identity key for this server.")
    if donors.is_known(connection, request.member):
        raise Rejected(Rejection.ALREADY_REGISTERED, "A donor with one of these keys is registered.")


def authenticate(connection: Connection, hashed: bytes) -> donors.Donor:
    """The donor whose token has this hash; Rejected NOT_REGISTERED."""
    donor = donors.by_token(connection, hashed)
    if donor is None:
        raise unregistered()
    return donor


def unregistered() -> Rejected:
    """What a request is told whose token no donor has."""
    return Rejected(Rejection.NOT_REGISTERED, "No donor has this token; register.")


def erase(connection: Connection, hashed: bytes) -> None:
    """Delete a donor, its keys and its days, at once.

    Its place in the roster of an open round stays until that round is published: the other members' masks were
    drawn with it. A vector that is already in a sum cannot be taken out of it.
    """
    donors.erase(connection, authenticate(connection, hashed).id)


def _is_invited(connection: Connection, codes: tuple[str, ...], given: str | None, today: date) -> bool:
    """By the operator's codes, or by one of a campaign's; that it was used is noted nowhere."""
    if any(hmac.compare_digest(code.encode(), (given or "").encode()) for code in codes):
        return True
    return given is not None and invitation_codes.is_valid(connection, code_hash(given), today)


def _is_weak(member: Member) -> bool:
    """Whether agreeing with this key gives zero: one such member would make its whole group refuse the roster."""
    try:
        agree(_ANY_SECRET, bytes.fromhex(member.exchange))
    except WeakKey:
        return True
    return False
