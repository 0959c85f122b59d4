"""Emptied or damaged storage in a real Chromium: the person is told, and does not silently become a new donor."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.extension.browser.drivers.person import FULL_PAGE, Person, join
from tests.support.processes.chromium import PATIENCE


def emptied(file: Path) -> None:
    """Empty a file, as after a power failure."""
    file.write_bytes(b"")


def damaged(file: Path) -> None:
    """Overwrite a file with other bytes."""
    file.write_bytes(b"\xa5" * file.stat().st_size)


@pytest.mark.parametrize("change", [emptied, damaged, Path.unlink])
def test_a_damaged_database_is_told(person: Person, change: Callable[[Path], None]) -> None:
    """After damage the page says that nothing is joined and why, or that the storage can't be opened and nothing
    changed.
    """
    with person.browser() as browser:
        join(browser.open(FULL_PAGE), f"{person.town.url}/#flu", "flu")
        expect(browser.open(FULL_PAGE).locator("main")).to_contain_text("No searches found.")
    (folder,) = (person.profile / "Default/IndexedDB").glob("chrome-extension_*.leveldb")
    for file in folder.iterdir():
        if file.name != "LOCK":
            change(file)
    with person.browser() as browser:
        page = browser.open(FULL_PAGE)
        told = page.get_by_text("Your browser has dropped what this extension kept").or_(
            page.get_by_text("What is kept here can't be opened.")
        )
        expect(told.first).to_be_visible(timeout=PATIENCE)
    assert person.town.registered() == 1
