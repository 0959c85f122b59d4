"""The time of an upload tells nothing of what was searched or chosen, in both programs.

Six homes give one day: without a search, with one, with many, paused, after leaving the study, and with the day
withheld. Copies of them contact one server in random order, which notes when each request comes. The study's keywords
are built to be slow: one word lies in thousands of them.

`PDD_TEST_CONTACTS` and `PDD_TEST_HOLD` say how many contacts each home makes, and the hold; docs/performance.md has
figures.
"""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from os import environ
from pathlib import Path
from secrets import SystemRandom
from statistics import median

import httpx
import pytest

from pdd_client.gateways.hold import Hold
from scripts.rehearsal.history_writer import write_chrome
from tests.client.cohort_fakes import CohortServer, cohort_campaign
from tests.client.fakes import NOON, Clock, open_donor, visits
from tests.client.loopback import listening
from tests.extension.cohort.homes import JavaScriptHome, restorer
from tests.extension.donors import Donors, donors_in_javascript
from tests.support.statistics.groups import by_nearest, kruskal_wallis

pytestmark = pytest.mark.slow
CONTACTS = int(environ.get("PDD_TEST_CONTACTS", 15))
HOLD = float(environ.get("PDD_TEST_HOLD", 0.5))
"""Seconds, far more than counting takes on a busy machine."""
DAY = NOON.date()
INDEXES = 4_000
SLOW = ("cough", *(f"n{number} index: any of flu, n{number}" for number in range(INDEXES)))
MANY = 60
CASES = ("none", "one", "many", "paused", "left", "withheld")
Seen = tuple[str, int]


@dataclass
class Watch:
    """What a server sees of a contact: each request with its size, and the time from its last answer to the upload."""

    server: CohortServer
    seen: list[Seen]
    waited: float = 0.0
    answered: float = 0.0

    def handle(self, request: httpx.Request) -> httpx.Response:
        came, parts = time.perf_counter(), request.url.path.split("/")
        if "uploads" in parts:
            self.waited = came - self.answered
        words = "/".join(word for word in parts if len(word) < 20)
        self.seen.append((f"{request.method} {words}", len(request.content)))
        answer = CohortServer.handle(self.server, request)
        self.answered = time.perf_counter()
        return answer


def searches(case: str) -> list[tuple[str, datetime]]:
    """Return what a home searched on the day: with `many`, so many searches of which each counts for every keyword."""
    number = {"none": 0, "one": 1}.get(case, MANY)
    return [("tea", NOON - timedelta(hours=11)), *((f"flu a{n}", NOON - timedelta(minutes=n)) for n in range(number))]


@dataclass
class Rig:
    """A server on the day after, homes that have not given the day yet, and one way to let a copy of each contact it.

    `contact` takes a case and the seconds of its hold.
    """

    watch: Watch
    restore: Callable[[], None]
    contact: Callable[[str, float], None]

    def measure(self, hold: float) -> dict[str, list[float]]:
        """Return the waits of each home's contacts; fail if requests differ in order or size."""
        order = list(CASES) * CONTACTS
        SystemRandom().shuffle(order)
        waits: dict[str, list[float]] = {case: [] for case in CASES}
        requests = set()
        for case in order:
            self.restore()
            self.watch.seen.clear()
            self.contact(case, hold)
            waits[case].append(self.watch.waited)
            requests.add(tuple(self.watch.seen))
        assert len(requests) == 1, requests
        return waits


class PythonHomes:
    """Homes of the app."""

    def __init__(self, folder: Path, server: CohortServer) -> None:
        self.folder, self.server = folder, server
        for case in CASES:
            write_chrome(folder / f"History-{case}", visits(*searches(case)))

    def begin(self, url: str) -> None:
        for case in CASES:
            with closing(open_donor(self.folder / case, self.server)) as donor:
                donor.campaigns.join(url)
                donor.check_in([self.folder / f"History-{case}"])
                {
                    "paused": donor.exclusions.pause,
                    "left": lambda donor=donor: donor.campaigns.leave("flu"),
                    "withheld": lambda donor=donor: donor.days.withhold(DAY),
                }.get(case, lambda: None)()

    def contact(self, case: str, hold: float) -> None:
        copy = self.folder / "copy"
        shutil.copytree(self.folder / case, copy)
        with closing(open_donor(copy, self.server, hold=Hold(hold))) as donor:
            donor.check_in([self.folder / f"History-{case}"])
        shutil.rmtree(copy)


class JavaScriptHomes:
    """Homes of the extension."""

    def __init__(self, donors: Donors) -> None:
        self.donors = donors

    def begin(self, url: str) -> None:
        for case in CASES:
            self.donors.history(*searches(case))
            home = JavaScriptHome(self.donors, case)
            home.join(url)
            if case == "paused":
                home.call("exclusions.pause")
            elif case == "left":
                home.call("campaigns.leave", "flu")
            elif case == "withheld":
                home.call("days.withhold", DAY.isoformat())

    def contact(self, case: str, hold: float) -> None:
        self.donors.history(*searches(case))
        self.donors.copy(case, "copy")
        self.donors.ask(set={"period": hold * 1000})
        self.donors.call("copy", "checkIn")


@pytest.fixture(params=["python", "javascript"])
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rig]:
    with ExitStack() as stack:
        server = CohortServer(Clock())
        server.campaigns = [cohort_campaign(vocabulary=SLOW)]
        url = stack.enter_context(listening(server))
        donors = stack.enter_context(donors_in_javascript()) if request.param == "javascript" else None
        homes = JavaScriptHomes(donors) if donors else PythonHomes(tmp_path, server)
        if donors:
            donors.at(NOON)
        homes.begin(url)
        server.to_next_day()
        if donors:
            donors.at(server.clock.now)
            for case in CASES:  # a home of the extension first looks whether its epoch was published to everybody
                donors.call(case, "checkIn")
        watch = Watch(server, [])
        server.handle = watch.handle  # type: ignore[method-assign]
        yield Rig(watch, restorer(server), homes.contact)


def test_six_homes_upload_at_one_time(rig: Rig) -> None:
    """Nobody tells the six homes apart by when an upload comes; without the hold anybody does."""
    held, bare = rig.measure(HOLD), rig.measure(0)
    for waits in (held, bare):
        print({case: f"{1000 * median(of):.1f} ms" for case, of in waits.items()})
        print(f"p {kruskal_wallis(waits):.5f}, guessed right {by_nearest(waits):.2f}")
    assert kruskal_wallis(held) > 1e-5, "by chance this fails once in 100,000 runs"
    assert all(wait > HOLD - 0.005 for of in held.values() for wait in of), "timers are coarse"
    assert kruskal_wallis(bare) < 1e-4
