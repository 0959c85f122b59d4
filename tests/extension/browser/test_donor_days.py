"""A donor's days with the extension in a real Chromium, in a group with Python donors, and a real server."""

from playwright.sync_api import Page, expect

from tests.extension.browser.drivers.person import FULL_PAGE, Person, join


def block(page: Page, keyword: str, word: str) -> None:
    """Open the keyword, and block a word of the search behind it."""
    row = page.locator("details", has=page.locator("summary", has_text=keyword)).first
    row.locator("summary").click()
    row.get_by_role("button", name="Block a word").click()
    page.get_by_role("checkbox", name=word).check()
    page.get_by_role("button", name="Block", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("Blocked.")


def joined(person: Person, *, mode: str = "") -> None:
    """Join on the first day, and be active on the second, when the group is made."""
    with person.browser() as browser:
        page = browser.open(FULL_PAGE)
        join(page, f"{person.town.url}/#flu", "flu", mode=mode)
        expect(page.locator("main")).to_contain_text("No searches found.")
    assert person.town.registered() == 1
    person.town.next_day()


def given(person: Person) -> None:
    """Take part in the round of the day, and send its counts on the next day."""
    person.check_in()
    person.town.next_day()
    person.check_in()


def test_a_person_joins_reviews_blocks_a_word_and_is_in_the_totals(person: Person) -> None:
    """The sum before noise has exactly the person's searches that were not blocked."""
    joined(person)
    with person.browser() as browser:
        browser.search("flu", "symptoms of flu", "cough at night", "my child has fever", "weather")
        page = browser.open(FULL_PAGE)
        expect(page.locator("main")).to_contain_text("5 searches found. 4 of them count for keywords.")
        block(page, "cough", "night")
        expect(page.locator("main")).to_contain_text("3 of them count for keywords.")
        page.click("#send")
        expect(page.locator("main")).to_contain_text("These counts go out once the day is over")
    given(person)
    assert person.town.until_published() == [[1, 4, 2, 1, 0]]
    with person.browser() as browser:
        page = browser.open(f"{FULL_PAGE}#sent")
        page.click("#day-2026-11-20")
        expect(page.locator(".opened")).to_contain_text("4")


def test_a_person_gives_nothing_of_a_day(person: Person) -> None:
    """A withheld day goes out as zeros, so its group is not lost."""
    joined(person)
    with person.browser() as browser:
        browser.search("flu")
        page = browser.open(FULL_PAGE)
        page.click("#send-nothing")
        expect(page.locator("main")).to_contain_text("You give nothing of this day")
    given(person)
    assert person.town.until_published() == [[0, 0, 0, 0, 0]]


def test_searches_deleted_from_the_history_are_not_counted(person: Person) -> None:
    """Searches deleted before the day is sent are not counted, because the history is read then."""
    joined(person, mode="Send automatically")
    with person.browser() as browser:
        browser.search("flu", "cough")
        page = browser.open(FULL_PAGE)
        expect(page.locator("main")).to_contain_text("2 searches found")
        page.evaluate("chrome.history.deleteUrl({url: 'https://www.google.com/search?q=cough'})")
    given(person)
    assert person.town.until_published() == [[1, 1, 1, 0, 0]]


def test_a_tab_that_stays_open_is_no_search_of_the_next_day(person: Person) -> None:
    """The browser loads it again at its start, and the sum before noise has the day's own search alone."""
    flu = "https://www.google.com/search?q=flu"
    with person.browser() as browser:
        join(browser.open(FULL_PAGE), f"{person.town.url}/#flu", "flu", mode="Send automatically")
        browser.context.new_page().goto(flu)
    person.town.next_day()
    with person.browser("--restore-last-session") as browser:
        page = browser.open(FULL_PAGE)
        page.wait_for_function(f"chrome.history.getVisits({{url: '{flu}'}}).then((visits) => visits.length === 2)")
        browser.search("cough")
        page.reload()
        expect(page.locator("main")).to_contain_text("1 search found")
    given(person)
    assert person.town.until_published() == [[1, 1, 0, 0, 1]]
