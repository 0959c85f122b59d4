"""The window when a campaign begins later or is over, and after a failed contact with the server."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtWidgets import QCheckBox, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from pdd_client.core.visits import UnreadHistory
from pdd_client.desktop.jobs.worker import OpenDonor
from pdd_client.desktop.texts import wording
from pdd_client.desktop.today import day_texts
from pdd_client.desktop.widgets.tables.browser_list import BrowserList
from pdd_client.donor.settings.browsers import Browser
from pdd_client.gateways.browser_history.history_copy import DAMAGED, EMPTY
from tests.client.desktop.opened_pages import Today
from tests.client.desktop.person import Desk
from tests.client.desktop.today_days import shown
from tests.client.donor.campaigns.test_campaign_end import PUBLISHED, RESULTS
from tests.client.fakes import DAY, NOON, Clock, FakeServer, campaign

TODAY = NOON.date()


def begin(qtbot: QtBot, open_home: OpenDonor, address: str, results: str = "") -> Desk:
    """Return the app of a home that has joined and was active, with these results if any."""
    with open_home() as donor:
        donor.campaigns.join(address)
        donor.settings.set_sending("by-itself")
        donor.check_in()
        with donor.installation.store.transaction():
            if results:
                donor.installation.store.results.keep("flu", results)
    return Desk(qtbot, open_home)


@pytest.fixture
def ended(
    qtbot: QtBot, open_home: OpenDonor, address: str, server: FakeServer, clock: Clock, runtime: Path
) -> Iterator[Desk]:
    """Return the app five days after the last day of its only campaign, which has published results."""
    server.campaigns = [campaign(end=TODAY)]
    begin(qtbot, open_home, address, RESULTS % PUBLISHED).close()
    clock.now = NOON + 5 * DAY
    server.campaigns = []
    with open_home() as donor:
        donor.check_in()
    desk = Desk(qtbot, open_home)
    yield desk
    desk.close()


def test_a_finished_campaign_leads_to_its_results(ended: Desk) -> None:
    """After the campaign's end nothing is offered to be sent, and one press shows the results."""
    today = Today(ended)
    ended.read("Thank you for taking part in Winter flu")
    ended.read("This app knows of no counts that you gave. Thank you for being ready to help.")
    ended.read("Days: 1\nPeople in a typical total, with noise: about 3")
    assert not today.page.view.isVisible()
    for button in (today.page.acting.send, today.page.acting.withhold, today.page.acting.by_itself):
        assert not button.isVisible()
    assert today.page.acting.leaves.text() == ""
    assert not ended.reads("Open a keyword")
    ended.until(lambda: ended.window.status.text == "Your campaigns are finished. Thank you for taking part.")
    ended.click("See what came of it")
    ended.until(lambda: type(ended.window.page).__name__ == "ResultsPage")


def test_the_settings_say_that_a_campaign_is_finished(ended: Desk) -> None:
    """The card of a finished campaign has its last day, and no "runs until"."""
    ended.until(lambda: ended.session.app_status is not None)
    ended.window.show_page("settings")
    ended.read("Finished, thank you for taking part.")
    assert ended.reads("; its last day was ")
    assert not ended.reads("; runs until ")


def test_a_campaign_that_starts_later(
    qtbot: QtBot, open_home: OpenDonor, address: str, server: FakeServer, runtime: Path
) -> None:
    """Before a campaign begins Today says when it does, and offers nothing to send."""
    server.campaigns = [campaign(start=TODAY + 3 * DAY)]
    desk = begin(qtbot, open_home, address)
    today = Today(desk)
    desk.read("Winter flu: It starts on ")
    assert not today.page.acting.send.isVisible()
    desk.until(lambda: "has not begun yet. Next contact with the server: " in desk.window.status.text)
    desk.close()


def test_the_last_days_are_still_being_sent(
    qtbot: QtBot, open_home: OpenDonor, address: str, server: FakeServer, clock: Clock, runtime: Path
) -> None:
    """After researchers closed a campaign, earlier days can be decided on, today cannot, and the line says so."""
    desk = begin(qtbot, open_home, address)
    clock.now = NOON + DAY
    server.campaigns = []
    Today(desk).contact()
    desk.until(lambda: "The last days are still being sent." in desk.window.status.text)
    desk.window.show_page("settings")
    desk.read("The server has not listed it since ")
    desk.read("Counting is over. Its last days are still being sent.")
    desk.close()


