"""Nightly runs of a server with a million donors on PostgreSQL, or 100,000 on SQLite, each in a process of its own.

The first run begins an epoch. The third one closes a day, and the fourth one also opens a day, and deletes what is too
old. The last one comes weeks later. It deletes the epoch's leaves, and the donors that were away for long.

Run by itself, it measures another size: `python -m scripts.benchmarks.server.large_night 20000 60 postgresql`.
"""

import json
import subprocess
import sys
import tempfile
import time
import traceback
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from os import SEEK_END
from pathlib import Path

import psutil
from sqlalchemy import Connection, event, text
from sqlalchemy.pool import ConnectionPoolEntry

from pdd_server.jobs import nightly_run
from pdd_server.services.rounds.plain.noise import add_noise
from pdd_server.store.engine import Store
from scripts.benchmarks.figures import Figure, at_most, peak_of_memory
from scripts.benchmarks.server.large_server import LargeServer
from scripts.benchmarks.server.nightly_run import Noons
from tests.server.simulated_server import keep_order
from tests.support.processes import postgresql_server

DONORS, HISTORY = {"postgresql": 1_000_000, "sqlite": 100_000}, 60
"""How many donors the server has on each kind of database, and on how many days each of them was there before."""
DISK = Path("/var/tmp")
"""Where the databases are made. A million donors would fill the memory."""
NIGHTS = ("begins an epoch", "plans a day", "closes a day", "opens a day", "deletes an epoch")
LATER, AWAY, GONE = 45, 200, 0.01
"""The days between the last two nights, the days that some donors were away by then, and how many of all those are."""
SECONDS, GIGABYTES = 1, 1
_WORK = ("/services/rounds/", "/services/operations/")
"""Parts of the paths of the functions by which a transaction is named."""
_LOG_HEADER, _FRAME_HEADER = 32, 24
"""The bytes of SQLite's log before the first page, and before each page."""


@dataclass(frozen=True)
class Held:
    """How long a transaction held the write lock, by the clock and in processor time, and the function it was for.

    PostgreSQL's processor time is that of the process that serves the connection, in steps of .01 s.
    """

    seconds: float
    cpu: float
    where: str


