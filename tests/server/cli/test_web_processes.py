"""Several web processes behind one address: `pdd-server run --processes N`, on PostgreSQL."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from pdd_server.errors import SetupError
from pdd_server.jobs.worker_processes import REFUSED, WorkerProcesses
from pdd_server.services.operations.data_folder import (
    Deployment,
    Folder,
    NightlyRunGoesOn,
    nightly_alone,
    open_folder,
    served,
)
from pdd_server.store.rounds import nights
from tests.server.cli.test_nightly_process import children, is_alive
from tests.server.services.rounds.cohort.simulated_donors import (
    FAST,
    CohortPlayer,
    cohort_players,
    cohort_server,
    expected,
)
from tests.server.simulated_server import HandClock, Send, new_server, over_http, published
from tests.support.processes import postgresql_server
from tests.support.processes.server_program import COMMAND
from tests.support.processes.timeouts import PATIENCE, until

on_postgresql = pytest.mark.skipif(
    postgresql_server.programs() is None, reason="no PostgreSQL: scripts/install/test-programs"
)
_SLOW = """
import sys
from pathlib import Path
from flask import Flask
from pdd_server.cli import web_server
app, folder = Flask("slow"), Path(sys.argv[1])

@app.get("/")
def slow():
    (folder / "begun").touch()
    while not (folder / "go").exists():
        pass
    return "whole" * 4_000_000

with web_server.listen(web_server.Address("127.0.0.1", 0)) as listening:
    web_server.announce(listening)
    web_server.serve(app, listening)
"""
"""A server whose one view answers once a file is there, with more than a connection takes at once."""


def free_ports() -> int:
    """Return a port that is free, and so is the one after it."""
    while True:
        with socket.create_server(("127.0.0.1", 0)) as first:
            port: int = first.getsockname()[1]
            try:
                with socket.create_server(("127.0.0.1", port + 1)):
                    return port
            except OSError:
                continue


@contextmanager
def two_processes(path: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Serve a `cohort` server's folder in two processes; give the process that keeps them, and the address."""
    database = postgresql_server.database_for(path)
    cohort_server(path, HandClock(), database=database, limits=FAST).store.dispose()
    (path / "now").write_text(HandClock().now.isoformat())
    fixed = ["--data", path / "data", "--port", "0", "--processes", "2", "--rehearsal-clock", path / "now"]
    with (
        (path / "log").open("w") as log,
        subprocess.Popen([*COMMAND, "run", *fixed, *options], stdout=subprocess.PIPE, stderr=log, text=True) as process,
    ):
        try:
            assert process.stdout
            yield process, process.stdout.readline().split()[-1]
        finally:
            process.kill()


def workers(process: subprocess.Popen[str]) -> list[int]:
    """Return the web processes that a process keeps."""
    return [one for one in children(process.pid) if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]


def metrics(port: int) -> str:
    """Return what a scrape of this port sees; nothing while nobody listens there."""
    try:
        return httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE).text
    except httpx.TransportError:
        return ""


@pytest.mark.slow
@on_postgresql
def test_two_processes_serve_one_address(tmp_path: Path) -> None:
    """Both processes answer at one address, each with metrics on a port of its own; one of them tells the state. One
    that is killed is started again. When the first process is asked to end, all of them do.
    """
    port = free_ports()
    with two_processes(tmp_path, "--metrics-port", str(port), "--no-nights") as (process, url):
        until(lambda: metrics(port) and metrics(port + 1))
        assert "pdd_problem" in metrics(port)
        assert "pdd_problem" not in metrics(port + 1)
        (killed, other) = workers(process)
        os.kill(killed, signal.SIGKILL)
        assert httpx.get(f"{url}/v1/server", timeout=PATIENCE).status_code == 200
        until(lambda: len(workers(process)) == 2 and killed not in workers(process))
        all_of_them = workers(process)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        assert not any(map(is_alive, {other, *all_of_them}))
    assert "ended with -9; it is started again" in (tmp_path / "log").read_text()


@pytest.mark.slow
@on_postgresql
def test_web_processes_end_with_the_one_that_keeps_them(tmp_path: Path) -> None:
    """When the first process is killed, its web processes end, and the folder is free for a reset."""
    with two_processes(tmp_path, "--no-nights") as (process, url):
        assert httpx.get(f"{url}/v1/server", timeout=PATIENCE).status_code == 200
        until(lambda: len(workers(process)) == 2)
        left = workers(process)
        with pytest.raises(SetupError, match="is served by another"), served(Folder(tmp_path / "data")):
            pass
        process.kill()
        process.wait()
        until(lambda: not any(map(is_alive, left)))
    with served(Folder(tmp_path / "data")):
        pass


def resent(send: Send) -> Send:
    """Return a function that sends like this one, and again whenever no answer comes, or that of a busy server."""

    def again(path: str, method: str = "GET", **request: Any) -> Any:
        while True:
            try:
                answer = send(path, method, **dict(request))
            except httpx.TransportError:
                continue
            if answer.status_code != 503:
                return answer

    return again


