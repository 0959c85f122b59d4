"""The window fits the screen and shows the current state."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QLabel, QTabBar
from pytestqt.qtbot import QtBot

from pdd_client.desktop.jobs.worker import OpenDonor, Worker
from pdd_client.desktop.window.header import Header
from pdd_client.desktop.window.window import Window
from scripts.rehearsal.history_writer import write_chrome
from tests.client.desktop.opened_pages import Today, join
from tests.client.desktop.person import Desk
from tests.client.fakes import DAY, NOON, Clock, visits


def test_the_window_fits_the_screen(qtbot: QtBot, qapp: QApplication, open_home: OpenDonor) -> None:
    """With the largest letters the window is no larger than a small screen."""
    usual, large = qapp.font(), QFont(qapp.font())
    large.setPointSize(3 * usual.pointSize())
    qapp.setFont(large)
    window = Window(Worker(open_home), {})
    qapp.setFont(usual)
    qtbot.addWidget(window)
    room = window.screen().availableSize()
    assert window.width() <= room.width()
    assert window.height() <= room.height()


def looked(desk: Desk, open_home: OpenDonor, address: str) -> Today:
    """Return Today of a home that has joined."""
    join(open_home, address)
    desk.settle()
    desk.session.begin()
    today = Today(desk)
    desk.settle()
    return today


def search_more(history: Path) -> None:
    write_chrome(history, visits(*[(f"flu {number}", NOON.replace(hour=7, minute=number)) for number in range(8)]))


def test_today_is_counted_anew_when_its_tab_is_chosen(
    desk: Desk, open_home: OpenDonor, address: str, history: Path
) -> None:
    """Returning to Today from another page counts the searches made meanwhile."""
    looked(desk, open_home, address)
    desk.window.show_page("sent")
    search_more(history)
    desk.window.show_page("today")
    desk.read("8 searches found.")


def test_today_is_counted_anew_when_the_person_comes_back(
    desk: Desk, open_home: OpenDonor, address: str, history: Path
) -> None:
    """Returning to the window from the browser counts the searches made there."""
    looked(desk, open_home, address)
    search_more(history)
    desk.session._application.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
    desk.read("8 searches found.")


def test_a_new_day_is_shown_when_it_begins(desk: Desk, open_home: OpenDonor, address: str, clock: Clock) -> None:
    """Left open overnight, the page shows the day that now waits, like the status line."""
    today = looked(desk, open_home, address)
    assert today.page.day is not None
    before = today.page.day.today
    desk.session.schedule.stop()  # else a contact with the server would have it counted anew as well
    clock.now += DAY
    desk.session.schedule.check()
    desk.until(lambda: today.page.day is not None and today.page.day.today == before + DAY)


def test_tabs_that_find_no_room_beside_the_name_stand_beneath_it(qtbot: QtBot, qapp: QApplication) -> None:
    """With letters of 200% and German words no tab is cut or scrolled away; usually all are in one line with the
    name.
    """
    usual, large = qapp.font(), QFont(qapp.font())
    large.setPointSizeF(2 * usual.pointSizeF())
    beneath = []
    for font in (usual, large):
        qapp.setFont(font)
        header = Header()
        header.show_tabs(tuple((name, name) for name in ("Heute", "Gesendet", "Ergebnisse", "Einstellungen")))
        qapp.setFont(usual)
        qtbot.addWidget(header)
        header.setFixedWidth(780)
        header.show()
        tabs = header.findChild(QTabBar)
        assert tabs.geometry().right() < header.width()
        assert tabs.tabRect(tabs.count() - 1).right() <= tabs.width()
        beneath.append(tabs.geometry().top() > header.findChild(QLabel).geometry().bottom())
    assert beneath == [False, True]
