"""Accessibility of the pages (axe-core, small windows, large type), and hostile texts, which can do nothing."""

import pytest
from playwright.sync_api import Page, expect

from tests.extension.pages.site import POPUP, Site, Theme
from tests.support.processes.chromium import violations

SECTIONS = ("today", "sent", "results", "settings", "keywords", "join")
ZOOMED = 410
"""What is left of a window of 820 px at 200%."""

COVERED = """() => {
  const [focus, footer] = [document.activeElement, document.querySelector("footer")];
  if (focus === document.body) return null;
  const { top, bottom } = focus.getBoundingClientRect();
  const end = getComputedStyle(footer).position === "sticky" ? footer.getBoundingClientRect().top : innerHeight;
  return top < 0 || bottom > end ? `${focus.textContent}: ${top} to ${bottom} of ${end}` : "";
}"""
"""Where the focus is, if that can't be seen as a whole; null at the end of the page."""


OPEN = """async () => {
  const folds = () => [...document.querySelectorAll('details')];
  for (let frame = 0; frame < 1000; frame += 1) {
    if (folds().every((fold) => fold.open && fold.childElementCount > 1)) return;
    for (const fold of folds()) fold.open = true;
    await new Promise(requestAnimationFrame);
  }
  throw new Error("a fold draws nothing");
}"""
"""Opens all folds. What is in one is drawn when it is opened, and may hold others."""


def opened(page: Page) -> Page:
    """Open the page with every fold open."""
    page.evaluate(OPEN)
    return page


def after_tab(page: Page) -> str | None:
    """Return what covers the element that gets the next focus; see COVERED."""
    page.keyboard.press("Tab")
    return page.evaluate(COVERED)  # type: ignore[no-any-return]


LOOKS = [("light", "en"), ("dark", "de"), ("light", "fr"), ("dark", "es")]


@pytest.mark.parametrize(("theme", "language"), LOOKS)
@pytest.mark.parametrize("section", SECTIONS)
def test_every_section_is_accessible(site: Site, section: str, theme: Theme, language: str) -> None:
    """In each section, with all folds open, axe-core finds nothing serious in names, roles, contrast or headings."""
    story = "grown" if section == "keywords" else "joined"
    assert violations(opened(site.open(story, section, theme=theme, language=language, policy=False))) == []


@pytest.mark.parametrize(("theme", "language"), LOOKS)
@pytest.mark.parametrize("story", ["week", "several"])
def test_several_days_are_accessible(site: Site, story: str, theme: Theme, language: str) -> None:
    """Neither does it in a week day by day, or in a list of waiting days, and at 200% they fit the window."""
    page = opened(site.open(story, width=ZOOMED, theme=theme, language=language, policy=False))
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= ZOOMED


@pytest.mark.parametrize(("theme", "language"), LOOKS)
def test_first_pages_popup_and_dialogs_are_accessible(site: Site, theme: Theme, language: str) -> None:
    """Neither does it on the pages up to consent, in the popup in each state, and in a dialog."""
    page = site.open("first", theme=theme, language=language, policy=False)
    assert violations(page) == []
    page.click("#next")
    assert violations(page) == []
    page.fill("#link", "https://donate.ucl.example/#sleep")
    page.click("#next")
    for part in ("keywords", "privacy", "responsible", "stopping"):
        page.click(f"#{part}-sleep-summary")
    page.check("#cost-sleep")
    page.check("#agree-sleep")
    assert violations(page) == []
    for story in ("joined", "waiting", "first", "companion", "broken"):
        assert violations(site.open(story, page=POPUP, width=360, theme=theme, language=language, policy=False)) == []
    link = {"tab": "https://donate.ucl.example/join/winter-flu"}
    offers = site.open("first", page=POPUP, width=360, theme=theme, language=language, policy=False, **link)
    assert violations(offers) == []
    settings = site.open("joined", "settings", theme=theme, language=language, policy=False)
    settings.click("#erase")
    expect(settings.get_by_role("dialog")).to_be_visible()
    assert violations(settings) == []


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
@pytest.mark.parametrize("section", SECTIONS)
def test_large_type_needs_no_scrolling_aside(site: Site, section: str, language: str) -> None:
    """At 200% every section fits the window in each language without sideways scrolling."""
    page = opened(site.open("joined", section, width=ZOOMED, language=language))
    assert page.evaluate("document.documentElement.scrollWidth") <= ZOOMED


@pytest.mark.parametrize("section", SECTIONS)
def test_large_letters_leave_words_whole(site: Site, section: str) -> None:
    """With letters of 200% in a window of the same width, no text is squeezed and nothing stands aside."""
    page = opened(site.open("joined", section))
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    texts = "[...document.querySelectorAll('main p, main h2')].filter((one) => one.offsetWidth > 0)"
    assert page.evaluate(f"{texts}.filter((one) => one.offsetHeight > 4 * one.offsetWidth).length") == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
@pytest.mark.parametrize("story", ["joined", "waiting", "first", "companion", "hostile"])
def test_the_popup_fits_into_360_px(site: Site, story: str, language: str) -> None:
    """No popup is wider than browsers show it, whatever it says."""
    page = site.open(story, page=POPUP, width=360, language=language)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("section", SECTIONS)
def test_hostile_texts_are_shown_as_text(site: Site, section: str) -> None:
    """Markup in titles, queries, keywords and reasons makes no element, runs nothing, and does not turn the line."""
    page = opened(site.open("hostile", section))
    if section not in ("join", "results"):
        expect(page.locator("body")).to_contain_text("<img src=x onerror=")
    expect(page.locator("img, script:not([src])")).to_have_count(0)
    assert "\u202e" not in page.locator("body").inner_text()
    assert page.title() != "taken"


def test_hostile_campaigns_are_shown_as_text_before_joining_and_in_the_popup(site: Site) -> None:
    """Markup in a server's list and in consent texts is shown as text, before joining and in the popup."""
    page = site.open("hostile", "join")
    page.click("#next")
    page.get_by_role("checkbox").check()
    page.click("#next")
    popup = site.open("hostile", page=POPUP, width=360)
    for shown in (page, popup):
        expect(shown.locator("main")).to_contain_text("<img src=x onerror=")
        expect(shown.locator("img")).to_have_count(0)
        assert shown.title() != "taken"


def test_everything_is_reached_by_keyboard(site: Site) -> None:
    """Content, tabs, day and pause are reached by keyboard from the top, and the focus is always visible."""
    page = site.open("joined")
    reached = []
    for _ in range(8):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id || document.activeElement.textContent"))
        style = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert style == "solid", reached[-1]
    assert reached[:7] == ["To the content", "tab-today", "tab-sent", "tab-results", "tab-settings", "day", "pause"]


@pytest.mark.parametrize("height", [540, 400])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_footer_never_covers_the_focused_element(site: Site, language: str, height: int) -> None:
    """The footer never covers the focused element, on a long day at 200%, in large and small windows."""
    page = site.open("long", width=ZOOMED, language=language)
    page.set_viewport_size({"width": ZOOMED, "height": height})
    opened(page)
    stops = []
    while (covered := after_tab(page)) is not None:
        stops.append(covered)
    assert len(stops) > 100
    assert set(stops) == {""}
