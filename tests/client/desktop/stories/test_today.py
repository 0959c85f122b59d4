"""The page Today: a person reviews a day, removes searches, and sends the day or nothing."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QPushButton

from pdd_client.desktop.jobs.worker import OpenDonor
from tests.client.desktop.opened_pages import ROUND, Today
from tests.client.desktop.person import Desk
from tests.client.desktop.stories.town import Town
from tests.client.fakes import DAY, NOON, Clock


def test_donor_reviews_and_blocks_a_word(joined: OpenDonor, desk: Desk) -> None:
    """After a word is blocked from a search behind a count, the counts change at once and the word stays blocked."""
    today = Today(desk)
    desk.read("4 searches found. 3 of them count for keywords.")
    desk.read("Only you can see this.")
    assert [row for row in today.rows() if row[1]] == [
        ("flu", "2"), ("fever + child", "1"), ("cough", "1"), ("all searches", "4"),
    ]  # fmt: skip
    today.click("flu")
    today.click("“flu cough”")
    desk.read("“flu cough”, ")
    desk.click("Block a word…")
    desk.click("cough")
    desk.click("Block")
    today.wait("flu", "1")
    assert (today.has("all searches", "3"), today.has("2 other keywords"), today.has("cough")) == (True, False, False)
    assert today.has("1 other keyword", "0")
    with joined() as donor:
        assert donor.exclusions.blocked() == ["cough"]


def test_donor_takes_out_a_search(joined: OpenDonor, desk: Desk) -> None:
    """A removed search counts nowhere, and stays in the list of all searches with the reason."""
    today = Today(desk)
    today.click("all searches")
    today.click("“tea”")
    desk.click("Take out")
    today.wait("all searches", "3")
    row = next(number for number, (text, _) in enumerate(today.rows()) if text == "“tea”")
    assert "taken out: does not count" in str(today.page.model.index(row, 2).data())
    desk.click("Put back")
    today.wait("all searches", "4")


def test_donor_puts_a_search_back(joined: OpenDonor, desk: Desk) -> None:
    """A removed search is listed in a row of its own, where it can be restored: it counts again and the row is gone."""
    today = Today(desk)
    today.click("flu")
    today.click("“flu”")
    desk.click("Take out")
    today.wait("flu", "1")
    today.click("taken out")
    today.click_row([text for text, _ in today.rows()].index("taken out") + 1)
    desk.read("“flu”, ")
    desk.click("Put back")
    today.wait("flu", "2")
    assert (today.has("all searches", "4"), today.has("taken out")) == (True, False)
    desk.until(lambda: "this search counts again" in desk.window.status.text)


def test_a_restored_search_is_sent(next_day: OpenDonor, desk: Desk, town: Town) -> None:
    """A search restored before the day is approved is published, and one that stayed removed is not."""
    today = Today(desk)
    today.click("all searches")
    for text, left in (("“tea”", "3"), ("“flu”", "2")):
        today.click(text)
        desk.click("Take out")
        today.wait("all searches", left)
    desk.click("Put back")
    today.wait("all searches", "3")
    desk.click("Send these counts")
    desk.until(lambda: not desk.see(QPushButton, "Send these counts").isEnabled())
    today.contact()
    assert town.until_published() == [[1, 3, 2, 1, 1]]


def test_nothing_is_put_back_into_a_day_that_was_agreed_to_without_it(
    next_day: OpenDonor, desk: Desk, town: Town
) -> None:
    """A search removed before approval can't be restored after it: the person is told, and what was approved is
    published.
    """
    today = Today(desk)
    today.click("all searches")
    today.click("“tea”")
    desk.click("Take out")
    today.wait("all searches", "3")
    desk.click("Send these counts")
    desk.read("These counts go out once the day is over")
    desk.click("Put back")
    desk.until(lambda: "Approved counts won't increase" in desk.window.status.text)
    today.contact()
    assert today.page.day is not None
    assert today.page.day.locked
    assert desk.find(QPushButton, "Take out") is None
    assert town.until_published() == [[1, 3, 2, 1, 1]]


def test_donor_approves_a_day(next_day: OpenDonor, desk: Desk, town: Town) -> None:
    """The waiting day is shown first; sending it sends what was shown, and the page then offers no more."""
    today = Today(desk)
    assert today.page.day is not None
    assert (today.page.day.day, today.page.day.state) == (ROUND, "waits-for-you")
    desk.read("After that, only zeros are sent.")
    desk.read(
        "5 locked numbers will be sent. An honest server can read them only as a sum with at least 2 other people's."
    )
    desk.click("Send these counts")
    desk.until(lambda: not desk.see(QPushButton, "Send these counts").isEnabled())
    today.contact()
    desk.read("This was sent.")
    assert desk.find(QPushButton, "Send nothing for this day") is None
    assert town.until_published() == [[1, 4, 2, 1, 1]]


def test_donor_sends_nothing_for_a_day(next_day: OpenDonor, desk: Desk, town: Town) -> None:
    """A withheld day goes out as zeros, and until then the person can change their mind."""
    today = Today(desk)
    desk.click("Send nothing for this day")
    desk.read("You give nothing of this day")
    assert desk.find(QPushButton, "Send these counts") is not None
    today.contact()
    assert town.until_published() == [[0, 0, 0, 0, 0]]


def test_what_is_sent_is_what_was_seen(next_day: OpenDonor, desk: Desk, town: Town) -> None:
    """A word blocked elsewhere after the page was shown takes effect, and nothing that was not shown is sent."""
    today = Today(desk)
    with next_day() as donor:
        donor.exclusions.block("tea")
    desk.click("Send these counts")
    desk.settle()
    today.contact()
    assert town.until_published() == [[1, 3, 2, 1, 1]]


def test_donor_pauses_and_resumes(joined: OpenDonor, desk: Desk) -> None:
    """A pause is chosen from the menu, shown on the page, and ends when the person resumes."""
    today = Today(desk)
    pause = desk.see(QPushButton, "Pause")
    week = next(action for action in pause.menu().actions() if "week" in action.text())
    week.trigger()
    desk.read("Paused until ")
    desk.until(lambda: today.has("Winter flu") and not today.has("flu"))
    desk.click("Resume")
    today.wait("flu", "2")
    with joined() as donor:
        assert donor.status().paused_since is None


def test_donor_chooses_to_send_by_itself(joined: OpenDonor, desk: Desk) -> None:
    """The choice to send by itself is kept, and then nothing asks to be sent."""
    Today(desk)
    desk.click("Send automatically from now on")
    desk.read("It is sent automatically once the day is over.")
    assert desk.see(QCheckBox, "Send automatically from now on").isChecked()
    assert not desk.see(QPushButton, "Send these counts").isEnabled()
    with joined() as donor:
        assert donor.settings.sending() == "by-itself"


def test_donor_switches_between_days(next_day: OpenDonor, desk: Desk) -> None:
    """The person switches between the waiting day and today, and each shows its own searches."""
    today = Today(desk)
    today.wait("flu", "2")
    today.page.heading.days.setFocus()
    desk.qtbot.keyClick(today.page.heading.days, Qt.Key.Key_Up)
    desk.read("0 searches found.")
    assert today.page.day is not None
    assert today.page.day.day == ROUND + DAY
    desk.qtbot.keyClick(today.page.heading.days, Qt.Key.Key_Down)
    today.wait("flu", "2")


def test_a_campaign_not_joined_is_offered(joined: OpenDonor, desk: Desk, town: Town) -> None:
    """The server's other campaigns are one row, which leads to joining."""
    town.campaign("sleep", "Sleep and screens")
    today = Today(desk)
    today.contact()
    today.wait("Sleep and screens")
    today.click("Sleep and screens")
    desk.until(lambda: desk.window.page is not today.page)


