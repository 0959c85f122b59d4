"""The mouse wheel scrolls the page, and changes a box only if it has the focus."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QDoubleSpinBox, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from pdd_client.desktop.first_run.consent import ConsentStep
from pdd_client.desktop.results.region_chooser import RegionChooser
from pdd_client.desktop.sent.account_view import AccountView
from pdd_client.desktop.settings.appearance import AppSection
from pdd_client.desktop.today.heading import Heading
from pdd_client.desktop.window.header import Header
from tests.client.fakes import campaign
from tests.support.processes.timeouts import PATIENCE


def turn(widget: QWidget) -> bool:
    """Turn the wheel over the widget, and return whether the widget used it."""
    event = QWheelEvent(
        QPointF(2, 2), QPointF(2, 2), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


def consent_step() -> ConsentStep:
    return ConsentStep(campaign(strata=("north", "south")), "en")


@pytest.mark.parametrize("make", [Heading, AppSection, AccountView, lambda: RegionChooser("flu"), consent_step])
def test_the_wheel_changes_no_unfocused_box(qtbot: QtBot, make: Callable[[], QWidget]) -> None:
    """A wheel over day, language, colours, limit or region without focus changes nothing and scrolls the page."""
    page = make()
    qtbot.addWidget(page)
    boxes = [*page.findChildren(QComboBox), *page.findChildren(QDoubleSpinBox)]
    assert boxes
    for box in boxes:
        if isinstance(box, QComboBox):
            box.addItems(["one", "two", "three"])
            box.setCurrentIndex(1)
        before = shows(box)
        turn(box)
        assert shows(box) == before
        assert box.focusPolicy() == Qt.FocusPolicy.StrongFocus, "with another the wheel gives it the focus first"


def test_the_wheel_changes_the_focused_box(qtbot: QtBot) -> None:
    """With the focus the wheel changes the day."""
    heading = Heading()
    qtbot.addWidget(heading)
    heading.days.addItems(["one", "two", "three"])
    heading.show()
    heading.days.setFocus()
    qtbot.waitUntil(heading.days.hasFocus, timeout=1000 * PATIENCE)
    turn(heading.days)
    assert heading.days.currentIndex() == 1


def test_the_wheel_over_the_tabs_changes_no_page(qtbot: QtBot) -> None:
    """The wheel over the tabs changes no page, even if they have the focus."""
    header = Header()
    qtbot.addWidget(header)
    header.show_tabs((("today", "Today"), ("sent", "Sent")))
    header.show()
    tabs = header.findChild(QTabBar)
    tabs.setFocus()
    qtbot.waitUntil(tabs.hasFocus, timeout=1000 * PATIENCE)
    with qtbot.assertNotEmitted(header.chosen):
        assert not turn(tabs)
    with qtbot.waitSignal(header.chosen, check_params_cb=lambda name: name == "sent"):
        qtbot.keyClick(tabs, Qt.Key.Key_Right)


def shows(box: QComboBox | QAbstractSpinBox) -> str:
    return box.currentText() if isinstance(box, QComboBox) else box.text()
