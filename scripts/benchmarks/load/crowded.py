"""Donors' waiting times while a nightly run, slow readers and an export are at work.

64 connections check in without a pause, first alone, then beside a nightly run for 100,000 donors that begins their
epoch, twenty readers who hardly read, and an export. A donor's contact may take five times as long then, and none may
fail.
"""

import http.client
import json
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from threading import Event, Thread

from nacl.utils import random
from sqlalchemy import select, update

from pdd_client import VERSION
from pdd_server.services.campaigns import campaigns
from pdd_server.services.results.exports import exports
from pdd_server.services.token_hash import token_hash
from pdd_server.store.tables import donors
from scripts.benchmarks.figures import Figure, at_most
from scripts.benchmarks.server.cohort_database import Tables, make
from scripts.benchmarks.server.intake import served
from scripts.benchmarks.server.nightly_run import DAY
from tests.server.services.results.synthetic_results import publish
from tests.server.services.rounds.cohort.synthetic_days import cohort_terms
from tests.server.simulated_server import campaign

DONORS, TOKENS, CONNECTIONS, READERS = 100_000, 1024, 64, 20
IDLE_SECONDS = 5.0
SLOWER_BY = 5
PAST, PAST_DAYS = "past", 20
RESULTS = f"/v1/campaigns/{PAST}/results"


@dataclass
class Home:
    """A donor who checks in again and again."""

    token: str
    number: int = 0


@dataclass(frozen=True)
class Waits:
    """How long each check-in took in seconds, and the statuses of those that failed."""

    seconds: list[float]
    failed: list[int]

    def p99(self) -> float:
        """Return the time that one check-in in a hundred takes at least."""
        return statistics.quantiles(self.seconds, n=100)[98]


def homes(tables: Tables) -> list[Home]:
    """Give some donors a token, and return them."""
    found = list[Home]()
    with tables.server.store.write() as connection:
        for owner in connection.execute(select(donors.c.id).order_by(donors.c.id).limit(TOKENS)).scalars().all():
            found.append(Home(random(32).hex()))
            hashed = token_hash(found[-1].token)
            connection.execute(update(donors).where(donors.c.id == owner).values(token_hash=hashed))
    return found


def publish_past(tables: Tables) -> None:
    """Add a campaign that is over, and its results of 200,000 numbers, for readers to ask for."""
    words = tuple(f"word{index}" for index in range(10_000))
    start, end = DAY - timedelta(days=2 * PAST_DAYS), DAY - timedelta(days=PAST_DAYS)
    past = campaign(id=PAST, vocabulary=words, start=start, end=end, terms=cohort_terms())
    with tables.server.store.write() as connection:
        campaigns.create(connection, tables.server.config, past)
    publish(tables.server, past, PAST_DAYS)
    exports.write_all(tables.server.store, tables.server.folder.published)


def check_in(address: str, some: Sequence[Sequence[Home]], enough: Event) -> Waits:
    """Let donors check in over one connection for each list of them, until there is enough."""
    waits = Waits([], [])

    def send(mine: Sequence[Home]) -> None:
        connection = http.client.HTTPConnection(address)
        while not enough.is_set():
            for home in mine:
                _check_in(connection, home, waits)
        connection.close()

    with ThreadPoolExecutor(len(some)) as pool:
        list(pool.map(send, some))
    return waits


def _check_in(connection: http.client.HTTPConnection, home: Home, waits: Waits) -> None:
    body = json.dumps({"number": home.number, "nonce": random(32).hex()})
    headers = {"Authorization": f"Bearer {home.token}", "Pdd-Client": VERSION, "Content-Type": "application/json"}
    begun = time.perf_counter()
    connection.request("POST", "/v1/check-in", body, headers)
    response = connection.getresponse()
    data = response.read()
    waits.seconds.append(time.perf_counter() - begun)
    if response.status == 200:
        home.number = json.loads(data)["number"]
    else:
        waits.failed.append(response.status)


def idle(address: str, some: Sequence[Sequence[Home]]) -> Waits:
    """Return donors' waiting times while nothing else is at work."""
    enough = Event()
    clock = Thread(target=lambda: enough.wait(IDLE_SECONDS) or enough.set())
    clock.start()
    return check_in(address, some, enough)


def crowded(address: str, some: Sequence[Sequence[Home]], folder: Path, day: date) -> tuple[Waits, float]:
    """Return donors' waiting times during a nightly run, beside readers and exports; and what the run took."""
    enough = Event()

    def night() -> float:
        begun = time.perf_counter()
        command = [sys.executable, "-m", "scripts.benchmarks.server.served", "night", str(folder), day.isoformat()]
        with _export(address) as exported, _readers(address), subprocess.Popen(command) as process:
            while exported.read(1 << 20):
                pass
            assert process.wait() == 0
        return time.perf_counter() - begun

    with ThreadPoolExecutor(1) as pool:
        at_work = pool.submit(night)
        at_work.add_done_callback(lambda _: enough.set())
        waits = check_in(address, some, enough)
        return waits, at_work.result()


@contextmanager
def _readers(address: str) -> Iterator[None]:
    """Have readers who ask for long results and read nothing of them."""
    host, port = address.split(":")
    with ExitStack() as stack:
        for _ in range(READERS):
            reader = stack.enter_context(socket.create_connection((host, int(port))))
            reader.sendall(f"GET {RESULTS}.csv?from=2000-01-01 HTTP/1.1\r\nHost: {address}\r\n\r\n".encode())
        yield


@contextmanager
def _export(address: str) -> Iterator[http.client.HTTPResponse]:
    """Ask for all results of a campaign; give the response, of which nothing is read yet."""
    with closing(http.client.HTTPConnection(address)) as connection:
        connection.request("GET", f"{RESULTS}.csv?from=2000-01-01")
        response = connection.getresponse()
        assert response.status == 200
        yield response


def measure(folder: Path) -> tuple[Waits, Waits, float]:
    """Return donors' waiting times alone and in the crowd, and how long the nightly run took there."""
    tables = make(folder, DONORS, signing=False)
    people = homes(tables)
    publish_past(tables)
    tables.server.store.dispose()
    some = [people[first::CONNECTIONS] for first in range(CONNECTIONS)]
    night = tables.clock.day + timedelta(days=1)
    with served("ours", folder, night) as (_, address):
        check_in(address, some, _set())  # each donor's first check-in of the day
        alone = idle(address, some)
        beside, seconds = crowded(address, some, folder, night)
    return alone, beside, seconds


def _set() -> Event:
    event = Event()
    Thread(target=event.set).start()
    return event


def figures() -> Iterator[Figure]:
    """Measure donors' waiting times alone and in the crowd."""
    with tempfile.TemporaryDirectory() as folder:
        alone, beside, seconds = measure(Path(folder))
    name = f"crowded: p99 of a check-in of {CONNECTIONS} connections beside a nightly run of {DONORS:,} donors"
    yield at_most(f"{name}, {READERS} slow readers and an export; seconds", beside.p99(), alone.p99(), SLOWER_BY)
    yield at_most("crowded: check-ins that failed meanwhile, one allowed for each", len(beside.failed), 1, 0)
    yield at_most("crowded: the nightly run meanwhile, seconds", seconds, 60, 1)
