"""Chromium for the tests of pages: one for all tests of a module, how long it is waited for, what axe-core finds."""

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

# Playwright's own patience is that of a machine with nothing else to do.
expect.set_options(timeout=PATIENCE)


def needs_chromium() -> str:
    """Where Chromium is; without it the test is skipped."""
    if PROGRAM is None:
        pytest.skip("needs Chromium to test pages: scripts/test installs it")
    return PROGRAM


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Of a module, for only one Playwright can run at a time, and others' tests start one of their own."""
    program = needs_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"], timeout=PATIENCE)
        yield browser
        browser.close()


def comes_to(page: Page, read: Callable[[], Any], wanted: object) -> None:
    """Wait until reading gives what is wanted: what a click leads to may be done after the click is over."""
    for _ in range(PATIENCE // LOOK_AGAIN):
        if read() == wanted:
            return
        page.wait_for_timeout(LOOK_AGAIN)
    assert read() == wanted


def violations(page: Page) -> list[str]:
    """What is serious by axe-core's rules, on a page that was opened without the policy: axe adds styles of its own."""
    if not _AXE.exists():
        pytest.skip("needs axe-core, which scripts/javascript installs")
    page.evaluate(_AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run()")["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found if one["impact"] in _SERIOUS]
