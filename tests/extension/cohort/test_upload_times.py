"""A server learns nothing of a donor's searches and choices from the requests of a contact, in both programs.

Seven homes give one day: without a search, with one, with many, paused, after leaving the study, with the day withheld,
and with many searches but all hits of the campaign used up. Copies of them contact one server in random order, which
notes when each request comes and how long it is. The study's keywords are built to be slow: one word lies in thousands
of them.

`PDD_TEST_CONTACTS` and `PDD_TEST_HOLD` say how many contacts each home makes, and the hold; docs/performance.md has
figures.
"""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import combinations
from os import environ
from pathlib import Path
from secrets import SystemRandom
from statistics import median

import httpx
import pytest

from pdd_client.gateways.hold import Hold
from scripts.rehearsal.history_writer import write_chrome
from tests.client.cohort_fakes import ONE, CohortServer, cohort_campaign, cohort_terms
from tests.client.fakes import NOON, Clock, open_donor, visits
from tests.client.loopback import listening
from tests.extension.cohort.homes import JavaScriptHome, restorer
from tests.extension.donors import Donors, donors_in_javascript
from tests.support.statistics.groups import by_nearest, kruskal_wallis

pytestmark = pytest.mark.slow
CONTACTS = int(environ.get("PDD_TEST_CONTACTS", 10))
HOLD = float(environ.get("PDD_TEST_HOLD", 0.5))
"""Seconds, far more than counting takes on a busy machine."""
DAY = NOON.date() + ONE
PAIRS = ", ".join(map(" + ".join, combinations("abcdefgh", 2)))
SLOW = ("cough", *(f"n{number} index: any of n{number}, {PAIRS}" for number in range(1_000)))
CASES = {
    "none": (0, 0),
    "one": (1, 1),
    "many": (8, 80),
    "paused": (8, 80),
    "left": (8, 80),
    "withheld": (5, 24),
    "used up": (2, 7),
}
"""How often each home searches on the day, with a hold and without. Each search matches every keyword.

Without a hold the searches are many more, so that the homes differ by more than the noise of a busy machine.
"""
MOST_HITS = 3
CAPS = {"max_matches": None, "max_hits_per_keyword": MOST_HITS, "max_campaign_hits": MOST_HITS}
Seen = tuple[str, int]
Gaps = dict[str, list[tuple[float, ...]]]


@dataclass
class Watch:
    """What a server sees of a contact: each request with its size, and the time from the answer before to it."""

    server: CohortServer
    seen: list[Seen] = field(default_factory=list)
    gaps: list[float] = field(default_factory=list)
    answered: float = 0.0

    def handle(self, request: httpx.Request) -> httpx.Response:
        self.gaps.append(time.perf_counter() - self.answered)
        words = "/".join(word for word in request.url.path.split("/") if len(word) < 20)
        size = len(request.content) + sum(len(name) + len(value) for name, value in request.headers.raw)
        self.seen.append((f"{request.method} {words}", size))
        answer = CohortServer.handle(self.server, request)
        self.answered = time.perf_counter()
        return answer


def searches(case: str, hold: float) -> list[tuple[str, datetime]]:
    """Return what a home searched on the day; one has used up its hits on the day before."""
    number = CASES[case][0 if hold else 1]
    spent = [("a b", NOON)] * MOST_HITS if case == "used up" else []
    every = [(f"a b c d e f g h {n}", NOON + ONE - timedelta(minutes=n)) for n in range(number)]
    return [("tea", NOON + timedelta(hours=13)), *spent, *every]


@dataclass
class Rig:
    """A server on the day after, homes that have not given the day yet, and one way to let a copy of each contact it.

    `contact` takes a case and the seconds of its hold.
    """

    watch: Watch
    restore: Callable[[], None]
    contact: Callable[[str, float], None]

    def measure(self, hold: float) -> tuple[tuple[Seen, ...], Gaps]:
        """Return the requests of a contact, and the gaps before all but its first one, of each home's contacts.

        Fail if requests differ in order or size.
        """
        order = list(CASES) * CONTACTS
        SystemRandom().shuffle(order)
        gaps: Gaps = {case: [] for case in CASES}
        requests = set()
        for case in order:
            self.restore()
            self.watch.seen.clear()
            self.watch.gaps.clear()
            self.contact(case, hold)
            gaps[case].append(tuple(self.watch.gaps[1:]))
            requests.add(tuple(self.watch.seen))
        assert len(requests) == 1, requests
        return requests.pop(), gaps


