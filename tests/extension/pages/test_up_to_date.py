"""Pages show the current state: another day, another view, after erasing, on the day of joining."""

import pytest
from playwright.sync_api import Page, expect

from tests.extension.pages.site import POPUP, Site, has_called

SEARCHED = "kept.searches = { searches: [], unread: [] }"
WATCHED = """
new MutationObserver(() => {
  if (document.querySelector("main[aria-busy]")) emptied.push(document.querySelector("main").textContent);
}).observe(document.querySelector("main"), { attributes: true, childList: true });
"""
SEEN_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"


def test_the_tab_that_is_shown_can_be_chosen_again(site: Site) -> None:
    """Pressing the current tab shows searches made meanwhile, though the address stays."""
    page = site.open("joined", "today")
    expect(page.locator("main")).to_contain_text("5 searches found.")
    page.evaluate(SEARCHED)
    page.click("#tab-today")
    expect(page.locator("main")).to_contain_text("No searches found.")


def test_a_page_that_is_looked_at_again_is_drawn_anew(site: Site) -> None:
    """A page that the browser shows again is drawn again."""
    page = site.open("joined")
    page.evaluate(f"{SEARCHED}; {SEEN_AGAIN}")
    expect(page.locator("main")).to_contain_text("No searches found.")


def test_another_day_is_shown_when_it_begins(site: Site) -> None:
    """A page that stays open shows the new day within a minute."""
    page = site.open("joined", clock=True)
    expect(page.locator("#day option:checked")).to_contain_text("20 November 2026")
    page.evaluate("kept.state.today = '2026-11-21'")
    page.clock.run_for(60_000)
    expect(page.locator("#day option:checked")).to_contain_text("21 November 2026")


READING = {
    "en": "Reading your history…",
    "de": "Dein Verlauf wird gelesen…",
    "fr": "Lecture de votre historique…",
    "es": "Leyendo tu historial…",
}


@pytest.mark.parametrize("language", READING)
@pytest.mark.parametrize("path", ["main/main.html", POPUP])
def test_a_slow_history_is_waited_for_in_words(site: Site, path: str, language: str) -> None:
    """While a slow history is read the page says so, to screen readers too, and then shows only what was found."""
    page = site.open("joined", page=path, language=language, slow="yes")
    waits = page.locator("main[aria-busy] [role=status]")
    expect(waits).to_have_text(READING[language])
    page.evaluate("answer()")
    expect(page.locator("main")).to_contain_text("flu")
    expect(waits).to_have_count(0)
    expect(page.locator("main")).not_to_contain_text(READING[language])


def test_a_day_that_is_read_again_stays_in_sight(site: Site) -> None:
    """Coming from another section the page says that it reads; a page that is only redrawn keeps its content."""
    page = site.open("joined", "settings", slow="yes")
    page.click("#tab-today")
    expect(page.locator("main[aria-busy]")).to_have_text(READING["en"])
    page.evaluate("answer()")
    expect(page.locator("main")).to_contain_text("5 searches found.")
    page.evaluate(f"{SEARCHED}; globalThis.emptied = []; " + WATCHED)
    page.click("#tab-today")
    expect(page.locator("main")).to_contain_text("No searches found.")
    assert page.evaluate("emptied") == []


def erased(page: Page) -> None:
    """Check that the page says that everything is erased."""
    expect(page.locator("h1")).to_have_text("Everything is erased")


def test_everything_is_erased_until_the_person_goes_on(site: Site) -> None:
    """That everything is erased stays on the page, whatever comes from elsewhere, until the person goes on."""
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


def test_the_day_of_joining_is_a_day_like_others(site: Site) -> None:
    """The day of joining can be sent and withheld, and waits on the page Sent; a ticket goes with the first contact."""
    page = site.open("joinedToday")
    expect(page.locator("#send, #send-nothing")).to_have_count(2)
    sent = site.open("joinedToday", "sent")
    expect(sent.locator(".opened")).to_contain_text("Not sent yet")


def test_joining_stops_where_the_way_to_send_can_not_be_kept(site: Site) -> None:
    """If the way to send can't be stored, joining stops and says why, so nobody joins with another."""
    page = site.open("full")
    page.click("#next")
    page.fill("#link", "https://donate.ucl.example/#winter-flu")
    page.click("#next")
    page.check("#cost-winter-flu")
    page.check("#agree-winter-flu")
    page.click("#next")
    page.click("#next")
    expect(page.get_by_role("alert")).to_contain_text("The disk is full.")
    expect(page.locator("h1")).to_have_text("How to send")
    has_called(page, "fetchOffer", "setSending")
