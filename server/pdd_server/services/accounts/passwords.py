"""Passwords: argon2id (RFC 9106, its parameters for little memory), and what is too weak to be one."""

import re
import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from pdd_server.services.accounts.model import AccountError

LEAST = 12
MOST = 128
"""Characters, so that no length of text makes the server work for long."""
_TELLING = 4
"""A name or address shorter than this may well be part of a good password."""

NOBODYS = "$argon2id$v=19$m=65536,t=3,p=4$AAECAwQFBgcICQoLDA0ODw$AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
"""A hash that no password has, to do the same work for an address that has no account."""

_hasher = PasswordHasher()


def hash_of(password: str, email: str, name: str) -> str:
    """The hash to keep of a new password; AccountError where it is too short, too long, or says whose it is."""
    normal = _normal(password)
    if len(re.sub(" +", " ", normal)) < LEAST or len(normal) > MOST:
        raise AccountError(
            "password", f"A password has {LEAST} to {MOST} characters. Four words that don't belong together do."
        )
    told = (email, email.partition("@")[0], name)
    if any(len(one) >= _TELLING and one.casefold() in normal.casefold() for one in told):
        raise AccountError("password", "A password may not hold your name or address: those are tried first.")
    return _hasher.hash(normal)


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
