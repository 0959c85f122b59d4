"""That a page shows how things are now: another day, another look at it, everything erased, the day of joining."""

import pytest
from playwright.sync_api import Page, expect

from tests.extension.pages.site import POPUP, Site, calls

SEARCHED = "kept.searches = { searches: [], skipped: [] }"
SEEN_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"


def test_the_tab_that_is_shown_can_be_chosen_again(site: Site) -> None:
    """What was searched meanwhile shows once the tab is pressed, though the address stays."""
    page = site.open("joined", "today")
    expect(page.locator("main")).to_contain_text("5 searches found.")
    page.evaluate(SEARCHED)
    page.click("#tab-today")
    expect(page.locator("main")).to_contain_text("0 searches found.")


def test_a_page_that_is_looked_at_again_is_drawn_anew(site: Site) -> None:
    """The same when the browser shows the page again."""
    page = site.open("joined")
    page.evaluate(f"{SEARCHED}; {SEEN_AGAIN}")
    expect(page.locator("main")).to_contain_text("0 searches found.")


def test_another_day_is_shown_when_it_begins(site: Site) -> None:
    """A page that stays open shows the new day within a minute, whatever day was looked at before."""
    page = site.open("joined", clock=True)
    expect(page.locator("#day option:checked")).to_contain_text("20 November 2026")
    page.evaluate("kept.state.today = '2026-11-21'")
    page.clock.run_for(60_000)
    expect(page.locator("#day option:checked")).to_contain_text("21 November 2026")


def erased(page: Page) -> None:
    """The page says that everything is erased."""
    expect(page.locator("h1")).to_have_text("Everything is erased")


def test_everything_is_erased_until_the_person_goes_on(site: Site) -> None:
    """Neither news from elsewhere nor another address nor another look takes that away; a button does."""
    page = site.open("joined", "settings")
    page.click("#erase")
    page.get_by_label("I understand").check()
    page.get_by_role("button", name="Erase everything", exact=True).click()
    erased(page)
    for news in ("new BroadcastChannel('pdd').postMessage({ changed: true })", SEEN_AGAIN, "location.hash = 'today'"):
        page.evaluate(news)
        page.evaluate("new Promise((done) => setTimeout(done))")
        erased(page)
    page.click("#anew")
    expect(page.locator("h1")).not_to_have_text("Everything is erased")


@pytest.mark.parametrize("page", ["main/main.html", POPUP])
def test_the_day_of_joining_may_not_be_sent(site: Site, page: str) -> None:
    """Nobody is promised that these counts leave; on other days nothing is said of that."""
    hint = "You joined today, so these counts may not leave."
    joined = site.open("joinedToday", page=page)
    expect(joined.locator("main")).to_contain_text(hint)
    expect(joined.locator("main")).not_to_contain_text("What will leave")
    expect(site.open("joined", page=page).locator("main")).not_to_contain_text(hint)


def test_a_decision_on_the_day_of_joining_promises_nothing(site: Site) -> None:
    """What is said afterwards is that it may not leave, too."""
    page = site.open("joinedToday")
    page.click("#send")
    expect(page.locator("#send")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("main")).to_contain_text("these counts may not leave")
    expect(page.locator("body")).not_to_contain_text("These counts go out")


def test_joining_stops_where_the_way_to_send_can_not_be_kept(site: Site) -> None:
    """Who wants to look first never joins with another way to send; the page says why."""
    page = site.open("full")
    for _ in range(4):
        page.click("#next")
    page.fill("#link", "https://donate.ucl.example/#winter-flu")
    page.click("#next")
    page.check("#agree-winter-flu")
    page.click("#next")
    page.click("#next")
    expect(page.get_by_role("alert")).to_contain_text("The disk is full.")
    expect(page.locator("h1")).to_have_text("How to send")
    assert [call[0] for call in calls(page)] == ["permission", "look", "setSending"]
