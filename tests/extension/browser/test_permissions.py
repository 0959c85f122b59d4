"""Chromium needs no host permission: over https the extension joins, sends and fetches by the server's CORS."""

from playwright.sync_api import expect

from tests.extension.browser.drivers.gate import gate
from tests.extension.browser.drivers.person import FULL_PAGE, Person, join


def test_all_of_it_works_without_a_permission_for_the_server(person: Person) -> None:
    """Joining, a day's messages and the results work without the permission, and an unchanged list is not loaded
    again.
    """
    with gate(person.town.url, tls=True) as way:
        with person.browser() as browser:
            join(browser.open(FULL_PAGE), f"{way.url}/#flu", "flu", mode="Send automatically")
        person.searching_day()
        assert person.town.until_published() == [[1, 2, 1, 0, 1]]
        with person.browser() as browser:
            page = browser.open(f"{FULL_PAGE}#results")
            page.click("#fetch")
            expect(page.get_by_role("status")).to_have_text("This is what is published now.")
            assert page.evaluate("chrome.permissions.getAll().then(({ origins }) => origins)") == []
    known = [headers["If-None-Match"] for what, headers in way.asked if what == "GET /v1/campaigns"]
    assert any(known)
    assert {what.split("/")[4] for what in way.sent if what.startswith("PUT ")} == {"vectors"}
