"""Passwords: hashes with argon2id (RFC 9106, the parameters for little memory), and rules against weak ones."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from zxcvbn import zxcvbn  # type: ignore[import-untyped]

from pdd_server.errors import invalid

LEAST = 12
"""The fewest characters of a password, several spaces in a row counted as one."""
MOST = 128
"""The most characters of a password, so that nobody can make the server hash long texts."""
_TELLING = 4
"""The shortest name or address, in characters, that a password may not contain. Shorter ones may occur by chance."""

_GUESSES = 10**8
"""The fewest guesses, by zxcvbn's count, that a password has to withstand if somebody steals the hashes."""
_LOOKED_AT = 72
"""How many characters zxcvbn looks at. It takes long over more, and these show whether a password is easily guessed."""
_HARDEST = 4
"""The highest of zxcvbn's scores."""
_LENGTH = f"A password has {LEAST} to {MOST} characters. Four words that don't belong together do."
_PARTS = "it is made of parts that are tried first."
_TOLD = {
    "passwords": "it is one of the passwords used most, or made of one.",
    "repeat": "it repeats the same signs.",
    "sequence": "it is a row of signs such as abcd or 1234.",
    "spatial": "its signs lie in a row on the keyboard.",
    "date": "it holds a date.",
}
"""The reason that is shown for each of zxcvbn's patterns and dictionaries that make a password easy to guess."""

NOBODYS = "$argon2id$v=19$m=65536,t=3,p=4$AAECAwQFBgcICQoLDA0ODw$AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
"""A hash that no known password has.

It is checked for an address without an account, so that the time of an answer doesn't tell which addresses have one.
"""

_hasher = PasswordHasher()


def hash_of(password: str, email: str, name: str) -> str:
    """Return the hash of a new password.

    Args:
        password: The password.
        email: The account's address, which the password may not contain.
        name: The account's name, which the password may not contain.

    Raises:
        Rejected: INVALID, with the field `password`, if it is too short, too long, or too easily guessed.
    """
    normal = _normal(password)
    if not _has_good_length(normal):
        raise invalid("password", _LENGTH)
    told = (email, email.partition("@")[0], name)
    if any(len(one) >= _TELLING and one.casefold() in normal.casefold() for one in told):
        raise invalid("password", "A password may not hold your name or address: those are tried first.")
    if reason := _guessed(normal):
        raise invalid("password", reason)
    return _hasher.hash(normal)


@dataclass(frozen=True)
class Strength:
    """How hard a password is to guess.

    Attributes:
        score: From 0, guessed at once, to 4, very hard to guess.
        words: The same in a sentence, with what is wrong with a password that is refused.
    """

    score: int
    words: str


def strength_of(password: str) -> Strength:
    """Return how hard a password is to guess, for the meter beside its field."""
    normal = _normal(password)
    if not _has_good_length(normal):
        return Strength(0, _LENGTH)
    if reason := _guessed(normal):
        return Strength(1, reason)
    score = int(zxcvbn(normal[:_LOOKED_AT], max_length=_LOOKED_AT)["score"])
    return Strength(score, "Very hard to guess." if score >= _HARDEST else "Hard to guess.")


def _has_good_length(normal: str) -> bool:
    return len(re.sub(" +", " ", normal)) >= LEAST and len(normal) <= MOST


def _guessed(password: str) -> str | None:
    """Return why a password is easily guessed by trying the likeliest ones first; None if it is not."""
    found = zxcvbn(password[:_LOOKED_AT], max_length=_LOOKED_AT)
    if found["guesses"] >= _GUESSES:
        return None
    told = next((why for kind, why in _TOLD.items() if _is_of(kind, found["sequence"])), _PARTS)
    return f"This password is too easily guessed: {told} Four words that don't belong together are hard to guess."


def _is_of(kind: str, sequence: list[dict[str, Any]]) -> bool:
    return any(kind in (part["pattern"], part.get("dictionary_name")) for part in sequence)


def is_right(kept: str, password: str) -> bool:
    """Return whether a password has this hash. A password that is too long is not even hashed."""
    try:
        normal = _normal(password)
        return len(normal) <= MOST and _hasher.verify(kept, normal)
    except VerificationError:
        return False


def renewed(kept: str, password: str) -> str | None:
    """Return a new hash of a correct password if the stored one has outdated parameters; None otherwise."""
    return _hasher.hash(_normal(password)) if _hasher.check_needs_rehash(kept) else None


def _normal(password: str) -> str:
    return unicodedata.normalize("NFKC", password)
