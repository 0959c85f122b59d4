"""What donors have to be told before they agree, and whether a campaign's fields and consent texts tell it.

The check looks for words, in four languages. It finds what was forgotten. Only people can judge whether a text says
enough.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from pdd_server.services.campaigns.donor_texts.texts import LANGUAGES
from pdd_server.services.campaigns.ethics.documents import sentence


@dataclass(frozen=True)
class Item:
    """Something that donors have to be told.

    Attributes:
        name: Its name: the block of the consent template, and the key of the words by which a text is recognised.
        told: What donors have to be told.
        field: The draft's field that tells it, which donors' programs show; None if only a consent text can.
        by_text: Whether a consent text can tell it.
    """

    name: str
    told: str
    field: str | None = None
    by_text: bool = True


ITEMS = (
    Item("who", "who asks", "contact", by_text=False),
    Item("why", "why: the study's question", "purpose", by_text=False),
    Item("what", "what is counted and sent", "vocabulary", by_text=False),
    Item("voluntary", "that taking part is voluntary"),
    Item("stop", "how to stop"),
    Item("undo", "what can't be undone"),
    Item("contact", "whom to ask", "contact", by_text=False),
    Item("complaints", "where to complain"),
    Item("funding", "who pays for the study", "funding"),
    Item("age", "how old donors must be"),
    Item("shared", "what happens to other people's searches on a shared computer"),
    Item("incidental", "that nobody can warn a donor of what its searches show"),
    Item("public", "that published totals stay public"),
)


@dataclass(frozen=True)
class Checked:
    """An item, and what a campaign says of it.

    Attributes:
        item: The item.
        missing: For each consent text that does not tell it, by language, a sentence that would. Empty if a field does.
        unknown: The languages of consent texts that the check can't read.
        field_is_empty: Whether the item has a field, and that is empty.
    """

    item: Item
    missing: Mapping[str, str]
    unknown: tuple[str, ...]
    field_is_empty: bool

    @property
    def is_told(self) -> bool:
        """Whether the field tells it, or every consent text that the check can read does."""
        return not self.missing and not self.field_is_empty


def check(fields: Mapping[str, str], consent: Mapping[str, str]) -> list[Checked]:
    """Return every item with what lacks of it.

    Args:
        fields: What the draft's fields hold, by their names.
        consent: The consent texts by language.
    """
    return [_checked(item, fields, consent or {"en": ""}) for item in ITEMS]


def _checked(item: Item, fields: Mapping[str, str], consent: Mapping[str, str]) -> Checked:
    if item.field and fields.get(item.field, "").strip():
        return Checked(item, {}, (), field_is_empty=False)
    if not item.by_text:
        return Checked(item, {}, (), field_is_empty=True)
    readable = {tag: text for tag, text in consent.items() if _base(tag) in LANGUAGES}
    unknown = tuple(tag for tag in consent if tag not in readable)
    missing = sorted(tag for tag, text in readable.items() if not _words(_base(tag))[item.name].search(text))
    if item.field:
        # Where the field is empty, a sentence in every text does. The field is the better place.
        return Checked(item, {}, unknown, field_is_empty=bool(missing) or not readable)
    return Checked(item, dict(_remedies(item, missing)), unknown, field_is_empty=False)


def _remedies(item: Item, languages: list[str]) -> Iterator[tuple[str, str]]:
    for tag in languages:
        yield tag, sentence(_base(tag), item.name)


def _base(tag: str) -> str:
    """Return the language of a tag such as pt-BR."""
    return tag.partition("-")[0]


@cache
def _words(language: str) -> Mapping[str, re.Pattern[str]]:
    """Return the words by which a text in this language is recognised to tell an item, by the item's name."""
    file = files(__package__).joinpath("templates", language, "words.toml")
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    return {name: re.compile(words, re.IGNORECASE | re.DOTALL) for name, words in found.items()}