def test_no_history_is_said(joined: OpenDonor, desk: Desk, history: Path) -> None:
    """If no history can be read, nothing is given, and the page says why and what to do."""
    today = Today(desk)
    history.write_bytes(b"no database at all" * 100)
    today.page.refresh()
    desk.read("No browser history can be read")


def test_a_server_not_reached_for_days_is_said(joined: OpenDonor, desk: Desk, town: Town) -> None:
    """If the server was not reached for days, the page says since when and what that means for the counts."""
    today = Today(desk)
    town.server.stop()
    town.clock.now = NOON + 3 * DAY
    today.page.refresh()
    desk.read("The server was last reached on")


def test_a_day_is_looked_through_by_keyboard(joined: OpenDonor, desk: Desk) -> None:
    """Arrow keys open a keyword and choose a search, and Delete removes it."""
    today = Today(desk)
    view, press = today.page.view, desk.qtbot.keyClick
    view.setFocus()
    press(view, Qt.Key.Key_Down)
    press(view, Qt.Key.Key_Right)
    assert today.has("“flu”")
    press(view, Qt.Key.Key_Left)
    assert not today.has("“flu”")
    press(view, Qt.Key.Key_Return)
    press(view, Qt.Key.Key_Down)
    press(view, Qt.Key.Key_Delete)
    today.wait("flu", "1")
    assert today.page.view.currentIndex().data() == "flu", "the cursor is on what the search was beneath"


