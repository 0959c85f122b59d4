"""A donor's day at one web process and at two, on PostgreSQL: check-ins and uploads of `intake`, over 64 connections.

By the clock two processes are faster only where there are processors for them, for PostgreSQL, and for the sender, who
is on the same machine. So the processor time of each is measured, too. PostgreSQL keeps its files in memory.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from scripts.benchmarks.figures import Figure, at_most, faster_than
from scripts.benchmarks.server.cohort_database import make
from scripts.benchmarks.server.intake import CONNECTIONS, LEAVES, WARMING, Asked, Donors, cpu_of, send_all
from tests.server.cli.test_nightly_process import children
from tests.server.cli.test_web_processes import free_ports, metrics
from tests.server.cli.test_web_server import COMMAND
from tests.support.processes.postgresql_server import PostgreSQLServer, new_server
from tests.support.processes.timeouts import until

FASTER = 1.6
"""The least gain with two processes. Where each donor costs two processes at most 2 / 1.6 of the processor time that it
costs one, they gain as much on a machine that has a processor for each of them, and others for the rest."""


@dataclass(frozen=True)
class Spent:
    """What a donor's day took on average, in seconds: by the clock, and of processor time.

    Attributes:
        seconds: by the clock.
        web: of the web processes.
        database: of PostgreSQL.
        sender: of the process that sends.
    """

    seconds: float
    web: float
    database: float
    sender: float


@contextmanager
def _served(folder: Path, processes: int) -> Iterator[tuple[str, list[int]]]:
    """Serve a data folder in so many processes; give the address, and the processes once all of them answer."""
    port = free_ports()
    command = [*COMMAND, "run", "--no-nights", "--port", "0", "--data", folder / "data", "--processes", str(processes)]
    command += ["--rehearsal-clock", folder / "now", "--metrics-port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            address = urlsplit(process.stdout.readline().split()[-1]).netloc
            for place in range(processes):
                until(partial(metrics, port + place))
            yield address, [process.pid, *children(process.pid)]
        finally:
            process.terminate()


def _play(address: str, web: list[int], database: int, days: Sequence[Sequence[Asked]]) -> Spent:
    def spent() -> list[float]:
        backends = [database, *children(database)]
        return [time.perf_counter(), sum(map(cpu_of, web)), sum(map(cpu_of, backends)), time.process_time()]

    with ThreadPoolExecutor(CONNECTIONS) as pool:
        before = spent()
        shares = [days[first::CONNECTIONS] for first in range(CONNECTIONS)]
        for _ in pool.map(lambda share: send_all(address, share, {}), shares):
            pass
        return Spent(*((after - begun) / len(days) for after, begun in zip(spent(), before, strict=True)))


def measure(server: PostgreSQLServer, processes: int) -> Spent:
    """Return what a donor's day takes with so many web processes, on a database of its own."""
    with tempfile.TemporaryDirectory() as name:
        folder, database = Path(name), server.url(server.create("template0"))
        tables = make(folder, LEAVES, database=database)
        tables.night()
        days = Donors(tables).days()
        (folder / "now").write_text(tables.clock().isoformat())
        tables.server.store.dispose()
        postmaster = int((server.folder / "data" / "postmaster.pid").read_text().split()[0])
        with _served(folder, processes) as (address, web):
            _play(address, web, postmaster, days[:WARMING])
            return _play(address, web, postmaster, days[WARMING:])


def figures() -> Iterator[Figure]:
    """Measure one process and two."""
    server = new_server("fsync=on", "max_connections=100")
    one, two = measure(server, 1), measure(server, 2)
    server.stop()
    print(f"one process: {one}\ntwo processes: {two}", file=sys.stderr)
    name = "web_processes: a donor's check-in and upload on PostgreSQL"
    yield faster_than(f"{name}, seconds by the clock with two processes and with one", two.seconds, one.seconds, FASTER)
    yield at_most(f"{name}, CPU seconds of two web processes and of one", two.web, one.web, 2 / FASTER)
