"""Hashed and signed statements: each item has exactly one encoding."""

import hashlib
from datetime import UTC, date, datetime

import numpy as np
import pytest

from pdd_shared.rounds.cohort.encoding import Item, digest, statement


def test_a_statement_is_its_items_after_their_lengths() -> None:
    """A statement has its domain first, then each item after its length: bytes, four-byte integers, UTF-8, ISO days."""
    assert statement("x", b"ab", 258, "\u00e9", date(2026, 11, 20)) == (
        b"\x07\0\0\0pdd/2/x\x02\0\0\0ab\x04\0\0\0\x02\x01\0\0\x02\0\0\0\xc3\xa9\x0a\0\0\x002026-11-20"
    )


def test_a_digest_is_that_of_the_statement() -> None:
    """A digest is unkeyed BLAKE2b with 32 bytes of its statement."""
    assert digest("x", 1) == hashlib.blake2b(statement("x", 1), digest_size=32).digest()


@pytest.mark.parametrize(
    "item", [True, False, datetime(2026, 11, 20, tzinfo=UTC), bytearray(2), None, 1.0, np.int64(1), (1,)]
)
def test_anything_else_is_an_error(item: Item) -> None:
    """Items of other types are an error: True is not 1, and a time is not a day."""
    with pytest.raises(TypeError, match="no encoding"):
        statement("x", item)


@pytest.mark.parametrize("number", [-1, 2**32])
def test_an_integer_fits_four_bytes(number: int) -> None:
    """An integer that does not fit four bytes is an error."""
    with pytest.raises(OverflowError):
        statement("x", number)
