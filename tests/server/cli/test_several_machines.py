"""Several machines that share a database, Redis, and a store of published files, each with a data folder of its own."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import pytest

from pdd_server.services.ledger.ledger_file import LedgerFile
from pdd_server.services.operations.data_folder import Deployment, Folder, open_folder
from tests.server.cli.test_web_processes import is_night_over, on_postgresql
from tests.server.services.rounds.cohort.simulated_donors import FAST, cohort_players, cohort_server, expected
from tests.server.simulated_server import HandClock, over_http
from tests.support.processes import postgresql_server, redis_server, s3_server
from tests.support.processes.s3_server import S3Server, on_s3
from tests.support.processes.server_program import COMMAND
from tests.support.processes.timeouts import PATIENCE, until

SHARED = ("config.toml", "server.key", "online.json", "cookies.key", "second-factors.key")
"""What an operator copies to another machine."""
DONORS = 8


@contextmanager
def machine(data: Path, clock: Path, *options: str) -> Iterator[str]:
    """Serve a data folder as one machine does; give its address."""
    command = [*COMMAND, "run", "--data", data, "--port", "0", "--rehearsal-clock", clock, *options]
    with (
        data.with_suffix(".log").open("w") as log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as process,
    ):
        try:
            assert process.stdout
            yield process.stdout.readline().split()[-1]
        finally:
            process.kill()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[S3Server]:
    with s3_server.running(tmp_path) as running:
        yield running


def two_folders(path: Path, clock: HandClock, store: S3Server, redis: str) -> tuple[Deployment, Path]:
    """Return a `cohort` server's opened folder, and a second one with copies of its settings and keys alone."""
    shared: dict[str, Any] = {"database": postgresql_server.database_for(path), "redis": redis}
    server = cohort_server(path, clock, **shared, published=store.settings(), limits=FAST)
    (second := path / "second").mkdir(mode=0o700)
    for name in SHARED:
        shutil.copy(server.folder.path / name, second)
    return server, second


@pytest.mark.slow
@on_postgresql
@on_s3
@pytest.mark.skipif(redis_server.program() is None, reason="no Redis: scripts/install/test-programs")
def test_two_machines_are_one_server(tmp_path: Path, store: S3Server) -> None:
    """Donors register at one machine and answer at the other, by turns. The nightly runs are done by one. Both give the
    same results, of all donors, byte for byte, and have one ledger, to which both have added.
    """
    clock, now = HandClock(), tmp_path / "now"
    now.write_text(clock.now.isoformat())
    with ExitStack() as running:
        redis = running.enter_context(redis_server.running())
        server, second = two_folders(tmp_path, clock, store, redis.url)
        running.callback(server.store.dispose)
        first_url = running.enter_context(machine(server.folder.path, now))
        second_url = running.enter_context(machine(second, now, "--no-nights"))
        at = {url: over_http(url) for url in (first_url, second_url)}
        crowd = cohort_players(server, DONORS, at[first_url])
        for place, player in enumerate(crowd):
            player.work()
            player.send = at[(first_url, second_url)[place % 2]]
        for _ in range(4):
            clock.next_day()
            (tmp_path / "next").write_text(clock.now.isoformat())
            (tmp_path / "next").replace(now)
            until(lambda: is_night_over(server))
            for _contact in range(3):
                for player in crowd:
                    player.work()
                    player.send = at[second_url if player.send is at[first_url] else first_url]
        clock.next_day()
        now.write_text(clock.now.isoformat())
        until(lambda: is_night_over(server))
        path = "/v1/campaigns/flu/results.json"
        first = httpx.get(first_url + path, timeout=PATIENCE)
        until(lambda: httpx.get(second_url + path, timeout=PATIENCE).content == first.content)
    found = {date.fromisoformat(day["day"]): day["totals"] for day in first.json()["days"]}
    assert found
    for day, totals in found.items():
        assert sum(day in player.sent for player in crowd) == DONORS
        assert tuple(totals.values()) == tuple(expected(crowd, day)[2:4].tolist())
    one, other = (open_folder(Folder(path), clock) for path in (server.folder.path, second))
    assert one.ledger.read() == other.ledger.read()
    assert {day for _, day in one.ledger.read().published} == set(found)
    (tmp_path / "whole.jsonl").write_bytes(other.ledger.text())
    assert LedgerFile(tmp_path / "whole.jsonl", server.identity).read() == one.ledger.read()
    for opened in (one, other):
        opened.store.dispose()


@on_s3
def test_a_store_that_refuses_stops_a_server_in_one_line(tmp_path: Path, store: S3Server) -> None:
    """`run` says in one line that the store refuses its key, and serves nothing."""
    clock = HandClock()
    cohort_server(tmp_path, clock, published=store.settings()).store.dispose()
    store.refuse_keys()
    command = [*COMMAND, "run", "--data", tmp_path / "data", "--port", "0", "--no-nights"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    last = done.stderr.splitlines()[-1]
    assert last.startswith("pdd-server: s3://study/pdd: the store refuses the key; correct access_key")
