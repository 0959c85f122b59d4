"""The extension in a real Firefox: it loads, joins a real server through its own page, and is known there."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.end_to_end.world import World
from tests.extension.browser.person import FULL_PAGE, INTRODUCTION

firefox = pytest.importorskip("tests.extension.browser.firefox", reason="needs Mozilla's marionette_driver")
CAMPAIGN = """
id = "flu"
title = "Winter flu"
purpose = "To see the flu come."
contact = "flu@example.org"
start = {start}
end = {end}
vocabulary = ["flu", "cough"]
[consent]
en = "I agree."
[caps]
max_searches = 5
max_matches = 2
[privacy]
epsilon_per_day = 1.0
"""


def world_of_today(folder: Path) -> World:
    """A server whose campaign runs today, by this computer's clock."""
    world, now = World(folder), datetime.now(UTC)
    world.set(now)
    world.server("init", "--group-size", "3", "--min-group", "3", "--zone", "UTC")
    file = folder / "flu.toml"
    file.write_text(CAMPAIGN.format(start=now.date() - timedelta(days=1), end=now.date() + timedelta(days=9)))
    world.server("campaign", "create", file)
    return world


# The driver leaves a socket of its own to the garbage collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_person_joins_with_firefox(tmp_path: Path, extension: Path) -> None:
    """From the first page to the first contact: the server has one donor more, and Today is shown."""
    if firefox.PROGRAM is None:
        pytest.skip("needs Firefox")
    world = world_of_today(tmp_path)
    with world.running() as url, firefox.browsing(tmp_path / "profile", extension) as browser:
        browser.open(FULL_PAGE)
        for _ in range(INTRODUCTION):
            browser.click("#next")
        browser.find("#link").send_keys(f"{url}/#flu")
        browser.click("#next")
        browser.click("#agree-flu")
        browser.click("#next")
        browser.shows("h1", "How to send")
        browser.click("#next")
        browser.shows("nav a[aria-current=page]", "Today")
        browser.shows("main", "0 searches")
    assert world.registered() == 1
