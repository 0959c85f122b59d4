"""How codes that people copy are drawn; how an invitation code of a campaign is read and kept."""

import hashlib

from pdd_shared.protocol.keys import RandomBytes

ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""Without what is easily read as something else: 30 signs, so that 240 of a byte's 256 values fall on them evenly."""
DRAWN = 12
SHORTEST, LONGEST = 6, 40
_EVEN = 240


def draw(random_bytes: RandomBytes) -> str:
    """A code of 58 random bits, as in K7QM-4TXA-9WDE."""
    drawn = signs(random_bytes, DRAWN)
    return "-".join(drawn[start : start + 4] for start in range(0, DRAWN, 4))


def signs(random_bytes: RandomBytes, number: int) -> str:
    """So many signs of the alphabet, each as likely as any other."""
    drawn = ""
    while len(drawn) < number:
        drawn += "".join(ALPHABET[byte % len(ALPHABET)] for byte in random_bytes(number) if byte < _EVEN)
    return drawn[:number]


def normal(code: str) -> str:
    """A code without what people change when they copy it: case, spaces, dashes."""
    return "".join(sign for sign in code.upper() if sign.isalnum())


def code_hash(code: str) -> bytes:
    """What is kept of a code: it is meant for many, and guarded by the limit on registrations, not by a slow hash."""
    return hashlib.sha256(b"recruiting code\0" + normal(code).encode()).digest()
