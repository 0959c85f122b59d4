"""Today, Sent, Results and Settings, in a real browser."""

import re
from itertools import combinations, pairwise
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.extension.pages.site import POPUP, Site, calls, has_asked

APPROVABLE = ("2026-11-19", "2026-11-18")
"""The days that can be approved together; that of the 17th has a reason against it."""
GETS_NOTHING = re.compile(
    "A campaign gets nothing: no browser history can be read. Open this day to decide about it alone."
)


def test_a_search_is_taken_out_and_put_back(site: Site) -> None:
    """Opening a keyword shows its searches, and stays open when one is removed; the search can be restored."""
    page = site.open("joined")
    page.locator("summary", has_text="flu").first.click()
    page.get_by_role("button", name=re.compile("Take out: .*flu or cold")).click()
    expect(page.get_by_role("status")).to_have_text("Taken out. This search does not count.")
    page.get_by_role("button", name=re.compile("Put back: .*flu or cold")).first.click()
    expect(page.get_by_role("button", name=re.compile("Take out: .*flu or cold"))).to_be_visible()
    has_asked(page, ["removeSearch", "s1"], ["restoreSearch", "s1"])


def test_taking_out_is_undone_by_button_and_by_keys(site: Site) -> None:
    """Undo is offered beside the message, by a button and by Ctrl+Z, until the search is put back."""
    page = site.open("joined")
    page.locator("summary", has_text="flu").first.click()
    out = page.get_by_role("button", name=re.compile("Take out: .*flu or cold"))
    undo = page.get_by_role("button", name="Undo", exact=True)
    out.click()
    undo.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("Restored: this search counts again.")
    expect(undo).to_have_count(0)
    expect(page.locator("main")).to_be_focused()
    out.click()
    expect(undo).to_be_visible()
    page.keyboard.press("Control+z")
    expect(out).to_be_visible()
    expect(undo).to_have_count(0)
    page.keyboard.press("Control+z")
    has_asked(page, *[["removeSearch", "s1"], ["restoreSearch", "s1"]] * 2)


def test_undo_is_not_offered_below_another_day(site: Site) -> None:
    """It would undo something of a day that nobody sees."""
    page = site.open("waiting")
    undo = page.get_by_role("button", name="Undo", exact=True)
    page.select_option("#day", index=0)
    page.locator("summary", has_text="flu").first.click()
    page.get_by_role("button", name=re.compile("Take out: .*flu or cold")).click()
    expect(undo).to_be_visible()
    page.select_option("#day", index=1)
    expect(undo).to_have_count(0)


def test_an_index_unfolds_to_its_keywords(site: Site) -> None:
    """An opened index shows the searches that it counts, and its keywords once its own fold is opened."""
    page = site.open("pictured")
    page.locator("summary", has_text="flu index").click()
    expect(page.get_by_role("button", name=re.compile("Take out: .*flu or cold"))).to_be_visible()
    expect(page.get_by_text("influenza")).to_have_count(0)
    page.locator("summary", has_text="any of 3 keywords").click()
    expect(page.get_by_text("influenza")).to_be_visible()


