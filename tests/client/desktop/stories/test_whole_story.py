"""A whole story through the window, from the first page to a total with the person's counts."""

from PySide6.QtWidgets import QPushButton

from tests.client.desktop.opened_pages import ROUND, Today
from tests.client.desktop.person import Desk
from tests.client.desktop.stories.test_joining import read_the_intro
from tests.client.desktop.stories.town import Town


def test_donor_joins_reviews_and_blocks_a_word(desk: Desk, town: Town) -> None:
    """With a word blocked and a search removed, exactly what the person saw when it was sent is published."""
    join(desk, town)
    town.next_day()
    contact(desk)
    desk.window.show_page("today")
    today = Today(desk)
    today.click("flu")
    today.click("“flu cough”")
    desk.click("Block a word…")
    desk.click("cough")
    desk.click("Block")
    today.wait("flu", "1")
    today.click("all searches")
    today.click("“tea”")
    desk.click("Take out")
    today.wait("all searches", "2")
    town.next_day()
    contact(desk)
    today.page.choose(ROUND)
    desk.settle()
    desk.click("Send these counts")
    desk.until(lambda: not desk.see(QPushButton, "Send these counts").isEnabled())
    contact(desk)
    assert town.until_published() == [[1, 2, 1, 1, 0]]


def join(desk: Desk, town: Town) -> None:
    """Go through the first run with the campaign's link."""
    read_the_intro(desk)
    desk.click("Continue")
    desk.type("Link or address", f"{town.url}/join/flu")
    for button in ("Show campaigns", "Continue", "Yes, this privacy cost is OK", "I agree to Winter flu", "Continue"):
        desk.click(button)
    desk.click("Ask me first")
    desk.click("Join")
    desk.until(lambda: desk.session.app_status is not None and desk.session.app_status.joined)
    desk.settle()
    assert town.present() == 1


def contact(desk: Desk) -> None:
    """Contact the server from the settings, and return to the page before."""
    desk.window.show_page("settings")
    desk.click("Contact the server now")
    desk.settle()
    desk.window.show_page("today")
