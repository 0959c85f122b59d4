"""The whole window is in the person's language at once, with room for its words."""

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
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

import pdd_client
from pdd_client.core.errors import Code, DonorError
from pdd_client.desktop.jobs.worker import OpenDonor
from pdd_client.desktop.sent.page import SentPage
from pdd_client.desktop.texts import error_texts, language
from pdd_client.desktop.texts.catalogue import counted, texts_of
from pdd_shared.protocol.error_names import ONLY_EXTENSION
from tests.client.desktop.opened_pages import ROUND, Today, join
from tests.client.desktop.person import Desk
from tests.client.desktop.published_results import publish, two_weeks
from tests.client.desktop.text_fit import texts_laid_out
from tests.client.desktop.window.test_pages_reachable import FIRST
from tests.client.fakes import DAY, NOON, Clock, FakeServer, campaign
from tests.support.catalogue import TRANSLATED

MNEMONIC = re.compile(r"&(\w)")
SAME_IN_ALL = {"Private Data Donor"}
"""What is a name, or looks the same in every language."""


@pytest.fixture
def german(full: OpenDonor, request: pytest.FixtureRequest) -> Desk:
    """Return the app of a person who has donated and chosen German."""
    with full() as donor:
        donor.settings.set_preference("language", "de")
    desk: Desk = request.getfixturevalue("desk")
    return desk


@pytest.fixture
def full(open_home: OpenDonor, address: str, clock: Clock, server: FakeServer) -> OpenDonor:
    """Return a home with something on every page: a sent day, a limit, results of two campaigns."""
    server.campaigns = [campaign(), campaign(id="sleep", title="Schlaf", purpose="Wann wird geschlafen?")]
    join(open_home, address, sending="by-itself")
    with open_home() as donor:
        donor.campaigns.leave("sleep")
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    with open_home() as donor:
        donor.check_in()
    for name in ("flu", "sleep"):
        publish(open_home, name, *two_weeks(FIRST), missing=((FIRST + DAY * 15, "waiting"),))
    return open_home


def texts(window: QWidget) -> set[str]:
    """Return all texts of the window that can be read or heard now."""
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


def mnemonics(window: QWidget) -> Iterator[str]:
    """Return the letters that work with Alt now, each as often as it is assigned."""
    for widget in window.findChildren(QWidget):
        named = isinstance(widget, QAbstractButton | QTabBar) or (isinstance(widget, QLabel) and widget.buddy())
        if named and widget.isVisible() and widget.isEnabled():
            for text in _shown(widget):
                yield from (key.casefold() for key in MNEMONIC.findall(text.replace("&&", "")))


def english(found: set[str], tag: str = "de") -> set[str]:
    """Return those of the texts that are English texts of the source, filled in, and differ in this language."""
    english, translated = texts_of("en"), texts_of(tag)
    patterns = [_pattern(text) for key, text in english.items() if text != translated[key] and len(text) > 3]
    return {text for text in found - SAME_IN_ALL if any(pattern.fullmatch(text) for pattern in patterns)}


def _pattern(source: str) -> re.Pattern[str]:
    """Return a pattern of a text with anything in its placeholders. A text of placeholders alone is in no language."""
    parts = re.split(r"\{\w+\}", source)
    letters = any(letter.isalpha() for part in parts for letter in part)
    return re.compile(".+".join(map(re.escape, parts)) if letters else "(?!)", re.DOTALL)


def pages(desk: Desk) -> Iterator[str]:
    """Go to every page with a tab, and to those that lead away from them."""
    desk.until(lambda: desk.session.app_status is not None)
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
    """Wait until everything that was asked for is there."""
    desk.until(lambda: not desk.window._asked)
    desk.qtbot.wait(50)


def test_a_german_window_has_no_english_in_it(german: Desk) -> None:
    """In German no text on any page, seen or heard, is an English source text."""
    read: set[str] = set()
    for page in pages(german):
        found = texts(german.window)
        assert english(found) == set(), page
        read |= found
    assert {"Diese Kampagne verlassen", "Privatsphäre-Konto", "&Heute"} <= read
    assert len(read) > 100


@pytest.mark.parametrize("tag", ["en", *TRANSLATED])
def test_no_text_is_cut_and_no_key_is_given_twice(tag: str, full: OpenDonor, request: pytest.FixtureRequest) -> None:
    """On every page longer words fit a small window, and no letter is assigned to Alt twice."""
    with full() as donor:
        donor.settings.set_preference("language", tag)
    desk: Desk = request.getfixturevalue("desk")
    desk.window.resize(780, 670)
    read = 0
    for page in pages(desk):
        read += texts_laid_out(desk.qtbot, desk.window)
        keys = Counter(mnemonics(desk.window))
        assert [key for key, times in keys.items() if times > 1] == [], page
    assert read > 60


