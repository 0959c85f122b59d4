"""The app is accessible by keyboard alone, with a screen reader, with large letters, in light and dark."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from pdd_client.desktop.theme import DARK, LIGHT, Colours, Theme
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
    desk.read("What is counted")
    for _ in range(5):
        yield desk.window
        desk.click("Continue")
    desk.type("Link or address", address)
    yield desk.window
    desk.click("Look at what it offers")
    desk.click("Sleep")
    yield desk.window
    desk.click("Continue")
    desk.read("What you agree to")
    yield desk.window
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
                label = widget.text() if isinstance(widget, QAbstractButton) else ""
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
    desk.read("What is counted")
    for _ in range(5):
        press.on_button("Continue")
    press.tab_to("Link or address")
    desk.qtbot.keyClicks(QApplication.focusWidget(), f"{address}/#sleep")
    press.on_button("Look at what it offers")
    desk.read("What you agree to")
    press.tab_to("Your region")
    press.key(Qt.Key.Key_Down)
    press.tab_to("I agree to Sleep")
    press.key(Qt.Key.Key_Space)
    press.on_button("Continue")
    press.on_button("Join")
    desk.until(lambda: desk.session.app_status is not None and desk.session.app_status.joined)


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


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_colours_can_be_read(colours: Colours) -> None:
    """Every text colour has a contrast of at least 4.5 to the background (WCAG 2.2, 1.4.3)."""
    for name in ("ink", "quiet", "teal", "amber", "red"):
        assert _contrast(getattr(colours, name), colours.paper) >= 4.5, name


def test_theme_follows_the_choice(qapp: QApplication) -> None:
    """Dark and light can be forced for palette and style sheet, and each change is reported once."""
    theme = Theme(qapp)
    told: list[str] = []
    theme.changed.connect(lambda: told.append(qapp.palette().color(QPalette.ColorRole.Window).name().upper()))
    theme.choose("dark")
    assert DARK.teal in qapp.styleSheet()
    for _ in range(2):
        theme.choose("light")
    assert DARK.teal not in qapp.styleSheet()
    assert told == [DARK.paper, LIGHT.paper]


def _contrast(one: str, other: str) -> float:
    """Return the contrast ratio of WCAG 2.2."""

    def luminance(name: str) -> float:
        parts = QColor(name).getRgbF()[:3]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return float(sum(part * weight for part, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True)))

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
