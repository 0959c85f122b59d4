"""Nightly runs beside the web server: a process of their own, one at a time, that ends with the web server."""

import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from pdd_server.cli import main, operations
from pdd_server.jobs.nightly_process import NightlyProcess
from pdd_server.services.operations.data_folder import Folder, NightlyRunGoesOn, nightly_alone
from tests.server.services.rounds.cohort.simulated_donors import cohort_server
from tests.server.simulated_server import Donor, HandClock, new_server, over_http
from tests.support.processes.server_program import COMMAND
from tests.support.processes.timeouts import until

pytestmark = pytest.mark.sqlite  # holds the lock of the database's file


@contextmanager
def serving(path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `pdd-server run` with its nightly runs on a new server's folder; yield the process and its address."""
    new_server(path, HandClock()).store.dispose()
    (path / "now").write_text(HandClock().now.isoformat())
    command = [*COMMAND, "run", "--data", path / "data", "--port", "0", "--rehearsal-clock", path / "now"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout
            yield process, process.stdout.readline().split()[-1]
        finally:
            process.kill()


@contextmanager
def write_lock(path: Path) -> Iterator[None]:
    """Hold the write lock of a server's database, as a long transaction of another process does."""
    with closing(sqlite3.connect(path / "data" / "pdd.sqlite", isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield


def nights(path: Path) -> list[str]:
    """Return the dates of the nightly runs on record."""
    with closing(sqlite3.connect(path / "data" / "pdd.sqlite")) as connection:
        return [day for (day,) in connection.execute("SELECT day FROM nights ORDER BY day")]


def children(process: int) -> list[int]:
    """Return the ids of a process's children."""
    listed = Path(f"/proc/{process}/task/{process}/children").read_text()
    return [int(child) for child in listed.split()]


def is_alive(process: int) -> bool:
    """Return whether a process is there and has not ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.slow
def test_requests_are_answered_while_the_nightly_run_is_kept_waiting(tmp_path: Path) -> None:
    """While nothing can be written, the port is open, readers are served, and a check-in gets 503 with Retry-After in
    about a second. Afterwards the same check-in succeeds, and the nightly run, which waited longer, is done.
    """
    with serving(tmp_path) as (_, url):
        until(lambda: nights(tmp_path))
        send = over_http(url)
        key = bytes.fromhex(send("/v1/server").json["key"])
        donor = Donor(send, key, key)
        assert donor.register().status_code == 201
        with write_lock(tmp_path):
            later = HandClock().now + timedelta(days=1)
            (tmp_path / "next").write_text(later.isoformat())
            (tmp_path / "next").replace(tmp_path / "now")
            assert send("/v1/server").status_code == 200
            start = time.monotonic()
            refused = donor.check_in()
            waited = time.monotonic() - start
        assert (refused.status_code, refused.json["type"]) == (503, "urn:pdd:problem:busy")
        assert int(refused.headers["Retry-After"]) > 0
        assert waited < 10  # a second, on a machine that has time for it; it was 30
        assert donor.check_in().status_code == 200
        until(lambda: len(nights(tmp_path)) == 2)


@pytest.mark.slow
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_the_nightly_process_ends_with_the_web_server(tmp_path: Path, end: signal.Signals) -> None:
    """When the web server is stopped or killed, its child ends, too, so that nobody does nightly runs unseen."""
    with serving(tmp_path) as (process, _):
        until(lambda: nights(tmp_path))
        (child,) = children(process.pid)
        process.send_signal(end)
        process.wait()
        until(lambda: not is_alive(child))


def test_a_nightly_process_that_ended_is_started_again(caplog: pytest.LogCaptureFixture) -> None:
    """A child that ends by itself or is killed is started again, and the log says so each time."""
    with NightlyProcess(["--help"], pause=0.01):
        until(lambda: caplog.text.count("the process of nightly runs ended with 0; it is started again") > 1)


def test_two_nightly_runs_at_once_are_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a nightly run is at work, a second one ends with exit code 2 and one line, and changes nothing."""
    new_server(tmp_path, HandClock()).store.dispose()
    monkeypatch.setattr(operations, "NIGHTLY_PATIENCE", 0)
    command = ["nightly", "--data", str(tmp_path / "data")]
    with nightly_alone(Folder(tmp_path / "data")):
        assert main(command) == 2
    said = capsys.readouterr()
    remedy = "wait until it has ended, then try again"
    assert said.err == f"pdd-server: {tmp_path / 'data'}: another process is doing the nightly run; {remedy}\n"
    assert (said.out, nights(tmp_path)) == ("", [])
    assert main(command) == 0
    assert len(nights(tmp_path)) == 1


def test_a_reset_waits_for_no_nightly_run(tmp_path: Path) -> None:
    """A reset while a nightly run is at work is refused, because the run would go on with what the reset gave up."""
    cohort_server(tmp_path, HandClock()).store.dispose()
    with nightly_alone(Folder(tmp_path / "data")):
        assert main(["reset", "--data", str(tmp_path / "data")]) == 2
    assert main(["reset", "--data", str(tmp_path / "data")]) == 0


def test_a_killed_nightly_run_frees_its_lock(tmp_path: Path) -> None:
    """The lock on nightly runs is free as soon as the process that held it is killed."""
    holder = os.fork()
    if holder == 0:
        with nightly_alone(Folder(tmp_path)):
            (tmp_path / "held").touch()
            signal.pause()
    until((tmp_path / "held").exists)
    with pytest.raises(NightlyRunGoesOn), nightly_alone(Folder(tmp_path)):
        pass
    os.kill(holder, signal.SIGKILL)
    os.waitpid(holder, 0)
    with nightly_alone(Folder(tmp_path)):
        pass