def test_words_are_blocked_together(site: Site) -> None:
    """The dialog offers the search's words, and Escape and Cancel block nothing."""
    page = site.open("joined")
    page.locator("summary", has_text="fever").first.click()
    opened = page.get_by_role("button", name=re.compile("Block a word…: .*fever 3"))
    opened.click()
    page.keyboard.press("Escape")
    expect(opened).to_be_focused()
    opened.click()
    expect(page.get_by_role("button", name="Block", exact=True)).to_be_disabled()
    page.get_by_role("checkbox", name="fever").check()
    page.get_by_role("checkbox", name="old").check()
    page.get_by_role("button", name="Block", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("Blocked.")
    has_asked(page, ["block", "fever old"])


def test_a_day_is_sent_as_it_was_seen(site: Site) -> None:
    """The waiting day is shown first, and approving it sends the review that is shown."""
    page = site.open("waiting")
    expect(page.locator("#day option:checked")).to_contain_text("19 November 2026: waits for you")
    page.click("#send")
    expect(page.locator("main")).to_contain_text("These counts go out once the day is over")
    expect(page.locator("#send")).to_have_attribute("aria-disabled", "true")
    has_asked(page, ["approve", "2026-11-19", "2026-11-19"])


def test_nothing_is_sent_of_a_day(site: Site) -> None:
    """A day can be withheld."""
    page = site.open("waiting")
    page.click("#send-nothing")
    expect(page.locator("main")).to_contain_text("You give nothing of this day")
    has_asked(page, ["withhold", "2026-11-19"])


def test_a_locked_day_can_not_be_changed(site: Site) -> None:
    """A sent day offers no decision."""
    page = site.open("locked")
    expect(page.locator("main")).to_contain_text("The numbers of this day are locked and sent.")
    expect(page.locator("#send, #send-nothing")).to_have_count(0)


def test_a_week_is_shown_day_by_day(site: Site) -> None:
    """A weekly campaign shows what counts of each day and what not, and counts without searches of a cleared day."""
    page = site.open("week")
    card = page.locator("section.card")
    expect(card).to_contain_text("These are the counts from 16 Nov 2026 to 22 Nov 2026.")
    expect(card.locator("#row-winter-flu-2026-11-18")).to_contain_text("\u2068flu\u2069: 2, \u2068cough\u2069: 1")
    page.click("#row-winter-flu-2026-11-17-summary")
    expect(card).to_contain_text("This day was counted before its history was cleared.")
    page.click("#row-winter-flu-2026-11-22-summary")
    expect(card.locator("#row-winter-flu-2026-11-22")).to_contain_text("over this campaign's limit of searches a week")
    expect(card.locator("#row-winter-flu-2026-11-16")).to_contain_text("nothing counts: the day is outside of what")
    page.click("#send")
    has_asked(page, ["approve", "2026-11-22", "2026-11-22"])


def test_a_day_within_a_week_asks_for_no_decision(site: Site) -> None:
    """A day that goes out with its week shows the week so far, and offers no decision."""
    page = site.open("weekSoFar")
    expect(page.locator("main")).to_contain_text("They go out with 22 Nov 2026.")
    expect(page.locator("main")).to_contain_text("There is nothing to decide before Sunday, 22 November 2026.")
    expect(page.locator("#row-winter-flu-2026-11-21")).to_have_count(0)
    expect(page.locator("#send, #send-nothing")).to_have_count(0)


def test_states_without_numbers_have_words(site: Site) -> None:
    """States without numbers (not joined, app donates, restored home, unreadable history, broken home) have words."""
    expect(site.open("nothing").locator("main")).to_contain_text("No counts leave this computer until you do.")
    expect(site.open("companion").locator("main")).to_contain_text("The desktop app donates for this browser")
    expect(site.open("lost").locator("#notices")).to_contain_text("Your browser has dropped what this extension kept")
    expect(site.open("unreadable").locator("main")).to_contain_text("This browser's history can't be read")
    broken = site.open("broken")
    expect(broken.locator("h1")).to_have_text("The extension has stopped")
    expect(broken.locator("main")).to_contain_text("Nothing was sent or changed.")


def test_what_an_earlier_version_kept_is_erased_from_its_page(site: Site) -> None:
    """The page for an earlier version's data says what happened, asks before erasing it, and confirms that it is
    gone.
    """
    page = site.open("outdated")
    expect(page.locator("main")).to_contain_text("made by an earlier version of this extension")
    page.click("#erase")
    page.get_by_role("button", name="Erase it", exact=True).click()
    has_asked(page, ["eraseOutdated"])
    expect(page.locator("#anew")).to_be_visible()


def test_the_calendar_is_gone_through_with_the_arrow_keys(site: Site) -> None:
    """In the calendar one day has the tab stop, arrows choose another, which is read aloud, and stop at the ends."""
    page = site.open("joined", "sent")
    page.locator("#day-2026-11-19").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#day-2026-11-12")).to_be_focused()
    expect(page.locator(".opened h2")).to_have_text("Thursday, 12 November 2026")
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    expect(page.locator("#day-2026-11-10")).to_be_focused()
    expect(page.locator(".calendar button[tabindex='0']")).to_have_count(1)


def test_the_limit_is_set_and_taken_away(site: Site) -> None:
    """The limit is set and removed, and the account says what it means."""
    page = site.open("joined", "sent")
    page.fill("#limit", "2.5")
    page.click("#set-limit")
    expect(page.locator("main")).to_contain_text("More than your limit of 2.5 was given already")
    page.click("#no-limit")
    expect(page.locator("main")).to_contain_text("You have set no limit of your own.")
    has_asked(page, ["setCeiling", "2.5"], ["setCeiling", None])


def test_everything_kept_is_saved_as_a_file(site: Site) -> None:
    """The export is saved as a file."""
    page = site.open("joined", "sent")
    with page.expect_download() as download:
        page.click("#export-sent")
    assert download.value.suggested_filename == "private-data-donor.json"
    assert download.value.path().read_text() == '{\n  "made": "2026-11-20"\n}'


def test_a_chart_is_read_with_the_arrow_keys_and_as_a_table(site: Site) -> None:
    """A chart's numbers with their uncertainty can be read with arrow keys and as a table."""
    page = site.open("joined", "results")
    page.locator("#results-winter-flu").focus()
    page.keyboard.press("End")
    expect(page.locator("#results-winter-flu-reading")).to_contain_text(
        "18 Nov 2026: \u2068flu\u2069 248, between 218 and 278"
    )
    page.get_by_label("Show as a table").check()
    expect(page.locator("tbody tr").first).to_contain_text("248 ± 30")
    page.fill("#results-winter-flu-word", "Keyword 0")
    page.keyboard.press("Enter")
    expect(page.locator("thead")).to_contain_text("keyword 0")


def test_a_chart_keeps_its_numbers_in_a_narrow_window(site: Site) -> None:
    """At 320 pixels each number of a chart is inside the picture, minus signs included, and none covers another."""
    page = site.open("joined", "results", width=320)
    page.fill("#results-winter-flu-word", "Keyword 0")
    page.keyboard.press("Enter")
    minus = page.locator(".chart svg text", has_text=re.compile(r"^\u2068?[-\u2212]\d"))
    expect(minus.first).to_be_attached()
    boxes = page.locator(".chart svg").first.evaluate(
        "svg => [svg, ...svg.querySelectorAll('text')].map(each => each.getBoundingClientRect().toJSON())"
    )
    picture, *texts = boxes
    assert all(picture["left"] <= text["left"] and text["right"] <= picture["right"] for text in texts)
    for one, other in combinations(texts, 2):
        beside = one["right"] <= other["left"] or other["right"] <= one["left"]
        assert beside or one["bottom"] <= other["top"] or other["bottom"] <= one["top"]


def test_the_results_of_one_day_are_told_apart(site: Site) -> None:
    """Each keyword's results of a single day have a mark of their own shape, as in the legend, and a number."""
    page = site.open("oneDay", "results")
    chart = page.locator("#results-winter-flu")
    expect(chart.locator(".value")).to_have_text(["248", "182", "86"])
    shapes = [mark.get_attribute("d") for mark in chart.locator(".dot").all()]
    assert shapes == [mark.get_attribute("d") for mark in page.locator(".legend .dot").all()]
    assert len(set(shapes)) == 3
    left = [value.bounding_box() or {} for value in chart.locator(".value").all()]
    assert all(right["x"] - one["x"] > 100 for one, right in pairwise(left))
    expect(page.locator("#results-winter-flu-reading")).to_contain_text("flu\u2069 248, between 218 and 278")


def test_language_and_colours_follow_the_choice_at_once(site: Site) -> None:
    """Language and dark colours follow the choice at once, without the system's setting."""
    page = site.open("joined", "settings")
    page.select_option("#language", "fr")
    expect(page.locator("nav")).to_contain_text("Aujourd’hui")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.select_option("#theme", "dark")
    expect(page.locator("body")).to_have_css("background-color", "rgb(18, 24, 31)")


def test_a_search_engine_is_left_out_and_counted_again(site: Site) -> None:
    """The donor picks a search engine, leaves it out, and counts it again from the list."""
    page = site.open("joined", "settings")
    page.get_by_label("Search engine", exact=True).select_option("bing")
    page.get_by_role("button", name="Leave it out").click()
    again = page.get_by_role("button", name=re.compile("Count it again: .*bing"))
    expect(again).to_be_visible()
    expect(page.locator("#site option[value=bing]")).to_have_count(0)
    again.click()
    expect(again).to_have_count(0)
    has_asked(page, ["switchSite", "bing", False], ["switchSite", "bing", True])


def test_hours_are_left_out_and_counted_again(site: Site) -> None:
    """The donor leaves out the hours of two times that differ, and counts all hours again."""
    page = site.open("joined", "settings")
    page.get_by_label("To", exact=True).fill("22:00")
    page.get_by_role("button", name="Leave these hours out").click()
    expect(page.get_by_text("Left out each day")).to_have_count(0)
    page.get_by_label("To", exact=True).fill("07:30")
    page.get_by_role("button", name="Leave these hours out").click()
    expect(page.get_by_text("Left out each day: 22:00 to 07:30.")).to_be_visible()
    page.get_by_role("button", name="Count all hours").click()
    expect(page.get_by_text("Left out each day")).to_have_count(0)
    has_asked(page, ["setHours", "22:00-07:30"], ["setHours", None])


def test_the_browser_is_asked_to_keep_the_data(site: Site) -> None:
    """Settings say whether a full disk can take the data, ask the browser on a click, and say if it refuses."""
    page = site.open("joined", "settings")
    expect(page.get_by_text("If the disk gets full, the browser may delete it")).to_be_visible()
    page.evaluate("agrees = navigator.storage.persist; navigator.storage.persist = async () => false")
    page.click("#keep-data")
    expect(page.locator(".notice")).to_contain_text("you or the browser did not agree")
    page.evaluate("navigator.storage.persist = agrees")
    page.click("#keep-data")
    expect(page.get_by_text("The browser keeps it, also when the disk gets full.")).to_be_visible()
    expect(page.locator("#keep-data")).to_have_count(0)


def test_erasing_has_to_be_understood_first(site: Site) -> None:
    """Before erasing, "go back" has the focus, only ticking the box enables it, and then the page confirms it."""
    page = site.open("joined", "settings")
    page.click("#erase")
    expect(page.get_by_role("button", name="No, go back")).to_be_focused()
    erase = page.get_by_role("button", name="Erase everything", exact=True)
    expect(erase).to_be_disabled()
    page.get_by_label("I understand").check()
    erase.click()
    expect(page.locator("h1")).to_have_text("Everything is erased")
    has_asked(page, ["eraseMe", True])


def test_the_popup_shows_counts_pauses_and_leads_to_the_page(site: Site) -> None:
    """The popup shows counts, what is next, pause and resume, and a waiting day, and links to the page."""
    page = site.open("joined", page=POPUP, width=360)
    expect(page.locator("ul.counted li").first).to_have_text("\u2068flu\u206922 times")
    expect(page.locator("main")).to_contain_text("Next contact with the server: 21 Nov 2026, 11:00.")
    page.click("#pause")
    page.get_by_role("button", name="For a week").click()
    expect(page.locator("main")).to_contain_text("Paused until 27 Nov 2026, 00:00.")
    page.click("#resume")
    expect(page.locator("#pause")).to_be_visible()
    waiting = site.open("waiting", page=POPUP, width=360)
    waiting.click("#look")
    has_asked(waiting, ["tab", "#today"])


def test_the_popup_names_the_campaigns_that_get_nothing_and_why(site: Site) -> None:
    """The popup says which campaigns get nothing and why, in the page's words, and nothing of today's keywords."""
    popup = site.open("refused", page=POPUP, width=360)
    said = "\u2068Winter flu survey, UCL\u2069: nothing is given: your own limit is reached"
    expect(popup.locator("main")).to_contain_text(said)
    expect(popup.locator("main")).not_to_contain_text("No keyword has been counted")
    expect(site.open("paused", page=POPUP, width=360).locator("main")).not_to_contain_text("nothing is given")


def test_the_popup_before_joining_and_beside_the_app(site: Site) -> None:
    """Before joining the popup has one sentence and a button, and beside the app it says that the app donates."""
    page = site.open("first", page=POPUP, width=360)
    expect(page.locator("main p").first).to_have_text("You have joined no campaign. No counts leave this computer.")
    page.click("#join")
    has_asked(page, ["tab", "#join"])
    expect(site.open("companion", page=POPUP).locator("main")).to_contain_text("The desktop app donates for you.")
    expect(site.open("broken", page=POPUP).locator("main")).to_contain_text("can't be opened")


def test_a_change_elsewhere_is_shown_and_keeps_what_was_typed(site: Site) -> None:
    """A change made elsewhere is shown at once, and the focus and half-typed words stay."""
    page = site.open("joined", "settings")
    page.fill("#word", "asth")
    page.evaluate("kept.blocked = ['cough']; new BroadcastChannel('pdd').postMessage({ changed: true })")
    expect(page.get_by_role("button", name="Unblock: \u2068cough\u2069")).to_be_visible()
    expect(page.locator("#word")).to_be_focused()
    expect(page.locator("#word")).to_have_value("asth")


def test_what_was_agreed_to_can_be_read_again(site: Site) -> None:
    """Settings unfolds what the donor agreed to, with the parts that unfold in it."""
    page = site.open("joined", "settings")
    page.click("#read-winter-flu-summary")
    expect(page.locator("#read-winter-flu")).to_contain_text("I let counts of my searches be added up.")
    page.click("#responsible-winter-flu-summary")
    expect(page.locator("#responsible-winter-flu")).to_contain_text("flu@ucl.example")


def test_what_was_agreed_to_names_the_region_in_words(site: Site) -> None:
    """Settings shows the stratum `unstated` in words."""
    page = site.open("unstated", "settings")
    page.click("#read-winter-flu-summary")
    expect(page.locator("#read-winter-flu")).to_contain_text("I'd rather not say")


def waiting_lines(page: Page) -> list[str]:
    """Return the list's lines, the oldest day's first."""
    return [text.replace("\u2068", "").replace("\u2069", "") for text in page.locator(".days > li").all_inner_texts()]


def test_waiting_days_are_listed_and_approved_at_once(site: Site) -> None:
    """Each day has its counts; one press by the keyboard approves those that give something, and what was listed.

    The list goes with the press, and the day that is shown stays.
    """
    page = site.open("severalInCohorts")
    expect(page.get_by_role("heading", name="3 days wait for your review.")).to_be_visible()
    seventeenth, eighteenth, nineteenth = waiting_lines(page)
    assert GETS_NOTHING.search(seventeenth)
    assert "counts, as" not in seventeenth
    assert "No keyword counts. 0 searches count, as a number only." in eighteenth
    assert "flu 2, fever + child 1. 4 searches count, as a number only." in nineteenth
    assert "You can decide until" in nineteenth
    page.get_by_role("button", name="Approve all 2 days").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("Approved. Each day says when it goes out.")
    expect(page.locator("#waiting")).to_have_count(0)
    expect(page.locator("#day")).to_have_value("2026-11-17")
    expect(page.locator("main")).to_be_focused()
    has_asked(page, *[["approve", day, day] for day in sorted(APPROVABLE)])


def test_a_double_click_approves_once(site: Site) -> None:
    """The second click of a double click approves nothing, and decides nothing else."""
    page = site.open("several")
    page.get_by_role("button", name="Send all 2 days").dblclick()
    expect(page.get_by_role("status")).to_have_text("Approved. Each day says when it goes out.")
    assert len(calls(page)) == len(APPROVABLE)


def test_a_listed_day_can_be_opened(site: Site) -> None:
    """Its button shows the day and keeps the focus; the days stay listed."""
    page = site.open("several")
    opens = page.get_by_role("button", name=re.compile("Open .*19 November"))
    opens.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#day")).to_have_value("2026-11-19")
    expect(opens).to_be_focused()
    has_asked(page)


def test_days_that_could_not_be_approved_are_told(site: Site) -> None:
    """If only some days could be approved, the person reads how many not; if none, why."""
    page = site.open("severalOver")
    page.click("#approve-all")
    expect(page.get_by_role("status")).to_have_text("1 day approved, 1 not. Look at your days again.")
    none = site.open("severalAllOver")
    none.click("#approve-all")
    expect(none.locator("#trouble")).to_contain_text("Nothing can be sent of this day any more.")


def test_one_waiting_day_is_not_listed(site: Site) -> None:
    """With one waiting day, its own page is enough."""
    page = site.open("waiting")
    expect(page.locator("#send")).to_be_visible()
    expect(page.locator("#waiting")).to_have_count(0)


def test_a_file_of_results_is_compared(site: Site, tmp_path: Path) -> None:
    """Settings shows the numbers to compare, if there are any, and says whether a file fits."""
    page = site.open("cohort", "settings")
    expect(page.get_by_text("Donors from Monday, 16 November 2026: 79697 88607")).to_be_visible()
    file = tmp_path / "results.json"
    file.write_text("{}")
    page.get_by_label("Compare with a file…").set_input_files(file)
    expect(page.get_by_role("status")).to_contain_text("compared once more at the next contact")
    has_asked(page, ["compareLog", "{}"])
    page = site.open("joined", "settings")
    expect(page.get_by_role("heading", name="Your data")).to_be_visible()
    expect(page.get_by_role("heading", name="Compare with others")).to_have_count(0)
