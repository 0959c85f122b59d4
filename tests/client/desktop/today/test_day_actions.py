"""The buttons that decide about a day: a second press on one never presses the other."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from pdd_client.desktop.today.actions import DayActions
from tests.client.desktop.today_days import shown


@pytest.fixture
def actions(qtbot: QtBot) -> DayActions:
    """Return the actions of a waiting day, on the screen."""
    made = DayActions()
    qtbot.addWidget(made)
    made.resize(900, 200)
    made.show_day(shown(state="waits-for-you"))
    made.show()
    return made


def press_twice(actions: DayActions, button: QPushButton, then: str) -> None:
    """Press twice on one spot; after the first press the day is in the state `then`."""
    at = button.mapTo(actions, button.rect().center())
    for _ in range(2):
        target = actions.childAt(at)
        assert target is not None
        QTest.mouseClick(target, Qt.MouseButton.LeftButton, pos=QPoint(4, 4))
        actions.show_day(shown(state=then))


@pytest.mark.parametrize("sending", ["review", "by-itself"])
@pytest.mark.parametrize(
    ("first", "then", "other"), [("send", "approved", "withheld"), ("withhold", "nothing", "sent")]
)
def test_two_presses_on_one_spot_are_no_more_than_one(
    actions: DayActions, first: str, then: str, other: str, sending: str
) -> None:
    """Of two presses on one spot only the first acts: both buttons stay in place, and the pressed one is disabled."""
    done: list[str] = []
    actions.sent.connect(lambda: done.append("sent"))
    actions.withheld.connect(lambda: done.append("withheld"))
    button: QPushButton = getattr(actions, first)
    place = button.geometry()
    press_twice(actions, button, then)
    assert done == ["sent" if first == "send" else "withheld"]
    actions.show_day(shown(state=then, sending=sending))
    assert (button.geometry(), button.isEnabled()) == (place, False)


def test_by_itself_the_buttons_stay_in_place_too(actions: DayActions) -> None:
    """After withholding a day that goes out by itself, "Send these counts" is not under the pointer."""
    actions.show_day(shown(sending="by-itself"))
    place = actions.withhold.geometry()
    actions.show_day(shown(sending="by-itself", state="nothing"))
    assert actions.withhold.isVisible()
    assert actions.withhold.geometry() == place
    assert actions.send.isEnabled()


def test_the_space_bar_after_sending_changes_nothing(actions: DayActions) -> None:
    """A further Space after sending neither withholds the day nor changes how others are sent."""
    done: list[str] = []
    actions.withheld.connect(lambda: done.append("withheld"))
    actions.mode_chosen.connect(done.append)
    actions.send.setFocus()
    actions.show_day(shown(state="approved"))
    focused = actions.focusWidget()
    assert focused is actions.decision
    QTest.keyClick(focused, Qt.Key.Key_Space)
    assert not done


def test_a_day_that_no_campaign_counts_offers_nothing_to_send(actions: DayActions) -> None:
    """On a day that no campaign counts, the page offers nothing to send or withhold, and says so."""
    actions.show_day(shown(state="not-counted", numbers=0))
    assert not actions.send.isVisible()
    assert not actions.withhold.isVisible()
    assert "There is nothing to send." in actions.decision.text()
    assert not actions.leaves.text()
