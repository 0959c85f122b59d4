"""Bytes that are hashed or signed: length-prefixed, domain-separated, the same in every language."""

import hashlib
from collections.abc import Iterable

DIGEST_SIZE = 32
PROTOCOL_VERSION = 1


def length_prefixed(items: Iterable[bytes]) -> bytes:
    """Each item after its length as four bytes little endian, so that no two lists give the same bytes."""
    return b"".join(len(item).to_bytes(4, "little") + item for item in items)


def digest(domain: str, *items: bytes) -> bytes:
    """BLAKE2b-256 (RFC 7693) of the items under a domain, so that no digest serves two purposes."""
    data = length_prefixed([f"pdd/{PROTOCOL_VERSION}/{domain}".encode(), *items])
    return hashlib.blake2b(data, digest_size=DIGEST_SIZE).digest()
