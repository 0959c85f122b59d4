"""The app is accessible by keyboard alone, with a screen reader and with large letters."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QWidget
from pytestqt.qtbot import QtBot

from pdd_client.desktop.widgets.drawing import Drawing
from tests.client.desktop.person import Desk
from tests.client.desktop.text_fit import texts_laid_out
from tests.client.fakes import FakeServer, campaign


@pytest.fixture
def large_letters(qapp: QApplication) -> Iterator[None]:
    """Set the system's font to 200%."""
    usual = qapp.font()
    large = QFont(usual)
    large.setPointSizeF(usual.pointSizeF() * 2)
    qapp.setFont(large)
    yield
    qapp.setFont(usual)


def first_run_steps(desk: Desk, address: str) -> Iterator[QWidget]:
    """Go through every step of the first run, filled in as a person would."""
    desk.read("How it works")
    for _ in range(2):
        yield desk.window
        desk.click("Continue")
    desk.type("Link or address", address)
    yield desk.window
    desk.click("Show campaigns")
    desk.click("Sleep")
    yield desk.window
    desk.click("Continue")
    desk.read("Only you see your counts.")
    yield desk.window
    desk.click("Continue")
    desk.read("Is that OK?")
    yield desk.window
    for part in ("Your privacy", "Who is responsible", "How to stop"):
        desk.click(part)
    yield desk.window
    desk.click("Yes, this privacy cost is OK")
    desk.click("I agree to Sleep")
    desk.see(QComboBox, "Your region").setCurrentIndex(0)
    desk.click("Continue")
    desk.read("How to send")
    yield desk.window


def later_pages(desk: Desk, address: str) -> Iterator[QWidget]:
    """Go to the settings and the pages that lead away from them."""
    desk.join(address, "flu")
    desk.window.show_page("settings")
    desk.see(QAbstractButton, "Leave Winter flu")
    desk.window.notice.tell("Something to know.", "Do it")
    yield desk.window
    for page, text in (("join", "Join another campaign"), ("keywords", "Nothing has changed"), ("erased", "is erased")):
        desk.window.show_page(page)
        desk.read(text)
        yield desk.window


def all_pages(desk: Desk, address: str, server: FakeServer) -> Iterator[QWidget]:
    server.campaigns = [campaign(), campaign(id="sleep", title="Sleep", strata=("north", "south"))]
    yield from first_run_steps(desk, address)
    yield from later_pages(desk, address)


def test_every_control_has_a_name(desk: Desk, address: str, server: FakeServer) -> None:
    """Every focusable control has a name or label for screen readers."""
    seen = set()
    for window in all_pages(desk, address, server):
        for widget in window.findChildren(QWidget):
            if widget.isVisible() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
                label = widget.text() if isinstance(widget, QAbstractButton | QLabel) else ""
                assert widget.accessibleName() or label, f"{type(widget).__name__} in {type(widget.parent()).__name__}"
                seen.add(label or widget.accessibleName())
    assert len(seen) > 25


def test_no_text_is_cut_at_twice_the_size(
    large_letters: None, desk: Desk, address: str, server: FakeServer, qtbot: QtBot
) -> None:
    """With letters twice as large every text fits a window for a small screen."""
    desk.window.resize(1024, 700)
    read = 0
    for window in all_pages(desk, address, server):
        read += texts_laid_out(qtbot, window)
        assert window.width() <= 1024, "the window had to grow"
    assert read > 60


def test_donor_joins_by_keyboard_alone(desk: Desk, address: str, server: FakeServer) -> None:
    """The first run can be done with Tab, Space, Enter, arrows and typing alone."""
    server.campaigns = [campaign(id="sleep", title="Sleep", strata=("north", "south"))]
    press = _Keys(desk)
    desk.read("How it works")
    for _ in range(2):
        press.on_button("Continue")
    press.tab_to("Link or address")
    desk.qtbot.keyClicks(QApplication.focusWidget(), f"{address}/#sleep")
    press.on_button("Show campaigns")
    press.on_button("Continue")
    desk.read("Is that OK?")
    press.tab_to("Yes, this privacy cost is OK")
    press.key(Qt.Key.Key_Space)
    press.tab_to("Your region")
    press.key(Qt.Key.Key_Down)
    press.tab_to("I agree to Sleep")
    press.key(Qt.Key.Key_Space)
    press.on_button("Continue")
    press.on_button("Join")
    desk.until(lambda: desk.session.app_status is not None and desk.session.app_status.joined)


def test_enter_presses_the_button_that_has_the_focus(desk: Desk, address: str, server: FakeServer) -> None:
    """Enter opens a part of the consent, in place of going on, and presses a button of Settings."""
    server.campaigns = [campaign(id="sleep", title="Sleep")]
    press = _Keys(desk)
    desk.read("How it works")
    for _ in range(2):
        press.on_button("Continue")
    desk.type("Link or address", f"{address}/#sleep")
    press.on_button("Show campaigns")
    press.on_button("Continue")
    desk.read("Is that OK?")
    press.tab_to("How to stop")
    press.key(Qt.Key.Key_Return)
    desk.read("You can also erase")
    desk.join(address, "sleep")
    desk.window.show_page("settings")
    desk.see(QAbstractButton, "Leave Sleep")
    press.tab_to("Join another campaign")
    press.key(Qt.Key.Key_Return)
    desk.read("The server is asked what it offers.")


class _Keys:
    """Presses keys in whatever has the focus."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def key(self, key: Qt.Key) -> None:
        self._desk.qtbot.keyClick(QApplication.focusWidget() or self._desk.window, key)

    def tab_to(self, name: str) -> None:
        """Press Tab until the focused control has this name."""
        for _ in range(30):
            focused = QApplication.focusWidget()
            label = focused.text().replace("&", "") if isinstance(focused, QAbstractButton) else ""
            if focused is not None and name in (label, focused.accessibleName()) and focused.isEnabled():
                return
            self.key(Qt.Key.Key_Tab)
        raise AssertionError(f"the keyboard does not get to {name!r}")

    def on_button(self, name: str) -> None:
        self._desk.until(self._desk.see(QAbstractButton, name).isEnabled)
        self.tab_to(name)
        self.key(Qt.Key.Key_Space)


def test_a_drawing_makes_room_for_words(desk: Desk) -> None:
    """On the first page the drawing is shown where there is room; in a low window the words are."""
    desk.read("How it works")
    assert any(drawing.isVisible() for drawing in _drawings(desk))
    desk.window.resize(640, 320)
    desk.until(lambda: not any(drawing.isVisible() for drawing in _drawings(desk)))
    desk.read("How it works")


def _drawings(desk: Desk) -> list[Drawing]:
    """Return the drawings of the first run: those on its steps."""
    page = desk.window.page
    return page.findChildren(Drawing) if page is not None else []