def test_taking_out_is_undone_by_keyboard(joined: OpenDonor, desk: Desk) -> None:
    """Ctrl+Z restores the last removed search, then the one before, and then does nothing."""
    today = Today(desk)
    view, press = today.page.view, desk.qtbot.keyClick
    view.setFocus()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Down):
        press(view, key)
    for left in ("3", "2"):
        press(view, Qt.Key.Key_Delete)
        today.wait("all searches", left)
        press(view, Qt.Key.Key_Down)
    assert not today.has("flu")
    for found in ("3", "4", "4"):
        press(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        today.wait("all searches", found)
        desk.settle()
    with joined() as donor:
        assert not donor.installation.store.exclusions.all(donor.installation.zone).removed


@pytest.mark.parametrize("way", ["Space", "Delete", "mouse"])
def test_pressing_delete_twice_removes_one_search(joined: OpenDonor, desk: Desk, way: str) -> None:
    """A second press of Delete removes no further search: the focus is then where no key acts."""
    today = Today(desk)
    today.click("flu")
    today.click("“flu cough”")
    button = desk.see(QPushButton, "Take out")
    (today.page.view if way == "Delete" else button).setFocus()
    for _ in range(2):
        place = button.mapTo(desk.window, button.rect().center())
        if way == "mouse":
            found = desk.window.childAt(place)
            assert found is not None
            desk.qtbot.mouseClick(found, Qt.MouseButton.LeftButton)
        else:
            focused = desk.window.focusWidget()
            assert focused is not None
            desk.qtbot.keyClick(focused, Qt.Key.Key_Space if way == "Space" else Qt.Key.Key_Delete)
        desk.settle()
    with joined() as donor:
        assert len(donor.installation.store.exclusions.all(donor.installation.zone).removed) == 1


def test_taking_out_is_undone_beside_its_message(joined: OpenDonor, desk: Desk) -> None:
    """After removing by button the message has the focus, Tab leads to Undo, and Undo restores the search.

    The window is so small that the page scrolls, and the message comes into view.
    """
    desk.window.resize(640, 380)
    today = Today(desk)
    today.click("flu")
    today.click("“flu cough”")
    desk.see(QPushButton, "Take out").setFocus()
    desk.qtbot.keyClick(desk.see(QPushButton, "Take out"), Qt.Key.Key_Space)
    desk.read("Taken out. This search does not count.")
    today.wait("all searches", "3")
    bar = today.page.undo
    desk.until(lambda: bar.visibleRegion().boundingRect() == bar.rect())
    message = desk.window.focusWidget()
    assert message is not None
    assert message.accessibleName() == "Taken out. This search does not count."
    desk.qtbot.keyClick(message, Qt.Key.Key_Tab)
    undo = desk.window.focusWidget()
    assert undo is desk.see(QPushButton, "Undo")
    desk.qtbot.keyClick(undo, Qt.Key.Key_Space)
    today.wait("all searches", "4")
    assert desk.find(QPushButton, "Undo") is None
    assert desk.window.focusWidget() is today.page.view


def test_the_offer_to_undo_goes_with_its_day(joined: OpenDonor, desk: Desk, clock: Clock) -> None:
    """Once a later day is shown by itself, nothing of the day before is offered to be undone below it."""
    today = Today(desk)
    today.click("flu")
    today.click("“flu cough”")
    desk.click("Take out")
    desk.read("Taken out. This search does not count.")
    with joined() as donor:
        donor.days.approve(ROUND)
    clock.now += DAY
    for _ in range(2):
        today.page.refresh()
        desk.settle()
    assert today.page.day
    assert today.page.day.day > ROUND
    assert desk.find(QPushButton, "Undo") is None


def test_nothing_is_done_with_a_day_that_is_being_left(next_day: OpenDonor, desk: Desk) -> None:
    """From choosing another day until it is shown, the buttons for the previous day can't be clicked."""
    today = Today(desk)
    today.wait("flu", "2")
    send = desk.see(QPushButton, "Send these counts")
    today.page.choose(ROUND + DAY)
    assert not send.isEnabled()
    desk.read("0 searches found.")
    assert send.isEnabled()
    with next_day() as donor:
        assert {day.state for day in donor.days.to_review()} == {"counting", "waits-for-you"}
