"""The settings of what is left out: a search engine, hours of the day, and a browser's profile."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTime
from PySide6.QtWidgets import QCheckBox, QComboBox, QFileDialog, QListWidget, QTimeEdit
from pytestqt.qtbot import QtBot

from pdd_client.desktop.jobs.worker import OpenDonor
from scripts.rehearsal.history_writer import write_chrome
from tests.client.desktop.person import Desk, opener
from tests.client.fakes import NOON, Clock, visits


def test_a_search_engine_is_left_out_and_counted_again(desk: Desk, open_home: OpenDonor, address: str) -> None:
    """The person picks a search engine in the box, leaves it out, and counts it again from the list."""
    desk.join(address)
    desk.window.show_page("settings")
    box = desk.see(QComboBox, "Search engine")
    desk.until(lambda: box.count() > 0)
    box.setCurrentIndex(box.findText("DuckDuckGo"))
    desk.click("Leave it out")
    shown = desk.see(QListWidget, "Search engines left out")
    assert [shown.item(row).text() for row in range(shown.count())] == ["DuckDuckGo"]
    desk.settle()
    assert box.findText("DuckDuckGo") == -1
    with open_home() as donor:
        assert donor.exclusions.sites() == ["duckduckgo"]
    shown.setCurrentRow(0)
    desk.click("Count it again")
    desk.until(lambda: not shown.isVisible())
    with open_home() as donor:
        assert donor.exclusions.sites() == []


def test_hours_are_left_out_by_keyboard(desk: Desk, open_home: OpenDonor, address: str, qtbot: QtBot) -> None:
    """The person ticks the box and types another end; two equal times change nothing, and say why."""
    desk.join(address)
    desk.window.show_page("settings")
    start, end = desk.see(QTimeEdit, "From"), desk.see(QTimeEdit, "To")
    assert not start.isEnabled()
    switch = desk.see(QCheckBox, "Leave out some hours of each day")
    switch.setFocus()
    qtbot.keyClick(switch, Qt.Key.Key_Space)
    desk.settle()
    with open_home() as donor:
        assert str(donor.exclusions.hours()) == "22:00-06:00"
    end.setFocus()
    end.setTime(QTime(7, 30))
    qtbot.keyClick(end, Qt.Key.Key_Return)
    desk.settle()
    with open_home() as donor:
        assert str(donor.exclusions.hours()) == "22:00-07:30"
    start.setTime(QTime(7, 30))
    qtbot.keyClick(start, Qt.Key.Key_Return)
    desk.read("Choose two times that differ.")
    desk.click("Leave out some hours of each day")
    desk.settle()
    with open_home() as donor:
        assert donor.exclusions.hours() is None


def test_a_profile_is_switched_on_and_off(
    qtbot: QtBot, home: Path, clock: Clock, history: Path, runtime: Path, address: str
) -> None:
    """Each profile of a browser with several has a switch, which is off until the person says which are theirs. It
    can't be used while the browser is off.
    """
    work = history.parent / "Work" / "History"
    work.parent.mkdir()
    write_chrome(work, visits(("flu", NOON)))
    open_home = opener(home, clock, history, work)
    desk = Desk(qtbot, open_home)
    try:
        desk.join(address)
        desk.window.show_page("settings")
        for on in (True, False):
            desk.click("Work")
            desk.settle()
            assert desk.see(QCheckBox, "Work").isChecked() == on
            with open_home() as donor:
                assert [one.name for one in donor.exclusions.browsers()[0].profiles if one.on] == ["Work"] * on
        desk.click("Count the searches of Google Chrome")
        desk.until(lambda: not desk.see(QCheckBox, "Work").isEnabled())
    finally:
        desk.close()


def test_a_history_is_added_by_hand(
    desk: Desk, open_home: OpenDonor, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A history that was not found is added by its file, and listed. Of another file the person is told."""
    desk.join(address)
    desk.window.show_page("settings")
    portable, note = tmp_path / "Portable" / "History", tmp_path / "note.txt"
    portable.parent.mkdir()
    write_chrome(portable, visits(("flu", NOON)))
    note.write_text("no history")
    for file, said in ((note, "Nothing was added."), (portable, "This history counts from now on.")):
        monkeypatch.setattr(QFileDialog, "open", lambda dialog, file=file: dialog.fileSelected.emit(str(file)))
        desk.click("Add a history…")
        desk.read(said)
        desk.settle()  # the list is drawn anew, with another button
    assert desk.see(QCheckBox, "Count the searches of Portable").isChecked()
    with open_home() as donor:
        assert len(donor.days.searches(NOON.date()).searches) == 5
