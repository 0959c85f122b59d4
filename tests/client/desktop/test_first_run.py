"""The first run: what this is, browsers, joining, how to send."""

import pytest
from PySide6.QtWidgets import QCheckBox, QComboBox, QListView, QPushButton

from pdd_client.desktop.server_jobs import CheckInJob
from tests.client.desktop.person import Desk
from tests.client.fakes import FakeServer, campaign


def read_the_four_pages(desk: Desk) -> None:
    for title in ("What is counted", "What never leaves", "Who gets the sum", "How to stop"):
        desk.read(title)
        desk.click("Continue")


def test_donor_first_run_joins_a_campaign(desk: Desk, server: FakeServer, address: str) -> None:
    """From the first page to Today: read, keep the browser, paste a link, read, tick, choose a region, join."""
    server.campaigns = [campaign(), campaign(id="sleep", title="Sleep & screens", strata=("north", "south"))]
    read_the_four_pages(desk)
    assert desk.see(QCheckBox, "Count the searches of Google Chrome").isChecked()
    desk.click("Continue")
    desk.type("Link or address", f"{address}/#sleep")
    desk.click("Look at what it offers")
    desk.read("To see the flu come.")
    desk.read("Your counts are added to those of at least 2 other people")
    desk.click("I agree to Sleep & screens")
    desk.see(QComboBox, "Your region").setCurrentText("south")
    desk.click("Continue")
    desk.click("Join")
    desk.until(lambda: desk.session.standing is not None and desk.session.standing.joined)
    assert desk.session.standing is not None
    (joined,) = desk.session.standing.status.campaigns
    assert (joined.id, joined.stratum) == ("sleep", "south")
    desk.until(lambda: "POST check-in" in server.requests)


def test_new_keywords_are_agreed_to_with_one_click(desk: Desk, server: FakeServer, address: str) -> None:
    """A note says that there are some; the page shows the words; one click agrees, with the region kept."""
    server.campaigns = [campaign(strata=("north", "south"))]
    desk.join(address)
    server.campaigns = [campaign(strata=("north", "south"), vocabulary=("flu", "fever + child", "cough", "sneeze"))]
    desk.window.ask(CheckInJob())
    desk.click("Look at them")
    desk.read("1 keyword was added")
    words = desk.see(QListView, "4 keywords").model()
    assert words.data(words.index(0, 0)) == "sneeze (new)"
    desk.click("Agree to the new keywords of Winter flu")
    desk.read("There are none")
    assert desk.session.standing is not None
    assert not desk.session.standing.new_keywords
    assert [kept.stratum for kept in desk.session.standing.status.campaigns] == ["north"]


def test_a_server_by_invitation_asks_for_the_code(
    desk: Desk, server: FakeServer, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The field for the code shows up when the server wants one, and the code reaches it."""
    by_invitation = server.info().model_copy(update={"invitation_required": True})
    monkeypatch.setattr(server, "info", lambda: by_invitation)
    read_the_four_pages(desk)
    desk.click("Continue")
    desk.type("Link or address", address)
    desk.click("Look at what it offers")
    desk.read("This server takes donors by invitation")
    assert not desk.see(QPushButton, "Look at what it offers").isEnabled()
    desk.type("Invitation code", "A1")
    desk.click("Look at what it offers")
    desk.read("What it offers")
