"""Tickets: a donor's two public keys for one epoch, signed with its identity key.

A ticket's X25519 key serves its owner in both roles, donor and member. No long-term key hides anything, so recorded
uploads are unreadable once the ticket's secrets are erased.

A key of low order protects nothing: anybody can compute its agreements (X25519), or sign under it (Ed25519). Libraries
differ in which of these keys they refuse. Here a key is weak if it is in a list of seven, its top bit cleared. X25519
ignores that bit (RFC 7748, section 5); in Ed25519 it is the sign of x (RFC 8032, section 5.1.2). The lists hold the
points whose order divides 8, of the curve and for X25519 of its twist, and their encodings that are not reduced modulo
p. This is quick, and the same in every language.

Keys of larger order outside the main subgroup are accepted. They do no harm: X25519 secrets are multiples of 8, and a
signature under such a key still needs its secret. Libraries that disagree about some signatures of such a key disagree
about crafted signatures of any key.
"""

from collections.abc import Container
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from nacl.bindings import crypto_scalarmult_base
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from pdd_shared.protocol.keys import KEY_SIZE, RandomBytes, agree
from pdd_shared.protocol.limits import SECRETS_KEPT, TICKET_LAPSES
from pdd_shared.rounds.cohort.encoding import digest, statement
from pdd_shared.rounds.refusals import Reason, Refused

_SIGNATURE_SIZE = 64
_P = 2**255 - 19
_ORDER_8 = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
"""The y coordinate of two of the four points of order 8 on edwards25519. The other two have p - y."""
_U_ORDER_8 = (1 + _ORDER_8) * pow(1 - _ORDER_8, -1, _P) % _P
"""The u coordinate of the same points on curve25519 (RFC 7748, section 4.1). The other two have 1 / u."""


def _keys(*coordinates: int) -> frozenset[bytes]:
    return frozenset(each.to_bytes(KEY_SIZE, "little") for each in coordinates)


_WEAK_EXCHANGE = _keys(0, 1, _U_ORDER_8, pow(_U_ORDER_8, -1, _P), _P - 1, _P, _P + 1)
_WEAK_SIGNING = _keys(0, 1, _ORDER_8, _P - _ORDER_8, _P - 1, _P, _P + 1)


@dataclass(frozen=True, eq=False)
class TicketSecrets:
    """A ticket's secret keys, 32 bytes each. They never leave the home, which erases them after `erase_after`.

    Two objects never compare equal (`eq=False`). The time of a comparison or look-up would depend on secret bytes.
    """

    exchange_secret: bytes = field(repr=False)
    signing_seed: bytes = field(repr=False)

    @classmethod
    def generate(cls, random_bytes: RandomBytes) -> "TicketSecrets":
        """Draw new keys from the caller's cryptographic random source."""
        return cls(random_bytes(KEY_SIZE), random_bytes(KEY_SIZE))

    @cached_property
    def exchange_public(self) -> bytes:
        """Return the X25519 public key, 32 bytes."""
        return crypto_scalarmult_base(self.exchange_secret)

    @cached_property
    def signing(self) -> SigningKey:
        """Return the Ed25519 key that signs uploads, certificates and answers."""
        return SigningKey(self.signing_seed)

    @property
    def signing_public(self) -> bytes:
        """Return the Ed25519 public key, 32 bytes."""
        return self.signing.verify_key.encode()

    def agree(self, public: bytes) -> bytes:
        """Return the X25519 shared secret with another ticket's key, 32 bytes; WeakKey if it would be zero."""
        return agree(self.exchange_secret, public)


