"""A person who uses the extension: opens the browser, searches, reads, clicks and closes it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.client.desktop.stories.town import Town
from tests.extension.browser.drivers.chromium import Browser, browsing
from tests.support.processes.chromium import PATIENCE

FULL_PAGE = "pages/main/main.html"
INTRODUCTION = 1
"""Pages to be read before a server is asked for."""
EVENING = 22
"""The hour after which no check-in is planned: who opens a browser then is asked to within minutes."""
A_WHILE = timedelta(minutes=5)
_AHEAD = "chrome.alarms.get('next').then((alarm) => (alarm ? alarm.scheduledTime - Date.now() : -1))"
_LATER = """async () => {
  const asked = indexedDB.open("private-data-donor");
  const database = await new Promise((done) => { asked.onsuccess = () => done(asked.result); });
  const facts = database.transaction("facts", "readwrite").objectStore("facts");
  await new Promise((done) => { facts.put(String(Date.now()), "next_check_in").onsuccess = done; });
  database.close();
  chrome.alarms.create("next", { when: Date.now() });
}"""
_MINUTE = 60_000
_LOOK_AGAIN = 50
SOON, TOMORROW = (0, 3 * _MINUTE), (60 * _MINUTE, 24 * 60 * _MINUTE)
"""How far ahead a check-in is that is to be done today, and one when today's is done."""


@dataclass
class Person:
    """A browser's profile with the extension, and the town, whose time goes on whenever the browser is used."""

    profile: Path
    extension: Path
    engines: int
    town: Town

    @contextmanager
    def browser(self) -> Iterator[Browser]:
        """Open the browser, and close it a while later."""
        clock = self.town.clock
        with browsing(self.profile, self.extension, self.engines, clock.now) as browser:
            yield browser
        clock.now += A_WHILE

    def searching_day(self) -> None:
        """Search twice on the day after joining, see both on the page, and check in that evening and the next."""
        self.town.next_day()
        with self.browser() as browser:
            browser.search("flu", "cough")
            expect(browser.open(FULL_PAGE).locator("main")).to_contain_text("2 searches found")
        self.check_in()
        self.town.next_day()
        self.check_in()

    def check_in(self) -> None:
        """Open the browser in the evening until a while later; the extension checks in by itself."""
        clock = self.town.clock
        clock.now = max(clock.now, clock.now.replace(hour=EVENING))
        with self.browser() as browser:
            # On a slow machine the browser was open long enough before to have done it then.
            planned(browser, SOON, TOMORROW)
        with self.browser() as browser:
            planned(browser, TOMORROW)
        assert self.town.present() == 1


def make_due(page: Page) -> None:
    """Make the next check-in due now, as it is once all waits are over, and have the browser's alarm go off.

    The browser's clock can't be moved while it runs.
    """
    page.evaluate(_LATER)


def planned(browser: Browser, *spans: tuple[int, int]) -> None:
    """Wait until the next check-in is planned so many milliseconds ahead, which happens after each one."""
    page = browser.open(FULL_PAGE)
    for _ in range(PATIENCE // _LOOK_AGAIN):
        ahead = page.evaluate(_AHEAD)
        if any(least < ahead < most for least, most in spans):
            return
        page.wait_for_timeout(_LOOK_AGAIN)
    pytest.fail("no check-in was planned then")


def join(page: Page, link: str, campaign: str, *, mode: str = "", region: str = "") -> None:
    """Read the first pages, look at the link's offer and agree, with the proposed way to send or another."""
    for _ in range(INTRODUCTION):
        page.click("#next")
    page.fill("#link", link)
    page.click("#next")
    expect(page.locator(f"#agree-{campaign}")).to_be_visible()
    if page.locator(f"#cost-{campaign}").count():
        page.check(f"#cost-{campaign}")
    page.check(f"#agree-{campaign}")
    if region:
        page.select_option(f"#region-{campaign}", region)
    page.click("#next")
    if mode:
        page.get_by_label(mode).check()
    page.click("#next")
    expect(page.locator("nav")).to_be_visible()
