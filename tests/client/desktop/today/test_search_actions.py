"""The button that removes and restores a search: a second press does not undo the first."""

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from pdd_client.desktop.today.actions import SearchActions
from pdd_client.desktop.today.view_model import SearchViewModel
from tests.client.desktop.today_days import search

COUNTS, IS_OUT = search(1, "flu"), search(1, "flu", "removed")


@pytest.fixture
def actions(qtbot: QtBot) -> SearchActions:
    """Return the actions for a search that counts, on the screen."""
    made = SearchActions()
    qtbot.addWidget(made)
    made.show_search(COUNTS, locked=False)
    made.show()
    return made


@pytest.fixture
def wanted(actions: SearchActions) -> list[str]:
    """Return what the person has asked for so far."""
    found: list[str] = []
    actions.take_out_wanted.connect(lambda: found.append("out"))
    actions.put_back_wanted.connect(lambda: found.append("back"))
    return found


def press_second(button: QPushButton) -> None:
    """Press the second half of a double click, as the system sends it."""
    at = QPointF(button.rect().center())
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    for kind, held in (
        (QEvent.Type.MouseButtonDblClick, left),
        (QEvent.Type.MouseButtonRelease, Qt.MouseButton.NoButton),
    ):
        QApplication.sendEvent(button, QMouseEvent(kind, at, button.mapToGlobal(at), left, held, none))


@pytest.mark.parametrize(("first", "then", "done"), [(COUNTS, IS_OUT, "out"), (IS_OUT, COUNTS, "back")])
def test_a_double_click_does_not_undo_itself(
    actions: SearchActions, wanted: list[str], first: SearchViewModel, then: SearchViewModel, done: str
) -> None:
    """A double click acts once, although the first press is shown before the second; a later single press acts
    again.
    """
    actions.show_search(first, locked=False)
    QTest.mouseClick(actions.out, Qt.MouseButton.LeftButton)
    actions.show_search(then, locked=False)
    press_second(actions.out)
    assert wanted == [done]
    QTest.mouseClick(actions.out, Qt.MouseButton.LeftButton)
    assert len(wanted) == 2


def test_a_press_before_the_answer_is_not_counted(actions: SearchActions, wanted: list[str]) -> None:
    """A press by keyboard while the donor works is ignored: the search is removed once, and the focus stays."""
    actions.out.setFocus()
    for _ in range(2):
        QTest.keyClick(actions.out, Qt.Key.Key_Space)
    assert wanted == ["out"]
    assert actions.focusWidget() is actions.out
    actions.show_search(IS_OUT, locked=False)
    QTest.keyClick(actions.out, Qt.Key.Key_Space)
    assert wanted == ["out", "back"]
