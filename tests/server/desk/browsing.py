"""The researchers' pages in a real Chromium, under their own content security policy."""

import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page

from tests.server.desk.people import Desk, Person

PROGRAM = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")
PATIENCE = 10_000
"""Milliseconds until what does not show is a failure."""
PHONE, DESKTOP = 390, 1280
Theme = Literal["light", "dark"]
_AXE = Path(__file__).parents[3] / "extension/node_modules/axe-core/axe.min.js"
_SERIOUS = ("serious", "critical")


@dataclass
class Pages:
    """Opens pages, each in a browser context of its own; `faults` are what any of them complained of."""

    browser: Browser
    desk: Desk
    faults: list[str] = field(default_factory=list)

    def open(
        self,
        path: str,
        person: Person | None = None,
        *,
        width: int = DESKTOP,
        theme: Theme = "light",
        javascript: bool = True,
        policy: bool = True,
    ) -> Page:
        """A page of the server's, signed in as this person; without the `policy`, axe-core can be put into it."""
        context = self.browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=theme,
            java_script_enabled=javascript,
            bypass_csp=not policy,
            accept_downloads=True,
        )
        context.set_default_timeout(PATIENCE)
        if person:
            name, value = self.desk.cookie(person)
            context.add_cookies([{"name": name, "value": value, "url": self.desk.address, "httpOnly": True}])
        tab = context.new_page()
        tab.on("pageerror", lambda error: self.faults.append(str(error)))
        tab.on("console", lambda line: self.faults.append(line.text) if "Content Security" in line.text else None)
        tab.on("request", lambda asked: self._check(asked.url))
        tab.goto(f"{self.desk.address}{path}")
        return tab

    def _check(self, url: str) -> None:
        if not url.startswith((self.desk.address, "data:", "blob:")):
            self.faults.append(f"a request to {url}")


def violations(page: Page) -> list[str]:
    """What is serious by axe-core's rules, on a page that was opened without the policy: axe adds styles of its own."""
    if not _AXE.exists():
        pytest.skip("needs axe-core, which scripts/javascript installs")
    page.evaluate(_AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run()")["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found if one["impact"] in _SERIOUS]


def needs_browser() -> str:
    """Where Chromium is; without it the test is skipped."""
    if PROGRAM is None:
        pytest.skip("needs Chromium to test the researchers' pages")
    return PROGRAM
