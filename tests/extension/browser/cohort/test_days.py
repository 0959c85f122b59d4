"""The extension in a real Chromium as donor and member of a cohort, with Python players and a real server."""

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from pdd_server.web.application import create_app
from pdd_shared.rounds.cohort.day.layout import cohort_layout, cohort_part_of
from pdd_shared.rounds.cohort.messages import CohortDay
from pdd_shared.rounds.cohort.parameters import TreeSize
from pdd_shared.rounds.layout import Counts
from tests.extension.browser.drivers.chromium import CLOCK, Browser
from tests.extension.browser.drivers.person import EVENING, FULL_PAGE, Person, checked_in, join
from tests.server.loopback_server import listening
from tests.server.services.rounds.cohort.simulated_donors import (
    begin_day,
    cohort_players,
    cohort_server,
    everybody,
    expected,
)
from tests.server.services.rounds.cohort.synthetic_days import cohort_campaign
from tests.server.simulated_server import DAY, HandClock, published
from tests.support.processes.chromium import PROGRAM

LAYOUT = cohort_layout([cohort_part_of(cohort_campaign())], TreeSize(4), CohortDay(floor=3, sub_cohorts=1))
DRAWN = 32 * LAYOUT.entries
_REMEMBERS = """
{
  const draw = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (bytes) => {
    const drawn = draw(bytes);
    if (bytes.length === DRAWN) {
      chrome.storage.local.get("drawn").then(({ drawn: before = [] }) =>
        chrome.storage.local.set({ drawn: [...before, [...bytes]] }),
      );
    }
    return drawn;
  };
}
"""
"""The noise's random bytes, remembered in the order in which days were sent: so a test knows the noise."""


@pytest.fixture
def remembering(tmp_path: Path, extension: Path) -> Path:
    """Return a copy of the extension whose background remembers the random bytes of its noise."""
    folder = tmp_path / "remembering"
    shutil.copytree(extension, folder)
    background = folder / "background.js"
    remembers = _REMEMBERS.replace("DRAWN", str(DRAWN))
    background.write_text(remembers + background.read_text(encoding="utf-8"), encoding="utf-8")
    return folder


@pytest.fixture
def person(tmp_path: Path, remembering: Path, engines: int) -> Person:
    """Return a person with a new Chromium; the town has only a clock."""
    if PROGRAM is None or CLOCK is None:
        pytest.skip("needs Chromium and libfaketime to rehearse days with the extension: scripts/test installs them")
    return Person(tmp_path / "profile", remembering, engines, SimpleNamespace(clock=HandClock()))  # type: ignore[arg-type]


def contact(person: Person) -> None:
    """Contact the server once, in the evening."""
    clock = person.town.clock
    clock.now = max(clock.now, clock.now.replace(hour=EVENING))
    with person.browser() as browser:
        checked_in(browser)


def told(browser: Browser, what: str) -> list[list[int]]:
    """Return what the extension stores under a name."""
    page = browser.open(FULL_PAGE)
    return list(page.evaluate(f"chrome.storage.local.get('{what}').then((kept) => kept.{what})"))


def test_a_browser_in_a_cohort(person: Person, tmp_path: Path) -> None:
    """The published sums contain the browser's counts of two days and its noise, to the last unit."""
    clock: HandClock = person.town.clock  # type: ignore[assignment]
    server = cohort_server(tmp_path, clock)
    players = cohort_players(server, 3)
    with listening(create_app(server)) as url:
        with person.browser() as browser:
            join(browser.open(FULL_PAGE), f"{url}/#flu", "flu", mode="Send automatically")
            browser.search("flu", "my child has fever", "weather")
        everybody(players)
        contact(person)
        for _ in range(4):
            clock.now = clock.now.replace(hour=12)
            begin_day(server, clock)
            # The others come twice before: so the browser certifies and answers in its one contact.
            everybody(players)
            everybody(players)
            contact(person)
        clock.now = clock.now.replace(hour=12)
        begin_day(server, clock)
        with person.browser() as browser:
            drawn = told(browser, "drawn")
    found = {day["day"]: day for day in published(server)["days"]}
    given = [Counts(3, (1, 1)), Counts(0, (0, 0))]
    for ahead, (day, counts) in enumerate(zip(sorted(found), given, strict=False)):
        noise = LAYOUT.draw_noise(lambda _, drawn=bytes(drawn[ahead]): drawn)  # type: ignore[misc]
        vector = LAYOUT.fill({("flu", None): counts}) + noise
        total = expected(players, DAY.replace(day=DAY.day + ahead)) + vector
        assert [found[day]["searches"], *found[day]["totals"].values()] == [int(number) for number in total[1:4]]
    assert len(found) == 2
    server.store.dispose()
