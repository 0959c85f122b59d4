"""How long the app's first run takes somebody who reads every word, which it prints."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit, QWidget

from pdd_client.core.published_totals import PublishedWeek, Total
from pdd_client.desktop.first_run.last_week import LastWeekStep
from pdd_client.desktop.first_run.steps import Steps
from pdd_client.desktop.first_run.week_jobs import PublishedWeekJob
from scripts.rehearsal.history_writer import write_chrome
from tests.client.desktop.person import Desk
from tests.client.desktop.stories.town import FIRST, Town
from tests.client.fakes import visits
from tests.support.processes.chromium import chromium as chromium
from tests.support.reading import Reading, words

LINUX = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"
AT_MOST = 120
"""Two minutes, in seconds, from the app's first page to the first review."""
FROM_STUDY = 120
"""The same from the study's page. Its words don't replace those of the introduction: any page could pretend them."""
WORDS_A_PAGE = 40
"""The most words of the app's own on a page, without what unfolds, the buttons below, and the campaign's texts."""


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """Return searches for two keywords, made in the week before the person joins."""
    file = tmp_path / "History"
    times = (FIRST - timedelta(days=ago) for ago in (1, 2, 5))
    write_chrome(file, visits(*zip(("flu", "cough", "flu"), times, strict=True)))
    return file


def shown(parent: QWidget) -> Iterator[str]:
    """Yield the texts that can be read now in a part of the window."""
    for label in parent.findChildren(QLabel):
        if label.isVisible():
            yield label.text()
    for button in parent.findChildren(QAbstractButton):
        if button.isVisible():
            yield button.text()
    for field in parent.findChildren(QLineEdit):
        if field.isVisible():
            yield field.text() or field.placeholderText()
    for box in parent.findChildren(QComboBox):
        if box.isVisible():
            yield box.currentText() or box.placeholderText()


def join(desk: Desk, reading: Reading) -> None:
    """Join from the page with the browsers on, and read everything."""
    desk.read("Your browsers")
    desk.see(QAbstractButton, "Count the searches of Google Chrome")
    leave(desk, reading, "Your browsers")
    desk.click("Continue")
    desk.read("Looking at a link shows")
    leave(desk, reading, "the link")
    desk.click("Show campaigns")
    desk.read("Only you see your counts.")
    publish(desk)
    leave(desk, reading, "the last week")
    desk.click("Continue")
    desk.read("Is that OK?")
    # Beside the consent, a high privacy cost and the region are decided.
    leave(desk, reading, "the consent", decisions=3)
    desk.click("Yes, this privacy cost is OK")
    desk.see(QComboBox, "Your region").setCurrentText("south")
    desk.click("I agree to Sleep and screens")
    desk.click("Continue")
    desk.read("How to send")
    leave(desk, reading, "how to send", decisions=3)
    desk.click("Join")
    desk.until(lambda: desk.session.app_status is not None and desk.session.app_status.joined)


def publish(desk: Desk) -> None:
    """Show totals as those of a study that has run for a while; in the town nothing is published yet."""
    desk.settle()
    steps = desk.window.page
    assert isinstance(steps, Steps)
    assert isinstance(steps.step, LastWeekStep)
    totals = {word: Total(4321, 100) for word in ("flu", "cough", "fever + child")}
    steps.step.show_result(PublishedWeekJob(steps.step.offer), {"sleep": PublishedWeek(7, FIRST.date(), totals)})
    desk.read("4321 ± 100")


def introduction(desk: Desk, reading: Reading) -> None:
    """Read the introduction."""
    desk.read("How it works")
    leave(desk, reading, "How it works")
    desk.click("Continue")


def leave(desk: Desk, reading: Reading, page: str, decisions: int = 1) -> None:
    """Read everything in the window, and check that the page is short."""
    desk.settle()
    reading.read(page, shown(desk.window), decisions)
    steps = desk.window.page
    assert isinstance(steps, Steps)
    of_campaign = ("Sleep and screens", "To see the flu come.", "I agree that Dr A.", "Dr A. Example")
    foldable = {button.text() for button in steps.step.findChildren(QAbstractButton) if button.isCheckable()}
    headings = {text for text in foldable if text in ("Your privacy", "Who is responsible", "How to stop")}
    own = [
        text
        for text in shown(steps.step)
        if text not in headings and not text.startswith(of_campaign) and not text.endswith("counted")
    ]
    assert words(own) <= WORDS_A_PAGE, (page, own)


def test_from_the_studys_page_it_takes_two_minutes(
    chromium: Browser, desk: Desk, town: Town, capsys: pytest.CaptureFixture[str]
) -> None:
    """Somebody who reads every word at 250 a minute, of the study's page too, is done within two minutes.

    The app says itself what the study's page says, because any page can pretend to be one. A link moves nobody past it.
    """
    town.campaign("sleep", "Sleep and screens", "north", "south")
    reading, page = Reading(), chromium.new_page(user_agent=LINUX)
    page.goto(f"{town.url}/join/sleep")
    page.get_by_text("After installing").click()
    link = page.locator("[data-open]").get_attribute("href") or ""
    # Getting the app is decided, and what to do with it unfolded.
    reading.read("the study's page", [page.inner_text("body")], decisions=2)
    desk.read("How it works")
    desk.session.open_link(link)
    introduction(desk, reading)
    join(desk, reading)
    tell(capsys, "from the study's page, with the app:", reading)
    assert reading.seconds <= FROM_STUDY


def test_the_first_run_takes_two_minutes(desk: Desk, town: Town, capsys: pytest.CaptureFixture[str]) -> None:
    """Without the study's page, the app's own pages say it all, within two minutes."""
    reading = Reading()
    town.campaign("sleep", "Sleep and screens", "north", "south")
    introduction(desk, reading)
    desk.session.open_link(f"pdd:{town.url}/join/sleep")
    join(desk, reading)
    tell(capsys, "the app's first run:", reading)
    assert reading.seconds <= AT_MOST


def tell(capsys: pytest.CaptureFixture[str], title: str, reading: Reading) -> None:
    """Print what was read, for docs/performance.md."""
    with capsys.disabled():
        print("", title, *reading.lines(), sep="\n")