@dataclass(frozen=True)
class Ticket:
    """A donor's message with its keys for one epoch.

    Attributes:
        identity: The donor's Ed25519 identity key, 32 bytes.
        exchange: The X25519 public key for the epoch, 32 bytes.
        signing: The Ed25519 public key for the epoch, 32 bytes.
        signature: The identity key's signature over the other two keys, 64 bytes.

    Raises:
        Refused: BAD_SIGNATURE if a key or the signature has another size. A shorter key would stop the server when it
            makes the tree of all donors.
    """

    identity: bytes
    exchange: bytes
    signing: bytes
    signature: bytes

    def __post_init__(self) -> None:
        keys = (self.identity, self.exchange, self.signing)
        if any(len(key) != KEY_SIZE for key in keys) or len(self.signature) != _SIGNATURE_SIZE:
            raise Refused(Reason.BAD_SIGNATURE, "a ticket has three keys of 32 bytes and a signature of 64")

    def digest(self, server: bytes) -> bytes:
        """Return the digest, 32 bytes, by which receipts name the ticket; `server` is the server's identity key."""
        return digest("ticket", server, self.identity, self.exchange, self.signing)


def make_ticket(secrets: TicketSecrets, identity: SigningKey, server: bytes) -> Ticket:
    """Sign a ticket for one server with the donor's identity key; `server` is the server's identity key, 32 bytes."""
    exchange, signing = secrets.exchange_public, secrets.signing_public
    signature = identity.sign(_signed(server, exchange, signing)).signature
    return Ticket(identity.verify_key.encode(), exchange, signing, signature)


def check_ticket(ticket: Ticket, server: bytes) -> None:
    """Check the keys and the signature of a ticket that a donor sent. `check_new` is the second check of a ticket.

    Raises:
        Refused: WEAK_KEY if one of its three keys is of low order; BAD_SIGNATURE if its identity key did not sign it
            for this server.
    """
    if is_weak_exchange(ticket.exchange) or is_weak_signing(ticket.signing) or is_weak_signing(ticket.identity):
        raise Refused(Reason.WEAK_KEY, "a key of the ticket is of low order")
    try:
        VerifyKey(ticket.identity).verify(_signed(server, ticket.exchange, ticket.signing), ticket.signature)
    except (BadSignatureError, ValueError):
        raise Refused(Reason.BAD_SIGNATURE, "the ticket is not signed by its identity for this server") from None


def check_new(ticket: Ticket, exchanges: Container[bytes], signings: Container[bytes]) -> None:
    """Check that no other ticket of the epoch has one of the ticket's keys.

    No member certifies a list that has a key twice. So one doubled key would cost a cohort every day of the epoch.

    Args:
        ticket: The ticket.
        exchanges: The X25519 keys of all other tickets of the epoch.
        signings: The Ed25519 keys of all other tickets of the epoch.

    Raises:
        Refused: DUPLICATE_MEMBER.
    """
    if ticket.exchange in exchanges or ticket.signing in signings:
        raise Refused(Reason.DUPLICATE_MEMBER, "another ticket of the epoch has a key of this one")


def is_weak_exchange(key: bytes) -> bool:
    """Return whether this X25519 public key is of low order, so that every agreement with it is zero."""
    return _without_top_bit(key) in _WEAK_EXCHANGE


def is_weak_signing(key: bytes) -> bool:
    """Return whether this Ed25519 public key is a point of low order, in any of its encodings."""
    return _without_top_bit(key) in _WEAK_SIGNING


def erase_after(last_data_day: date) -> date:
    """Return the last day on which an epoch's secrets are kept, from the epoch's last data day.

    On the next day, by its own clock, the home erases them and all that it derived from them. No message of a server
    can delay this.
    """
    return last_data_day + SECRETS_KEPT


def has_lapsed(made: date, today: date) -> bool:
    """Return whether a ticket made on the day `made`, for which no tree was shown yet, is thrown away today.

    Its receipt no longer counts then. This does not help a server that wants to leave a donor out: while it waits, it
    can have no epoch that the home accepts.
    """
    return today >= made + TICKET_LAPSES


def _signed(server: bytes, exchange: bytes, signing: bytes) -> bytes:
    return statement("ticket", server, exchange, signing)


def _without_top_bit(key: bytes) -> bytes:
    return key[:-1] + bytes([key[-1] & 0x7F])
