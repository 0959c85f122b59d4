"""The catalogue of texts is whole, is what both programs show, and is refused where a text is missing or wrong."""

import ast
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import pdd_client.desktop
from pdd_client.desktop.texts.catalogue import LANGUAGES, counted, named, plain, speak, texts_of, tr
from pdd_shared.protocol.error_names import DonorErrorCode
from pdd_shared.protocol.informing_lines import LINES
from scripts.packaging.shared_data import SECTIONS, check_texts, read_texts
from tests.support import catalogue
from tests.support.catalogue import TRANSLATED, sections

APP = Path(pdd_client.desktop.__file__).parent
COMPOSED = ("why_", "refused_", "missing_", "sent_", "day_", "outdated_", "compare_")
"""Kinds of texts that the app looks up by a name of the core. Each error has one by its code, beside those below."""
OF_OTHER_ERRORS = {"error_set_aside", "error_invitation_needed", "error_client_too_old", "error_rate_limited"}
GLOSSARY = {
    "keyword": {"de": "stichw", "fr": "mots?(-|\xa0| )clés?", "es": "palabras? clave"},
    "campaign": {"de": "kampagne|studie", "fr": "campagne|étude", "es": "campaña|estudio"},
    "privacy account": {"de": "privatsphäre-konto", "fr": "compte", "es": "cuenta"},
    "blocked word": {"de": "gesperrt", "fr": "bloqué", "es": "bloquead"},
    "completion code": {"de": "abschlusscode", "fr": "code de participation", "es": "código de participación"},
    "internet address": {"de": "internetadresse", "fr": "adresse internet", "es": "dirección de internet"},
    "region": {"de": "region", "fr": "région", "es": "regi[óo]n"},
    "history": {"de": "verlauf", "fr": "historique", "es": "historial"},
}
"""Words of the glossary (docs/how-to/add-a-text.md), and what a translation of a text with one has in it."""
LONGEST_SENTENCE = 34
"""Words of the longest sentence in any language: more are read twice."""


def calls() -> Iterator[tuple[str, str]]:
    """Yield each call of the app for a text that it names: the function and the key."""
    for file in APP.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS:
                yield from ((node.func.id, str(key.value)) for key in _keys(node.args[0]))


_FUNCTIONS = {"tr": ("{}",), "plain": ("{}",), "counted": ("{}_one", "{}_other")}


def _keys(argument: ast.expr) -> Iterator[ast.Constant]:
    """Yield the keys that an argument may be: a text, or one of two by a condition."""
    if isinstance(argument, ast.Constant):
        yield argument
    elif isinstance(argument, ast.IfExp):
        yield from (*_keys(argument.body), *_keys(argument.orelse))


def test_every_language_has_every_text() -> None:
    """The catalogue's own check finds nothing, and its languages are the app's."""
    check_texts(read_texts())
    assert sorted(LANGUAGES) == catalogue.LANGUAGES
    assert len(texts_of("en")) > 500


def test_every_text_of_the_app_is_used_and_there() -> None:
    """Each key that the app names is there, and no text is in the catalogue in vain.

    That the extension uses `both` and its own is a test of its own: extension/tests/pages/texts.test.js.
    """
    used = {form.format(key) for function, key in calls() for form in _FUNCTIONS[function]}
    texts = set(texts_of("en"))
    assert len(used) > 400
    assert used - texts == set()
    errors = {f"error_{code.replace('-', '_')}" for code in DonorErrorCode} | OF_OTHER_ERRORS
    assert {key for key in texts - used - errors - {"program", *LINES} if not key.startswith(COMPOSED)} == set()
    assert texts >= set(LINES), "an informing line has no text"


def test_texts_that_both_programs_have_are_written_once() -> None:
    """No text of the app's own is word for word one of the extension's own in every language."""
    app, extension = (
        {tuple(sections(tag)[name][key].replace("&", "") for tag in catalogue.LANGUAGES): key for key in found}
        for name, found in sections("en").items()
        if name != "both"
    )
    assert {app[text] for text in app.keys() & extension.keys()} <= {"approve_all_other", "send_all_other"}


