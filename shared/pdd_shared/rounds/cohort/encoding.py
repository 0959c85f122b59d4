"""The bytes that the protocol hashes and signs: items, each after its length, under a domain "pdd/2/...".

Each use has its own domain, so a signature or digest made for one use is of no use for another
(docs/reference/cohort.md, "Notation").
"""

import hashlib
from datetime import date, datetime

from pdd_shared.protocol.encoding import DIGEST_SIZE, length_prefixed

Item = bytes | int | str | date


def statement(domain: str, *items: Item) -> bytes:
    """Return the bytes that a key signs: "pdd/2/" and the domain, then the items, each after its length.

    An integer stands for its four bytes little endian, text for its UTF-8, a day for its ISO text.

    Raises:
        TypeError: An item is of another type, a bool or a datetime.
        OverflowError: An integer is negative or does not fit four bytes.
    """
    return length_prefixed([f"pdd/2/{domain}".encode(), *(_encoded(item) for item in items)])


def digest(domain: str, *items: Item) -> bytes:
    """Return BLAKE2b-256 (RFC 7693) of a statement, 32 bytes: H in docs/reference/cohort.md. Raises as `statement`."""
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
