"""The extension in a real Firefox on a computer that sleeps: its contact is soon after the computer wakes."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.extension.browser.drivers.gate import gate
from tests.extension.browser.test_firefox import join, world_of
from tests.support.processes.moved_clock import COMPILER, MovedClock
from tests.support.processes.timeouts import until

firefox = pytest.importorskip("tests.extension.browser.drivers.firefox", reason="needs Mozilla's marionette_driver")

# The driver leaves a socket of its own to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
NIGHT = timedelta(hours=32)
"""From a moment after noon until the next evening, when the day's contact is overdue."""
SOON = timedelta(minutes=3)
"""An overdue contact is made at a random moment within two minutes, so that computers don't all come at once."""


def test_firefox_makes_a_contact_soon_after_the_computer_woke(tmp_path: Path, extension: Path, engines: int) -> None:
    """A background that was stopped before a long sleep makes the overdue contact by itself, with no page open."""
    if firefox.PROGRAM is None or COMPILER is None:
        pytest.skip("needs Firefox and a C compiler")
    now, clock = datetime.now(UTC), MovedClock(tmp_path)
    world = world_of(now, tmp_path)
    world.night_of(now)
    with (
        world.running() as url,
        gate(url) as way,
        firefox.browsing(tmp_path / "profile", extension, engines, clock.environment) as browser,
    ):
        join(browser, f"{way.url}/#flu")
        for sleep in (NIGHT, SOON):
            browser.leave()
            now += sleep
            world.set(now)
            clock.set(now)
            until(browser.runs)
        until(lambda: len(way.sent["POST /v1/check-in"]) == 2)
