"""The icon on a study's page: a real click gives the extension this page's address, and no other."""

import json

from playwright.sync_api import expect

from tests.extension.browser.drivers.person import FULL_PAGE, Person
from tests.support.processes.chromium import comes_to

IN_POPUP = "chrome.extension.getViews({ type: 'popup' })[0]?.document.querySelector('#join')"
_ADDRESSES = "chrome.tabs.query({}).then((tabs) => JSON.stringify(tabs.map(({ url }) => url ?? '')))"


def test_the_icon_offers_the_study_of_the_page(person: Person) -> None:
    """A click on the icon reads the page's address, with the code behind its #, and the popup's button passes it on.

    Nothing is kept before that button is pressed, and after the link was taken. The introduction leads to the study.

    Before the click the extension sees no address, and after it that of this one page.
    """
    link = f"{person.town.url}/join/flu#invitation=AB-12"
    with person.browser() as browser:
        page = browser.open(FULL_PAGE)
        other, study = browser.context.new_page(), browser.context.new_page()
        other.goto(person.town.url)
        study.goto(link)
        expect(study.locator("#carried")).to_be_attached()
        assert person.town.url not in page.evaluate(_ADDRESSES)
        browser.press_icon(study)
        comes_to(page, lambda: page.evaluate(f"!!{IN_POPUP}"), wanted=True)
        assert [url for url in json.loads(page.evaluate(_ADDRESSES)) if url.startswith("http")] == [link]
        opens = f"Open this study at \u2068{person.town.url.removeprefix('http://')}\u2069"
        assert page.evaluate(f"{IN_POPUP}.textContent") == opens
        assert page.evaluate("chrome.storage.session.get('link')") == {}
        with browser.context.expect_page() as opened:
            page.evaluate(f"{IN_POPUP}.click()")
        joining = opened.value
        expect(joining.locator("#next")).to_have_text(opens)
        joining.click("#next")
        expect(joining.locator("#agree-flu")).to_be_visible()
        joining.click("#back")
        expect(joining.locator("#link")).to_have_value(link)
        assert "AB-12" not in joining.url
        assert joining.evaluate("chrome.storage.session.get('link')") == {}
