"""A real Chromium, a real Firefox and Python homes in one cohort, over HTTP, from joining to the published day.

All use one rehearsal clock. Chromium is started under it (libfaketime), with nothing attached, at the moments that the
extension itself planned, and does the rest alone. Firefox runs all the time and has its clock moved (`moved_clock`), as
if the computer had slept; a person presses its button for each contact. The Python homes are in this process. The noise
that each home draws is remembered, so that the published numbers can be checked exactly.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from scripts.rehearsal.recorded_randomness import RecordedRandomness, UploadRandomness
from tests.end_to_end.worlds.cohort_weeks import JOINED, Week, after
from tests.extension.browser.drivers import chromium
from tests.extension.browser.drivers.gate import Gate, gate
from tests.extension.browser.drivers.person import FULL_PAGE, INTRODUCTION, MAKE_DUE, join, planned
from tests.extension.browser.drivers.recorded_noise import Remembered, remembering
from tests.extension.browser.drivers.unattended import reporting, unattended
from tests.support.processes.chromium import PROGRAM
from tests.support.processes.moved_clock import COMPILER, MovedClock
from tests.support.processes.timeouts import PATIENCE, until

firefox = pytest.importorskip("tests.extension.browser.drivers.firefox", reason="needs Mozilla's marionette_driver")
if TYPE_CHECKING:
    from tests.extension.browser.drivers.firefox import Firefox

# The driver leaves a socket of its own to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
IN_PYTHON, CHROMIUM, FIREFOX = range(4), 4, 5
"""The numbers of the homes."""
TRUTH = {CHROMIUM: [1, 4, 2, 1, 0], FIREFOX: [1, 3, 1, 0, 1]}
"""What the browsers' searches of the first day come to: joined, searches, and those for each keyword."""
CAMPAIGN, REGION = "winter-flu", "england"
CONTACTED = "The server was contacted"
PUBLISHED = "This is what is published now."
UNCONFIRMED = "the server has not confirmed it"
EVENING = (time(19, 12), time(22, 48))
"""From .8 to .95 of a day."""
WEEK = ["tickets", "tickets", "uploads", "uploads", "uploads", "signatures", "answers"]
"""What a home sends, each once: tickets of this epoch and the next, three days' uploads, its service on the first."""
NEXT_DAY = (3_600_000, 48 * 3_600_000)
"""How many milliseconds ahead the next contact is, when today's is done."""
AWHILE = timedelta(minutes=1)
_NEXT = "(await chrome.alarms.get('next'))?.scheduledTime ?? 0"
_DONE = f"""
await ({MAKE_DUE})();
await chrome.runtime.sendMessage({{ changed: true }});
// While it contacts the server an alarm is set for five minutes later, should the browser stop the worker.
const ahead = async () => ({_NEXT}) - Date.now();
const isOver = (ms) => ms > 300_000 || (ms > 0 && ms < 60_000);
await until(async () => isOver(await ahead()));
tell({_NEXT});
"""


@dataclass
class Here:
    """The week, what each browser drew, and each browser's way to the server."""

    week: Week
    folder: Path
    extension: Path
    engines: int
    remembered: Remembered
    ways: dict[int, Gate] = field(default_factory=dict)

    @property
    def now(self) -> datetime:
        """Return the time by the common clock."""
        return datetime.fromisoformat(self.week.clock.read_text())


