"""The translations are complete, keep what their sources contain, and are what the app loads."""

import re
import string
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QTranslator

from tests.client.desktop.translated import APP, FOLDER, MNEMONIC, TRANSLATED, messages, read


def fields(text: str) -> list[str]:
    """Return the placeholders of a text: {names} and %n."""
    return sorted([str(name) for _, name, _, _ in string.Formatter().parse(text) if name] + re.findall("%n", text))


@pytest.mark.parametrize("tag", TRANSLATED)
def test_every_text_is_translated(tag: str, tmp_path: Path) -> None:
    """The .ts file contains exactly the texts that pyside6-lupdate finds, all finished."""
    fresh = tmp_path / "fresh.ts"
    sources = sorted(str(file) for file in APP.rglob("*.py"))
    tool = Path(sys.executable).with_name("pyside6-lupdate")
    subprocess.run([tool, *sources, "-silent", "-target-language", tag, "-ts", fresh], check=True)
    wanted = {(one.context, one.source, one.plural) for one in read(fresh)}
    assert len(wanted) > 400
    assert {(one.context, one.source, one.plural) for one in messages(tag)} == wanted
    assert [one for one in messages(tag) if one.state or not all(one.forms)] == []


def test_english_has_its_plurals() -> None:
    """Every English text with a number has both forms, so nobody reads "1 day(s)"."""
    plurals = {(one.context, one.source) for one in messages("de") if one.plural}
    assert {(one.context, one.source) for one in messages("en")} == plurals
    assert all(len(one.forms) == 2 and "(s)" not in "".join(one.forms) for one in messages("en"))


@pytest.mark.parametrize("tag", ["en", *TRANSLATED])
def test_translations_hold_what_their_sources_do(tag: str) -> None:
    """Names in braces, %n, mnemonics, spaces at the ends and ellipses are in the translation as in the source."""
    for one in messages(tag):
        for form in one.forms:
            assert fields(form) == fields(one.source), one
            assert len(MNEMONIC.findall(form)) == len(MNEMONIC.findall(one.source)), one
            assert form.endswith("…") == one.source.endswith("…"), one
            assert form.endswith(" ") == one.source.endswith(" "), one


@pytest.mark.parametrize("tag", ["en", *TRANSLATED])
def test_the_app_loads_what_is_written(tag: str) -> None:
    """The .qm file contains exactly the translations of its .ts file, so it is up to date."""
    translator = QTranslator()
    assert translator.load(str(FOLDER / f"pdd_{tag}.qm"))
    for one in messages(tag):
        numbers = (1, 2) if one.plural else (-1,)
        loaded = tuple(translator.translate(one.context, one.source, "", number) for number in numbers)
        assert loaded == one.forms, one


def test_plurals_are_known_to_be_plurals() -> None:
    """No text with %n was read by lupdate without plural forms, as it does with `translate(..., n)`."""
    assert [one for one in messages("de") if ("%n" in one.source) != one.plural] == []


def test_french_marks_stay_on_their_line() -> None:
    """In French the spaces before punctuation marks do not break lines."""
    assert [form for one in messages("fr") for form in one.forms if re.search(" [:;?»]|« ", form)] == []
