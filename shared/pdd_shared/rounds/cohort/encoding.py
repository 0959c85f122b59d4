"""What is hashed and signed in the protocol: items under their own domain, "pdd/2/..." (docs/reference/cohort.md)."""

import hashlib
from datetime import date, datetime

from pdd_shared.protocol.encoding import DIGEST_SIZE, length_prefixed

Item = bytes | int | str | date


def statement(domain: str, *items: Item) -> bytes:
    """Return the bytes that a key signs: the items under a domain, each after its length.

    An integer stands for its four bytes little endian, text for its UTF-8, a day for its ISO text. TypeError for any
    other type, OverflowError for an integer that four bytes do not hold.
    """
    return length_prefixed([f"pdd/2/{domain}".encode(), *(_encoded(item) for item in items)])


def digest(domain: str, *items: Item) -> bytes:
    """Return BLAKE2b-256 (RFC 7693) of a statement: H in docs/reference/cohort.md."""
    return hashlib.blake2b(statement(domain, *items), digest_size=DIGEST_SIZE).digest()


def _encoded(item: Item) -> bytes:
    match item:
        case bytes():
            return item
        case bool() | datetime():
            # Both are subclasses: True would be signed as 1, and a time as a text that no other program expects.
            raise TypeError(f"{type(item).__name__} has no encoding")
        case int():
            return item.to_bytes(4, "little")
        case str():
            return item.encode()
        case date():
            return item.isoformat().encode()
        case _:
            raise TypeError(f"{type(item).__name__} has no encoding")
