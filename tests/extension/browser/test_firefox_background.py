"""The background in a real Firefox: it makes its contact though the computer slept, and though the server is slow."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.end_to_end.worlds.programs import World
from tests.extension.browser.drivers.gate import Gate, gate
from tests.extension.browser.drivers.person import FULL_PAGE
from tests.extension.browser.test_firefox import join, joined, messages, night, world_of
from tests.support.processes.moved_clock import COMPILER, MovedClock
from tests.support.processes.timeouts import until

firefox = pytest.importorskip("tests.extension.browser.drivers.firefox", reason="needs Mozilla's marionette_driver")
if TYPE_CHECKING:
    from tests.extension.browser.drivers.firefox import Firefox

# The driver leaves a socket of its own to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
NIGHT = timedelta(hours=32)
"""From a moment after noon until the next evening, when the day's contact is overdue."""
WAIT = timedelta(minutes=33)
"""A missed contact is made half an hour after the computer woke, and then within two minutes."""
SLOWNESS = 20
"""Seconds that each answer takes: a contact of two requests takes longer than Firefox keeps an idle background."""


@dataclass
class Here:
    """A Firefox, a server, the way between them, and the clock of both."""

    now: datetime
    world: World
    way: Gate
    browser: "Firefox"
    clock: MovedClock

    def sleep(self, how_long: timedelta) -> None:
        """Let the computer sleep."""
        self.now += how_long
        self.world.set_clock(self.now)
        self.clock.set(self.now)


@pytest.fixture
def here(tmp_path: Path, extension: Path, engines: int) -> Iterator[Here]:
    """Return a new Firefox with the extension, and a server with one campaign."""
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
        yield Here(now, world, way, browser, clock)


def test_a_contact_soon_after_the_computer_woke(here: Here) -> None:
    """A background that was stopped before a long sleep makes the overdue contact by itself, with no page open."""
    join(here.browser, f"{here.way.url}/#flu")
    for sleep in (NIGHT, WAIT):
        here.browser.leave()
        here.sleep(sleep)
        until(here.browser.runs)
    until(lambda: len(here.way.sent["POST /v1/check-in"]) == 2)


def test_a_contact_of_a_slow_server_is_whole(here: Here) -> None:
    """Each answer takes 20 seconds, and the counts, which are sent after 40, arrive by the first contact."""
    browser, way = here.browser, here.way
    with joined(here.world, here.now) as others:
        join(browser, f"{way.url}/#flu", "by-itself")
        night(here.world, others, here.now + NIGHT)
    way.slowness = SLOWNESS
    here.sleep(NIGHT)
    browser.open(FULL_PAGE)  # the missed contact is planned anew
    browser.leave()
    here.sleep(WAIT)
    until(lambda: len(way.sent["POST /v1/check-in"]) == 2)
    until(lambda: messages(way) == ["vectors"])
