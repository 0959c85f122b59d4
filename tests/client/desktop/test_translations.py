"""The app speaks German, French and Spanish as completely as English, and all of it at once."""

import re
import string
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt, QTranslator
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QTabBar,
    QWidget,
)

import pdd_client.desktop
from pdd_client.desktop import language
from pdd_client.desktop.sent.page import SentPage
from pdd_client.desktop.worker import OpenDonor
from tests.client.desktop.pages import ROUND, Today, join
from tests.client.desktop.person import Desk
from tests.client.desktop.publishing import publish, two_weeks
from tests.client.desktop.room import texts_with_room
from tests.client.desktop.test_pages_reachable import FIRST
from tests.client.fakes import DAY, NOON, Clock, FakeServer, campaign

APP = Path(pdd_client.desktop.__file__).parent
FOLDER = APP / "translations"
TRANSLATED = ("de", "fr", "es")
SAME_IN_ALL = {"Private Data Donor"}
"""What is a name, or looks the same in every language."""
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
    """All that a .ts file holds."""
    return list(_messages(FOLDER / f"pdd_{tag}.ts"))


def _messages(file: Path) -> Iterator[Message]:
    for context in ElementTree.parse(file).getroot().iter("context"):
        for message in context.iter("message"):
            translation, plural = message.find("translation"), message.get("numerus") == "yes"
            assert translation is not None
            parts = translation.findall("numerusform") if plural else [translation]
            forms = tuple(part.text or "" for part in parts)
            name, source = context.findtext("name", ""), message.findtext("source", "")
            yield Message(name, source, translation.get("type"), forms, plural)


def fields(text: str) -> list[str]:
    """What is put into a text: {names}, and %n."""
    return sorted([str(name) for _, name, _, _ in string.Formatter().parse(text) if name] + re.findall("%n", text))


@pytest.mark.parametrize("tag", TRANSLATED)
def test_every_text_is_translated(tag: str, tmp_path: Path) -> None:
    """What pyside6-lupdate finds in the source is what the .ts file has, all of it finished, and nothing more."""
    fresh = tmp_path / "fresh.ts"
    sources = sorted(str(file) for file in APP.rglob("*.py"))
    tool = Path(sys.executable).with_name("pyside6-lupdate")
    subprocess.run([tool, *sources, "-silent", "-target-language", tag, "-ts", fresh], check=True)
    wanted = {(one.context, one.source, one.plural) for one in _messages(fresh)}
    assert len(wanted) > 400
    assert {(one.context, one.source, one.plural) for one in messages(tag)} == wanted
    assert [one for one in messages(tag) if one.state or not all(one.forms)] == []


def test_english_has_its_plurals() -> None:
    """Every text with a number has both forms in English, so that nobody reads "1 day(s)"."""
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
    """The .qm file beside a .ts file gives exactly its translations: it was made anew after the last change."""
    translator = QTranslator()
    assert translator.load(str(FOLDER / f"pdd_{tag}.qm"))
    for one in messages(tag):
        numbers = (1, 2) if one.plural else (-1,)
        loaded = tuple(translator.translate(one.context, one.source, "", number) for number in numbers)
        assert loaded == one.forms, one


def test_plurals_are_known_to_be_plurals() -> None:
    """No text with %n was taken by lupdate for one without forms, as it does with `translate(..., n)`."""
    assert [one for one in messages("de") if ("%n" in one.source) != one.plural] == []


# --- the window


@pytest.fixture
def german(full: OpenDonor, request: pytest.FixtureRequest) -> Desk:
    """The app of a person who has given something and chosen German."""
    with full() as donor:
        donor.set_preference("language", "de")
    desk: Desk = request.getfixturevalue("desk")
    return desk


@pytest.fixture
def full(open_home: OpenDonor, address: str, clock: Clock, server: FakeServer) -> OpenDonor:
    """A home with something on every page: a day sent, a limit, results of two campaigns."""
    server.campaigns = [campaign(), campaign(id="sleep", title="Schlaf", purpose="Wann wird geschlafen?")]
    join(open_home, address, sending="by-itself")
    with open_home() as donor:
        donor.leave("sleep")
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    with open_home() as donor:
        donor.check_in()
    for name in ("flu", "sleep"):
        publish(open_home, name, *two_weeks(FIRST), missing=((FIRST + DAY * 15, "waiting"),))
    return open_home


def texts(window: QWidget) -> set[str]:
    """All that can be read or heard of the window now."""
    found: set[str] = set()
    for widget in window.findChildren(QWidget):
        if widget.isVisible():
            found |= {widget.accessibleName(), widget.accessibleDescription(), widget.toolTip(), *_shown(widget)}
    return {text for text in found if any(letter.isalpha() for letter in text)}


def _shown(widget: QWidget) -> Iterator[str]:
    if isinstance(widget, QLabel | QAbstractButton):
        yield widget.text()
    elif isinstance(widget, QLineEdit):
        yield widget.placeholderText()
    elif isinstance(widget, QTabBar):
        yield from (widget.tabText(index) for index in range(widget.count()))
    elif isinstance(widget, QComboBox):
        yield from (widget.itemText(index) for index in range(widget.count()))
    elif isinstance(widget, QAbstractItemView) and (model := widget.model()):
        cells = ((row, column) for row in range(model.rowCount()) for column in range(model.columnCount()))
        yield from (str(model.index(*cell).data()) for cell in cells)


