"""How long the extension's first run takes somebody who reads every word, which it prints."""

from collections.abc import Iterable
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.client.desktop.published_results import published_day
from tests.client.fakes import NOON
from tests.extension.browser.drivers.chromium import Browser
from tests.extension.browser.drivers.person import FULL_PAGE, Person
from tests.extension.browser.test_page_to_join_by import IN_POPUP
from tests.support.processes.chromium import comes_to
from tests.support.reading import Reading, words

AT_MOST = 90
"""A minute and a half, in seconds, from the first page to the first review."""
FROM_STUDY = 90
"""The same from the study's page. Its words don't replace those of the introduction: any page could pretend them."""
WORDS_A_PAGE = 40
"""The most words of the extension's own on a page, without what unfolds, the buttons, and the campaign's texts."""
OWN = ".steps > :not(details, .foot, svg, .last-week):visible, .last-week th[scope=col], .last-week p"
"""The extension's own texts on a page. Of the last week, keywords and numbers are not its own."""
CAMPAIGNS = ("Sleep and screens", "To see the flu come.", "I agree that Dr A.", "Dr A. Example")


_HIDE = "document.querySelectorAll('.skip, .unseen').forEach((one) => one.style.setProperty('display', 'none'))"
"""Hides what only screen readers read, and what shows only once the keyboard gets there."""


def visible(page: Page, part: str = "body") -> list[str]:
    """Return the lines that can be read in a part of a page; the choices of a list that is closed can't."""
    page.evaluate(_HIDE)
    closed = lines(page.locator("option:not(:checked)").all_inner_texts())
    return [line for line in lines(page.locator(part).all_inner_texts()) if line not in closed]


def lines(texts: Iterable[str]) -> list[str]:
    """Return the lines of texts, without the marks that keep names from turning the direction of others."""
    return [line.strip("\u2066\u2067\u2068\u2069 ") for text in texts for line in text.splitlines()]


def publish(browser: Browser) -> None:
    """Answer for the server what a study that has run for a week has published; in the town it has published nothing.

    The person has searched for two of its keywords.
    """
    days = [NOON.date() - timedelta(days=ago) for ago in range(8, 1, -1)]
    totals = {"flu": 87, "cough": 87, "fever + child": 87}
    told = {"campaign": "sleep", "days": [published_day(day, totals) for day in days], "missing": []}
    headers = {"Access-Control-Allow-Origin": "*"}
    browser.context.route("**/campaigns/sleep/results.json", lambda route: route.fulfill(json=told, headers=headers))
    browser.search("flu", "cough")


def leave(page: Page, reading: Reading, name: str, decisions: int = 1) -> None:
    """Read everything on the page, and check that it is short."""
    reading.read(name, visible(page), decisions)
    own = [line for line in visible(page, OWN) if not line.startswith(CAMPAIGNS)]
    assert words(own) <= WORDS_A_PAGE, (name, own)


def join(page: Page, reading: Reading) -> None:
    """Join from the consent on, and read everything."""
    page.locator("#cost-sleep").wait_for()
    expect(page.locator(".last-week")).to_contain_text("609 ± 26")
    expect(page.locator(".last-week")).to_contain_text("Only you see your counts.")
    # Beside the consent, a high privacy cost and the region are decided.
    leave(page, reading, "the consent", decisions=3)
    page.check("#cost-sleep")
    page.select_option("#region-sleep", "south")
    page.check("#agree-sleep")
    page.click("#next")
    expect(page.locator("h1")).to_have_text("How to send")
    leave(page, reading, "how to send", decisions=2)
    page.click("#next")
    expect(page.locator("nav")).to_be_visible()


def introduction(page: Page, reading: Reading) -> None:
    """Read the introduction."""
    expect(page.locator("h1")).to_have_text("How it works")
    leave(page, reading, "how it works")
    page.click("#next")


def test_from_the_studys_page_it_takes_a_minute_and_a_half(person: Person, capsys: pytest.CaptureFixture[str]) -> None:
    """Somebody who reads every word, of the study's page too, has the first review in at most `FROM_STUDY`.

    The extension says itself what the study's page says, because any page can pretend to be one.
    """
    town, reading = person.town, Reading()
    town.campaign("sleep", "Sleep and screens", "north", "south")
    with person.browser() as browser:
        publish(browser)
        behind, study = browser.open(FULL_PAGE), browser.context.new_page()
        study.goto(f"{town.url}/join/sleep")
        # To get the extension is one decision, to press its icon another.
        reading.read("the study's page", visible(study), decisions=2)
        browser.press_icon(study)
        comes_to(behind, lambda: behind.evaluate(f"!!{IN_POPUP}"), wanted=True)
        reading.read("the popup", lines([behind.evaluate(f"{IN_POPUP}.ownerDocument.body.innerText")]), decisions=1)
        with browser.context.expect_page() as opened:
            behind.evaluate(f"{IN_POPUP}.click()")
        page = opened.value
        expect(page.locator("#next")).to_contain_text("Open this study at")
        introduction(page, reading)
        join(page, reading)
    tell(capsys, "from the study's page, with the extension:", reading)
    assert reading.seconds <= FROM_STUDY


def test_the_first_run_takes_a_minute_and_a_half(person: Person, capsys: pytest.CaptureFixture[str]) -> None:
    """Without the study's page, the extension's own pages say it all."""
    town, reading = person.town, Reading()
    town.campaign("sleep", "Sleep and screens", "north", "south")
    with person.browser() as browser:
        publish(browser)
        page = browser.open(FULL_PAGE)
        introduction(page, reading)
        page.fill("#link", f"{town.url}/join/sleep")
        leave(page, reading, "the link")
        page.click("#next")
        join(page, reading)
    tell(capsys, "the extension's first run:", reading)
    assert reading.seconds <= AT_MOST


def tell(capsys: pytest.CaptureFixture[str], title: str, reading: Reading) -> None:
    """Print what was read, for docs/performance.md."""
    with capsys.disabled():
        print("", title, *reading.lines(), sep="\n")
