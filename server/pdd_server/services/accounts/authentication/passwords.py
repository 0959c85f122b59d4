"""Passwords: argon2id (RFC 9106, its parameters for little memory), and what is too weak to be one."""

import re
import unicodedata
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from zxcvbn import zxcvbn  # type: ignore[import-untyped]

from pdd_server.errors import invalid

LEAST = 12
MOST = 128
"""Characters, so that no length of text makes the server work for long."""
_TELLING = 4
"""A name or address shorter than this may well be part of a good password."""

_GUESSES = 10**8
"""Guesses, of the likeliest first, that a password has to withstand where somebody has the hashes; zxcvbn counts."""
_LOOKED_AT = 72
"""Signs: zxcvbn takes long over more, and so many are hard to guess or follow a pattern already."""
_PARTS = "it is made of parts that are tried first."
_TOLD = {
    "passwords": "it is one of the passwords used most, or made of one.",
    "repeat": "it repeats the same signs.",
    "sequence": "it is a row of signs such as abcd or 1234.",
    "spatial": "its signs lie in a row on the keyboard.",
    "date": "it holds a date.",
}
"""What is told of a pattern, or of the list a part is in, that makes a password easy to guess."""

NOBODYS = "$argon2id$v=19$m=65536,t=3,p=4$AAECAwQFBgcICQoLDA0ODw$AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
"""A hash that no password has, to do the same work for an address that has no account."""

_hasher = PasswordHasher()


def hash_of(password: str, email: str, name: str) -> str:
    """The hash to keep of a new password; Rejected where its length is wrong or it is too easily guessed."""
    normal = _normal(password)
    if len(re.sub(" +", " ", normal)) < LEAST or len(normal) > MOST:
        raise invalid(
            "password", f"A password has {LEAST} to {MOST} characters. Four words that don't belong together do."
        )
    told = (email, email.partition("@")[0], name)
    if any(len(one) >= _TELLING and one.casefold() in normal.casefold() for one in told):
        raise invalid("password", "A password may not hold your name or address: those are tried first.")
    if reason := _guessed(normal):
        raise invalid("password", reason)
    return _hasher.hash(normal)


def _guessed(password: str) -> str | None:
    """Why whoever tries the likeliest passwords first would soon come to this one; None where they would not."""
    found = zxcvbn(password[:_LOOKED_AT], max_length=_LOOKED_AT)
    if found["guesses"] >= _GUESSES:
        return None
    told = next((why for kind, why in _TOLD.items() if _is_of(kind, found["sequence"])), _PARTS)
    return f"This password is too easily guessed: {told} Four words that don't belong together are hard to guess."


def _is_of(kind: str, sequence: list[dict[str, Any]]) -> bool:
    return any(kind in (part["pattern"], part.get("dictionary_name")) for part in sequence)


def is_right(kept: str, password: str) -> bool:
    """Whether a password has this hash; a longer one than can be kept is not even tried."""
    try:
        normal = _normal(password)
        return len(normal) <= MOST and _hasher.verify(kept, normal)
    except VerificationError:
        return False


def renewed(kept: str, password: str) -> str | None:
    """The hash of a right password under today's parameters, where the kept one has others."""
    return _hasher.hash(_normal(password)) if _hasher.check_needs_rehash(kept) else None


def _normal(password: str) -> str:
    return unicodedata.normalize("NFKC", password)
