"""The first run and joining, in a real browser."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pdd_shared.protocol.informing_lines import LINES
from tests.extension.pages.site import POPUP, Site, calls, has_asked, has_called
from tests.support.processes.chromium import comes_to

INTRO = 1
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
    expect(page.locator("h1")).to_have_text("How it works")
    expect(page.locator("nav")).to_be_hidden()
    through_intro(page)
    look(page, "https://donate.ucl.example/join/winter-flu")
    expect(page.locator("h1")).to_contain_text("Winter flu survey, UCL")
    expect(page.locator("h1")).to_be_focused()
    page.click("#privacy-winter-flu-summary")
    expect(page.locator("main")).to_contain_text("at least 49 other people")
    page.click("#responsible-winter-flu-summary")
    for name in LINES:
        expect(page.locator("main")).to_contain_text(f"Example {name}")
    page.click("#next")
    expect(page.locator(".notice")).to_contain_text("First tick that this privacy cost is OK.")
    expect(page.locator("#cost-winter-flu")).to_be_focused()
    page.check("#cost-winter-flu")
    page.check("#agree-winter-flu")
    page.click("#next")
    expect(page.locator("h1")).to_have_text("How to send")
    expect(page.locator(".notice")).to_have_count(0)
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
    page.check("#cost-winter-flu")
    page.check("#agree-winter-flu")
    page.click("#next")
    page.check("#cost-sleep")
    page.check("#agree-sleep")
    page.click("#next")
    expect(page.locator(".notice")).to_contain_text("First choose your region.")
    page.select_option("#region-sleep", "wallonia")
    page.click("#next")
    page.get_by_label("Send automatically").check()
    page.get_by_label("Remind me").check()
    page.click("#next")
    expect(page.locator("nav")).to_be_visible()
    assert [call[1:] for call in calls(page) if call[0] == "setSending"] == [["by-itself"]]
    page.goto(page.url.split("#")[0] + "#settings")
    expect(page.get_by_label("Remind me")).to_be_checked()
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
    look(page, "https://donate.ucl.example/join/winter-flu")
    expect(page.locator("#invitation")).to_be_focused()
    page.fill("#invitation", "AB-12")
    page.click("#next")
    page.check("#cost-winter-flu")
    page.check("#agree-winter-flu")
    page.click("#next")
    page.click("#next")
    expect(page.locator("nav")).to_be_visible()
    assert [call[2]["invitation"] for call in accepted(page, 1)] == ["AB-12"]
    other = site.open("invited")
    through_intro(other)
    look(other, "https://donate.ucl.example/join/winter-flu#invitation=CD-34")
    expect(other.locator("#agree-winter-flu")).to_be_visible()


LINK = "https://donate.ucl.example/join/winter-flu#invitation=AB-12"


def test_the_icon_offers_the_study_of_a_page(site: Site) -> None:
    """On any page that looks like one to join by, the popup names its server; only its button passes the link on."""
    page = site.open("first", page=POPUP, tab=LINK)
    button = page.get_by_role("button", name="Open this study at \u2068donate.ucl.example\u2069")
    expect(button).to_be_visible()
    expect(page.locator("main")).to_contain_text("The server sees your internet address, but no searches.")
    has_asked(page)
    button.click()
    has_asked(page, ["passed", {"link": LINK}], ["tab", "#join"])
    other = site.open("first", page=POPUP, tab="https://donate.ucl.example/campaigns/winter-flu")
    other.get_by_role("button", name="Join a campaign").click()
    has_asked(other, ["tab", "#join"])


def test_the_introduction_leads_to_the_study_that_was_opened(site: Site) -> None:
    """After the icon's button the introduction comes first, and its own button names the server.

    No server is contacted before that button is pressed. The way back leads to the link.
    """
    page = site.open("first", passed=LINK)
    expect(page.locator("h1")).to_have_text("How it works")
    expect(page.locator("#next")).to_have_text("Open this study at \u2068donate.ucl.example\u2069")
    expect(page.locator(".foot")).to_contain_text("1/3")
    has_asked(page)
    page.click("#next")
    expect(page.locator("#agree-winter-flu")).to_be_visible()
    expect(page.locator(".foot")).to_contain_text("2/3")
    page.click("#back")
    expect(page.locator("#link")).to_have_value(LINK)
    expect(page.locator("main")).to_contain_text("Looking at a link shows its server your internet address")
    expect(page.locator(".foot")).to_contain_text("2/4")
    page.click("#back")
    expect(page.locator("h1")).to_have_text("How it works")


def test_an_opened_study_that_does_not_answer_is_told_beside_its_link(site: Site) -> None:
    """If the opened study can't be looked at, or asks for a code, the page of the link is shown, and says so."""
    page = site.open("firstGone", passed="https://donate.ucl.example/join/winter-flu")
    through_intro(page)
    expect(page.locator(PROBLEM)).to_contain_text("Nothing answers at")
    expect(page.locator("#link")).to_have_value("https://donate.ucl.example/join/winter-flu")
    other = site.open("invited", passed="https://donate.ucl.example/join/winter-flu")
    through_intro(other)
    expect(other.locator("#invitation")).to_be_visible()


def test_an_opened_study_stands_in_the_field_where_more_is_to_be_read(site: Site) -> None:
    """In Firefox, which asks for a permission, and for somebody who put the introduction off, the link is shown."""
    page = site.open("first", passed=LINK, allows="no", firefox="yes")
    expect(page.locator("#next")).to_have_text("Continue")
    through_intro(page)
    expect(page.locator("main")).to_contain_text("Your browser asks whether this extension may contact that server.")
    expect(page.locator("#link")).to_have_value(LINK)
    has_asked(page)
    late = site.open("first", passed=LINK)
    late.click("#later-on")
    late.get_by_role("link", name="Join a campaign").click()
    expect(late.locator("#link")).to_be_visible()
    has_asked(late)


def test_the_icon_offers_a_further_study_of_the_joined_server(site: Site) -> None:
    """Somebody who has joined is offered a study of the same server, and of no other; the link names its campaign."""
    page = site.open("approved", page=POPUP, tab=LINK)
    expect(page.get_by_role("button", name="Join the study on this page")).to_be_visible()
    other = site.open("approved", page=POPUP, tab="https://other.example.org/join/winter-flu")
    expect(other.get_by_role("button", name="Open the full page")).to_be_visible()
    assert other.get_by_role("button", name="Join the study on this page").count() == 0
    joining = site.open("approved", "join", passed="https://donate.ucl.example/join/winter-flo")
    joining.click("#next")
    expect(joining.locator("main")).to_contain_text("winter-flo")


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
    page.click("#agree-changes-winter-flu")
    expect(page.get_by_role("status")).to_have_text("Agreed. The changes hold from today on.")
    assert [call[1] for call in accepted(page, 1)] == [["winter-flu"]]


def test_a_campaign_that_changed_otherwise_is_agreed_to_as_on_joining(site: Site) -> None:
    """If more than keywords has changed, the whole consent is shown, and its boxes are to be ticked again."""
    page = site.open("rewritten", "keywords")
    said = page.locator("main")
    expect(said).to_contain_text("More than keywords has changed. Read all of it before you agree.")
    expect(said).to_contain_text("To sell what people search for.")
    expect(said).to_contain_text("can be at most")
    agree = page.locator("#agree-changes-winter-flu")
    expect(agree).to_be_disabled()
    page.check("#agree-winter-flu")
    if page.locator("#cost-winter-flu").count():
        expect(agree).to_be_disabled()
        page.check("#cost-winter-flu")
    agree.click()
    assert [call[1] for call in accepted(page, 1)] == [["winter-flu"]]
