"""A real Chromium with the extension and its own clock; its profile lives as long as its folder."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote_plus

from playwright.sync_api import BrowserContext, Page, sync_playwright

from tests.support.processes.chromium import PATIENCE, PROGRAM

CLOCK = next(iter(sorted(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))), None)
"""What gives a process another time of day: the browser's history and alarms, and the extension, all go by it."""


@dataclass(frozen=True)
class Browser:
    """The browser while it runs, with the extension's origin."""

    context: BrowserContext
    origin: str

    def open(self, page: str) -> Page:
        """Open one of the extension's pages in a new tab."""
        tab = self.context.new_page()
        tab.goto(f"{self.origin}/{page}")
        return tab

    def press_icon(self, tab: Page) -> None:
        """Press the extension's icon in the toolbar while this tab is shown: its popup opens."""
        tab.bring_to_front()
        assert self.context.browser is not None
        session = self.context.browser.new_browser_cdp_session()
        found = session.send("Target.getTargets", {"filter": [{"type": "tab"}]})["targetInfos"]
        (target,) = (one["targetId"] for one in found if one["url"] == tab.url)
        session.send("Extensions.triggerAction", {"id": self.origin.rpartition("/")[2], "targetId": target})

    def search(self, *queries: str, engine: str = "https://www.google.com/search?q=") -> None:
        """Search for these queries as a person does, one page after the other."""
        tab = self.context.new_page()
        for query in queries:
            tab.goto(engine + quote_plus(query))
        tab.close()


def switches(extension: Path, engines: int) -> list[str]:
    """Return Chromium's switches: the extension, and every name leading to the engines."""
    return [
        "--headless=new",
        "--no-sandbox",
        f"--disable-extensions-except={extension}",
        f"--load-extension={extension}",
        "--enable-unsafe-extension-debugging",  # so that a test can press the icon
        "--ignore-certificate-errors",
        f"--host-resolver-rules=MAP * 127.0.0.1:{engines}, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    ]


@contextmanager
def browsing(profile: Path, extension: Path, engines: int, now: datetime, *more: str) -> Iterator[Browser]:
    """Run Chromium from `now` while the block runs; `engines` is the port of the engines, `more` are switches."""
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=PROGRAM,
            headless=False,  # its own headless mode is one without extensions
            args=[*switches(extension, engines), *more],
            ignore_default_args=["--disable-extensions"],
            env={**os.environ, **clock(now)},
            locale="en-GB",
            timezone_id=None,
            timeout=PATIENCE,
        )
        context.set_default_timeout(PATIENCE)
        try:
            workers = context.service_workers
            worker = workers[0] if workers else context.wait_for_event("serviceworker")
            yield Browser(context, "/".join(worker.url.split("/")[:3]))
        finally:
            context.close()


def clock(now: datetime) -> dict[str, str]:
    """Return the environment in which it is `now`, as an offset, because each browser process begins to count again."""
    ahead = (now - datetime.now(UTC)).total_seconds()
    # Time that only ever goes on stays as it is, else nothing is drawn; corrected, Chromium takes a minute to start.
    monotonic = {"FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_FORCE_MONOTONIC_FIX": "0"}
    return {"LD_PRELOAD": str(CLOCK), "FAKETIME": f"{ahead:+.0f}", **monotonic}
