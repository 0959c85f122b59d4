"""The researchers' pages in a real Chromium, under their own content security policy."""

from dataclasses import dataclass, field
from typing import Any, Literal

from playwright.sync_api import Browser, Locator, Page

from tests.server.web.people import Person, Portal
from tests.support.processes.chromium import PATIENCE

PHONE, DESKTOP = 390, 1280
Theme = Literal["light", "dark"]


@dataclass
class Pages:
    """Opens pages, each in a browser context of its own; `problems` collects their complaints."""

    browser: Browser
    portal: Portal
    problems: list[str] = field(default_factory=list)

    def open(
        self,
        path: str,
        person: Person | None = None,
        *,
        width: int = DESKTOP,
        theme: Theme = "light",
        javascript: bool = True,
        policy: bool = True,
        **more: Any,
    ) -> Page:
        """Open a page signed in as this person; without the `policy`, axe-core can be put into it.

        `more` are further options of the browser context, such as `user_agent`.
        """
        context = self.browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=theme,
            java_script_enabled=javascript,
            bypass_csp=not policy,
            accept_downloads=True,
            **more,
        )
        context.set_default_timeout(PATIENCE)
        if person:
            name, value = self.portal.cookie(person)
            context.add_cookies([{"name": name, "value": value, "url": self.portal.address, "httpOnly": True}])
        tab = context.new_page()
        tab.on("pageerror", lambda error: self.problems.append(str(error)))
        tab.on("console", lambda line: self.problems.append(line.text) if "Content Security" in line.text else None)
        tab.on("request", lambda asked: self._check(asked.url))
        tab.goto(f"{self.portal.address}{path}")
        return tab

    def _check(self, url: str) -> None:
        if not url.startswith((self.portal.address, "data:", "blob:")):
            self.problems.append(f"a request to {url}")


def fill(tab: Page, **fields: str) -> None:
    """Type into the fields of these names, and unfold what hides one."""
    for name, text in fields.items():
        reveal(tab, f"[name='{name}']:not([type=hidden])").fill(text)


def reveal(tab: Page, selector: str) -> Locator:
    """Return the first element of a selector, after the fold around it is opened as a person does."""
    found = tab.locator(selector).first
    fold = tab.locator("details:not([open])", has=found)
    if fold.count():
        fold.locator("> summary").first.click()
    return found


def sideways(tab: Page) -> list[str]:
    """Return what needs sideways scrolling: the page itself, or regions of it by their labels."""
    found: list[str] = tab.evaluate(
        "[document.documentElement, ...document.querySelectorAll('.wide')]"
        ".filter(one => one.scrollWidth > one.clientWidth).map(one => one.ariaLabel ?? one.tagName)"
    )
    return found