@pytest.mark.parametrize("tag", TRANSLATED)
def test_terms_are_those_of_the_glossary(tag: str) -> None:
    """A text with a term of the glossary has the language's own term for it."""
    english = {**texts_of("en"), **catalogue.texts_of("extension", "en")}
    ours = {**texts_of(tag), **catalogue.texts_of("extension", tag)}
    for term, words in GLOSSARY.items():
        said = {key: re.sub(r"\{\w+\}", "", text).casefold() for key, text in english.items() if key != "a_keyword"}
        texts = [key for key, text in said.items() if re.search(rf"\b{term}s?\b", text)]
        assert texts
        assert {key: ours[key] for key in texts if not re.search(words[tag], ours[key].casefold())} == {}, term


@pytest.mark.parametrize("tag", catalogue.LANGUAGES)
def test_no_sentence_is_too_long(tag: str) -> None:
    """No sentence has more words than are read at once."""
    texts = [text for section in sections(tag).values() for text in section.values()]
    found = [sentence for text in texts for sentence in re.split(r"[.:;?] |\n", text)]
    assert [sentence for sentence in found if len(sentence.split()) > LONGEST_SENTENCE] == []


def test_french_marks_stay_on_their_line() -> None:
    """In French the spaces before punctuation marks do not break lines."""
    texts = [text for section in sections("fr").values() for text in section.values()]
    assert [text for text in texts if re.search(" [:;?»]|« ", text)] == []


def test_texts_follow_the_language_and_its_plurals() -> None:
    """A text is in the language chosen last, in its plural form; a language that is not there is English."""
    try:
        speak("fr")
        assert plain("close") == "Fermer"
        assert counted("found", 0).startswith("0 recherche ")
        assert counted("found", 2).startswith("2 recherches ")
        speak("it")
        assert counted("found", 0).startswith("0 searches ")
    finally:
        speak("en")
    assert (tr("language"), plain("language")) == ("La&nguage", "Language")
    assert named("why", "not-approved") == "you did not send it in time"
    assert named("why", "of a later server") is None
    with pytest.raises(KeyError, match="no_such_text"):
        tr("no_such_text")


def _without(found: dict[str, Any]) -> None:
    del found["both"]["close"]


def _more(found: dict[str, Any]) -> None:
    found["app"]["zzz"] = "of nobody"


def _empty(found: dict[str, Any]) -> None:
    found["both"]["close"] = ""


def _other_name(found: dict[str, Any]) -> None:
    found["both"]["close_note"] = "{tag}"


def _shared(found: dict[str, Any]) -> None:
    found["app"]["close"] = "Zu"


def _unsorted(found: dict[str, Any]) -> None:
    found["app"]["about_zzz"] = found["app"].pop("about_newer")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_without, "de.json, both: close is missing"),
        (_more, "en.json, app: zzz is missing, which de.json has"),
        (_empty, "de.json, both: close has no text"),
        (_other_name, r"de.json, both: close_note has \['\{tag\}'\], and in English \['&'\]"),
        (_shared, "de.json has close twice"),
        (_unsorted, "de.json, app: .* is not in its place of the alphabet"),
    ],
)
def test_a_wrong_catalogue_is_refused_by_name(change: Callable[[dict[str, Any]], None], said: str) -> None:
    """A package is not built from a catalogue in which a language lacks a text or has another; the text is named."""
    found = sections("de")
    change(found)
    with pytest.raises(SystemExit, match=said):
        check_texts(read_texts() | {"de": json.dumps(found)})


def test_a_file_that_repeats_a_key_is_refused() -> None:
    """A key that stands twice in a file is named, though a reader of JSON would take the last one."""
    twice = read_texts()["fr"].replace('"close": ', '"close": "Fermer",\n  "close": ')
    with pytest.raises(SystemExit, match=r"fr\.json has close twice: remove one"):
        check_texts(read_texts() | {"fr": twice})
    with pytest.raises(SystemExit, match=r"es\.json can't be read"):
        check_texts(read_texts() | {"es": "{"})
    assert tuple(sections("en")) == SECTIONS
