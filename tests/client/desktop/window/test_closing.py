"""What closing the window does: said before it happens, asked where no tray shows the app, and true in Settings."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QCheckBox, QDialog, QSystemTrayIcon
from pytestqt.qtbot import QtBot

from pdd_client.desktop.jobs.worker import OpenDonor
from pdd_client.desktop.window.tray import Tray
from tests.client.desktop.person import Desk
from tests.client.desktop.system.test_termination import PROGRAM
from tests.client.desktop.text_fit import texts_laid_out
from tests.client.desktop.texts.test_languages import english, texts
from tests.packaging.app_process import AN_EMPTY_WINDOW, TITLE, written_on
from tests.support.catalogue import TRANSLATED
from tests.support.processes.notification_server import NotificationServer, needs_bus, notification_server
from tests.support.processes.timeouts import PATIENCE
from tests.support.processes.virtual_screen import Screen, needs_screen, screen

QUESTION = "Keep donating without the window?"
KEEP = "Keep running when the window is closed"


@pytest.fixture
def joined(open_home: OpenDonor, address: str) -> OpenDonor:
    """Return the app of a home that has joined."""
    with open_home() as donor:
        donor.campaigns.join(address)
    return open_home


@pytest.fixture
def desk(qtbot: QtBot, joined: OpenDonor, runtime: Path) -> Iterator[Desk]:
    """Return the started app of a donor."""
    desk = Desk(qtbot, joined)
    desk.until(lambda: desk.session.window.header.has_tabs)
    yield desk
    desk.close()


@pytest.fixture
def notifications(monkeypatch: pytest.MonkeyPatch) -> Iterator[NotificationServer]:
    """Return the server of the desktop's notifications, on the session bus of the app."""
    with notification_server() as server:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", server.address)
        yield server


def close(desk: Desk) -> None:
    """Close the window as the title bar does."""
    desk.window.closeEvent(QCloseEvent())
    desk.settle()


def question(desk: Desk) -> QDialog:
    """Return the question above the window."""
    desk.read(QUESTION)
    (asked,) = (found for found in desk.window.findChildren(QDialog) if found.isVisible())
    return asked


def kept(open_home: OpenDonor) -> bool | None:
    """Return what the home remembers of the choice."""
    with open_home() as donor:
        return donor.settings.preferences().keep_running


@needs_bus
def test_without_a_tray_the_first_closing_asks_and_enter_keeps_donating(
    desk: Desk, joined: OpenDonor, notifications: NotificationServer
) -> None:
    """The first closing says what follows before it happens. It is remembered, and told later where that can be."""
    close(desk)
    assert desk.window.isVisible()
    for said in (
        "goes on in the background",
        "To open its window, start the app again.",
        "no counts go out until the app starts again.",
    ):
        assert desk.reads(said)
    desk.qtbot.keyClick(question(desk), Qt.Key.Key_Return)
    desk.settle()
    assert (desk.window.isVisible(), desk.session.ended, kept(joined)) == (False, False, True)
    desk.session.raise_window()
    close(desk)
    assert not desk.window.isVisible()
    assert notifications.texts[-1:] == [
        "The app keeps running. Start it again to open it. You can change this in Settings."
    ]


def test_quit_ends_the_app_and_is_remembered(desk: Desk, joined: OpenDonor, qtbot: QtBot) -> None:
    """Whoever quits is not asked again: the next closing quits, too."""
    close(desk)
    question(desk)
    desk.click("Quit")
    assert (desk.session.ended, kept(joined)) == (True, False)
    later = Desk(qtbot, joined)
    later.until(lambda: later.session.window.header.has_tabs)
    later.settle()
    close(later)
    assert later.session.ended
    later.close()


def test_escape_leaves_the_window_open_and_nothing_chosen(desk: Desk, joined: OpenDonor) -> None:
    """Escape is no choice: the window stays, and the next closing asks again."""
    for _ in range(2):
        close(desk)
        asked = question(desk)
        desk.qtbot.keyClick(asked, Qt.Key.Key_Escape)
        assert (asked.isVisible(), desk.window.isVisible(), desk.session.ended) == (False, True, False)
    assert kept(joined) is None


@pytest.mark.parametrize("can_tell", [True, False])
def test_with_a_tray_a_notification_says_it_once_or_the_question_does(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, can_tell: bool
) -> None:
    """In the tray the first closing is told once; where the system shows no notification, the question tells it."""
    told: list[str] = []
    monkeypatch.setattr(Tray, "there", True)
    monkeypatch.setattr(Tray, "notify", lambda _, _title, text: can_tell and not told.append(text))
    close(desk)
    if not can_tell:
        assert desk.reads("Its icon in the tray opens the window.")
        question(desk)
        desk.click("Keep donating")
    desk.settle()
    desk.session.raise_window()
    close(desk)
    assert not desk.window.isVisible()
    said = "The app keeps running. Its icon in the tray opens it. You can change this in Settings."
    assert told == ([said] if can_tell else [])


@pytest.mark.parametrize(
    ("has_tray", "said"),
    [(True, "Its icon in the tray opens the window."), (False, "To open its window, start the app again.")],
)
def test_settings_say_what_closing_does_on_this_system(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, has_tray: bool, said: str
) -> None:
    """The line below the box is true with and without a tray, and once the box is off."""
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: has_tray)
    desk.window.show_page("settings")
    desk.until(lambda: desk.see(QCheckBox, KEEP).isChecked())
    desk.read(said)
    desk.click(KEEP)
    desk.read("Then no counts go out until the app starts again.")
    assert not desk.reads(said)
    desk.settle()
    close(desk)
    assert desk.session.ended


@pytest.mark.parametrize("tag", ["en", *TRANSLATED])
def test_the_question_is_in_every_language(desk: Desk, tag: str) -> None:
    """No text of the question is English in another language, and each has room."""
    desk.session.language.choose(tag)
    close(desk)
    (asked,) = (found for found in desk.window.findChildren(QDialog) if found.isVisible())
    assert texts_laid_out(desk.qtbot, asked) >= 4
    assert english(texts(asked), tag) == set() or tag == "en"


@needs_screen
@pytest.mark.slow
def test_a_real_window_asks_before_it_goes(qtbot: QtBot, joined: OpenDonor, home: Path, tmp_path: Path) -> None:
    """On a screen without tray and notifications the question appears first; Enter in it hides the window alone."""
    with screen() as shown, app_on(shown, home, tmp_path) as app:
        window = shown.wait_for_window(TITLE, app)
        qtbot.waitUntil(lambda: is_painted(shown, tmp_path / "screen.png"), timeout=1000 * PATIENCE)
        shown.close_window(window)
        asked = shown.wait_for_window(f"{QUESTION} — {TITLE}", app)
        assert shown.shows(window)
        shown.press_enter(asked)
        qtbot.waitUntil(lambda: not shown.shows(window), timeout=1000 * PATIENCE)
        assert app.poll() is None


@contextmanager
def app_on(shown: Screen, home: Path, folder: Path) -> Iterator["subprocess.Popen[str]"]:
    """Run the app on a screen while the block runs."""
    environment = shown.environment(folder) | {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"}
    command = [sys.executable, "-c", PROGRAM, "--home", home]
    with subprocess.Popen(command, env=environment, text=True) as app:
        try:
            yield app
        finally:
            app.terminate()


def is_painted(shown: Screen, picture: Path) -> bool:
    """Return whether the window shows a page."""
    shown.picture(picture)
    return written_on(picture) > AN_EMPTY_WINDOW