def at_once(crowd: list[CohortPlayer], meanwhile: Callable[[], object] | None = None) -> None:
    """Let all players contact the server at the same time, and do something else meanwhile."""
    threads = [threading.Thread(target=player.work) for player in crowd]
    for thread in threads:
        thread.start()
    if meanwhile is not None:
        meanwhile()
    for thread in threads:
        thread.join()


@pytest.mark.slow
@on_postgresql
def test_a_killed_web_process_takes_nothing_with_it_that_it_confirmed(tmp_path: Path) -> None:
    """While donors send to two processes, one of them is killed on two days. Donors send again what was not answered,
    and every upload that was confirmed is in the published total, once. The nightly runs are those of the server.
    """
    clock = HandClock()
    with two_processes(tmp_path) as (process, url):
        server = open_folder(Folder(tmp_path / "data"), clock)
        crowd = cohort_players(server, 16, resent(over_http(url)))

        def kill_one() -> None:
            until(lambda: len(workers(process)) == 2)
            os.kill(workers(process)[0], signal.SIGKILL)

        def next_day() -> None:
            clock.next_day()
            (tmp_path / "next").write_text(clock.now.isoformat())
            (tmp_path / "next").replace(tmp_path / "now")
            until(lambda: is_night_over(server))

        at_once(crowd)
        for meanwhile in (kill_one, kill_one, None, None):
            next_day()
            at_once(crowd, meanwhile)
            at_once(crowd)
            at_once(crowd)
        next_day()
        found = {date.fromisoformat(day["day"]): day["totals"] for day in published(server)["days"]}
        server.store.dispose()
    assert found
    for day, totals in found.items():
        assert sum(day in player.sent for player in crowd) == 16
        assert tuple(totals.values()) == tuple(expected(crowd, day)[2:4].tolist())


def is_night_over(server: Deployment) -> bool:
    """Return whether today's nightly run is on record, and has ended."""
    try:
        with server.store.read() as connection, nightly_alone(server.folder):
            return nights.last(connection) == server.clock().date()
    except NightlyRunGoesOn:
        return False


@pytest.mark.sqlite
def test_sqlite_has_one_web_process(tmp_path: Path) -> None:
    """More web processes on SQLite are refused in one line that says what to do."""
    new_server(tmp_path, HandClock()).store.dispose()
    command = [*COMMAND, "run", "--data", tmp_path / "data", "--port", "0", "--processes", "2"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    remedy = "set database to one of PostgreSQL, or leave --processes out"
    place = tmp_path / "data" / "config.toml"
    assert done.stderr == f"pdd-server: {place}: database: SQLite is served by one web process; {remedy}\n"
    assert (done.returncode, done.stdout) == (2, "")


def test_a_server_that_ends_answers_what_has_begun(tmp_path: Path) -> None:
    """A request that is being worked on at SIGTERM is answered in full; then the process ends with 0."""
    command = [sys.executable, "-c", _SLOW, tmp_path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        url = process.stdout.readline().split()[-1]
        told = list[str]()
        asking = threading.Thread(target=lambda: told.append(httpx.get(url, timeout=PATIENCE).text))
        asking.start()
        until((tmp_path / "begun").exists)
        process.send_signal(signal.SIGTERM)
        (tmp_path / "go").touch()
        asking.join()
        assert told == ["whole" * 4_000_000]
        assert process.wait(PATIENCE) == 0


def test_a_process_that_says_why_it_cannot_work_is_not_started_again() -> None:
    """A process that ends with the exit code of wrong settings ends them all, with the same code."""
    with pytest.raises(SystemExit) as raised:
        WorkerProcesses(2, refuse).keep()
    assert raised.value.code == REFUSED


def refuse(_place: int) -> None:
    """End like a command that was given wrong settings."""
    sys.exit(REFUSED)


def test_a_restart_that_is_refused_is_tried_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A process that was killed, and is then refused twice, is started until it works; the others are left alone."""
    WorkerProcesses(2, partial(refused_twice, tmp_path), pause=0, long_pause=0.01).keep()
    assert [len((tmp_path / name).read_text()) for name in "01"] == [4, 1]
    assert [line.partition(";")[0] for line in caplog.messages] == [
        f"web process 0 ended with {code}" for code in (-9, REFUSED, REFUSED)
    ]
    assert caplog.messages[-1].endswith("it is started again in 0.01 s")


def refused_twice(folder: Path, place: int) -> None:
    """Note each start. The first process is killed, then refused twice, and then ends its parent's work."""
    with (folder / str(place)).open("a") as starts:
        starts.write("x")
    number = len((folder / str(place)).read_text())
    if place == 0 and number == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    if place == 0 and number < 4:
        sys.exit(REFUSED)
    if place == 0:
        until(lambda: (folder / "1").exists() and (folder / "1").read_text())
        os.kill(os.getppid(), signal.SIGTERM)
    threading.Event().wait()


def test_several_may_serve_where_they_share_and_a_reset_waits_for_all(tmp_path: Path) -> None:
    """Processes that share the folder hold its lock beside each other; one that has to be alone is refused."""
    folder = Folder(tmp_path)
    with served(folder, shared=True):
        with served(folder, shared=True), pytest.raises(SetupError), served(folder):
            pass
        with pytest.raises(SetupError), served(folder):
            pass
    with served(folder), pytest.raises(SetupError), served(folder, shared=True):
        pass
