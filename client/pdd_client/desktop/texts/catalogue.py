"""The app's texts in the chosen language, read from the catalogue that it shares with the browser extension.

A file a language, `translations/TAG.json`, holds each text under a key: `both` programs have it, the `app` or the
`extension` alone. Texts with a number have one key a plural form, `KEY_one` and `KEY_other`. A `&` comes before the
letter that works with Alt; the extension leaves it out. `{program}` is what the program calls itself.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import SimpleNamespace

from PySide6.QtCore import QLocale

LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français", "es": "Español"}
"""The languages that the app is translated into, by tag, each in its own name."""

_FOLDER = Path(__file__).parents[1] / "translations"
_now = SimpleNamespace(tag="en")


def speak(tag: str) -> None:
    """Choose the language of all texts: one of LANGUAGES, and English for every other tag."""
    _now.tag = tag if tag in LANGUAGES else "en"


@cache
def texts_of(tag: str) -> Mapping[str, str]:
    """Return all texts of the app in one of LANGUAGES, by key."""
    sections = json.loads((_FOLDER / f"{tag}.json").read_text("utf-8"))
    texts: dict[str, str] = sections["both"] | sections["app"]
    return {key: text.replace("{program}", texts["program"]) for key, text in texts.items()}


def tr(key: str, /, **values: object) -> str:
    """Return a text, with its mnemonic if it has one.

    Args:
        key: the text's key.
        values: what takes the place of names in braces; none if they are filled in later.

    Raises:
        KeyError: there is no text with this key.

    """
    text = texts_of(_now.tag)[key]
    return text.format(**values) if values else text


def plain(key: str) -> str:
    """Return a text without its mnemonic, for a heading or an accessible name."""
    return tr(key).replace("&", "")


def counted(key: str, number: int, /, **values: object) -> str:
    """Return a text in the plural form for a number, which replaces `{n}`; French counts 0 as one (CLDR)."""
    is_one = number == 1 or (number == 0 and _now.tag == "fr")
    text = tr(f"{key}_{'one' if is_one else 'other'}").replace("{n}", QLocale().toString(number))
    return text.format(**values) if values else text


def named(kind: str, name: str) -> str | None:
    """Return the text of a kind for a name of the core, such as a refusal's; None if it has no text of its own."""
    return texts_of(_now.tag).get(f"{kind}_{name.replace('-', '_')}")
