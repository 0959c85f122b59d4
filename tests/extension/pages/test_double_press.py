"""A second press, by mouse or keyboard, never undoes the first and never reaches the next search."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.extension.pages.site import Site, calls, has_asked
from tests.support.processes.chromium import comes_to

SENT, NOTHING = ["approve", "2026-11-19", "2026-11-19"], ["withhold", "2026-11-19"]


def double_click(page: Page, button: str) -> None:
    """Press twice on one spot, the second time after the first was answered."""
    page.locator(button).scroll_into_view_if_needed()
    box = page.locator(button).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for press in (1, 2):
        page.mouse.down(click_count=press)
        page.mouse.up(click_count=press)
        expect(page.get_by_role("status")).not_to_be_empty()


@pytest.mark.parametrize(
    ("button", "other", "call"), [("#send", "#send-nothing", SENT), ("#send-nothing", "#send", NOTHING)]
)
def test_two_presses_decide_what_one_does(site: Site, button: str, other: str, call: list[str]) -> None:
    """Two presses decide what one does: both decisions stay in place, and the chosen one is inactive."""
    page = site.open("waiting")
    where = "['send', 'send-nothing'].map((id) => document.getElementById(id).getBoundingClientRect().x)"
    places = page.evaluate(where)
    double_click(page, button)
    expect(page.locator(button)).to_have_attribute("aria-disabled", "true")
    expect(page.locator(other)).not_to_have_attribute("aria-disabled", "true")
    assert page.evaluate(where) == places
    has_asked(page, call)
    page.click(other)
    expect(page.locator(button)).not_to_have_attribute("aria-disabled", "true")
    comes_to(page, lambda: len(calls(page)), 2)


@pytest.mark.parametrize("key", ["Space", "Enter"])
@pytest.mark.parametrize(("button", "call"), [("#send", SENT), ("#send-nothing", NOTHING)])
def test_keys_pressed_again_change_nothing(site: Site, button: str, call: list[str], key: str) -> None:
    """The focus stays on the decision, so that further keys reach no other control."""
    page = site.open("waiting")
    page.focus(button)
    for _ in range(3):
        page.keyboard.press(key)
        expect(page.locator(button)).to_have_attribute("aria-disabled", "true")
        expect(page.locator(button)).to_be_focused()
    has_asked(page, call)


def test_a_removed_search_stays_in_its_place(site: Site) -> None:
    """A second press of the mouse removes no other search, and can restore a keyword's last one in its place."""
    page = site.open("joined")
    page.locator("summary", has_text="flu").first.click()
    double_click(page, "[id='row-winter-flu-entry-flu-s1-out']")
    expect(page.get_by_role("button", name=re.compile("Put back: .*flu or cold"))).to_be_visible()
    has_asked(page, ["removeSearch", "s1"])
    page.get_by_role("button", name=re.compile("Take out: .*contagious")).click()
    expect(page.get_by_role("status")).to_have_text("Taken out. This search does not count.")
    page.get_by_role("button", name=re.compile("Put back: .*contagious")).click()
    expect(page.get_by_role("button", name=re.compile("Take out: .*contagious"))).to_be_visible()
    has_asked(page, ["removeSearch", "s1"], ["removeSearch", "s2"], ["restoreSearch", "s2"])


def test_putting_back_has_the_focus_after_taking_out(site: Site) -> None:
    """By keyboard a second press restores the same search, and affects no other."""
    page = site.open("joined")
    page.locator("summary", has_text="flu").first.click()
    page.get_by_role("button", name=re.compile("Take out: .*flu or cold")).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile("Put back: .*flu or cold"))).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile("Take out: .*flu or cold"))).to_be_focused()
    has_asked(page, ["removeSearch", "s1"], ["restoreSearch", "s1"])


def test_a_second_press_takes_no_other_word_off_the_list(site: Site) -> None:
    """In Settings a double click unblocks one word and not the next, though the list closes up."""
    page = site.open("joined", "settings")
    page.evaluate("kept.blocked = ['asthma', 'cough']; new BroadcastChannel('pdd').postMessage({ changed: true })")
    expect(page.get_by_role("button", name="Unblock: \u2068cough\u2069")).to_be_visible()
    double_click(page, "button[aria-label^='Unblock']:nth-of-type(1) >> nth=0")
    expect(page.get_by_role("button", name="Unblock: \u2068cough\u2069")).to_be_visible()
    assert page.evaluate("kept.blocked") == ["cough"]
