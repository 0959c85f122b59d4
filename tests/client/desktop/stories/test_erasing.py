"""Erasing everything: the person is asked first and told what it means, and it happens here and at the server."""

from pathlib import Path

from PySide6.QtWidgets import QCheckBox, QPushButton

from tests.client.desktop.person import Desk
from tests.client.desktop.stories.town import Town


def open_question(desk: Desk) -> None:
    """Click through to the question."""
    desk.window.show_page("settings")
    desk.click("Erase everything…")
    desk.read("This can't be undone")


def test_erasing_asks_and_erases(desk: Desk, town: Town, home: Path) -> None:
    """Nothing is erased before the person ticks that they understand; then the server and this computer forget."""
    desk.join(town.url)
    desk.until(lambda: town.registered() == 1)
    open_question(desk)
    assert not desk.see(QPushButton, "Erase everything").isEnabled()
    desk.click("No, go back")
    assert town.registered() == 1
    open_question(desk)
    desk.click("I understand that this can't be undone")
    assert desk.see(QCheckBox, "I understand that this can't be undone").isChecked()
    desk.click("Erase everything")
    desk.read("Everything is erased")
    assert town.registered() == 0
    assert not home.exists()


def test_a_server_that_is_away_keeps_everything(desk: Desk, town: Town, home: Path) -> None:
    """If the server can't be told, nothing is erased and the person is asked again; when it is back, everything is."""
    desk.join(town.url)
    desk.until(lambda: town.registered() == 1)
    town.server.stop()
    erase(desk)
    desk.read("Nothing is erased yet, because the server could not be told. Nothing answers at 127.0.0.1:")
    desk.read("The server then keeps your public keys, and up to 60 days on which you were there.")
    desk.click("No, go back")
    assert town.registered() == 1
    assert (home / "donor.sqlite").exists()
    town.server.start()
    erase(desk)
    desk.read("The server has forgotten you.")
    assert town.registered() == 0


def test_a_server_that_is_gone_is_left_behind(desk: Desk, town: Town, home: Path) -> None:
    """If the server is gone, the person erases this computer alone, is told what the server keeps, and can join
    elsewhere.
    """
    desk.join(town.url)
    desk.until(lambda: town.registered() == 1)
    town.server.stop()
    desk.window.show_page("join")
    desk.click("Show campaigns")
    desk.read("Nothing answers at 127.0.0.1:")
    desk.click("Erase everything…")
    desk.click("I understand that this can't be undone")
    desk.click("Erase everything")
    desk.click("Erase this computer only")
    desk.read("Everything is erased")
    assert desk.reads("The server then keeps your public keys, and up to 60 days on which you were there.")
    assert not desk.reads("The server has forgotten you.")
    assert not home.exists()
    town.server.start()
    assert town.registered() == 1
    desk.click("Start again")
    desk.read("How it works")
    desk.join(town.url)
    desk.until(lambda: town.registered() == 2)


def erase(desk: Desk) -> None:
    """Ask for everything to be erased and tick the box."""
    open_question(desk)
    desk.click("I understand that this can't be undone")
    desk.click("Erase everything")


def test_the_first_run_follows_erasing(desk: Desk, town: Town) -> None:
    """After everything is erased, the first page is one click away."""
    desk.join(town.url)
    open_question(desk)
    desk.click("I understand that this can't be undone")
    desk.click("Erase everything")
    desk.click("Start again")
    desk.read("How it works")
