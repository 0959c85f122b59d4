"""Codes that people copy by hand: drawing them, and hashing an invitation code however it was typed."""

import hashlib

from pdd_shared.protocol.keys import RandomBytes

ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""The letters and digits of codes: 30 signs, without those that are easily mistaken, such as O and 0."""
DRAWN = 12
"""The signs of a drawn invitation code."""
SHORTEST, LONGEST = 6, 40
"""The fewest letters and digits, and the most characters, of an invitation code that a researcher chooses."""
_EVEN = 240
"""Bytes from here on are passed over, so that each of the 30 signs has 8 byte values and none is likelier."""


def draw(random_bytes: RandomBytes) -> str:
    """Return a new invitation code of 58 random bits, such as K7QM-4TXA-9WDE."""
    drawn = signs(random_bytes, DRAWN)
    return "-".join(drawn[start : start + 4] for start in range(0, DRAWN, 4))


def signs(random_bytes: RandomBytes, number: int) -> str:
    """Return a string of `number` random signs of the alphabet, each with the same probability."""
    drawn = ""
    while len(drawn) < number:
        drawn += "".join(ALPHABET[byte % len(ALPHABET)] for byte in random_bytes(number) if byte < _EVEN)
    return drawn[:number]


def normal(code: str) -> str:
    """Return a code in capitals and without spaces and dashes, which people change when they copy it."""
    return "".join(sign for sign in code.upper() if sign.isalnum())


def code_hash(code: str) -> bytes:
    """Return the hash by which the database knows an invitation code, 32 bytes.

    A slow hash would not help: the code is given to many people, and the rate limit on registrations stops guessing.
    """
    return hashlib.sha256(b"recruiting code\0" + normal(code).encode()).digest()
