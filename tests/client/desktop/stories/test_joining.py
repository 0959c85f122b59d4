"""Joining: the first run, a server by invitation, and keywords that are added later."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QCheckBox, QComboBox, QTreeView

from pdd_client.desktop.jobs.server_jobs import CheckInJob
from pdd_client.desktop.system import autostart
from tests.client.desktop.person import Desk
from tests.client.desktop.stories.town import Town


def read_the_intro(desk: Desk) -> None:
    desk.read("How it works")
    desk.click("Continue")


def test_donor_first_run_joins_a_campaign(desk: Desk, town: Town) -> None:
    """The first run leads from its first page to Today: read, keep the browser, paste a link, read, tick, choose,
    join.
    """
    town.campaign("sleep", "Sleep & screens", "north", "south")
    read_the_intro(desk)
    assert desk.see(QCheckBox, "Count the searches of Google Chrome").isChecked()
    desk.click("Continue")
    desk.type("Link or address", f"{town.url}/#sleep")
    desk.click("Show campaigns")
    desk.read("None of your searches count.")
    desk.click("Continue")
    desk.read("To see the flu come.")
    desk.click("Your privacy")
    desk.read("Your counts are locked together with those of at least 2 other people")
    desk.click("Yes, this privacy cost is OK")
    desk.click("I agree to Sleep & screens")
    desk.see(QComboBox, "Your region").setCurrentText("south")
    desk.click("Continue")
    desk.click("Start when I log in")
    desk.click("Remind me, at most once a day")
    desk.click("Join")
    desk.until(lambda: desk.session.app_status is not None and desk.session.app_status.joined)
    assert desk.session.app_status is not None
    chosen = desk.session.app_status.preferences
    assert (chosen.start_at_login, chosen.reminders, autostart.enabled()) == (True, True, True)
    (joined,) = desk.session.app_status.status.campaigns
    assert (joined.id, joined.stratum) == ("sleep", "south")
    desk.settle()
    assert town.present() == 1


def test_what_was_agreed_to_can_be_read_again(desk: Desk, town: Town) -> None:
    """Settings shows what the donor agreed to: purpose, region, consent text, and the parts that unfold."""
    town.campaign("sleep", "Sleep and screens", "north", "south")
    desk.join(town.url, "sleep")
    desk.window.show_page("settings")
    desk.click("Read what you agreed to")
    for text in ("You agreed on", "To see the flu come.", "Your region: north", "I can stop on any day."):
        desk.read(text)
    desk.click("Who is responsible")
    desk.read("Contact: Dr A. Example")
    desk.click("Close")


def test_new_keywords_are_agreed_to_with_one_click(desk: Desk, town: Town) -> None:
    """A note announces new keywords, the page shows them, and one click agrees and keeps the region."""
    town.campaign("sleep", "Sleep and screens", "north", "south")
    desk.join(town.url, "sleep")
    town.append("sleep", "sneeze")
    desk.window.ask(CheckInJob())
    desk.click("Look at them")
    desk.read("1 keyword was added")
    words = desk.see(QTreeView, "4 keywords").model()
    assert words.data(words.index(0, 0)) == "sneeze (new)"
    desk.click("Agree to the changes of Sleep and screens")
    desk.read("Nothing has changed")
    assert desk.session.app_status is not None
    assert not desk.session.app_status.new_keywords
    assert [kept.stratum for kept in desk.session.app_status.status.campaigns] == ["north"]


@pytest.fixture
def closed_town(tmp_path: Path) -> Iterator[Town]:
    """Return a server that takes donors by invitation only."""
    town = Town(tmp_path / "closed town", "--invitation", "A1")
    town.server.start()
    yield town
    town.server.stop()


def join_by_invitation(desk: Desk, town: Town, code: str) -> None:
    read_the_intro(desk)
    desk.click("Continue")
    desk.type("Link or address", town.url)
    desk.click("Show campaigns")
    desk.read("This server takes donors by invitation")
    desk.click("Show campaigns")
    desk.read("First type your invitation code.")
    desk.type("Invitation code", code)
    for button in (
        "Show campaigns",
        "Continue",
        "Continue",
        "Yes, this privacy cost is OK",
        "I agree to Winter flu",
        "Continue",
        "Join",
    ):
        desk.click(button)


def test_a_server_by_invitation_takes_who_has_the_code(desk: Desk, closed_town: Town) -> None:
    """If the server wants an invitation code, a field for it appears, and the right code joins at once."""
    join_by_invitation(desk, closed_town, "A1")
    desk.until(lambda: desk.session.app_status is not None and desk.session.app_status.joined)
    desk.settle()
    assert (closed_town.registered(), closed_town.present()) == (1, 1)


def test_a_server_by_invitation_takes_nobody_else(desk: Desk, closed_town: Town) -> None:
    """With an unknown invitation code nothing is joined, and the person is told to ask for another."""
    join_by_invitation(desk, closed_town, "A2")
    desk.read("The server does not take this invitation")
    assert closed_town.registered() == 0
