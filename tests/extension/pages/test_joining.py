"""The first run and joining, in a real browser."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.extension.pages.site import Site, calls, has_asked, has_called
from tests.support.processes.chromium import comes_to

INTRO = 4
PROBLEM = "#link-problem"


def through_intro(page: Page) -> None:
    """Read the first pages."""
    for _ in range(INTRO):
        page.click("#next")


def accepted(page: Page, count: int) -> list[list[Any]]:
    """Wait until so many campaigns are agreed to, and return them."""

    def found() -> list[list[Any]]:
        return [call for call in calls(page) if call[0] == "accept"]

    comes_to(page, lambda: len(found()), count)
    return found()


def look(page: Page, link: str) -> None:
    """Look at the offer of this link."""
    page.fill("#link", link)
    page.click("#next")


def test_a_person_joins_by_a_link(site: Site) -> None:
    """Joining by a link requires ticking the consent, and the mode is set before joining.

    Once the person has joined, the browser is asked to keep what is stored.
    """
    page = site.open("first")
    expect(page.locator("h1")).to_have_text("What is counted")
    expect(page.locator("nav")).to_be_hidden()
    through_intro(page)
    look(page, "https://donate.ucl.example/#winter-flu")
    expect(page.locator("h1")).to_contain_text("Winter flu survey, UCL")
    expect(page.locator("h1")).to_be_focused()
    expect(page.locator("main")).to_contain_text("at least 49 other people")
    expect(page.locator("#next")).to_be_disabled()
    page.check("#agree-winter-flu")
    page.click("#next")
    expect(page.locator("h1")).to_have_text("How to send")
    assert page.evaluate("asksToKeep") == 0
    page.click("#next")
    expect(page.locator("nav a[aria-current=page]")).to_have_text("Today")
    comes_to(page, lambda: page.evaluate("asksToKeep"), 1)
    expect(page.locator("main")).to_contain_text("5 searches found")
    done = has_called(page, "fetchOffer", "setSending", "accept", "checkIn")
    assert done[1][1] == "review"
    assert done[2][1:] == [["winter-flu"], {"strata": {"winter-flu": None}, "invitation": None, "language": "en"}]


def test_a_region_is_chosen_for_the_campaign_that_asks(site: Site) -> None:
    """Two campaigns of a server's list are read one by one and joined together, each with its own region or none."""
    page = site.open("first")
    through_intro(page)
    look(page, "donate.ucl.example")
    expect(page.locator("h1")).to_have_text("What it offers")
    page.get_by_label("Winter flu survey").check()
    page.get_by_label("Sleep and screens").check()
    page.click("#next")
    page.check("#agree-winter-flu")
    page.click("#next")
    page.check("#agree-sleep")
    expect(page.locator("#next")).to_be_disabled()
    page.select_option("#region-sleep", "wallonia")
    page.click("#next")
    page.get_by_label("By itself").check()
    page.click("#next")
    expect(page.locator("nav")).to_be_visible()
    assert [call[1:] for call in calls(page) if call[0] == "setSending"] == [["by-itself"]]
    given = [(call[1], call[2]["strata"]) for call in accepted(page, 1)]
    assert given == [(["winter-flu", "sleep"], {"winter-flu": None, "sleep": "wallonia"})]


def test_firefox_is_asked_before_the_server_is(site: Site) -> None:
    """In Firefox the permission is asked for before the server is contacted, which would otherwise learn the
    installation's number.
    """
    page = site.open("first", allows="no", firefox="yes")
    through_intro(page)
    expect(page.locator("main")).to_contain_text("Your browser asks whether this extension may contact that server.")
    look(page, "https://donate.ucl.example")
    expect(page.locator(PROBLEM)).to_contain_text("does not let this extension contact")
    expect(page.locator("#link")).to_have_value("https://donate.ucl.example")
    done = has_called(page, "permission")
    assert done[0] == ["permission", {"origins": ["https://donate.ucl.example/*"]}]


def test_why_a_server_does_not_answer_stands_beside_the_link(site: Site) -> None:
    """Why a server does not answer is shown at the link's field, which has the focus, until something else is typed."""
    page = site.open("firstGone")
    through_intro(page)
    look(page, "https://donate.ucl.example")
    expect(page.locator(PROBLEM)).to_have_text(
        "Nothing answers at \u2068donate.ucl.example\u2069. Check the address, or try again later."
    )
    expect(page.locator("#link")).to_be_focused()
    expect(page.locator("#link")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#trouble")).to_be_empty()
    page.locator("#link").press("Backspace")
    expect(page.locator(PROBLEM)).to_be_empty()


def test_a_campaign_that_the_server_does_not_have_is_named(site: Site) -> None:
    """If the server lacks the link's campaign, that is said, the others are offered, and none is ticked."""
    page = site.open("first")
    through_intro(page)
    look(page, "https://donate.ucl.example/#winter-flo")
    expect(page.locator("main")).to_contain_text("The server has no campaign \u2068winter-flo\u2069.")
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(0)


def test_an_invitation_is_asked_for_where_the_server_wants_one(site: Site) -> None:
    """An invitation code is asked for once the server wants one, and one in the link is used."""
    page = site.open("invited")
    through_intro(page)
    look(page, "https://donate.ucl.example/#winter-flu")
    expect(page.locator("#invitation")).to_be_focused()
    page.fill("#invitation", "AB-12")
    page.click("#next")
    page.check("#agree-winter-flu")
    page.click("#next")
    page.click("#next")
    expect(page.locator("nav")).to_be_visible()
    assert [call[2]["invitation"] for call in accepted(page, 1)] == ["AB-12"]
    other = site.open("invited")
    through_intro(other)
    look(other, "https://donate.ucl.example/?invitation=CD-34#winter-flu")
    expect(other.locator("#agree-winter-flu")).to_be_visible()


@pytest.mark.parametrize("text", ["no link at all", "ftp://donate.ucl.example"])
def test_a_text_that_is_no_link_is_reported(site: Site, text: str) -> None:
    """For a text that is no link no server is contacted, and the page says so."""
    page = site.open("first")
    through_intro(page)
    look(page, text)
    expect(page.locator(PROBLEM)).to_contain_text("This is no link to a server")
    has_asked(page)


def test_a_server_that_refuses_is_shown_with_its_words_as_text(site: Site) -> None:
    """A server's refusal is shown as text, and going back removes it."""
    page = site.open("refusing")
    through_intro(page)
    look(page, "https://donate.ucl.example")
    expect(page.locator(PROBLEM)).to_contain_text("The server refused: \u2068<img src=x")
    page.click("#back")
    expect(page.locator("main")).not_to_contain_text("The server refused")


def test_the_first_run_can_be_put_off(site: Site) -> None:
    """Choosing "Not now" leads to an empty Today, from which one can join."""
    page = site.open("first")
    page.click("#later-on")
    expect(page.locator("main")).to_contain_text("You have joined no campaign yet.")
    page.get_by_role("link", name="Join a campaign").click()
    expect(page.locator("#link")).to_be_visible()


def test_new_keywords_are_marked_and_agreed_to_with_one_click(site: Site) -> None:
    """New keywords come first and are marked, one click agrees, and the region stays."""
    page = site.open("grown")
    page.get_by_role("link", name="Look at them").click()
    expect(page.locator("ul.words li").first).to_have_text("\u2068cough\u2069 (new)")
    page.click("#agree-winter-flu")
    expect(page.get_by_role("status")).to_have_text("Agreed. The changes hold from today on.")
    assert [call[1] for call in accepted(page, 1)] == [["winter-flu"]]
