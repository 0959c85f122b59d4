"""Bytes that are hashed or signed: length-prefixed, domain-separated, the same in every language."""

import hashlib
from collections.abc import Iterable

DIGEST_SIZE = 32
"""Bytes of a digest."""
PROTOCOL_VERSION = 1
"""The version in the domain of every digest made here. The `cohort` round has domains of its own, "pdd/2/..."."""


def length_prefixed(items: Iterable[bytes]) -> bytes:
    """Return the items joined, each after its length as four bytes little endian.

    No two lists of items give the same bytes, so nobody can move a byte from one item to the next.
    """
    return b"".join(len(item).to_bytes(4, "little") + item for item in items)


def digest(domain: str, *items: bytes) -> bytes:
    """Return the 32-byte BLAKE2b digest (RFC 7693) of the items under a domain.

    Args:
        domain: The purpose of the digest. A digest for one purpose can't be passed off as one for another.
        items: The bytes to digest; each is length-prefixed.
    """
    data = length_prefixed([f"pdd/{PROTOCOL_VERSION}/{domain}".encode(), *items])
    return hashlib.blake2b(data, digest_size=DIGEST_SIZE).digest()
