"""The keys of donors and servers: Ed25519 to sign, X25519 to agree (libsodium, through PyNaCl)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from nacl.bindings import crypto_scalarmult, crypto_scalarmult_base
from nacl.exceptions import BadSignatureError
from nacl.exceptions import RuntimeError as SodiumError
from nacl.signing import SigningKey, VerifyKey

from pdd_shared.protocol.encoding import length_prefixed
from pdd_shared.protocol.messages import Member

KEY_SIZE = 32
"""Bytes of a public key, a secret key and a seed."""
RandomBytes = Callable[[int], bytes]
"""A cryptographic random source: takes a number of bytes and returns so many."""


class WeakKey(ValueError):
    """A public key of low order, whose shared secrets are all zero, so that everybody knows them (RFC 7748, 6.1)."""


@dataclass(frozen=True, eq=False)
class DonorSecrets:
    """A donor's secret keys, 32 bytes each. They never leave its installation.

    Two objects never compare equal (`eq=False`). The time of a comparison or look-up would depend on secret bytes.
    """

    identity_seed: bytes = field(repr=False)
    exchange_secret: bytes = field(repr=False)

    @classmethod
    def generate(cls, random_bytes: RandomBytes) -> "DonorSecrets":
        """Draw new keys from the caller's cryptographic random source."""
        return cls(random_bytes(KEY_SIZE), random_bytes(KEY_SIZE))

    @cached_property
    def identity(self) -> SigningKey:
        """Return the Ed25519 key by which the server knows this donor."""
        return SigningKey(self.identity_seed)

    @cached_property
    def exchange_public(self) -> bytes:
        """Return the X25519 public key, 32 bytes."""
        return crypto_scalarmult_base(self.exchange_secret)

    def member(self, server_key: bytes) -> Member:
        """Return the donor's entry in that server's rosters: its public keys, the exchange key signed for this server.

        Args:
            server_key: The server's identity key, 32 bytes.
        """
        exchange = self.exchange_public
        signature = self.identity.sign(_exchange_statement(server_key, exchange)).signature
        return Member(
            identity=self.identity.verify_key.encode().hex(),
            exchange=exchange.hex(),
            signature=signature.hex(),
        )


def member_is_genuine(member: Member, server_key: bytes) -> bool:
    """Return whether a member's identity key signed its exchange key, for this server.

    Without this check a server could put exchange keys of its own into a roster, and know the masks that a donor
    shares with their owners.

    Args:
        member: A roster's entry.
        server_key: The server's identity key, 32 bytes.
    """
    statement = _exchange_statement(server_key, bytes.fromhex(member.exchange))
    try:
        VerifyKey(bytes.fromhex(member.identity)).verify(statement, bytes.fromhex(member.signature))
    except (BadSignatureError, ValueError):
        return False
    return True


def agree(secret: bytes, public: bytes) -> bytes:
    """Return the shared secret of two X25519 keys, 32 bytes (RFC 7748).

    Args:
        secret: The own secret key, 32 bytes.
        public: The other party's public key, 32 bytes.

    Raises:
        WeakKey: The public key is of low order. The shared secret would be all zero, so everybody would know it.
    """
    try:
        return crypto_scalarmult(secret, public)
    except SodiumError:
        raise WeakKey("a public key of low order") from None


def _exchange_statement(server_key: bytes, exchange: bytes) -> bytes:
    return length_prefixed([b"pdd/1/exchange-key", server_key, exchange])
