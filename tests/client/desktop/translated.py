"""The app's translations as they are written, for comparison with what is shown."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pdd_client.desktop

APP = Path(pdd_client.desktop.__file__).parent
FOLDER = APP / "translations"
TRANSLATED = ("de", "fr", "es")
MNEMONIC = re.compile(r"&(\w)")


@dataclass(frozen=True)
class Message:
    """A text of the source, and its translation in each of the language's plural forms."""

    context: str
    source: str
    state: str | None
    forms: tuple[str, ...]
    plural: bool


def messages(tag: str) -> list[Message]:
    """Return all messages of a .ts file."""
    return list(read(FOLDER / f"pdd_{tag}.ts"))


def read(file: Path) -> Iterator[Message]:
    """Return the messages of this .ts file."""
    for context in ElementTree.parse(file).getroot().iter("context"):
        for message in context.iter("message"):
            translation, plural = message.find("translation"), message.get("numerus") == "yes"
            assert translation is not None
            parts = translation.findall("numerusform") if plural else [translation]
            forms = tuple(part.text or "" for part in parts)
            name, source = context.findtext("name", ""), message.findtext("source", "")
            yield Message(name, source, translation.get("type"), forms, plural)
