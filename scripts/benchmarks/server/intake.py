"""A donor's day at the server over HTTP, beside a bare Flask application that takes the same requests.

1,024 donors of one cohort, 10,000 numbers, 64 connections. First each donor checks in and sends its upload. Then the
256 members of the committee certify the list and answer. The uploads and signatures are real, the answers' sums random.
"""

import base64
import http.client
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from urllib.parse import urlsplit

from nacl.utils import random
from sqlalchemy import select, update

from pdd_client import VERSION
from pdd_server.services.token_hash import token_hash
from pdd_server.store.rounds.cohort import cohort_days
from pdd_server.store.rounds.cohort.cohort_days import DayState
from pdd_server.store.rounds.cohort.cohort_tables import cohort_leaves
from pdd_server.store.tables import donors
from pdd_shared.rounds.cohort.day.lists import certified_statement
from pdd_shared.rounds.cohort.day.member import opened_statement
from scripts.benchmarks.figures import Figure, at_most, faster_than
from scripts.benchmarks.server.cohort_database import Tables, make
from scripts.benchmarks.server.cohort_intake import uploads
from scripts.benchmarks.server.nightly_run import DAY
from scripts.benchmarks.server.served import kind_of

LEAVES, WARMING, CONNECTIONS = 1024, 64, 64
CPU_BESIDE_BARE, THROUGHPUT_BESIDE_BARE = 5, 0.25
_TICKS = os.sysconf("SC_CLK_TCK")
Answers = dict[str, bytes]


@dataclass(frozen=True)
class Asked:
    """A request of a donor: its method, path, token and body."""

    method: str
    path: str
    token: str = field(repr=False)
    body: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Cost:
    """What a donor's requests cost on average: seconds of the server's processor time, and seconds by the clock."""

    cpu: float
    seconds: float


