"""E-mail addresses and names as they are kept: folded, so that one address is one account."""

import unicodedata

from pdd_server.errors import invalid

_LONGEST_ADDRESS = 254
_LONGEST_NAME = 120


def folded(email: str) -> str:
    """An address as it is compared."""
    return unicodedata.normalize("NFKC", email).strip().casefold()


def checked_email(text: str) -> str:
    """A folded address; Rejected where it can be none."""
    email = folded(text)
    local, at, domain = email.rpartition("@")
    if not (at and local and "." in domain) or len(email) > _LONGEST_ADDRESS or not _is_line(email) or " " in email:
        raise invalid("email", "This is no e-mail address; write one such as ada@example.org.")
    return email


def checked_name(text: str) -> str:
    """A name without space around it; Rejected where it is empty, too long, or holds signs nobody can see."""
    name = unicodedata.normalize("NFC", text).strip()
    if not name or len(name) > _LONGEST_NAME or not _is_line(name):
        raise invalid("name", f"Write a name of at most {_LONGEST_NAME} characters, in one line.")
    return name


def _is_line(text: str) -> bool:
    return all(unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Zl", "Zp") for sign in text)
