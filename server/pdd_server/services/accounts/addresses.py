"""Validation and normal forms of e-mail addresses and names. Folding makes sure that one address is one account."""

import unicodedata

from pdd_server.errors import invalid

_LONGEST_ADDRESS = 254
_LONGEST_NAME = 120


def folded(email: str) -> str:
    """Return an e-mail address in the form in which addresses are stored and compared: NFKC, case-folded."""
    return unicodedata.normalize("NFKC", email).strip().casefold()


def checked_email(text: str) -> str:
    """Return a folded e-mail address.

    Raises:
        Rejected: INVALID, with the field `email`, if the text can't be an address.
    """
    email = folded(text)
    local, at, domain = email.rpartition("@")
    if not (at and local and "." in domain) or len(email) > _LONGEST_ADDRESS or not _is_line(email) or " " in email:
        raise invalid("email", "This is no e-mail address; write one such as ada@example.org.")
    return email


def checked_name(text: str) -> str:
    """Return a name in NFC without spaces around it.

    Raises:
        Rejected: INVALID, with the field `name`, if it is empty, too long, or has line breaks or invisible characters.
            With these, two names could look the same.
    """
    name = unicodedata.normalize("NFC", text).strip()
    if not name or len(name) > _LONGEST_NAME or not _is_line(name):
        raise invalid("name", f"Write a name of at most {_LONGEST_NAME} characters, in one line.")
    return name


def _is_line(text: str) -> bool:
    return all(unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Zl", "Zp") for sign in text)
