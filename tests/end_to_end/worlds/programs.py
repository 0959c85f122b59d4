"""A world for end-to-end tests: a server process and donors' homes under one rehearsal clock."""

import io
import json
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from pdd_client.cli import main as donor_command
from pdd_client.donor.donor import Donor
from pdd_client.gateways.clock import RehearsalClock
from pdd_client.gateways.keychain import FileKeychain
from pdd_server.cli import main as server_command
from pdd_server.jobs import nightly_run
from pdd_server.services.operations.data_folder import Folder, open_folder
from pdd_server.services.rounds.plain.noise import add_noise
from pdd_shared.protocol.terms import Noise
from tests.client.fakes import by_itself
from tests.support.browser_histories import write_chrome, write_firefox
from tests.support.consent_texts import CONSENT

SERVER = Path(sys.executable).with_name("pdd-server")
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
DAY = timedelta(days=1)
CAMPAIGN = f"""
id = "winter-flu"
title = "Winter flu survey"
purpose = "How does flu spread?"
contact = "Dr A. Example, flu@example.org"
start = 2026-11-16
end = 2027-03-31
strata = ["england", "scotland"]
vocabulary = ["flu", "fever + child", "cough"]
[consent]
en = "{CONSENT}"
[caps]
max_searches = 20
max_hits = 60
max_hits_per_keyword = 20
[privacy]
epsilon_per_day = 1.0
"""


class Said(NamedTuple):
    """What a command printed."""

    stdout: str
    stderr: str


def said(command: Callable[[list[str]], int], *arguments: object, status: int = 0) -> Said:
    """Run a command in this process and return its output. A process of its own would mostly take time to start."""
    out, errors = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True), io.StringIO()
    with redirect_stdout(out), redirect_stderr(errors):
        ended = command([str(argument) for argument in arguments])
    assert ended == status, errors.getvalue()
    out.seek(0)
    return Said(out.read(), errors.getvalue())


class World:
    """A server process, a clock file, and donors' homes in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.clock, self.url = folder, folder / "clock", ""
        self.set(NOON)

    def set(self, time: datetime) -> None:
        """Set the clock in one step, so that a server that reads it meanwhile never finds half a time."""
        new = self.clock.with_suffix(".new")
        new.write_text(time.isoformat())
        new.replace(self.clock)

    def server(self, *arguments: object) -> str:
        return said(server_command, *arguments, "--data", self.folder / "server").stdout

    def make_server(self, *options: object) -> None:
        """Make a server's data with one campaign: in `plain`, with groups of at least three, unless options differ."""
        groups = ("--protocol", "plain", "--group-size", "3", "--min-group", "3")
        self.server("init", *groups, "--zone", "Europe/London", *options)
        (self.folder / "flu.toml").write_text(CAMPAIGN)
        self.server("campaign", "create", self.folder / "flu.toml", "--accept-error")

    @contextmanager
    def running(self) -> Iterator[str]:
        """Run the server's process while the block runs, and yield its address.

        Only the test starts nightly runs: with the server's own, two could share a day's work.
        """
        command = [SERVER, "run", "--no-nights", "--data", self.folder / "server", "--port", "0"]
        with subprocess.Popen(
            [*command, "--rehearsal-clock", self.clock], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as server:
            try:
                assert server.stdout is not None
                self.url = server.stdout.readline().split()[-1]
                yield self.url
            finally:
                server.terminate()

    def night(self) -> None:
        self.server("nightly", "--rehearsal-clock", self.clock)

    def night_of(self, time: datetime) -> list[list[int]]:
        """Do a nightly run in this process, then move the clock; return the published numbers before their noise."""
        noted: list[list[int]] = []

        def note(numbers: list[int], noise: Noise) -> list[int]:
            noted.append(numbers)
            return add_noise(numbers, noise)

        opened = open_folder(Folder(self.folder / "server"), lambda: time)
        nightly_run.run(opened, note, secrets.SystemRandom().shuffle).raise_first_failure()
        opened.store.dispose()
        self.set(time)
        return noted

    def history(self, name: str, *queries: str, until: datetime = NOON) -> Path:
        """Write a Chrome or Firefox history with these searches, one an hour, the first an hour before `until`."""
        file = self.folder / name
        rows = [
            (f"https://www.google.co.uk/search?q={query}", until - timedelta(hours=i), query)
            for i, query in enumerate(queries, start=1)
        ]
        (write_firefox if name.endswith(".sqlite") else write_chrome)(file, rows)
        return file

    def cli(self, home: str, *arguments: object, status: int = 0) -> "Said":
        given = ("--home", self.folder / home, "--rehearsal-clock", self.clock, *arguments)
        return said(donor_command, *given, status=status)

    def json(self, home: str, *arguments: object) -> Any:
        return json.loads(self.cli(home, *arguments, "--json").stdout)

    def donor(self, home: str) -> Donor:
        path = self.folder / home
        return by_itself(Donor.open(path, clock=RehearsalClock(self.clock), keychain=FileKeychain(path), find=list))

    def registered(self) -> int:
        status = self.server("status", "--json", "--rehearsal-clock", self.clock)
        return int(json.loads(status)["donors"])
