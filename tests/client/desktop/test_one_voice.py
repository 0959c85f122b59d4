"""App and extension say the same things in the same words: who has both, or asks somebody else, is not to wonder."""

import json
from pathlib import Path

import pytest

from tests.client.desktop.translated import TRANSLATED, messages

LOCALES = Path(__file__).parents[3] / "extension/src/_locales"
PROGRAM = {
    "en": ("extension", "app"),
    "de": ("Erweiterung", "App"),
    "fr": ("extension", "application"),
    "es": ("extensión", "aplicación"),
}
"""What each program calls itself."""


def of_extension(tag: str) -> dict[str, str]:
    """The extension's texts by their names, as the app would say them of itself."""
    texts = json.loads((LOCALES / tag / "messages.json").read_text(encoding="utf-8"))
    return {name: text["message"].replace(*PROGRAM[tag]) for name, text in texts.items()}


def of_app(tag: str) -> list[tuple[str, str]]:
    """The app's texts, each in English and in this language, as the extension writes them."""
    plurals = {(one.context, one.source): one.forms for one in messages("en")}
    pairs = [
        pair
        for one in messages(tag)
        for pair in zip(plurals.get((one.context, one.source), (one.source,)), one.forms, strict=True)
    ]
    return [(plain(english), plain(text)) for english, text in pairs]


def plain(text: str) -> str:
    """Without mnemonics, and with the number as the extension puts it in."""
    return text.replace("&", "").replace("%n", "{n}")


@pytest.mark.parametrize("tag", TRANSLATED)
def test_what_is_the_same_in_english_is_so_in_each_language(tag: str) -> None:
    """Hundreds of texts are in both: translated twice, they are translated alike, to the no-break space."""
    english, texts = of_extension("en"), of_extension(tag)
    known: dict[str, set[str]] = {}
    for name, text in english.items():
        known.setdefault(text, set()).add(texts[name])
    shared = [(source, text) for source, text in of_app(tag) if source in known]
    assert len(shared) > 350
    assert [(source, text) for source, text in shared if text not in known[source]] == []


@pytest.mark.parametrize(
    "names", ["account_", "limit_", "terms_", "seen_", "decision_", "how_", "sent_", "completion_"]
)
def test_what_matters_most_is_said_in_the_same_words(names: str) -> None:
    """What is agreed to, what a day costs, who has seen it, what becomes of it: each sentence is one of the app's."""
    app = {source for source, _ in of_app("de")}
    said = {name: text for name, text in of_extension("en").items() if name.startswith(names)}
    assert said
    assert {name: text for name, text in said.items() if text not in app} == {}