@contextmanager
def served(which: str, folder: Path, what: object) -> Iterator[tuple[int, str]]:
    """Run one of the servers of `served` in a process of its own; give the process's id and the server's address."""
    command = [sys.executable, "-m", "scripts.benchmarks.server.served", which, str(folder), str(what)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.pid, urlsplit(process.stdout.readline().split()[-1]).netloc
        finally:
            process.terminate()


def play(pid: int, address: str, days: Sequence[Sequence[Asked]], kept: Answers) -> Cost:
    """Send the requests of donors over 64 connections, those of one donor in order; return what a donor cost.

    Args:
        pid: the server's process.
        address: the server's host and port.
        days: the requests of each donor.
        kept: the body of the last answer to each kind of request is stored here.
    """

    def send(some: Sequence[Sequence[Asked]]) -> None:
        send_all(address, some, kept)

    with ThreadPoolExecutor(CONNECTIONS) as pool:
        start, working = time.perf_counter(), cpu_of(pid)
        for _ in pool.map(send, [days[first::CONNECTIONS] for first in range(CONNECTIONS)]):
            pass
        taken, worked = time.perf_counter() - start, cpu_of(pid) - working
    return Cost(worked / len(days), taken / len(days))


def send_all(address: str, days: Sequence[Sequence[Asked]], kept: Answers) -> None:
    """Send the requests of donors over one connection, one after the other."""
    connection = http.client.HTTPConnection(address)
    for day in days:
        for one in day:
            _send(connection, one, kept)
    connection.close()


def _send(connection: http.client.HTTPConnection, one: Asked, kept: Answers) -> None:
    headers = {"Authorization": f"Bearer {one.token}", "Pdd-Client": VERSION, "Accept-Encoding": "gzip"}
    headers["Content-Type"] = "application/json" if one.method == "POST" else "application/octet-stream"
    connection.request(one.method, one.path, one.body, headers)
    response = connection.getresponse()
    data = response.read()
    assert response.status in (200, 204), f"{one.method} {one.path}: {response.status} {data!r}"
    kept[kind_of(one.method, urlsplit(one.path).path.removeprefix("/v1/"))] = data


def cpu_of(pid: int) -> float:
    """Return the seconds of processor time that a process has used, from proc(5)."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


class Donors:
    """The donors of a cohort, who have tokens, and their requests.

    Attributes:
        tables: the server's database.
        tokens: the donors' tokens, by leaf.
    """

    def __init__(self, tables: Tables) -> None:
        """Give every donor a token."""
        self.tables, self.tokens = tables, dict[int, str]()
        with tables.server.store.write() as connection:
            for owner, leaf in connection.execute(select(cohort_leaves.c.donor, cohort_leaves.c.leaf)).all():
                self.tokens[leaf] = secrets.token_hex(32)
                hashed = token_hash(self.tokens[leaf])
                connection.execute(update(donors).where(donors.c.id == owner).values(token_hash=hashed))

    def days(self) -> list[list[Asked]]:
        """Return each donor's check-in and upload."""
        with self.tables.server.store.read() as connection:
            context = self.tables.day(connection)[1].context.hex()
        return [
            [
                *self._check_in(one.leaf, 0),
                Asked("PUT", f"/v1/rounds/{DAY}/uploads/{context}", self.tokens[one.leaf], one.data),
            ]
            for one in uploads(self.tables, LEAVES)
        ]

    def duties(self) -> list[list[Asked]]:
        """Return each member's contacts: the list and the signature under it."""
        with self.tables.server.store.read() as connection:
            stored, frame = self.tables.day(connection)
        assert stored.state == DayState.CERTIFYING
        said = certified_statement(frame.context, stored.digest or b"")
        found = []
        for place, leaf in enumerate(frame.committee, 1):
            token, signature = self.tokens[leaf.index], self.tables.signers[leaf.signing].sign(said).signature
            asked = [Asked("GET", f"/v1/rounds/{DAY}/lists/0/0", token)]
            asked.append(Asked("PUT", f"/v1/rounds/{DAY}/signatures/0/0/{place}", token, signature))
            found.append(self._check_in(leaf.index, 1) + asked)
        return found

    def answers(self) -> list[list[Asked]]:
        """Return each member's contacts once there is a certificate: that, and its answer."""
        with self.tables.server.store.read() as connection:
            stored, frame = self.tables.day(connection)
        found = []
        for place, leaf in enumerate(frame.committee, 1):
            token, words = self.tokens[leaf.index], _random_words(frame.upload.committee.columns)
            statement = opened_statement(frame.context, stored.digest or b"", place, words)
            data = words + self.tables.signers[leaf.signing].sign(statement).signature
            asked = [Asked("GET", f"/v1/rounds/{DAY}/certificates/0/0", token)]
            found.append([*asked, Asked("PUT", f"/v1/rounds/{DAY}/answers/0/0/{place}", token, data)])
        return found

    def _check_in(self, leaf: int, number: int) -> list[Asked]:
        message = json.dumps({"number": number, "nonce": random(32).hex()}).encode()
        return [Asked("POST", "/v1/check-in", self.tokens[leaf], message)]


def _random_words(number: int) -> bytes:
    return b"".join(secrets.randbelow(2**31).to_bytes(4, "little") for _ in range(number))


def measure(folder: Path) -> dict[str, tuple[Cost, Cost]]:
    """Return what a donor's day and a member's contacts cost our server and the bare one."""
    tables, kept = make(folder, LEAVES), Answers()
    tables.night()
    people = Donors(tables)
    played = {"day": people.days()}
    ours = {"day": _play_ours(folder, tables.clock.day, played["day"], kept)}
    while _state(tables) == DayState.COLLECTING:
        tables.night()
    played["certify"] = people.duties()
    ours["certify"] = _play_ours(folder, tables.clock.day, played["certify"], kept)
    played["open"] = people.answers()
    ours["open"] = _play_ours(folder, tables.clock.day, played["open"], kept)
    tables.server.store.dispose()
    file = folder / "answers.json"
    file.write_text(json.dumps({kind: base64.b64encode(data).decode() for kind, data in kept.items()}))
    with served("bare", folder, file) as bare:
        return {name: (ours[name], _play(*bare, days, Answers())) for name, days in played.items()}


def _play_ours(folder: Path, day: date, days: Sequence[Sequence[Asked]], kept: Answers) -> Cost:
    with served("ours", folder, day) as (pid, address):
        return _play(pid, address, days, kept)


def _play(pid: int, address: str, days: Sequence[Sequence[Asked]], kept: Answers) -> Cost:
    play(pid, address, days[:WARMING], kept)
    return play(pid, address, days[WARMING:], kept)


def _state(tables: Tables) -> DayState:
    with tables.server.store.read() as connection:
        return cohort_days.of_day(connection, DAY)[0].state


NAMES = {
    "day": "a donor's check-in and upload",
    "certify": "a member's check-in, list and signature",
    "open": "a member's certificate and answer",
}


def figures() -> Iterator[Figure]:
    """Measure a donor's day and a member's contacts."""
    with tempfile.TemporaryDirectory() as folder:
        measured = measure(Path(folder))
    for name, (ours, bare) in measured.items():
        yield at_most(f"intake: {NAMES[name]}, the server's CPU seconds", ours.cpu, bare.cpu, CPU_BESIDE_BARE)
    for name, (ours, bare) in measured.items():
        figure = f"intake: {NAMES[name]}, seconds by the clock with {CONNECTIONS} connections"
        yield faster_than(figure, ours.seconds, bare.seconds, THROUGHPUT_BESIDE_BARE)