class Transactions:
    """The write transactions of a store from now on, and the bytes that they write to the database's log."""

    def __init__(self, store: Store) -> None:
        self.held, self.log_bytes = list[Held](), 0
        self._store, self._seen = store, (b"", 0)
        self._lsn = self._log_position()
        event.listen(store.engine, "after_cursor_execute", self._note_begin)
        event.listen(store.engine, "checkin", self._note_end)

    def _note_begin(self, connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        if statement == "BEGIN IMMEDIATE" or statement.startswith("SELECT pg_advisory_xact_lock"):
            stack = [one for one in traceback.extract_stack() if any(part in one.filename for part in _WORK)]
            callers = [f"{Path(one.filename).stem}.{one.name}" for one in stack]
            working = _processor_time(connection.connection.dbapi_connection)
            connection.info["since"] = time.perf_counter(), working, callers[-1] if callers else "others"

    def _note_end(self, connection: object, record: ConnectionPoolEntry) -> None:
        if (since := record.info.pop("since", None)) is not None:
            begun, working, where = since
            self.held.append(Held(time.perf_counter() - begun, _processor_time(connection) - working, where))
            self._count_log()

    def _count_log(self) -> None:
        """Add what SQLite's log has grown by (https://sqlite.org/fileformat2.html#the_write_ahead_log).

        A log is begun anew with another salt. Pages that still have an earlier one are left from before.
        """
        if self._store.engine.dialect.name != "sqlite":
            return
        with Path(f"{self._store.engine.url.database}-wal").open("rb") as file:
            header = file.read(_LOG_HEADER)
            page, salt = int.from_bytes(header[8:12], "big") + _FRAME_HEADER, header[16:24]
            before = self._seen[1] if salt == self._seen[0] else 0

            def is_older(frame: int) -> bool:
                file.seek(_LOG_HEADER + frame * page + 8)
                return file.read(8) != salt

            frames = bisect(range(file.seek(0, SEEK_END) // page), 0, lo=before, key=is_older)
        self.log_bytes += (frames - before) * page
        self._seen = salt, frames

    def _log_position(self) -> int:
        """Return the position in PostgreSQL's log; 0 for SQLite."""
        if self._store.engine.dialect.name == "sqlite":
            return 0
        with self._store.engine.connect() as connection:
            return int(connection.execute(text("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn")).scalar_one())

    def report(self) -> dict[str, object]:
        """Return how many transactions there were, the longest of each function, and the log's bytes."""
        longest = dict[str, tuple[float, float]]()
        for one in self.held:
            seconds, cpu = longest.get(one.where, (0, 0))
            longest[one.where] = max(one.seconds, seconds), max(one.cpu, cpu)
        return {
            "transactions": len(self.held),
            "longest": max((one.seconds for one in self.held), default=0),
            "most cpu": max((one.cpu for one in self.held), default=0),
            "of": longest,
            "log": self.log_bytes + self._log_position() - self._lsn,
        }


def _processor_time(connection: object) -> float:
    """Return the processor time of this process so far, and of the process of PostgreSQL that serves a connection."""
    served = getattr(getattr(connection, "info", None), "backend_pid", None)
    if served is None:
        return time.process_time()
    times = psutil.Process(served).cpu_times()
    return time.process_time() + times.user + times.system


def run_night(path: Path, day: date) -> dict[str, object]:
    """Do the nightly run of a day, and return what it took."""
    server = LargeServer(path, 0, Noons(day)).opened()
    watched = Transactions(server.store)
    start, working = time.perf_counter(), time.process_time()
    report = nightly_run.run(server, add_noise, keep_order)
    taken, worked = time.perf_counter() - start, time.process_time() - working
    report.raise_first_failure()
    found = watched.report() | {"disk": size_of(server.store)}
    server.store.dispose()
    return {**found, "seconds": taken, "cpu": worked, "memory": peak_of_memory()}


def in_process(path: Path, day: date) -> dict[str, object]:
    """Do the nightly run of a day in a process of its own."""
    command = [sys.executable, "-m", "scripts.benchmarks.server.large_night", "night", str(path), day.isoformat()]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, object] = json.loads(done.stdout)
    return found


def size_of(store: Store) -> int:
    """Return the bytes of a database, without its log."""
    if store.engine.dialect.name == "sqlite":
        return Path(str(store.engine.url.database)).stat().st_size
    with store.read() as connection:
        return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())


def nights(large: LargeServer, history: int) -> Iterator[dict[str, object]]:
    """Make a server, and yield what each of its nightly runs took."""
    large.make(history)
    for night in NIGHTS:
        large.clock.day += timedelta(days=LATER if night == NIGHTS[-1] else 1)
        if night == NIGHTS[-1]:
            large.leave(GONE, large.clock.day - timedelta(days=AWAY))
        found = {"night": night, **in_process(large.path, large.clock.day)}
        print(json.dumps(found), file=sys.stderr)
        yield found
        if night != NIGHTS[-1]:
            large.day_passes()


def measure(number: int, history: int, kind: str) -> list[dict[str, object]]:
    """Return what each nightly run took on a server with so many donors; `kind` is the database's."""
    url = ""
    if kind == "postgresql":
        postgresql = postgresql_server.new_server("max_wal_size=4GB", parent=DISK)
        postgresql.execute("CREATE DATABASE large")
        url = postgresql.url("large")
    with tempfile.TemporaryDirectory(dir=DISK) as folder:
        return list(nights(LargeServer(Path(folder), number, Noons(), url), history))


def figures() -> Iterator[Figure]:
    """Measure the nightly runs of a large server on each kind of database."""
    for kind, number in DONORS.items():
        for found in measure(number, HISTORY, kind):
            what = f"{kind}: a night that {found['night']}"
            yield at_most(f"{what}: longest write transaction, in seconds", float(str(found["longest"])), SECONDS, 1)
            yield at_most(f"{what}: memory at its peak, GB", float(str(found["memory"])), GIGABYTES, 1)


if __name__ == "__main__":
    if sys.argv[1] == "night":
        print(json.dumps(run_night(Path(sys.argv[2]), date.fromisoformat(sys.argv[3]))))
    else:
        print(json.dumps(measure(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])))
