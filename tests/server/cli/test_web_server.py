"""`pdd-server run` over real sockets: what the HTTP server does before the application."""

import signal
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from pdd_server.cli.web_server import LARGEST_REQUEST
from tests.server.services.rounds.cohort.simulated_donors import cohort_server
from tests.server.simulated_server import Donor, HandClock, over_http
from tests.support.processes.server_program import COMMAND
from tests.support.processes.timeouts import PATIENCE


@contextmanager
def serving(path: Path, proxies: int, end: signal.Signals = signal.SIGTERM) -> Iterator[str]:
    """Return the address of a server behind so many proxies, with one registration per address an hour."""
    cohort_server(path, HandClock(), proxies=proxies, limits={"registrations": "1 per hour"}).store.dispose()
    command = [*COMMAND, "run", "--data", path / "data", "--port", "0"]
    with (
        (path / "log").open("w") as log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as process,
    ):
        try:
            assert process.stdout
            yield process.stdout.readline().split()[-1]
        finally:
            process.send_signal(end)


def register(url: str, forwarded: str) -> int:
    """Return the status for a new donor that registers through a proxy with this forwarding header."""
    send = over_http(url)
    key = bytes.fromhex(send("/v1/server").json["key"])
    member = Donor(send, key, key).member
    headers = {"X-Forwarded-For": forwarded}
    status: int = send("/v1/donors", "POST", json={"member": member.model_dump()}, headers=headers).status_code
    return status


FORWARDED = ["192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.3, 192.0.2.2"]


@pytest.mark.parametrize(("proxies", "expected"), [(1, [201, 429, 201, 429]), (0, [201, 429, 429, 429])])
@pytest.mark.sqlite
def test_limits_count_by_forwarded_address_only_behind_a_proxy(
    tmp_path: Path, proxies: int, expected: list[int]
) -> None:
    """Behind a proxy the last forwarded address counts, whatever the caller wrote before it; without one the
    socket's.
    """
    with serving(tmp_path, proxies) as url:
        assert [register(url, forwarded) for forwarded in FORWARDED] == expected


@pytest.mark.sqlite
def test_a_huge_body_is_refused_by_the_http_server(tmp_path: Path) -> None:
    """A body of 4 MB gets 413 in plain text; one byte less gets the application's problem."""
    with serving(tmp_path, 0) as url:
        over, under = (
            httpx.post(
                f"{url}/v1/donors",
                content=bytes(LARGEST_REQUEST - less),
                headers={"Content-Type": "application/json"},
                timeout=PATIENCE,
            )
            for less in (0, 1)
        )
    assert (over.status_code, over.headers["Content-Type"].split(";")[0]) == (413, "text/plain")
    assert (under.status_code, under.headers["Content-Type"]) == (413, "application/problem+json")


def run_beside(path: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command on the folder of `serving` to its end."""
    words = [*COMMAND, *command, "--data", path / "data"]
    return subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)


@pytest.mark.slow
@pytest.mark.sqlite
def test_a_second_server_on_a_folder_refuses_to_start(tmp_path: Path) -> None:
    """A second server on a folder exits with one line that says why; commands work beside the first, which keeps
    serving. With PostgreSQL several servers may share a folder.
    """
    with serving(tmp_path, 0) as url:
        second = [*COMMAND, "run", "--data", tmp_path / "data", "--port", "0"]
        with subprocess.Popen(second, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            assert process.stdout
            listening = process.stdout.readline()
            process.send_signal(signal.SIGTERM)  # in vain where it has ended, as it should
            _, said = process.communicate()
        assert listening == ""
        assert process.returncode == 2
        assert (
            said == f"pdd-server: {tmp_path / 'data'}: is served by another pdd-server already; stop that one first\n"
        )
        for command in (["status"], ["nightly"], ["campaign", "list"], ["account", "list"], ["results", "flu"]):
            beside = run_beside(tmp_path, *command)
            assert (beside.returncode, beside.stderr) == (0, ""), command
        assert httpx.get(f"{url}/v1/server", timeout=PATIENCE).status_code == 200


@pytest.mark.slow
def test_a_killed_server_leaves_its_folder_free(tmp_path: Path) -> None:
    """After SIGKILL the next server starts without any cleaning up."""
    with serving(tmp_path, 0, signal.SIGKILL) as url:
        assert httpx.get(f"{url}/v1/server", timeout=PATIENCE).status_code == 200
    command = [*COMMAND, "run", "--data", tmp_path / "data", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline().startswith("listening on")
        process.send_signal(signal.SIGTERM)


@pytest.mark.slow
@pytest.mark.parametrize(
    "part", [b"POST /v1/donors HTTP/1.1\r\nHost: ", b"PUT / HTTP/1.1\r\nContent-Length: 9\r\n\r\n1"]
)
def test_unfinished_requests_keep_nobody_out(tmp_path: Path, part: bytes) -> None:
    """Beside 300 connections that have sent a part of a header or of a body, others are answered."""
    with serving(tmp_path, 0) as url, ExitStack() as stack:
        for _ in range(300):
            port = int(url.rpartition(":")[2])
            stack.enter_context(socket.create_connection(("127.0.0.1", port))).sendall(part)
        assert httpx.get(f"{url}/v1/server", timeout=PATIENCE).status_code == 200


@pytest.mark.slow
@pytest.mark.sqlite
def test_long_bodies_do_not_use_up_the_open_files(tmp_path: Path) -> None:
    """Beside 560 connections with a part of a long body, each of which waits in a file, others are answered.

    The server was started with the usual limit of 1,024 open files.
    """
    head = b"POST /v1/donors HTTP/1.1\r\nHost: here\r\nContent-Length: 300000\r\n\r\n"
    with ExitStack() as stack:
        with few_files():
            url = stack.enter_context(serving(tmp_path, 0))
        for _ in range(560):
            port = int(url.rpartition(":")[2])
            stack.enter_context(socket.create_connection(("127.0.0.1", port))).sendall(head + bytes(200_000))
        assert httpx.get(f"{url}/v1/server", timeout=PATIENCE).status_code == 200
    assert (tmp_path / "log").read_text() == ""


@contextmanager
def few_files() -> Iterator[None]:
    """Let processes that are started in the block open 1,024 files, until they ask for more."""
    resource = pytest.importorskip("resource", reason="Windows has no such limit")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(1024, before[1]), before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.slow
def test_requests_that_queue_are_no_news(tmp_path: Path) -> None:
    """Many requests that wait for a thread write no line to the log."""
    with serving(tmp_path, 0) as url, ThreadPoolExecutor(40) as readers:
        statuses = list(readers.map(lambda _: httpx.get(f"{url}/v1/server", timeout=PATIENCE).status_code, range(200)))
    assert statuses == [200] * 200
    assert (tmp_path / "log").read_text() == ""