def english(found: set[str], tag: str = "de") -> set[str]:
    """Those of the texts that are the source's own, with whatever was put into them, and are others in the language."""
    patterns = [_pattern(one.source) for one in messages(tag) if one.source not in one.forms and len(one.source) > 3]
    return {text for text in found - SAME_IN_ALL if any(pattern.fullmatch(text) for pattern in patterns)}


def _pattern(source: str) -> re.Pattern[str]:
    """A text that is nothing but placeholders is no language's."""
    parts = re.split(r"\{\w+\}|%n", source)
    letters = any(letter.isalpha() for part in parts for letter in part)
    return re.compile(".+".join(map(re.escape, parts)) if letters else "(?!)", re.DOTALL)


def pages(desk: Desk) -> Iterator[str]:
    """Every page with a tab, and those that lead away from them."""
    desk.until(lambda: desk.session.standing is not None)
    desk.window.show_page("today")
    today = Today(desk)
    yield "today"
    today.page.choose(ROUND)
    desk.until(lambda: today.page.day is not None and today.page.day.day == ROUND)
    yield "today, sent"
    for name in ("sent", "results", "settings", "join", "keywords"):
        desk.window.show_page(name)
        settle(desk)
        yield name


def settle(desk: Desk) -> None:
    """Until all that was asked for is there."""
    desk.until(lambda: not desk.window._asked)
    desk.qtbot.wait(50)


def test_a_german_window_has_no_english_in_it(german: Desk) -> None:
    """On every page nothing that can be read or heard is an English text of the source."""
    read: set[str] = set()
    for page in pages(german):
        found = texts(german.window)
        assert english(found) == set(), page
        read |= found
    assert {"Diese Kampagne verlassen", "Privatsphäre-Konto", "&Heute"} <= read
    assert len(read) > 100


@pytest.mark.parametrize("tag", TRANSLATED)
def test_no_text_is_cut(tag: str, full: OpenDonor, request: pytest.FixtureRequest) -> None:
    """Longer words have the room they need on every page, in a window that fits on a small screen."""
    with full() as donor:
        donor.set_preference("language", tag)
    desk: Desk = request.getfixturevalue("desk")
    desk.window.resize(780, 670)
    read = 0
    for _ in pages(desk):
        desk.qtbot.wait(30)
        read += texts_with_room(desk.window)
    assert read > 60


def test_the_first_run_is_german_from_the_first_page_on(open_home: OpenDonor, request: pytest.FixtureRequest) -> None:
    """Who has a German system reads no English before the first choice."""
    with open_home() as donor:
        donor.set_preference("language", "de")
    desk: Desk = request.getfixturevalue("desk")
    for title in (
        "Was gezählt wird",
        "Was nie hinausgeht",
        "Wer die Summe bekommt",
        "Wie du aufhörst",
        "Deine Browser",
    ):
        desk.read(title)
        assert english(texts(desk.window)) == set(), title
        desk.click("Weiter")
    desk.read("Du hast einen Link oder eine Adresse bekommen.")
    assert english(texts(desk.window)) == set()


def test_consent_is_read_in_ones_own_language(
    open_home: OpenDonor, address: str, server: FakeServer, request: pytest.FixtureRequest
) -> None:
    """A campaign that has its consent text in German shows that one, and it is what is agreed to."""
    server.campaigns = [campaign(consent={"en": "I give my counts.", "de": "Ich gebe meine Zahlen."})]
    with open_home() as donor:
        donor.set_preference("language", "de")
    desk: Desk = request.getfixturevalue("desk")
    for _ in range(5):
        desk.click("Weiter")
    desk.type("Link oder Adresse", f"{address}/#flu")
    desk.click("Ansehen, was er anbietet")
    desk.read("Ich gebe meine Zahlen.")
    assert not desk.reads("I give my counts.")


def test_another_language_changes_the_whole_window(full: OpenDonor, desk: Desk) -> None:
    """Who chooses French in the settings has all pages, the tabs and the status line in French at once."""
    before = {page: texts(desk.window) for page in pages(desk)}
    desk.window.show_page("settings")
    chooser = desk.see(QComboBox, "Language")
    chooser.setCurrentIndex(chooser.findData("fr"))
    chooser.activated.emit(chooser.currentIndex())
    desk.see(QComboBox, "Langue")
    assert "serveur" in desk.window.status.text
    for page in pages(desk):
        found = texts(desk.window)
        assert english(before[page], "fr"), page
        assert english(found, "fr") == set(), page


def test_numbers_and_days_are_written_as_in_the_language(german: Desk) -> None:
    """The day's name, the weekdays and the decimals follow the chosen language, not the system's."""
    Today(german)
    german.window.show_page("sent")
    german.read("Freitag, 20. November 2026")
    page = german.window.page
    assert isinstance(page, SentPage)
    assert page.calendar.model.headerData(0, Qt.Orientation.Horizontal) == "Mo"
    assert page.account.field.text() == "20,0"


def test_a_language_that_is_not_there_is_english(qapp: QApplication) -> None:
    """Who has an Italian system reads English, with its plurals, and days as in Italy."""
    speaking = language.Language(qapp)
    usual = QLocale()
    try:
        assert speaking.choose("it")
        assert qapp.translate("Keywords", "%n keyword(s)", "", 1) == "1 keyword"
        assert QLocale().language() == QLocale.Language.Italian
    finally:
        speaking.choose(None)
        QLocale.setDefault(usual)
