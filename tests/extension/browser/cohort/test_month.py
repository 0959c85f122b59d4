"""A month of taking part, rehearsed: the real extension in a real Chromium, and a real server with a clock of its own.

The computer is on in every other evening, as in the month of the app (`tests/end_to_end/cohort/test_month.py`). A month
takes minutes. So it is rehearsed if asked for: `PDD_TEST_MONTH=1 pytest tests/extension/browser/cohort/test_month.py`.
"""

import json
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import Page, expect

from pdd_server.config import DELAY
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.web.application import create_app
from tests.extension.browser.drivers.chromium import CLOCK
from tests.extension.browser.drivers.person import EVENING, FULL_PAGE, Person, checked_in, join
from tests.server.loopback_server import listening
from tests.server.services.rounds.cohort.simulated_donors import (
    CohortPlayer,
    cohort_players,
    cohort_server,
    everybody,
)
from tests.server.services.rounds.cohort.synthetic_days import cohort_terms
from tests.server.simulated_server import DAY, HandClock, campaign, night
from tests.support.processes.chromium import PROGRAM

pytestmark = pytest.mark.skipif(os.environ.get("PDD_TEST_MONTH") != "1", reason="takes minutes: PDD_TEST_MONTH=1")
_DAY = timedelta(days=1)
MONTH = 30
"""How many days the campaign has."""
AFTER = 10
"""How many days are lived after its end."""
AT_LEAST = 0.95
"""The share of days that has to make it in."""
_REMEMBERS = """
{
  const { notifications, storage } = globalThis.chrome;
  const create = notifications.create.bind(notifications);
  notifications.create = async (name, shown) => {
    const { reminded = [] } = await storage.local.get("reminded");
    await storage.local.set({ reminded: [...reminded, shown.message] });
    return create(name, shown);
  };
}
"""
"""The reminders that the extension shows, remembered in their order."""
_MARKS = """
Object.fromEntries([...document.querySelectorAll(".calendar button")].map((one) => [one.id.slice(4), one.ariaLabel]))
"""


@pytest.fixture
def reminding(tmp_path: Path, extension: Path) -> Path:
    """Return a copy of the extension that may show reminders, as if the person had allowed it, and remembers them."""
    folder = tmp_path / "reminding"
    shutil.copytree(extension, folder)
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    manifest["optional_permissions"].remove("notifications")
    manifest["permissions"].append("notifications")
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    background = folder / "background.js"
    background.write_text(_REMEMBERS + background.read_text("utf-8"), "utf-8")
    return folder


@dataclass
class Life:
    """A person with a computer that is off in every other evening, and the town around.

    Attributes:
        reminded: the reminders shown until each evening, by data day.
        outcomes: what the calendar on the page Sent says of each day.

    """

    person: Person
    server: Deployment
    clock: HandClock
    others: list[CohortPlayer]
    url: str
    mode: str
    reminded: dict[date, list[str]] = field(default_factory=dict)
    outcomes: dict[str, str] = field(default_factory=dict)

    def at(self, hour: int, minute: int = 0) -> None:
        """Let the time of day come, unless it is over."""
        self.clock.now = max(self.clock.now, self.clock.now.replace(hour=hour, minute=minute))

    def live(self, days: int) -> None:
        """Live through so many data days, today first."""
        for ahead in range(days):
            if ahead:
                self.clock.now = (self.clock.now + _DAY).replace(hour=0, minute=30)
                night(self.server)
            self.at(9)
            everybody(self.others)
            if ahead == 0:
                self.begin()
            if ahead % 2 == 0:
                self.evening_at_the_computer(ahead < MONTH)
            self.at(23)
            everybody(self.others)

    def begin(self) -> None:
        """Join, with reminders."""
        with self.person.browser() as browser:
            mode = "" if self.mode == "review" else "Send automatically"
            join(browser.open(FULL_PAGE), f"{self.url}/#flu", "flu", mode=mode)
            browser.open(f"{FULL_PAGE}#settings").get_by_label("Remind me").check()

    def evening_at_the_computer(self, searches: bool) -> None:
        """Open the browser, search, look through what waits, and close it once the day's contact is over."""
        today = self.clock.now.date()
        self.at(EVENING)
        with self.person.browser() as browser:
            # First of all: half an hour later the extension checks in, and a day can be locked.
            if self.mode == "review":
                self.review(browser.open(f"{FULL_PAGE}#today"))
            if searches:
                browser.search("flu")
            checked_in(browser)
        with self.person.browser() as browser:
            page = browser.open(f"{FULL_PAGE}#sent")
            page.locator(".calendar").wait_for()  # meanwhile a reminder that is due is shown
            reads = "chrome.storage.local.get('reminded').then(({ reminded = [] }) => reminded)"
            self.reminded[today] = page.evaluate(reads)

    def review(self, page: Page) -> None:
        """Approve what waits: all at once if there are several days."""
        page.locator("#day, #to-results").first.wait_for()
        if page.locator("#approve-all").count():
            page.click("#approve-all")
            expect(page.locator("#waiting")).to_have_count(0)
        for day in page.evaluate(
            "[...document.querySelectorAll('#day option')].filter((one) => one.text.includes('waits for you'))"
            ".map((one) => one.value)"
        ):
            page.select_option("#day", day)
            page.locator("#send:not([aria-disabled])").click()
            expect(page.locator("#send")).to_have_attribute("aria-disabled", "true")

    def look_back(self) -> str:
        """Note what became of each day, and return what the page says of today."""
        with self.person.browser() as browser:
            page = browser.open(f"{FULL_PAGE}#sent")
            shown = page.locator(".calendar caption")
            shown.wait_for()
            for month, turn in (("December 2026", "#later"), ("November 2026", "#earlier")):
                if shown.inner_text() != month:
                    page.click(turn)
                expect(shown).to_have_text(month)
                self.outcomes |= page.evaluate(_MARKS)
            page = browser.open(f"{FULL_PAGE}#today")
            page.locator("#day, #to-results").first.wait_for()
            return page.inner_text("main")


