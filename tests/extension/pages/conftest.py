"""One browser and one set of bundled pages for all tests of the pages."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.extension.pages.site import Site, built, served
from tests.support.processes.chromium import chromium

__all__ = ["chromium"]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of the pages."""
    folder: Path = built(tmp_path_factory.mktemp("pages"))
    with served(folder) as found:
        yield found


@pytest.fixture
def site(chromium: Browser, address: str) -> Iterator[Site]:
    """Open pages; the test fails if one had an error or broke the policy."""
    found = Site(chromium, address)
    yield found
    for context in chromium.contexts:
        context.close()
    assert not found.faults
