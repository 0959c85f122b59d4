"""The window before the donor is open: it is there already, in the colours that the person chose."""

from pathlib import Path

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QComboBox
from pytestqt.qtbot import QtBot

from pdd_client.desktop.app import session_of
from pdd_client.desktop.jobs.worker import OpenDonor
from pdd_client.desktop.theme import DARK, LIGHT
from pdd_client.desktop.window.error_pages import TroublePage
from pdd_client.gateways.home_files import theme_file
from tests.client.desktop.person import Desk
from tests.client.gateways.homes import made_before


def first_paper(qtbot: QtBot, qapp: QApplication, home: Path) -> QColor:
    """Return the window's background before anything is known of the donor."""
    session = session_of(qapp, home)
    qtbot.addWidget(session.window)
    session.window.show_page("opening")
    session.window.show()
    picture = session.window.grab().toImage()
    session.deleteLater()
    return picture.pixelColor(picture.width() // 2, picture.height() // 2)


def test_the_first_page_is_in_the_chosen_colours(
    desk: Desk, qtbot: QtBot, qapp: QApplication, home: Path, address: str
) -> None:
    """A window with dark colours chosen is never white at the next start; erasing forgets the choice."""
    desk.join(address)
    desk.window.show_page("settings")
    box = desk.see(QComboBox, "Colours")
    for theme, colours in (("dark", DARK), ("light", LIGHT), ("dark", DARK)):
        box.setCurrentIndex(box.findData(theme))
        box.activated.emit(box.currentIndex())
        desk.settle()
        assert first_paper(qtbot, qapp, home) == QColor(colours.paper)
    desk.click("Erase everything…")
    desk.click("I understand that this can't be undone")
    desk.click("Erase everything")
    desk.read("Everything is erased")
    assert not list(home.parent.glob(f"{home.name}/{theme_file.FILE}"))


@pytest.mark.parametrize(
    ("language", "says"),
    [
        (None, "An earlier version of this app made {home}"),
        ("de", "Eine frühere Version dieser App hat {home} angelegt"),
        ("es", "Una versión anterior de esta aplicación creó {home}"),
        ("fr", "Une version antérieure de cette application a créé {home}"),
    ],
)
def test_a_home_made_before_is_named_in_the_persons_language(
    qtbot: QtBot, home: Path, open_home: OpenDonor, runtime: Path, language: str | None, says: str
) -> None:
    """For a home of an earlier version the app says what to do, in the person's language, offers only to try again,
    and changes nothing.
    """
    made_before(home)
    before = (home / "donor.sqlite").read_bytes()
    desk = Desk(qtbot, open_home)
    try:
        desk.session.language.choose(language)  # as the system would have it: a home that is refused has no choice
        desk.read(says.format(home=home))
        assert isinstance(desk.window.page, TroublePage)
    finally:
        desk.close()
    assert (home / "donor.sqlite").read_bytes() == before


def test_colours_that_can_not_be_read_are_the_systems(home: Path) -> None:
    """With no colour file, an empty or an invalid one, the window opens in the system's colours."""
    home.mkdir()
    assert theme_file.remembered(home) == "system"
    for data in (b"", b"pink", b"\xff\xfe"):
        (home / theme_file.FILE).write_bytes(data)
        assert theme_file.remembered(home) == "system"
