"""The window when something is wrong: it says what happened, what that means for the data, and what to do."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from pdd_client.core.errors import Code, DonorError
from pdd_client.core.join_link import parse_link
from pdd_client.desktop.first_run.intro import IntroStep
from pdd_client.desktop.jobs.worker import OpenDonor
from pdd_client.desktop.texts.catalogue import named
from pdd_client.desktop.texts.error_texts import told
from pdd_client.donor.donor import Donor
from pdd_client.gateways.server_http.connection_errors import ServerUnreachable
from pdd_client.gateways.server_http.server_http import ServerProblem
from tests.client.desktop.person import Desk
from tests.client.fakes import Clock, FakeServer

VECTORS = Path(__file__).parents[3] / "vectors"
PASTED = json.loads((Path(__file__).parents[4] / "extension/tests/pages/pasted_links.json").read_text(encoding="utf-8"))


def check_in(desk: Desk) -> None:
    desk.window.show_page("settings")
    desk.click("Contact the server now")


@pytest.mark.slow
def test_a_server_that_is_away_is_waited_for(desk: Desk, server: FakeServer, address: str) -> None:
    """While the server is away the status line says that nothing is lost and when the next try is."""
    desk.join(address)
    server.problems["POST check-in"] = "rate-limited"
    check_in(desk)
    desk.read("The server is busy. Nothing is lost")
    server.problems.clear()
    server.lose_answers = True
    check_in(desk)
    desk.until(lambda: "can't be reached. Nothing is lost" in desk.window.status.text)
    server.lose_answers = False
    check_in(desk)
    desk.until(lambda: "All is well" in desk.window.status.text)


def test_a_locked_keychain_is_told(qtbot: QtBot, open_home: OpenDonor, runtime: Path) -> None:
    """While the keychain is locked the app says so and shows nothing false; unlocked, it goes on."""
    locked = [True]

    def open_donor() -> Donor:
        if locked:
            raise DonorError("the keychain that holds your keys can't be opened", Code.KEYCHAIN_LOCKED)
        return open_home()

    desk = Desk(qtbot, open_donor)
    desk.read("The keychain with your keys is locked")
    locked.clear()
    desk.click("Try again")
    desk.read("How it works")
    desk.close()


@pytest.mark.slow
def test_a_wrong_clock_is_told(desk: Desk, server: FakeServer, address: str, clock: Clock) -> None:
    """A clock that is wrong by more than an hour gets the amber sign and a sentence."""
    desk.join(address)
    server.clock = Clock(clock.now + timedelta(hours=30))
    check_in(desk)
    desk.until(lambda: "clock is wrong" in desk.window.status.text)
    assert desk.session.app_status is not None
    assert desk.session.app_status.ring == "ring-attention"


def test_closing_the_window_quits_without_a_tray(desk: Desk) -> None:
    """Without a tray closing the window ends the app and its thread, because nobody could find it hidden."""
    desk.read("How it works")
    assert not desk.session.tray.there
    event = QCloseEvent()
    desk.window.closeEvent(event)
    assert event.isAccepted()
    assert desk.session.ended


def test_a_pause_shows_in_the_sign(desk: Desk, address: str) -> None:
    """During a pause the sign's ring is hollow, and the status line says until when."""
    desk.join(address)
    desk.session.tray.paused.emit(None)
    desk.until(lambda: "Paused until you resume" in desk.window.status.text)
    assert desk.session.app_status is not None
    assert desk.session.app_status.ring == "ring-paused"
    desk.session.tray.resumed.emit()
    desk.until(lambda: "Paused" not in desk.window.status.text)


def test_another_language_is_spoken_at_once(desk: Desk, address: str) -> None:
    """Changing to a right-to-left language and back rebuilds the pages and keeps the open settings."""
    desk.join(address)
    desk.window.show_page("settings")
    desk.see(QPushButton, "Contact the server now")
    assert desk.session.language.choose("ar")
    assert desk.window.layoutDirection().name == "RightToLeft"
    assert desk.session.language.choose("en")
    assert desk.window.layoutDirection().name == "LeftToRight"


@pytest.mark.parametrize("pasted", PASTED["links"], ids=lambda pasted: ascii(pasted["text"]))
def test_links(pasted: dict[str, str | None]) -> None:
    """A link names the server, and maybe a campaign and an invitation, wherever people found it; an address is enough.
    The extension reads the same.
    """
    link = parse_link(str(pasted["text"]))
    assert (link.url, link.campaign, link.invitation) == (pasted["url"], pasted["campaign"], pasted["invitation"])


@pytest.mark.parametrize("text", PASTED["none"])
def test_no_links(text: str) -> None:
    """A text that is no link gets a sentence with an example."""
    with pytest.raises(DonorError, match="is no link to a server") as caught:
        parse_link(text)
    assert told(caught.value).endswith("such as https://pdd.example.org/join/winter-flu.")


def test_connection_faults_are_told_as_in_the_extension() -> None:
    """Each connection fault has the vectors' sentence, which the extension says too."""
    vectors = json.loads((VECTORS / "donor" / "connection_errors.json").read_text(encoding="utf-8"))["errors"]
    assert {one["code"]: named("error", one["code"]) for one in vectors} == {one["code"]: one["en"] for one in vectors}
    assert told(ServerUnreachable(Code.NO_CONNECTION, "https://pdd.example.org:8443/x")) == (
        "Nothing answers at pdd.example.org:8443. Check the address, or try again later."
    )


def test_the_intro_is_short(qtbot: QtBot) -> None:
    """The first page of the first run has at most 40 words."""
    from PySide6.QtWidgets import QLabel

    step = IntroStep()
    qtbot.addWidget(step)
    assert sum(len(label.text().split()) for label in step.findChildren(QLabel)) <= 40


def test_errors_have_words() -> None:
    """A refusal that this version does not know is shown in the server's own words, as a sentence."""
    assert told(ServerProblem("invitation-needed", "x")).startswith("The server does not take this invitation")
    assert told(ServerProblem("new-name", "something is new")) == (
        "The server refused: Something is new. Nothing is lost."
    )
    assert told(DonorError("a line: with a cause")) == "A line: with a cause."
