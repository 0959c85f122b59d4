"""The extension's service worker, stopped while it sends: nothing is lost or sent with other bytes."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta

import pytest
from playwright.sync_api import CDPSession, Page

from tests.extension.browser.drivers.chromium import Browser
from tests.extension.browser.drivers.gate import Gate, gate
from tests.extension.browser.drivers.person import EVENING, FULL_PAGE, MAKE_DUE, TOMORROW, Person, join, planned, wake
from tests.support.processes import timeouts

PLANNED = "chrome.alarms.get('next').then((alarm) => alarm && alarm.scheduledTime - Date.now())"
"""Milliseconds until the alarm that wakes the worker, null where there is none."""
HALF_AN_HOUR, AN_HOUR = 1_800_000, 3_600_000
RING = "chrome.alarms.create('next', { when: Date.now() })"
RESTART = timedelta(seconds=20)


@pytest.fixture
def way(person: Person) -> Iterator[Gate]:
    """Return the gate before the town's server."""
    with gate(person.town.url) as opened:
        yield opened


def until(holds: Callable[[], object], page: Page) -> None:
    """Wait for the worker, which is another process, while the page handles its events."""
    timeouts.until(holds, lambda seconds: page.wait_for_timeout(1000 * seconds))


class Evening:
    """The browser on an evening; the extension's worker in it can be stopped."""

    def __init__(self, person: Person) -> None:
        self._person, self._stack = person, ExitStack()
        self._states: dict[str, str] = {}
        clock = person.town.clock
        self._now = max(clock.now, clock.now.replace(hour=EVENING))

    def open(self) -> None:
        """Start the browser, after closing an open one."""
        self.close()
        self._person.town.clock.now = self._now
        self._now += RESTART
        browser: Browser = self._stack.enter_context(self._person.browser())
        self.page = browser.open(FULL_PAGE)
        self._session: CDPSession = browser.context.new_cdp_session(self.page)
        self._states = {}
        self._session.on("ServiceWorker.workerVersionUpdated", self._note)
        self._session.send("ServiceWorker.enable")

    def _note(self, told: dict[str, list[dict[str, str]]]) -> None:
        self._states.update((version["versionId"], version["runningStatus"]) for version in told["versions"])

    def close(self) -> None:
        """Close the browser."""
        self._stack.close()

    def alarm(self) -> float:
        """Return the moment at which the worker is woken, 0 if there is none."""
        return float(self.page.evaluate("chrome.alarms.get('next').then((alarm) => alarm?.scheduledTime ?? 0)"))

    def planned(self) -> float | None:
        """Return the milliseconds until the worker is woken."""
        found = self.page.evaluate(PLANNED)
        return None if found is None else float(found)

    def stop_worker(self) -> None:
        """Stop the worker as the browser does, whatever it is doing."""
        until(lambda: "running" in self._states.values(), self.page)
        self._session.send("ServiceWorker.stopAllWorkers")
        until(lambda: set(self._states.values()) == {"stopped"}, self.page)

    def wake_worker(self) -> None:
        """Let the wait after a stopped check-in pass, and trigger the worker's alarm."""
        self.page.evaluate(MAKE_DUE)
        self.page.evaluate(RING)

    def begin(self) -> None:
        """Start the browser, and let the waits pass, so that the check-in is due."""
        self.open()
        self.page.evaluate(MAKE_DUE)
        wake(self.page)


def check_in(person: Person, way: Gate, resume: Callable[[Evening], None]) -> list[str]:
    """Run a check-in whose worker is stopped at both moments of each request with a body, and resumed."""
    evening, stopped = Evening(person), []
    way.watch()
    evening.begin()
    while True:
        until(lambda: way.held or (evening.planned() or 0) > AN_HOUR, evening.page)
        if not way.held:
            break
        stopped.append(way.held)
        evening.stop_worker()
        if "/vectors/" in way.held:
            # Counted once more, the day would be another.
            evening.page.evaluate("chrome.history.deleteAll()")
        way.lose()
        resume(evening)
    evening.close()
    assert person.town.present() == 1
    return stopped


def joined(person: Person, way: Gate) -> None:
    """Join, open the browser the day after, and search."""
    with person.browser() as browser:
        join(browser.open(FULL_PAGE), f"{way.url}/#flu", "flu", mode="Send automatically")
    person.town.next_day()
    with person.browser() as browser:
        browser.search("flu", "symptoms of flu", "my child has fever", "weather")


@pytest.mark.parametrize(
    "resume",
    [
        pytest.param(Evening.wake_worker, id="the worker is woken"),
        pytest.param(Evening.begin, id="the browser is started again", marks=pytest.mark.slow),
    ],
)
def test_a_worker_stopped_at_any_request_sends_the_same_bytes(
    person: Person, way: Gate, resume: Callable[[Evening], None]
) -> None:
    """Stopped before and after the server gets each message of two days, one text of each is sent, and the total is
    exact.
    """
    joined(person, way)
    stops = []
    for _ in range(2):
        stops.append(len(check_in(person, way, resume)))
        person.town.next_day()
    # On the first day it contacts the server; on the second it submits as well.
    assert stops == [2, 4]
    messages = {what: set(bodies) for what, bodies in way.sent.items() if what.startswith("PUT ")}
    assert {what.split("/")[4] for what in messages} == {"vectors"}
    assert {len(different) for different in messages.values()} == {1}
    assert len(way.sent["POST /v1/donors"]) == 1
    check_ins = map(json.loads, way.sent["POST /v1/check-in"])
    contacts = {(told["number"], told["nonce"]) for told in check_ins}
    assert len(contacts) == len({number for number, _ in contacts})
    assert person.town.before_noise[0] == [1, 4, 2, 1, 0]


def test_a_stopped_worker_is_woken_while_the_browser_is_open(person: Person, way: Gate) -> None:
    """A worker stopped in a check-in continues it by itself within minutes."""
    joined(person, way)
    evening = Evening(person)
    way.watch()
    evening.begin()
    until(lambda: way.held, evening.page)
    evening.stop_worker()
    way.lose()
    planned = evening.planned()
    evening.close()
    assert planned is not None
    assert planned < AN_HOUR


@pytest.mark.parametrize("mode", ["", "Send automatically"])
def test_the_first_contact_is_half_an_hour_after_the_start(person: Person, way: Gate, mode: str) -> None:
    """After days away nothing is sent while a donor could look, whatever waits, and a woken worker does not wait
    anew.
    """
    with person.browser() as browser:
        join(browser.open(FULL_PAGE), f"{way.url}/#flu", "flu", mode=mode)
        planned(browser, TOMORROW)
    for _ in range(4):
        person.town.next_day()
    evening = Evening(person)
    started = max(person.town.clock.now, person.town.clock.now.replace(hour=EVENING))
    evening.open()
    until(lambda: HALF_AN_HOUR <= evening.alarm() - 1000 * started.timestamp() < AN_HOUR, evening.page)
    alarm = evening.alarm()
    evening.stop_worker()
    evening.page.evaluate(RING)
    until(lambda: evening.alarm() == alarm, evening.page)
    assert len(way.sent["POST /v1/check-in"]) == 1
    evening.wake_worker()
    until(lambda: len(way.sent["POST /v1/check-in"]) == 2, evening.page)
    evening.close()
