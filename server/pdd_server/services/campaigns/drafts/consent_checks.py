"""What a program can check of a contact and of consent texts; whether a text says enough, people have to judge.

A donor has to be able to ask somebody, also years later and with nothing but the text it agreed to. So the contact has
a name and an address, and each text repeats an address of it.
"""

import re
from collections.abc import Iterator, Mapping

SHORTEST = 100
"""Characters: below that a text can't say who asks, what is sent, and that a donor may stop."""
_ADDRESS = re.compile(
    r"[^\s@<>()\[\],;:\"']+@[^\s@<>()\[\],;:\"']+\.[^\W\d_]{2,}|https://[^\s/<>()\[\],;\"']+\.[^\s<>,;\"']+"
)
_NAME = re.compile(r"[^\W\d_]{2,}")


def addresses(contact: str) -> tuple[str, ...]:
    """Return the e-mail addresses and https addresses in a contact, folded for comparison."""
    return tuple(found.rstrip(".)").casefold() for found in _ADDRESS.findall(contact))


def contact_problems(contact: str) -> Iterator[str]:
    """Yield why a contact can't be used: it has no address, or names nobody."""
    if not addresses(contact):
        yield "has no e-mail address and no https address; add one that donors can write to or open"
    elif not _NAME.search(_ADDRESS.sub(" ", contact)):
        yield "names nobody; write the responsible person's name before the address"


def consent_problems(consent: Mapping[str, str], contact: str | None) -> Iterator[tuple[str, str]]:
    """Yield each language whose text can't be used, and why; without a contact only the texts' length is checked."""
    known = addresses(contact or "")
    for language, text in consent.items():
        if len(text.strip()) < SHORTEST:
            yield (
                language,
                f"has {len(text.strip())} characters; a consent text needs {SHORTEST}: say who asks, what is counted "
                "and sent, what the server can see, that a donor can stop at any time, and whom to ask",
            )
        elif known and not any(address in text.casefold() for address in known):
            yield language, f"does not say whom to ask; add the contact's address, {known[0]}"
