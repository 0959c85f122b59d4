"""The extension's pages in a real Chromium, under the extension's own content security policy, with a told donor."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Literal
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page

from tests.extension.javascript import EXTENSION, node, run

PROGRAM = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")
PATIENCE = 10_000
"""Milliseconds until what does not show is a failure."""
Theme = Literal["light", "dark"]
FULL_PAGE, POPUP = "main/main.html", "popup/popup.html"
_MANIFEST = json.loads((EXTENSION / "src/manifest.json").read_text())
_AXE = EXTENSION / "node_modules/axe-core/axe.min.js"
_SERIOUS = ("serious", "critical")


class _Handler(SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", _MANIFEST["content_security_policy"]["extension_pages"])
        super().end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        """Nobody reads what was asked for."""


def built(folder: Path) -> Path:
    """The pages with the donor that is told what to say, bundled into this folder."""
    done = run([node(), "tests/pages/build.js", str(folder)])
    assert done.returncode == 0, done.stderr
    return folder


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of the bundled pages while the block runs."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/pages/"
        finally:
            server.shutdown()


@dataclass
class Site:
    """Opens pages, each in a browser context of its own; `faults` are what any of them complained of."""

    browser: Browser
    address: str
    faults: list[str] = field(default_factory=list)

    def open(
        self,
        story: str,
        section: str = "",
        *,
        page: str = FULL_PAGE,
        width: int = 820,
        theme: Theme = "light",
        policy: bool = True,
        clock: bool = False,
        **asked: str,
    ) -> Page:
        """One page of the story, once it shows something; with `clock`, its timers wait for the test's own clock."""
        context = self.browser.new_context(
            viewport={"width": width, "height": 800},
            timezone_id="Europe/London",
            color_scheme=theme,
            bypass_csp=not policy,
        )
        context.set_default_timeout(PATIENCE)
        tab = context.new_page()
        if clock:
            tab.clock.install()
        tab.on("pageerror", lambda error: self.faults.append(str(error)))
        tab.on("console", lambda line: self.faults.append(line.text) if "Content Security" in line.text else None)
        tab.goto(f"{self.address}{page}?{urlencode({'story': story} | asked)}#{section}")
        if "slow" not in asked:
            tab.wait_for_selector("main:not([aria-busy]) > *", state="attached")
        return tab


def calls(page: Page) -> list[list[Any]]:
    """What the page has asked of the donor and of the browser."""
    return list(page.evaluate("calls"))


def violations(page: Page) -> list[str]:
    """What is serious by axe-core's rules, on a page that was opened without the policy: axe adds styles of its own."""
    page.evaluate(_AXE.read_text())
    found = page.evaluate("axe.run()")["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found if one["impact"] in _SERIOUS]


def needs_browser() -> str:
    """Where Chromium is; without it the test is skipped."""
    if PROGRAM is None:
        pytest.skip("needs Chromium to test the extension's pages")
    return PROGRAM