class InChromium:
    """A home in a Chromium that is opened for each contact; `next` is the moment that it planned."""

    def __init__(self, here: Here) -> None:
        """Copy the extension."""
        copy = here.remembered.copy(here.extension, here.folder / str(CHROMIUM))
        self._here, self._extension = here, reporting(copy, here.folder / "reporting")
        self._profile = here.folder / "chromium"
        self.next = here.now

    def join(self) -> None:
        """Search, join through the pages to send automatically, and plan the next contact."""
        with self._browsing() as browser:
            browser.search("flu", "symptoms of flu", "my child has fever", "weather")
            page = browser.open(FULL_PAGE)
            join(
                page, f"{self._here.ways[CHROMIUM].url}/#{CAMPAIGN}", CAMPAIGN, mode="Send automatically", region=REGION
            )
            planned(browser, NEXT_DAY)
            self.next = _moment(page.evaluate(f"(async () => {_NEXT})()"))

    def contact(self) -> None:
        """Open the browser at the planned moment, to which the common clock is set, until the next contact is
        planned.
        """
        here = self._here
        here.week.set_clock(self.next + AWHILE)
        with unattended(self._profile, self._extension, here.engines, here.now, _DONE) as told:
            self.next = _moment(told.get(timeout=PATIENCE))

    def see_published(self, total: int) -> None:
        """Fetch the published results, and check this total on the page Sent, where each day is confirmed."""
        with self._browsing() as browser:
            page = browser.open(f"{FULL_PAGE}#results")
            until(lambda: _fetched(page))
            page = browser.open(f"{FULL_PAGE}#sent")
            page.click(f"#day-{JOINED}")
            expect(page.locator(".opened")).to_contain_text(str(total))
            expect(page.locator("main")).not_to_contain_text(UNCONFIRMED)

    def _browsing(self) -> AbstractContextManager[chromium.Browser]:
        here = self._here
        return chromium.browsing(self._profile, self._extension, here.engines, here.now)


class InFirefox:
    """A home in a Firefox that runs all the time."""

    def __init__(self, here: Here, browser: "Firefox", clock: MovedClock) -> None:
        """Take the browser and its clock."""
        self._here, self._browser, self._clock = here, browser, clock

    def join(self) -> None:
        """Search, and join through the pages to send automatically."""
        browser = self._browser
        browser.search("flu", "cough at night", "tea")
        browser.open(FULL_PAGE)
        for _ in range(INTRODUCTION):
            browser.click("#next")
        browser.find("#link").send_keys(f"{self._here.ways[FIREFOX].url}/#{CAMPAIGN}")
        browser.click("#next")
        browser.click(f"#cost-{CAMPAIGN}")
        browser.click(f"#agree-{CAMPAIGN}")
        browser.click(f"#region-{CAMPAIGN} option[value={REGION}]")
        browser.click("#next")
        browser.click("#sending-by-itself")
        browser.click("#next")
        browser.shows("[role=status]", CONTACTED)

    def contact(self) -> None:
        """Press the button at the common time."""
        self._clock.set(self._here.now)
        # Another page between, so that no earlier contact's words are there.
        self._browser.open("pages/popup/popup.html")
        self._browser.open(f"{FULL_PAGE}#settings")
        self._browser.click("#contact")
        self._browser.shows("[role=status]", CONTACTED)

    def see_published(self, total: int) -> None:
        """Fetch the published results, and check this total on the page Sent, where each day is confirmed."""
        browser = self._browser
        self._clock.set(self._here.now)
        browser.open(f"{FULL_PAGE}#results")
        browser.click("#fetch")
        browser.shows("[role=status]", PUBLISHED)
        browser.open(f"{FULL_PAGE}#sent")
        browser.click(f"#day-{JOINED}")
        browser.shows(".opened", str(total))
        assert UNCONFIRMED not in browser.find("main").text


def _fetched(page: Page) -> bool:
    """Press the button, and return whether the results came: right after its start the extension may be at work."""
    page.click("#fetch")
    with suppress(AssertionError):
        expect(page.get_by_role("status")).to_contain_text(PUBLISHED, timeout=10_000)
        return True
    return False


def _moment(milliseconds: float) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