@pytest.fixture(params=["by-itself", "review"])
def life(request: pytest.FixtureRequest, tmp_path: Path, reminding: Path, engines: int) -> Iterator[Life]:
    """Return a person who joins a campaign of a month, with nine others."""
    if PROGRAM is None or CLOCK is None:
        pytest.skip("needs Chromium and libfaketime to rehearse days with the extension: scripts/test installs them")
    clock = HandClock()
    month = campaign(terms=cohort_terms("20"), start=DAY, end=DAY + (MONTH - 1) * _DAY)
    server = cohort_server(tmp_path, clock, month, delay=DELAY["cohort"])
    others = cohort_players(server, 9)
    person = Person(tmp_path / "profile", reminding, engines, SimpleNamespace(clock=clock))  # type: ignore[arg-type]
    with listening(create_app(server)) as url:
        yield Life(person, server, clock, others, url, request.param)
    server.store.dispose()


def test_a_month_with_a_computer_that_is_off_every_other_day(life: Life) -> None:
    """95% of the days make it in, there is at most one reminder a day, and the end is told and thanked for.

    Of a donor that reviews, the days count on which the computer was on: on others there was no search.
    """
    life.live(MONTH + AFTER)
    farewell = life.look_back()
    days = [(DAY + ahead * _DAY).isoformat() for ahead in range(0, MONTH, 2 if life.mode == "review" else 1)]
    given = [day for day in days if life.outcomes.get(day, "").endswith(": sent")]
    shown = list(life.reminded.values())
    print(f"{life.mode}: {len(given)} of {len(days)} days made it in; {len(shown[-1])} reminders")
    print({day: said.rpartition(": ")[2] for day, said in sorted(life.outcomes.items())}, shown[-1], farewell)
    assert len(given) >= AT_LEAST * len(days)
    for before, after in zip([[], *shown], shown, strict=False):
        assert len(after) - len(before) <= 1
    said = " ".join(shown[-1])
    assert said.count("A campaign that you joined ends on") == 1
    assert said.count("its results are here. Thank you for taking part.") == 1
    assert "Thank you for taking part in" in farewell
    # The calendar's "sent" days are those thanked for, whether or not the person searched on them.
    thanked = re.search(r"Days: (\d+)\s+Searches that counted: (\d+)", farewell)
    everything = [day for day, mark in life.outcomes.items() if mark.endswith(": sent")]
    assert thanked
    assert (int(thanked[1]), int(thanked[2]) >= AT_LEAST * MONTH / 2) == (len(everything), True)
    published = re.search(r"published totals\s+Days: (\d+)", farewell)
    assert published
    assert int(published[1]) >= AT_LEAST * MONTH
