"""Chromium for the tests of pages: a browser for each module, waiting for its pages, and checks by axe-core."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

PROGRAM = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")
PATIENCE = 120_000
"""Milliseconds until what does not show is a failure: nothing but a failure takes that long."""
LOOK_AGAIN = 20
_AXE = Path(__file__).parents[3] / "extension/node_modules/axe-core/axe.min.js"
_SERIOUS = ("serious", "critical")

# Playwright's own timeout is too short for a machine that runs other tests at the same time.
expect.set_options(timeout=PATIENCE)


def needs_chromium() -> str:
    """Return the path of Chromium; skip the test if it isn't installed."""
    if PROGRAM is None:
        pytest.skip("needs Chromium to test pages: scripts/test installs it")
    return PROGRAM


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser for one module, because only one Playwright can run at a time, and other modules start their own."""
    program = needs_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"], timeout=PATIENCE)
        yield browser
        browser.close()


def comes_to(page: Page, read: Callable[[], Any], wanted: object) -> None:
    """Wait until `read` returns the expected value, because a click may take effect later."""
    for _ in range(PATIENCE // LOOK_AGAIN):
        if read() == wanted:
            return
        page.wait_for_timeout(LOOK_AGAIN)
    assert read() == wanted


def violations(page: Page) -> list[str]:
    """Return the serious violations of axe-core's rules on a page.

    The page must have been opened without its content security policy, because axe adds styles.
    """
    if not _AXE.exists():
        pytest.skip("needs axe-core, which scripts/install/javascript installs")
    page.evaluate(_AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run()")["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found if one["impact"] in _SERIOUS]