class PythonHomes:
    """Homes of the app."""

    def __init__(self, folder: Path, server: CohortServer) -> None:
        self.folder, self.server = folder, server
        for case in CASES:
            for hold in (0.0, HOLD):
                write_chrome(self.history(case, hold), visits(*searches(case, hold)))

    def history(self, case: str, hold: float) -> Path:
        return self.folder / f"History-{case}-{'held' if hold else 'bare'}"

    def join(self, case: str, url: str) -> None:
        with closing(open_donor(self.folder / case, self.server)) as donor:
            donor.campaigns.join(url)
            donor.check_in([self.history(case, HOLD)])

    def give(self, case: str) -> tuple[int, int] | None:
        """Give the day before, and choose for the day. Return the hits used so far, and how many those are."""
        with closing(open_donor(self.folder / case, self.server)) as donor:
            donor.check_in([self.history(case, HOLD)])
            hits = donor.account.ledger().campaigns[0].hits
            {
                "paused": donor.exclusions.pause,
                "left": lambda: donor.campaigns.leave("flu"),
                "withheld": lambda: donor.days.withhold(DAY),
            }.get(case, lambda: None)()
        return hits

    def contact(self, case: str, hold: float) -> None:
        copy = self.folder / "copy"
        shutil.copytree(self.folder / case, copy)
        with closing(open_donor(copy, self.server, hold=Hold(hold))) as donor:
            donor.check_in([self.history(case, hold)])
        shutil.rmtree(copy)


class JavaScriptHomes:
    """Homes of the extension."""

    def __init__(self, donors: Donors, server: CohortServer) -> None:
        self.donors, self.server = donors, server

    def join(self, case: str, url: str) -> None:
        self.donors.at(self.server.clock.now)
        self.donors.history(*searches(case, HOLD))
        JavaScriptHome(self.donors, case).join(url)

    def give(self, case: str) -> tuple[int, int]:
        """Give the day before, and choose for the day. Return the hits used so far, and how many those are."""
        self.donors.at(self.server.clock.now)
        self.donors.history(*searches(case, HOLD))
        home = JavaScriptHome(self.donors, case)
        home.check_in()  # it first looks whether its epoch was published to everybody
        home.check_in()
        hits = home.call("account.ledger")["campaigns"][0]["hits"]
        if case == "paused":
            home.call("exclusions.pause")
        elif case == "left":
            home.call("campaigns.leave", "flu")
        elif case == "withheld":
            home.call("days.withhold", DAY.isoformat())
        return hits["used"], hits["of"]

    def contact(self, case: str, hold: float) -> None:
        self.donors.history(*searches(case, hold))
        self.donors.copy(case, "copy")
        self.donors.ask(set={"now": self.server.clock.now.timestamp() * 1000, "period": hold * 1000})
        self.donors.call("copy", "checkIn")


@pytest.fixture(params=["python", "javascript"])
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rig]:
    with ExitStack() as stack:
        server = CohortServer(Clock())
        server.campaigns = [cohort_campaign(vocabulary=SLOW, terms=cohort_terms(**CAPS))]
        url = stack.enter_context(listening(server))
        homes: PythonHomes | JavaScriptHomes = PythonHomes(tmp_path, server)
        if request.param == "javascript":
            homes = JavaScriptHomes(stack.enter_context(donors_in_javascript()), server)
        for case in CASES:
            homes.join(case, url)
        server.to_next_day()
        used = {case: homes.give(case) for case in CASES}
        assert used == {case: (MOST_HITS if case == "used up" else 0, MOST_HITS) for case in CASES}
        server.days.clear()  # nobody certifies the day before
        server.to_next_day()
        watch = Watch(server)
        server.handle = watch.handle  # type: ignore[method-assign]
        yield Rig(watch, restorer(server), homes.contact)


def test_seven_homes_are_told_apart_by_nothing(rig: Rig) -> None:
    """Nobody tells the seven homes apart by order, size or time of their requests; without the hold anybody does."""
    requests, held = rig.measure(HOLD)
    bare = rig.measure(0)[1]
    (upload,) = (at for at, (name, _) in enumerate(requests[1:]) if "/uploads" in name)
    told = [_told(gaps, upload) for gaps in (held, bare)]
    assert told[0][0] > 5e-5, "by chance this fails once in 10,000 runs of both programs"
    assert all(gaps[upload] > HOLD - 0.005 for of in held.values() for gaps in of), "timers are coarse"
    assert told[1][0] < 1e-4


def _told(gaps: Gaps, upload: int) -> tuple[float, float]:
    """Return the p-value that all gaps are of one law, and how often the gap before the upload gives a home away."""
    waits = {case: [each[upload] for each in of] for case, of in gaps.items()}
    found = kruskal_wallis(gaps), by_nearest(waits)
    print({case: f"{1000 * median(of):.1f} ms" for case, of in waits.items()})
    print(f"p {found[0]:.5f}, guessed right {found[1]:.2f}")
    return found
