"""`python -m scripts.screenshot_pages.extension FOLDER`: screenshots of the extension's pages.

Each is FOLDER/LANGUAGE-THEME-extension-PAGE.png; those for stores, in their size, FOLDER/LANGUAGE-store-PAGE.png. The
pages are bundled as for a package. Behind them is the made-up donor of their tests.
"""

import itertools
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.extension.pages.site import FULL_PAGE, POPUP, Site, Theme, built, served
from tests.support.processes.chromium import PROGRAM

THEMES: tuple[Theme, ...] = ("light", "dark")
LANGUAGES = ("en-GB", "de-DE", "fr-FR")
WIDE, NARROW, LOWEST, HIGHEST = 780, 360, 300, 1200
"""In pixels: the widths of a window and of the popup, and the least and the greatest height of a screenshot."""
STEPS = 1
"""How many pages of the first run come before the one that asks for a server."""


def unfolded(page: Page) -> None:
    """Open an index to show the searches that it matches, and its keywords."""
    page.locator("summary", has_text="flu index").first.click()


def asked(page: Page) -> None:
    """Go to the page that asks for a server, enter a link, and go on to its campaign."""
    for _ in range(STEPS):
        page.click("#next")
    page.fill("#link", "https://donate.ucl.example/join/winter-flu")
    page.click("#next")


def tabled(page: Page) -> None:
    """Show the first campaign's totals as a table."""
    page.get_by_role("checkbox").first.check()


def as_it_is(_: Page) -> None:
    """Leave the page as it opens."""


SEEN: Mapping[str, tuple[str, str, str, Callable[[Page], None]]] = {
    "today": ("pictured", FULL_PAGE, "today", unfolded),
    "joining": ("picturedFirst", FULL_PAGE, "", asked),
    "sent": ("pictured", FULL_PAGE, "sent", as_it_is),
    "results": ("pictured", FULL_PAGE, "results", as_it_is),
    "settings": ("pictured", FULL_PAGE, "settings", as_it_is),
    "popup": ("pictured", POPUP, "", as_it_is),
    "week": ("week", FULL_PAGE, "today", as_it_is),
    "week-joining": ("weekFirst", FULL_PAGE, "", asked),
    "week-results": ("week", FULL_PAGE, "results", tabled),
}
"""For each screenshot its story, its page, the page's section, and what the person does there."""

STORE_SIZE = {"width": 1280, "height": 800}
"""In pixels, of the pictures that Chrome's store asks for; the others take them, too."""
STORE_LANGUAGES = ("en-GB", "de-DE", "es-ES", "fr-FR")
IN_STORES = ("today", "joining", "sent", "results")


def take(page: Page, file: Path) -> None:
    """Take a screenshot of the whole page, or of its beginning."""
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    page.set_viewport_size({"width": page.evaluate("innerWidth"), "height": LOWEST})
    height = min(HIGHEST, page.evaluate("document.documentElement.scrollHeight"))
    page.set_viewport_size({"width": page.evaluate("innerWidth"), "height": height})
    page.screenshot(path=file)


def take_all(browser: Browser, address: str, folder: Path) -> None:
    """Take every page in each theme and language."""
    site = Site(browser, address)
    for theme, language, name in itertools.product(THEMES, LANGUAGES, SEEN):
        story, path, section, does = SEEN[name]
        width = NARROW if path == POPUP else WIDE
        page = site.open(story, section, page=path, width=width, theme=theme, language=language)
        does(page)
        take(page, folder / f"{language[:2]}-{theme}-extension-{name}.png")
        page.context.close()
    if site.faults:
        raise SystemExit(f"scripts/screenshots: {site.faults[0]}")


def take_for_stores(browser: Browser, address: str, folder: Path) -> None:
    """Take the pages that stores show, in their size, as LANGUAGE-store-PAGE.png."""
    site = Site(browser, address)
    for language, name in itertools.product(STORE_LANGUAGES, IN_STORES):
        story, path, section, does = SEEN[name]
        page = site.open(story, section, page=path, width=STORE_SIZE["width"], theme="light", language=language)
        does(page)
        page.set_viewport_size({"width": STORE_SIZE["width"], "height": STORE_SIZE["height"]})
        page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
        page.screenshot(path=folder / f"{language[:2]}-store-{name}.png")
        page.context.close()
    if site.faults:
        raise SystemExit(f"scripts/screenshots: {site.faults[0]}")


def main(folder: Path) -> None:
    """Bundle the pages and take all screenshots."""
    # LCD text has coloured edges, which suit only the screen that it is drawn for. Screenshots get grey edges.
    arguments = ["--no-sandbox", "--disable-lcd-text"]
    with (
        tempfile.TemporaryDirectory() as temporary,
        served(built(Path(temporary))) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=arguments)
        take_for_stores(browser, address, folder)
        take_all(browser, address, folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
