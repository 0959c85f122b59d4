"""Checks of a campaign's contact and consent texts. Only people can judge whether a text says enough.

A donor must be able to ask somebody years later, even if it has nothing but the text that it agreed to. So the contact
needs a name and an address, and each consent text has to repeat one of the contact's addresses.
"""

import re
from collections.abc import Iterator, Mapping

SHORTEST = 100
"""The fewest characters of a consent text. A shorter one can't say who asks, what is sent, and how a donor stops."""
MARKS = {"en": "To decide", "de": "Zu entscheiden", "es": "Por decidir", "fr": "À décider\u00a0"}
"""How a question to the researcher begins in the ethics kit's texts, by language: `[To decide: the age]`."""
_QUESTION = re.compile(rf"\[(?:{'|'.join(mark.strip() for mark in MARKS.values())})[^\]]*\]?")
# An e-mail address, or an https address with a dot in its host. Punctuation around an address does not belong to it.
_ADDRESS = re.compile(
    r"[^\s@<>()\[\],;:\"']+@[^\s@<>()\[\],;:\"']+\.[^\W\d_]{2,}|https://[^\s/<>()\[\],;\"']+\.[^\s<>,;\"']+"
)
_NAME = re.compile(r"[^\W\d_]{2,}")


def addresses(contact: str) -> tuple[str, ...]:
    """Return the e-mail addresses and https addresses in a contact, case-folded for comparison."""
    # A full stop or bracket that follows an https address ends the sentence around it.
    return tuple(found.rstrip(".)").casefold() for found in _ADDRESS.findall(contact))


def contact_problems(contact: str) -> Iterator[str]:
    """Yield the error if a contact can't be used, because it has no address or no name.

    The text continues a sentence that begins with the field's name.
    """
    if not addresses(contact):
        yield "has no e-mail address and no https address; add one that donors can write to or open"
    elif not _NAME.search(_ADDRESS.sub(" ", contact)):
        yield "names nobody; write the responsible person's name before the address"


def notice_problems(notice: str) -> Iterator[str]:
    """Yield the error if a data protection notice is not an https address alone, which pages link to."""
    if not _ADDRESS.fullmatch(notice) or not notice.startswith("https://"):
        yield "must be the https address of the notice and nothing else, such as https://example.org/flu/notice"


def consent_problems(consent: Mapping[str, str], contact: str | None) -> Iterator[tuple[str, str]]:
    """Yield the language and the error of each consent text that can't be used.

    Args:
        consent: The texts by language.
        contact: The campaign's contact. If it is None or has no address, only the texts' length is checked.
    """
    known = addresses(contact or "")
    for language, text in consent.items():
        if len(text.strip()) < SHORTEST:
            yield (
                language,
                f"has {len(text.strip())} characters; a consent text needs {SHORTEST}: say who asks, what is counted "
                "and sent, what the server can see, that a donor can stop at any time, and whom to ask",
            )
        elif question := _QUESTION.search(text):
            yield (
                language,
                f"still has a question that only you can answer, {question[0]}; write the answer in its place",
            )
        elif known and not any(address in text.casefold() for address in known):
            yield language, f"does not say whom to ask; add the contact's address, {known[0]}"