@pytest.mark.parametrize(
    ("problem", "said"), [("", "The server can't be reached."), ("client-too-old", "The last contact")]
)
def test_a_failed_contact_is_told_after_a_restart(
    qtbot: QtBot, open_home: OpenDonor, address: str, server: FakeServer, runtime: Path, problem: str, said: str
) -> None:
    """After a restart the app still reports the last contact's failure."""
    first = begin(qtbot, open_home, address)
    server.problems = {"POST check-in": problem} if problem else {}
    server.lose_answers = not problem
    Today(first).contact()
    first.close()
    again = Desk(qtbot, open_home)
    again.until(lambda: said in again.window.status.text)
    assert "All is well" not in again.window.status.text
    again.close()


def test_leaving_everything_is_no_contact_to_come(desk: Desk, address: str) -> None:
    """A person who left every campaign reads that nothing is sent, and no contact is announced."""
    desk.join(address)
    desk.window.show_page("settings")
    desk.click("Leave Winter flu")
    desk.click("Leave")
    desk.until(lambda: "No counts leave this computer." in desk.window.status.text)


def test_approving_today_promises_no_early_contact() -> None:
    """Approving today's counts, which are asked for tomorrow, promises no earlier sending, even if the server is
    away.
    """
    day = shown(state="approved")
    said = day_texts.decision(day) + day_texts.named(wording.day(day.day), "approved")
    assert "soon" not in said
    assert "These counts go out once the day is over and the server asks for them." in said


def browser(files: int, unreadable: int, problem: str | None) -> Browser:
    return Browser("chrome", files, True, unreadable, problem)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (browser(2, 0, None), ""),
        (browser(3, 1, DAMAGED), "1 of its profiles can't be read. Searches made there do not count."),
        (browser(3, 2, DAMAGED), "2 of its profiles can't be read. Searches made there do not count."),
        (browser(1, 1, DAMAGED), "Its history can't be read. Its searches do not count."),
        (browser(2, 0, EMPTY), "Its history is empty. There is nothing to count yet."),
        (
            replace(browser(2, 0, None), extension=True),
            "Our extension is in this browser, too. Connect it in Settings, or remove it: else searches count twice.",
        ),
    ],
)
def test_a_profiles_problem_is_not_attributed_to_others(qtbot: QtBot, found: Browser, said: str) -> None:
    """A problem of one browser profile is not attributed to the others, whose searches count."""
    shown_list = BrowserList()
    qtbot.addWidget(shown_list)
    shown_list.show_browsers((found,))
    assert [label.text() for label in shown_list.findChildren(QLabel) if label.text()] == ([said] if said else [])


def test_a_browsers_name_is_shown_as_its_folder_has_it(qtbot: QtBot) -> None:
    """A browser that no list has is named by its folder, in which an & is no underline for a key."""
    shown_list = BrowserList()
    qtbot.addWidget(shown_list)
    shown_list.show_browsers((Browser("hare & tortoise", 1, False, 0, None),))
    (switch,) = shown_list.findChildren(QCheckBox)
    assert switch.text() == "Hare && tortoise, 1 profile"
    assert switch.accessibleName() == "Count the searches of Hare & tortoise"


def test_an_empty_profile_is_nothing_left_out() -> None:
    """Today does not warn of a file without searches, and does of one that can't be read."""
    empty, damaged = UnreadHistory(Path("a"), EMPTY), UnreadHistory(Path("b"), DAMAGED)
    assert list(day_texts.warnings(shown(unread=(empty,)))) == []
    assert list(day_texts.warnings(shown(unread=(empty, damaged)))) == [
        "1 history file could not be read. Its searches do not count."
    ]


def test_one_empty_profile_of_two(open_home: OpenDonor, home: Path, history: Path, tmp_path: Path) -> None:
    """A profile that a browser has just made is called empty, and the other profile's four searches count. Both are
    the donor's.
    """
    from tests.client.desktop.person import opener

    fresh = tmp_path / "fresh"
    fresh.touch()
    clock = Clock(NOON + timedelta(hours=6))
    with opener(home, clock, history, fresh)() as donor:
        for file in (history, fresh):
            donor.exclusions.switch_profile(str(file), True)
        (both,) = donor.exclusions.browsers()
        assert replace(both, profiles=(), path="") == Browser("chrome", 2, True, 0, None)
        found = donor.days.searches(TODAY)
        assert len(found.searches) == 4
        assert [one.reason for one in found.unread] == [EMPTY]
    with opener(tmp_path / "other", clock, fresh)() as donor:
        assert donor.exclusions.browsers() == (Browser("chrome", 1, True, 0, EMPTY, path=str(fresh)),)


def test_the_results_button_is_hidden_before(desk: Desk, address: str) -> None:
    """While a campaign runs, Today offers its counts and not its results."""
    desk.join(address)
    Today(desk)
    desk.read("searches found.")
    assert not any(button.text() == "See what &came of it" for button in desk.all(QPushButton))
