"""No path is a dead end: a server that is gone, a campaign that is over, a contact that failed."""

import pytest
from playwright.sync_api import Page, expect

from tests.extension.pages.site import POPUP, Site, has_asked, has_called

ASKED = ["permission", {"origins": ["https://donate.ucl.example/*"]}]
STAYS = "public keys, and up to 60 days"


def erase(page: Page) -> None:
    """Ask for everything to be erased, and tick the box."""
    page.click("#erase")
    page.get_by_label("I understand").check()
    page.get_by_role("button", name="Erase everything", exact=True).click()


def test_everything_here_can_be_erased_though_the_server_is_gone(site: Site) -> None:
    """If the server is gone, the person is asked again and told what it keeps, and only then this computer is
    erased.
    """
    page = site.open("gone", "settings")
    erase(page)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Nothing is erased yet")
    expect(dialog).to_contain_text("Nothing answers at \u2068donate.ucl.example\u2069.")
    expect(dialog).to_contain_text(STAYS)
    expect(page.get_by_role("button", name="No, go back")).to_be_focused()
    page.get_by_role("button", name="Erase this computer only").click()
    expect(page.locator("h1")).to_have_text("Erased on this computer")
    expect(page.locator("main")).to_contain_text("The server was not told.")
    expect(page.locator("main")).to_contain_text(STAYS)
    has_asked(page, ["eraseMe", True], ["eraseMe", False])


def test_a_person_who_goes_back_has_erased_nothing(site: Site) -> None:
    """Going back from the second question, by keyboard, erases nothing."""
    page = site.open("gone", "settings")
    erase(page)
    expect(page.get_by_role("dialog")).to_contain_text("Nothing is erased yet")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#erase")).to_be_visible()
    has_asked(page, ["eraseMe", True])


def test_a_donor_of_a_server_that_is_gone_can_join_elsewhere(site: Site) -> None:
    """The page to join elsewhere says that the server does not answer, and leads to erasing and joining anew."""
    page = site.open("gone", "join")
    page.click("#next")
    expect(page.locator("#link-problem")).to_contain_text("Nothing answers at")
    expect(page.locator("main")).to_contain_text("You can give to one server at a time.")
    erase(page)
    page.get_by_role("button", name="Erase this computer only").click()
    expect(page.get_by_role("button", name="Begin anew")).to_be_visible()


@pytest.mark.parametrize(
    ("story", "says"),
    [
        ("startsLater", "starts on 1 Dec 2026. Nothing counts before that day."),
        ("finishing", "ended on 17 Nov 2026. Its last days are being added up."),
        ("closed", "The server no longer offers \u2068Winter flu survey, UCL\u2069. Nothing counts after 17 Nov 2026."),
    ],
)
def test_a_day_that_no_campaign_counts_is_not_offered(site: Site, story: str, says: str) -> None:
    """On a day that no campaign counts Today, popup and settings say so, and nothing is offered to be sent."""
    page = site.open(story)
    expect(page.locator("main")).to_contain_text(says)
    expect(page.locator("main")).to_contain_text("None of your campaigns counts this day.")
    expect(page.locator("#send")).to_have_count(0)
    expect(page.locator("main")).not_to_contain_text("What will leave")
    page.click("#tab-settings")
    expect(page.locator(".card")).to_contain_text(says)
    expect(site.open(story, page=POPUP, width=360).locator("main")).to_contain_text(says)


def test_a_finished_campaign_thanks_and_leads_to_its_results(site: Site) -> None:
    """A finished campaign offers its results and other campaigns, and nothing else."""
    page = site.open("finished")
    card = page.locator("main .card")
    expect(card.get_by_role("heading")).to_have_text(
        [
            "Thank you for taking part in \u2068Winter flu survey, UCL\u2069",
            "What you gave from this extension",
            "What came of it: published totals",
        ]
    )
    expect(card.locator("p")).to_have_text(
        [
            "Days: 7",
            "Searches that counted: 125",
            "Times a keyword counted: 21. The most: \u2068flu\u2069 14, \u2068fever\u2069 7",
            "Days: 29",
            "People in a typical total, with noise: about 420",
        ]
    )
    expect(page.locator("#status-line")).to_have_text("Your campaigns are finished. Thank you.")
    expect(page.locator("#send")).to_have_count(0)
    page.click("#to-results")
    expect(page.locator("nav a[aria-current=page]")).to_have_text("Results")
    popup = site.open("finished", page=POPUP, width=360)
    popup.get_by_role("button", name="See the results").click()
    has_asked(popup, ["tab", "#results"])


def test_who_gave_nothing_is_thanked_too(site: Site) -> None:
    """Without counts and results the card says so."""
    card = site.open("finishedUnpublished").locator("main .card")
    expect(card).to_contain_text("This extension knows of no counts that you gave. Thank you for being ready to help.")
    expect(card).to_contain_text("No results have come to this extension.")


def test_the_last_days_are_told(site: Site) -> None:
    """In its last week Today says until when a campaign runs, and not before."""
    expect(site.open("lastDays").locator("main")).to_contain_text("runs until 27 Nov 2026.")
    expect(site.open("joined").locator("main")).not_to_contain_text("runs until")


def test_a_contact_that_failed_is_not_all_well(site: Site) -> None:
    """A failed contact is shown as a problem, also in a page that contacted nobody itself."""
    for path in ("main/main.html", POPUP):
        page = site.open("failing", page=path)
        expect(page.locator("body")).to_contain_text("The last contact with the server failed. Your counts stay here.")
        expect(page.locator("body")).not_to_contain_text("All is well")


def test_no_day_is_said_to_go_out_soon(site: Site) -> None:
    """No text says that a day goes out soon, because nobody here knows when the server asks for it."""
    page = site.open("approved")
    expect(page.locator("#day option:checked")).to_contain_text("ready to send")
    expect(page.locator("main")).to_contain_text("once the day is over and the server asks for them")
    expect(page.locator("main")).not_to_contain_text("soon")


def test_who_has_left_everything_is_told_that_the_server_is_still_contacted(site: Site) -> None:
    """A person who left everything is told that the server is still contacted, with zeros."""
    page = site.open("left")
    expect(page.locator("main")).to_contain_text("The server is still contacted about once a day, with zeros.")
    expect(page.locator("body")).not_to_contain_text("Nothing leaves this computer")


def test_an_open_page_shows_the_sign_itself(site: Site) -> None:
    """An open page sets badge and title itself, because the background may be stopped."""
    page = site.open("waiting")
    assert page.evaluate("sign.badge") == "1"
    assert page.evaluate("sign.title") == "Private Data Donor\n1 day waits for you to look through."
    page.evaluate("kept.days = []; new BroadcastChannel('pdd').postMessage({ changed: true })")
    page.wait_for_function("sign.badge === ''")


def test_a_permission_that_was_taken_away_can_be_given_again(site: Site) -> None:
    """In Firefox a removed permission can be given again, without which requests name the installation; Chromium
    needs none.
    """
    page = site.open("joined", "settings", firefox="yes", server="no")
    expect(page.locator("main")).to_contain_text("permission for \u2068donate.ucl.example\u2069 is missing")
    page.click("#allow")
    expect(page.locator("#allow")).to_have_count(0)
    assert has_called(page, "permission") == [ASKED]
    expect(site.open("joined", "settings", server="no").locator("#allow")).to_have_count(0)
