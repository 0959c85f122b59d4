"""One browser and one set of bundled pages for all tests of the pages."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.extension.pages.site import Site, built, needs_browser, served


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the pages are served."""
    folder: Path = built(tmp_path_factory.mktemp("pages"))
    with served(folder) as found:
        yield found


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser without an extension: the pages are served. Of a module, for only one Playwright can run at a time."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=needs_browser(), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def site(chromium: Browser, address: str) -> Iterator[Site]:
    """Opens pages; the test fails if one of them had an error, or the policy refused something."""
    found = Site(chromium, address)
    yield found
    for context in chromium.contexts:
        context.close()
    assert not found.faults