@pytest.fixture
def here(tmp_path: Path, extension: Path, engines: int) -> Iterator[Here]:
    """Return a running server with a gate before it for each browser."""
    if PROGRAM is None or chromium.CLOCK is None or firefox.PROGRAM is None or COMPILER is None:
        pytest.skip("needs Chromium, libfaketime, Firefox and a C compiler: scripts/test installs them")
    with Week(tmp_path) as week, week.running() as url, remembering() as remembered, ExitStack() as stack:
        week.at(JOINED, 12)
        ways = {number: stack.enter_context(gate(url)) for number in (CHROMIUM, FIREFOX)}
        yield Here(week, tmp_path, extension, engines, remembered, ways)


@pytest.fixture
def in_chromium(here: Here) -> InChromium:
    """Return a new Chromium, which has not joined."""
    return InChromium(here)


@pytest.fixture
def in_firefox(here: Here) -> Iterator[InFirefox]:
    """Return a new Firefox, which has not joined."""
    clock, copy = MovedClock(here.folder), here.remembered.copy(here.extension, here.folder / str(FIREFOX))
    clock.set(here.now)
    with firefox.browsing(here.folder / "firefox", copy, here.engines, clock.environment) as browser:
        yield InFirefox(here, browser, clock)


def know_noise(here: Here) -> None:
    """Record by the nonce of each of a browser's uploads what it drew for it, in order."""
    for number, way in here.ways.items():
        uploads = [body for what, bodies in way.sent.items() if "/uploads/" in what for body in bodies]
        drawn = here.remembered.wait(str(number), len(uploads))
        here.week.draws[number] = RecordedRandomness()
        for upload, noise in zip(uploads, drawn, strict=True):
            here.week.draws[number].uploads[upload[:16]].append(UploadRandomness(noise, b""))


def messages(way: Gate) -> list[str]:
    """Return the kinds of the protocol's messages in the order of sending; one sent twice is there twice."""
    puts = [(what.split("/"), bodies) for what, bodies in way.sent.items() if what.startswith("PUT ")]
    return [path[2] if path[2] == "tickets" else path[4] for path, bodies in puts for _ in bodies]


def play(here: Here, in_chromium: InChromium, in_firefox: InFirefox) -> Counter[str]:
    """Join and take part until the first day waits for its last night; return what the Python homes sent."""
    week, sent = here.week, Counter[str]()
    week.join(IN_PYTHON)
    in_firefox.join()
    in_chromium.join()
    for ahead in (1, 2, 3):
        week.night_before(after(ahead))
        in_chromium.contact()
        in_firefox.contact()
        sent.update(week.check_in(*IN_PYTHON))
    # The list was certified; so Chromium comes again this evening, and finds a certificate.
    assert in_chromium.next.date() == after(3)
    assert EVENING[0] <= in_chromium.next.time() <= EVENING[1]
    in_chromium.contact()
    in_firefox.contact()
    sent.update(week.check_in(*IN_PYTHON))
    return sent


def test_browsers_and_python_homes_in_one_cohort(here: Here, in_chromium: InChromium, in_firefox: InFirefox) -> None:
    """Both browsers are donors and members, and the first day's numbers are all homes' counts and noise, to the
    unit.
    """
    week = here.week
    sent = play(here, in_chromium, in_firefox)
    assert (sent["upload"], sent["certify"], sent["open"]) == (3 * 4, 4, 4)
    for way in here.ways.values():
        assert messages(way) == WEEK
    know_noise(here)
    week.night_before(after(4))
    rows = {row["stratum"]: row for row in week.results()["days"]}
    assert {row["day"] for row in rows.values()} == {str(JOINED)}
    assert week.ground_truth.counted(JOINED) == frozenset([*IN_PYTHON, *TRUTH])
    truths = [week.homes[number].truth for number in IN_PYTHON] + list(TRUTH.values())
    assert week.ground_truth.sums(rows[REGION]) == [sum(column) for column in zip(*truths, strict=True)]
    assert week.ground_truth.sums(rows["scotland"]) == [0] * 5
    for browser in (in_chromium, in_firefox):
        browser.see_published(rows[REGION]["totals"]["flu"])