def test_the_first_run_is_german_from_the_first_page_on(open_home: OpenDonor, request: pytest.FixtureRequest) -> None:
    """On a German system the first run has no English, even before a language is chosen."""
    with open_home() as donor:
        donor.settings.set_preference("language", "de")
    desk: Desk = request.getfixturevalue("desk")
    for title in (
        "So funktioniert es",
        "Deine Browser",
    ):
        desk.read(title)
        assert english(texts(desk.window)) == set(), title
        desk.click("Weiter")
    desk.read("Wenn du nachsiehst, sieht der Server des Links deine Internetadresse")
    assert english(texts(desk.window)) == set()


def test_consent_is_read_in_ones_own_language(
    open_home: OpenDonor, address: str, server: FakeServer, request: pytest.FixtureRequest
) -> None:
    """A campaign's German consent text is shown in German, and is what is agreed to."""
    server.campaigns = [campaign(consent={"en": "I give my counts.", "de": "Ich gebe meine Zahlen."})]
    with open_home() as donor:
        donor.settings.set_preference("language", "de")
    desk: Desk = request.getfixturevalue("desk")
    for _ in range(2):
        desk.click("Weiter")
    desk.type("Link oder Adresse", f"{address}/#flu")
    desk.click("Kampagnen anzeigen")
    desk.read("Nur du siehst deine Zahlen.")
    assert english(texts(desk.window)) == set()
    desk.click("Weiter")
    desk.read("Ich gebe meine Zahlen.")
    assert not desk.reads("I give my counts.")


def test_another_language_changes_the_whole_window(full: OpenDonor, desk: Desk) -> None:
    """Choosing French in the settings changes all pages, tabs and the status line at once."""
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


def test_errors_of_the_core_are_told_in_ones_own_language(german: Desk) -> None:
    """Each coded error is told in German, with its cause if it has one, and something raises it."""
    german.until(lambda: german.session.app_status is not None)
    lines = "\n".join(
        file.read_text() for file in Path(pdd_client.__file__).parent.rglob("*.py") if file.name != "error_texts.py"
    )
    for code in set(Code) - ONLY_EXTENSION:
        assert f"Code.{code.name}" in lines, "nothing raises it"
        told = error_texts.told(DonorError("a line of the core", code, detail="EIO"))
        assert english({told}) == set(), code
        assert "a line of the core" not in told
    for code in (Code.STORE_FAILED, Code.OWN_FAULT):
        assert "(EIO)" in error_texts.told(DonorError("a line of the core", code, detail="EIO"))


def test_numbers_and_days_are_written_as_in_the_language(german: Desk) -> None:
    """Day names, weekdays and decimals follow the chosen language and not the system's."""
    Today(german)
    german.window.show_page("sent")
    german.read("Freitag, 20. November 2026")
    page = german.window.page
    assert isinstance(page, SentPage)
    assert page.calendar.model.headerData(0, Qt.Orientation.Horizontal) == "Mo"
    assert page.account.field.text() == "20,0"


def test_a_language_that_is_not_there_is_english(qapp: QApplication) -> None:
    """On an Italian system texts are English, with English plurals, and dates are Italian."""
    speaking = language.Language(qapp)
    usual = QLocale()
    try:
        assert speaking.choose("it")
        assert counted("keywords", 1) == "1 keyword"
        assert QLocale().language() == QLocale.Language.Italian
    finally:
        speaking.choose(None)
        QLocale.setDefault(usual)


SPOKEN = """
from PySide6.QtCore import QLocale
from PySide6.QtGui import QGuiApplication

from pdd_client.desktop.texts.catalogue import plain
from pdd_client.desktop.texts.language import Language

language = Language(QGuiApplication([]))
for tag in (None, "it", "fr"):
    language.choose(tag)
    print(plain("tab_results"), QLocale().name())
"""


@pytest.mark.parametrize(
    ("languages", "first"), [("it:de", "Ergebnisse it_IT"), ("de", "Ergebnisse de_DE"), ("it", "Results it_IT")]
)
def test_texts_follow_the_display_language_and_numbers_the_formats(languages: str, first: str) -> None:
    """Texts are in the first display language that the app has; numbers and dates are as in the system's formats."""
    names = {"LANG": f"{languages[:2]}_{languages[:2].upper()}.UTF-8", "LANGUAGE": languages}
    usual = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
    command = [sys.executable, "-c", SPOKEN]
    said = subprocess.run(command, env=usual | names, check=True, capture_output=True, text=True).stdout
    assert said.splitlines() == [first, "Results it_IT", "Résultats fr_FR"]
