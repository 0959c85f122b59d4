"""Real donors and a real server, over HTTP, under one rehearsal clock."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pdd_client.clock import RehearsalClock
from pdd_client.donor import Donor
from pdd_client.gateways.keychain import FileKeychain
from tests.support.histories import write_chrome, write_firefox

PROGRAMS = Path(sys.executable).parent
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
DAY = timedelta(days=1)
CAMPAIGN = """
id = "winter-flu"
title = "Winter flu survey"
purpose = "How does flu spread?"
contact = "flu@example.org"
start = 2026-11-16
end = 2027-03-31
strata = ["england", "scotland"]
vocabulary = ["flu", "fever + child", "cough"]
[consent]
en = "You give counts."
[caps]
max_searches = 20
max_matches = 3
[privacy]
epsilon_per_day = 1.0
"""


class World:
    """A server process, a clock file, and donors' homes in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.clock, self.url = folder, folder / "clock", ""
        self.set(NOON)
        self._environment = os.environ | {"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}

    def set(self, time: datetime) -> None:
        self.clock.write_text(time.isoformat())

    def run(self, program: str, *arguments: object, status: int = 0) -> subprocess.CompletedProcess[str]:
        command = [PROGRAMS / program, *map(str, arguments)]
        ended = subprocess.run(command, env=self._environment, capture_output=True, text=True, timeout=60, check=False)
        assert ended.returncode == status, ended.stderr
        return ended

    def server(self, *arguments: object) -> str:
        return self.run("pdd-server", *arguments, "--data", self.folder / "server").stdout

    def night(self) -> None:
        self.server("nightly", "--rehearsal-clock", self.clock)

    def cli(self, home: str, *arguments: object, status: int = 0) -> subprocess.CompletedProcess[str]:
        given = ("--home", self.folder / home, "--rehearsal-clock", self.clock, *arguments)
        return self.run("pdd-donor", *given, status=status)

    def json(self, home: str, *arguments: object) -> Any:
        return json.loads(self.cli(home, *arguments, "--json").stdout)

    def donor(self, home: str) -> Donor:
        path = self.folder / home
        return Donor.open(path, clock=RehearsalClock(self.clock), keychain=FileKeychain(path), find=list)

    def registered(self) -> int:
        status = self.server("status", "--json", "--rehearsal-clock", self.clock)
        return int(json.loads(status)["donors"])


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a server's data: one campaign, groups of three."""
    world = World(tmp_path_factory.mktemp("prepared"))
    world.server("init", "--group-size", "3", "--min-group", "3", "--delay", "2", "--zone", "Europe/London")
    (world.folder / "flu.toml").write_text(CAMPAIGN)
    world.server("campaign", "create", world.folder / "flu.toml")
    return world.folder / "server"


@pytest.fixture
def world(tmp_path: Path, prepared: Path) -> Iterator[World]:
    """A server of its own for the test, that listens."""
    world = World(tmp_path)
    shutil.copytree(prepared, tmp_path / "server")
    command = [PROGRAMS / "pdd-server", "run", "--data", tmp_path / "server", "--port", "0"]
    with subprocess.Popen(
        [*command, "--rehearsal-clock", world.clock], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        try:
            assert server.stdout is not None
            world.url = server.stdout.readline().split()[-1]
            yield world
        finally:
            server.terminate()


def history(world: World, name: str, *queries: str) -> Path:
    """A Chrome history with these searches, one an hour before NOON."""
    file = world.folder / name
    rows = [
        (f"https://www.google.co.uk/search?q={query}", NOON - timedelta(hours=i), query)
        for i, query in enumerate(queries, start=1)
    ]
    (write_firefox if name.endswith(".sqlite") else write_chrome)(file, rows)
    return file


def test_from_browsers_to_published_totals(world: World) -> None:
    """Three donors' counts of one day become the campaign's totals; what one of them sent is what it had reviewed."""
    files = [history(world, "one", "flu", "flu+cough"), history(world, "two.sqlite", "child+fever")]
    shown = world.cli("ann", "join", world.url, "--stratum", "england", status=2)
    assert "How does flu spread?" in shown.stdout
    assert "--accept" in shown.stderr
    world.cli("ann", "join", world.url, "--stratum", "england", "--accept")
    others = [world.donor("ben"), world.donor("cat")]
    for donor, stratum in zip(others, ("england", "scotland"), strict=True):
        donor.join(world.url, stratum=stratum)
        donor.check_in(files)
    assert world.json("ann", "check-in", "--history", *files)["sent"] == []
    review = world.json("ann", "review", "--history", *files)

    world.set(NOON + DAY)
    world.night()
    report = world.json("ann", "check-in", "--history", *files)
    assert [(row["round"], row["kind"]) for row in report["sent"]] == [("2026-11-20", "submit")]
    for donor in others:
        assert len(donor.check_in(files).sent) == 1
        donor.close()
    (given,) = world.json("ann", "log")["log"][-1]["given"]
    assert given["counts"] == {row["entry"]: row["count"] for row in review["campaigns"][0]["entries"]}
    assert (given["searches"], given["stratum"]) == (3, "england")

    world.set(NOON + 2 * DAY)
    world.night()
    results = json.loads(world.server("results", "winter-flu", "--format", "json"))
    days = {(row["day"], row["stratum"]): row for row in results["days"]}
    assert set(days) == {("2026-11-20", "england"), ("2026-11-20", "scotland")}
    assert {row["confidence"] for row in days.values()} == {1.0}
    assert set(days["2026-11-20", "england"]["totals"]) == {"flu", "fever + child", "cough"}


def test_restored_and_copied_homes(world: World) -> None:
    """A copied home registers as a donor of its own; the one copied from goes on under its keys."""
    file = history(world, "one", "flu")
    world.cli("ann", "join", world.url, "--stratum", "england", "--accept")
    world.json("ann", "check-in", "--history", file)
    shutil.copytree(world.folder / "ann", world.folder / "copy")
    world.json("ann", "check-in", "--history", file)
    world.json("copy", "check-in", "--history", file)
    assert world.registered() == 2
    for home, anew in (("ann", 0), ("copy", 1)):
        assert [line["what"] for line in world.json(home, "log")["log"]].count("registered-anew") == anew
        world.json(home, "check-in", "--history", file)
    assert world.registered() == 2


def test_erase_me_and_a_server_that_is_gone(world: World) -> None:
    """Erasing takes the donor from the server; a server that can't be reached is one line, and nothing is lost."""
    world.cli("ann", "join", world.url, "--stratum", "england", "--accept")
    assert world.registered() == 1
    assert "can't be undone" in world.cli("ann", "erase-me").stdout
    assert world.registered() == 0
    assert not (world.folder / "ann").exists()
    gone = world.cli("bob", "join", "http://127.0.0.1:9", "--accept", status=2)
    assert gone.stderr.count("\n") == 1
    assert "can't be reached" in gone.stderr
