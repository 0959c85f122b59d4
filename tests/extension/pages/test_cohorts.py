"""What a donor of a `cohort` server reads: terms, when a day goes out, how it helps, what became of a day."""

import pytest
from playwright.sync_api import Page, expect

from tests.extension.pages.site import POPUP, Site, Theme, has_asked
from tests.support.processes.chromium import violations

LOOKS: list[tuple[Theme, str]] = [("light", "en"), ("dark", "de"), ("light", "fr"), ("dark", "es")]
DUTY = "Your computer helps to unlock this week's sums, until 29 Nov 2026."


def consent(page: Page) -> Page:
    """Open the page of agreeing to a link's campaign."""
    page.click("#next")
    page.fill("#link", "https://donate.ucl.example/#winter-flu")
    page.click("#next")
    page.click("#privacy-winter-flu-summary")
    return page


def test_the_terms_are_read_before_they_are_agreed_to(site: Site) -> None:
    """The terms state the smallest sum, noise, what a liar can do, absence and duty before consent, and no groups."""
    page = consent(site.open("cohortFirst"))
    said = page.locator("main")
    expect(said).to_contain_text("added to those of at least 199 other people")
    expect(said).to_contain_text("nobody sees a sum without noise, not even the server")
    expect(said).to_contain_text("The noise is enough even if 10 in 100 people add none.")
    expect(said).to_contain_text("with people it made up, and so find out most of your counts")
    expect(said).to_contain_text("In some weeks your computer helps to unlock the sums")
    expect(said).not_to_contain_text("group")
    page.check("#cost-winter-flu")
    page.check("#agree-winter-flu")
    expect(page.locator("#next")).to_be_enabled()


def test_changed_terms_are_told_as_they_are_now(site: Site) -> None:
    """Changed terms, such as a larger smallest sum, are shown before they are agreed to again."""
    said = site.open("cohortChanged", "keywords").locator("main")
    expect(said).to_contain_text("Its privacy terms have changed. They are now:")
    expect(said).to_contain_text("added to those of at least 499 other people")


def test_a_waiting_day_says_when_it_goes_out_and_why_not_at_once(site: Site) -> None:
    """A waiting day shows its drawn moment; approving changes what goes out and not when, as its button says."""
    page = site.open("cohortWaiting")
    said = page.locator("main")
    expect(said).to_contain_text(
        "It goes out on 21 Nov 2026, 11:00: your counts if you approve them before, else zeros"
    )
    expect(said).to_contain_text("Approved or not, it goes out then and not at once.")
    page.get_by_role("button", name="Approve these counts").click()
    expect(said).to_contain_text("These counts go out on 21 Nov 2026, 11:00.")
    expect(page.get_by_role("status")).to_have_text("These counts go out on 21 Nov 2026, 11:00.")
    page.click("#send-nothing")
    expect(said).to_contain_text("Only zeros are sent, on 21 Nov 2026, 11:00.")
    has_asked(page, ["approve", "2026-11-19", "2026-11-19"], ["withhold", "2026-11-19"])


@pytest.mark.parametrize(
    ("story", "said"),
    [
        ("cohort", "Today isn't over. It goes out on Sunday"),
        ("cohortApproved", "These counts go out on 21 Nov 2026, 11:00. Later searches won't be added."),
        ("cohortOverdue", "It goes out on Friday"),
        ("cohortByItself", "It is sent automatically on Saturday"),
    ],
)
def test_each_state_of_a_day_says_when_it_goes_out(site: Site, story: str, said: str) -> None:
    """In each state the sending day is named until the contact is drawn; if it was slept through, that is today."""
    expect(site.open(story).locator("main")).to_contain_text(said)


def test_what_leaves_is_a_number_among_many_and_the_dialog_says_how(site: Site) -> None:
    """The dialog says how many numbers leave, how many are noise alone, and who unlocks the sum."""
    page = site.open("cohort")
    expect(page.locator("main")).to_contain_text(
        "979 locked numbers will be sent. An honest server can read them only as a sum with "
        "at least 199 other people's."
    )
    page.click("#how")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("So nobody sees a sum without noise, not even the server.")
    expect(dialog).to_contain_text("Each week some computers help to unlock the sums.")
    expect(dialog).to_contain_text("A server that cheats could read most of your counts.")
    expect(dialog).not_to_contain_text("group")


def test_who_helps_is_told_so_and_what_it_costs(site: Site) -> None:
    """One line on Today, popup and settings says that this computer helps and what that costs, only while it does."""
    for page in (
        site.open("cohortServing"),
        site.open("cohortServing", "settings"),
        site.open("cohortServing", page=POPUP, width=360),
    ):
        expect(page.locator("main")).to_contain_text(f"{DUTY} That takes two short contacts a day")
        expect(page.locator("main")).not_to_contain_text("about once a day")
    for page in (site.open("cohort"), site.open("cohort", page=POPUP, width=360)):
        expect(page.locator("main")).not_to_contain_text("unlock this week's sums")


def test_too_few_people_are_told_of(site: Site) -> None:
    """While too few people have joined, the page says that nothing is sent and why."""
    for page in (site.open("cohortTooFew"), site.open("cohortTooFew", page=POPUP, width=360)):
        expect(page.locator("main")).to_contain_text(
            "No counts are sent yet. The server makes its list of people at night, once enough have joined."
        )
        expect(page.locator("main")).not_to_contain_text("goes out on")


def test_sent_days_say_where_their_sum_is(site: Site) -> None:
    """Sent days say when they go out, are confirmed or published, and the log names what a helper sends."""
    page = site.open("cohort", "sent")
    opened = page.locator(".opened")
    page.locator("#day-2026-11-20").click()
    expect(opened).to_contain_text("Not sent yet. It goes out on Sunday")
    page.locator("#day-2026-11-18").click()
    expect(opened).to_contain_text("the server has confirmed them. The totals of this day are published.")
    page.locator("#log-lines summary").click()
    for said in ("keys for a week", "locked counts", "signature under the list of a sum", "helps to unlock a sum"):
        expect(page.locator("ul.log, .log").first).to_contain_text(said)
    expect(page.locator("main")).to_contain_text("The server left your computer out of this week")
    expect(page.locator("main")).to_contain_text("The server contradicted itself about this week.")


@pytest.mark.parametrize(("theme", "language"), LOOKS)
def test_pages_of_cohort_are_accessible(site: Site, theme: Theme, language: str) -> None:
    """For `cohort` texts axe-core finds nothing serious, and no popup is wider than browsers show it."""
    assert violations(consent(site.open("cohortFirst", theme=theme, language=language, policy=False))) == []
    for section in ("today", "sent", "settings"):
        assert violations(site.open("cohortServing", section, theme=theme, language=language, policy=False)) == []
    popup = site.open("cohortServing", page=POPUP, width=360, theme=theme, language=language, policy=False)
    assert violations(popup) == []
    assert popup.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_large_type_needs_no_scrolling_aside(site: Site, language: str) -> None:
    """At 200% the longer sentences fit the window in each language."""
    for story in ("cohortWaiting", "cohortServing"):
        page = site.open(story, width=410, language=language)
        assert page.evaluate("document.documentElement.scrollWidth") <= 410
