"""The extension's pages in a real Chromium, under its own content security policy, with a scripted donor."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Literal
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page

from tests.extension.javascript import EXTENSION, node, run
from tests.support.processes.chromium import PATIENCE, comes_to

Theme = Literal["light", "dark"]
FULL_PAGE, POPUP = "main/main.html", "popup/popup.html"
_MANIFEST = json.loads((EXTENSION / "src/manifest.json").read_text())


class _Handler(SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", _MANIFEST["content_security_policy"]["extension_pages"])
        super().end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        """Write no log."""


def built(folder: Path) -> Path:
    """Bundle the pages with the scripted donor into this folder."""
    done = run([node(), "tests/pages/scripted_donor/build.js", str(folder)])
    assert done.returncode == 0, done.stderr
    return folder


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve the bundled pages while the block runs, and return their address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/pages/"
        finally:
            server.shutdown()


@dataclass
class Site:
    """Opens pages, each in a browser context of its own; `faults` collects their complaints."""

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
        """Open a page of the story once it shows something; with `clock`, its timers wait for the test's clock."""
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
    """Return the page's calls of donor and browser so far."""
    return list(page.evaluate("calls"))


def has_asked(page: Page, *wanted: list[Any]) -> None:
    """Wait until these are all calls of donor and browser by the page."""
    comes_to(page, lambda: calls(page), list(wanted))


def has_called(page: Page, *names: str) -> list[list[Any]]:
    """Wait until the calls of these names are complete, and return them."""
    comes_to(page, lambda: [call[0] for call in calls(page)], list(names))
    return calls(page)
