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
"""The hour after which no check-in is planned: for who opens a browser then, it is due at the end of the wait."""
A_WHILE = timedelta(minutes=5)
_AHEAD = "chrome.alarms.get('next').then((alarm) => (alarm ? alarm.scheduledTime - Date.now() : -1))"
MAKE_DUE = """async () => {
  // Before, the background begins the wait after the browser's start.
  while (!(await chrome.storage.session.get("started")).started) await new Promise((done) => setTimeout(done, 50));
  const asked = indexedDB.open("private-data-donor");
  const database = await new Promise((done) => { asked.onsuccess = () => done(asked.result); });
  const facts = database.transaction("facts", "readwrite").objectStore("facts");
  await new Promise((done) => { facts.put(String(Date.now()), "next_check_in").onsuccess = done; });
  database.close();
}"""
"""Makes the next check-in due now, as it is once all waits are over: a running browser's clock can't be moved."""
_WAKE = "void chrome.runtime.sendMessage({ changed: true })"
_MINUTE = 60_000
_LOOK_AGAIN = 50
TOMORROW = (60 * _MINUTE, 48 * 60 * _MINUTE)
"""How far ahead a check-in is when today's is done."""


@dataclass
class Person:
    """A browser's profile with the extension, and the town, whose time goes on whenever the browser is used."""

    profile: Path
    extension: Path
    engines: int
    town: Town

    @contextmanager
    def browser(self, *switches: str) -> Iterator[Browser]:
        """Open the browser, and close it a while later."""
        clock = self.town.clock
        with browsing(self.profile, self.extension, self.engines, clock.now, *switches) as browser:
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
        """Open the browser in the evening until the extension has checked in by itself."""
        clock = self.town.clock
        clock.now = max(clock.now, clock.now.replace(hour=EVENING))
        with self.browser() as browser:
            checked_in(browser)
        assert self.town.present() == 1


def wake(page: Page) -> None:
    """Have the background look what there is to do, as a change in a page does."""
    page.evaluate(_WAKE)


def checked_in(browser: Browser) -> None:
    """Let all waits pass, and wait until the extension has checked in by itself."""
    page = browser.open(FULL_PAGE)
    page.evaluate(MAKE_DUE)
    wake(page)
    planned(browser, TOMORROW)


def planned(browser: Browser, span: tuple[int, int]) -> None:
    """Wait until the next check-in is planned so many milliseconds ahead, which happens after each one."""
    page = browser.open(FULL_PAGE)
    for _ in range(PATIENCE // _LOOK_AGAIN):
        ahead = page.evaluate(_AHEAD)
        if span[0] < ahead < span[1]:
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
