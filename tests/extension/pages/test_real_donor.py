"""The built extension with its real donor, history and server, in a real Chromium."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

from scripts.rehearsal.campaigns import campaign_file
from tests.end_to_end.worlds.programs import DAY, World
from tests.extension.javascript import node, run
from tests.support.processes.chromium import PATIENCE, needs_chromium

HOSTILE = "flu <img src=x onerror=document.title='taken'>"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    """Return Chromium with the extension on a profile of its own."""
    folder: Path = tmp_path_factory.mktemp("extension")
    done = run([node(), "scripts/build.js", str(folder / "built")])
    assert done.returncode == 0, done.stderr
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            folder / "profile",
            executable_path=needs_chromium(),
            headless=False,  # its own headless mode is one without extensions
            args=[
                "--headless=new",
                "--no-sandbox",
                f"--disable-extensions-except={folder / 'built'}",
                f"--load-extension={folder / 'built'}",
            ],
            ignore_default_args=["--disable-extensions"],
            locale="en-GB",
        )
        context.set_default_timeout(PATIENCE)
        yield context
        context.close()


def opened(browser: BrowserContext, path: str) -> Page:
    """Open one of the extension's pages."""
    worker = browser.service_workers[0] if browser.service_workers else browser.wait_for_event("serviceworker")
    page = browser.new_page()
    page.goto(f"{'/'.join(worker.url.split('/')[:3])}/pages/{path}")
    return page


FIRST_DAY = {"plain": "Only you can see this.", "cohort": "No counts are sent yet."}
"""What the first donor of a server reads of the first day."""


@pytest.mark.parametrize("protocol", FIRST_DAY)
def test_a_person_joins_sees_their_searches_and_erases(browser: BrowserContext, tmp_path: Path, protocol: str) -> None:
    """On the real donor all pages work: a search is counted, removed, seen in the popup, and everything erased."""
    world = world_of_today(tmp_path, protocol)
    with world.running() as url:
        page = opened(browser, "main/main.html")
        for query in ("cough with flu", HOSTILE):
            address = f"https://www.google.co.uk/search?q={query}"
            page.evaluate("(url) => chrome.history.addUrl({ url })", address)
        join(page, url)
        expect(page.locator("main")).to_contain_text("2 searches found. 2 of them count for keywords.")
        page.locator("summary", has_text="flu").first.click()
        page.get_by_role("button", name="Take out: ").first.click()
        expect(page.locator("main")).to_contain_text("1 of them counts for keywords.")
        popup = opened(browser, "popup/popup.html")
        expect(popup.locator("ul.counted li")).to_contain_text("flu")
        expect(page.locator("main")).to_contain_text(FIRST_DAY[protocol])
        assert world.registered() == 1
        for section in ("sent", "results", "settings", "keywords"):
            page.goto(page.url.split("#")[0] + f"#{section}")
            expect(page.locator("main")).not_to_contain_text("The extension has stopped")
        erase(page)
        assert world.registered() == 0
        assert page.title() != "taken"


def world_of_today(folder: Path, protocol: str) -> World:
    """Return a server whose campaign runs now, because the browser uses this computer's clock."""
    world, now = World(folder), datetime.now(UTC)
    world.set_clock(now)
    # In `cohort` a campaign can't do without delta.
    privacy = "epsilon_per_day = 1.0" + ("\ndelta = 0.000001" if protocol == "cohort" else "")
    world.here("init", "--protocol", protocol, "--group-size", "3", "--min-group", "3", "--zone", "UTC")
    world.launch(campaign_file(start=(now - 5 * DAY).date(), end=(now + 100 * DAY).date(), privacy=privacy))
    return world


def join(page: Page, url: str) -> None:
    """Join through the first pages."""
    page.click("#next")
    page.fill("#link", f"{url}/#winter-flu")
    page.click("#next")
    page.select_option("#region-winter-flu", "england")
    if page.locator("#cost-winter-flu").count():
        page.check("#cost-winter-flu")
    page.check("#agree-winter-flu")
    page.click("#next")
    page.click("#next")


def erase(page: Page) -> None:
    """Erase everything here and at the server."""
    page.goto(page.url.split("#")[0] + "#settings")
    page.click("#erase")
    page.get_by_label("I understand").check()
    page.get_by_role("button", name="Erase everything", exact=True).click()
    expect(page.locator("h1")).to_have_text("Everything is erased")
