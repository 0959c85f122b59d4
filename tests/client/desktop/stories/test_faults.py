"""Faults while a person donates: the person is told, nothing is lost, and nothing is sent twice."""

import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from pdd_client.core.visits import HistoryFile
from pdd_client.desktop.jobs.worker import OpenDonor
from pdd_client.donor.donor import Donor
from tests.client.desktop.opened_pages import ROUND, Today
from tests.client.desktop.person import Desk, opener
from tests.client.desktop.stories.test_joining import read_the_intro
from tests.client.desktop.stories.town import Town
from tests.client.fakes import DAY
from tests.client.gateways.test_home import MemoryKeyring, memory

__all__ = ["memory"]

LOCK = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1])
database.execute("BEGIN EXCLUSIVE")
print("locked", flush=True)
sys.stdin.read()
"""


def times_locked(open_home: OpenDonor) -> int:
    """Return how often the day's counts were locked, sent or not."""
    with open_home() as donor:
        return [line.round for line in donor.log() if line.what == "vector"].count(ROUND)


@pytest.mark.slow
def test_a_server_that_stopped_and_came_back_gets_the_day_once(next_day: OpenDonor, desk: Desk, town: Town) -> None:
    """While the server is away the status line says that nothing is lost; the approved day is sent once when it is
    back.
    """
    today = Today(desk)
    desk.click("Send these counts")
    desk.settle()
    town.server.stop()
    today.contact()
    desk.until(lambda: "can't be reached. Nothing is lost" in desk.window.status.text)
    town.server.start()
    today.contact()
    today.contact()
    desk.read("This was sent.")
    desk.until(lambda: "can't be reached" not in desk.window.status.text)
    assert town.until_published() == [[1, 4, 2, 1, 1]]
    assert times_locked(next_day) == 1


def test_a_history_that_its_browser_locks_is_read_all_the_same(joined: OpenDonor, desk: Desk, history: Path) -> None:
    """A history whose database another process holds exclusively, as a browser does, is counted all the same."""
    with subprocess.Popen(
        [sys.executable, "-c", LOCK, history], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as browser:
        assert browser.stdout is not None
        assert browser.stdout.readline() == "locked\n"
        today = Today(desk)
        today.wait("flu", "2")
        desk.read("4 searches found. 3 of them count for keywords.")
        browser.communicate("")


@pytest.mark.slow
def test_a_clock_set_back_a_day_loses_nothing(
    home: Path, history: Path, town: Town, qtbot: QtBot, runtime: Path
) -> None:
    """With the clock a day behind the person is told so; set right, the approved day is sent exactly once."""
    back = [timedelta()]
    open_home = opener(home, lambda: town.clock.now - back[0], history)
    town.welcome(open_home)
    town.next_day()
    back[0] = DAY
    desk = Desk(qtbot, open_home)
    today = Today(desk)
    assert today.page.day is not None
    assert today.page.day.today == ROUND, "by the donor's clock the day of the searches goes on"
    today.contact()
    desk.until(lambda: "This computer's clock is wrong. Set it right" in desk.window.status.text)
    assert times_locked(open_home) == 0, "it was not agreed to"
    back[0] = timedelta()
    today.contact()
    desk.until(lambda: "1 day waits for you" in desk.window.status.text)
    today.page.choose(ROUND)
    desk.settle()
    desk.click("Send these counts")
    desk.settle()
    today.contact()
    back[0] = DAY
    today.contact()
    desk.until(lambda: "clock is wrong" in desk.window.status.text)
    desk.read("The numbers of this day are locked and sent.")
    back[0] = timedelta()
    assert town.until_published() == [[1, 4, 2, 1, 1]]
    assert times_locked(open_home) == 1
    desk.close()


def test_a_locked_keychain_keeps_the_day_and_the_keys(
    home: Path, history: Path, town: Town, qtbot: QtBot, runtime: Path, memory: MemoryKeyring
) -> None:
    """While the keychain is locked nothing is sent and the person is told; unlocked, the same donor goes on."""
    files = [HistoryFile(history, "chrome", "Default")]

    def open_home() -> Donor:
        return Donor.open(home, clock=town.clock, find=lambda: files, discover=list)

    town.welcome(open_home)
    town.next_day()
    before = town.identities()
    desk = Desk(qtbot, open_home)
    today = Today(desk)
    desk.click("Send these counts")
    desk.settle()
    memory.locked = True
    today.contact()
    desk.read("The keychain with your keys is locked. Nothing was sent. Unlock it and try again.")
    assert times_locked(open_home) == 0
    memory.locked = False
    today.contact()
    desk.read("This was sent.")
    assert town.until_published() == [[1, 4, 2, 1, 1]]
    assert town.identities() == before
    assert times_locked(open_home) == 1
    desk.close()


WORDS = [f"word{number}" for number in range(3000)]
"""So many keywords that what is sent of a day needs room."""


def test_a_full_disk_sends_nothing_that_is_not_written_down(
    open_home: OpenDonor, town: Town, qtbot: QtBot, runtime: Path
) -> None:
    """When SQLite reports a full disk nothing is sent; with room again the day is sent once."""
    town.campaign("words", "Many words", more=WORDS)
    town.welcome(open_home)
    town.next_day()
    opened: list[Donor] = []

    def remembered() -> Donor:
        opened.append(open_home())
        return opened[-1]

    desk = Desk(qtbot, remembered)
    today = Today(desk)
    desk.click("Send these counts")
    desk.settle()
    database = opened[-1].installation.store._database
    database.execute("VACUUM").fetchall()  # else pages that were freed before have room
    (pages,) = database.execute("PRAGMA page_count").fetchone()
    database.execute(f"PRAGMA max_page_count={pages}").fetchall()
    today.contact()
    desk.read("The disk is full. Nothing is lost, and nothing is sent before it can be noted. Make room first.")
    assert times_locked(open_home) == 0
    assert town.sent(ROUND) == 0
    database.execute("PRAGMA max_page_count=1000000").fetchall()
    today.contact()
    desk.read("This was sent.")
    assert town.sent(ROUND) == 1
    published = town.until_published()
    assert [1, 4, 2, 1, 1] in published
    assert [1, 4, 2, 1, 1] in [row[:5] for row in published if len(row) > len(WORDS)]
    assert times_locked(open_home) == 1
    desk.close()


def test_a_damaged_store_is_set_aside_and_its_identity_with_it(
    next_day: OpenDonor, town: Town, home: Path, qtbot: QtBot, runtime: Path
) -> None:
    """After a damaged store the person is told and begins as another donor, and the old one sends nothing any more."""
    before = town.identities()
    store = home / "donor.sqlite"
    broken = b"\xff" * 4096 + store.read_bytes()[4096:]
    store.write_bytes(broken)
    desk = Desk(qtbot, next_day)
    desk.read("is damaged or gone, so it can't know what it has sent")
    assert [file.read_bytes() for file in home.glob("donor.sqlite.damaged-*")] == [broken]
    assert not (home / "keys.json").exists()
    desk.click("Try again")
    read_the_intro(desk)
    desk.click("Continue")
    desk.type("Link or address", f"{town.url}/#flu")
    for button in (
        "Show campaigns",
        "Continue",
        "Yes, this privacy cost is OK",
        "I agree to Winter flu",
        "Continue",
        "Join",
    ):
        desk.click(button)
    desk.until(lambda: desk.session.app_status is not None and desk.session.app_status.joined)
    desk.settle()
    assert town.registered() == 2
    assert before < town.identities()
    Today(desk).contact()
    assert town.sent(ROUND) == 0
    desk.close()
