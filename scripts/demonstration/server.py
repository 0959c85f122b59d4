"""The demonstration's server: a real process on loopback under a rehearsal clock, and a look into its books."""

import json
import secrets
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any

from pdd_server.folder import Folder, open_folder
from pdd_server.jobs import nightly
from pdd_server.services.noise import add_noise
from pdd_shared.rounds.recoverable.donor import threshold
from pdd_shared.terms import Noise

COMMAND = Path(sys.executable).with_name("pdd-server")
ZONE = "Europe/London"
REVEALING = """
SELECT day, plan, survivors, size,
       (SELECT count(*) FROM reveals WHERE reveals.day = found.day AND reveals.number = found.number)
FROM tentative_groups AS found WHERE state = 'revealing'
"""


@dataclass(frozen=True)
class Server:
    """The server's data folder, and its clock: a file that holds the rehearsal's time.

    `before_noise` are the numbers of each published row, by those published; `counted` who is in a day's sums.
    """

    data: Path
    clock: Path
    before_noise: dict[tuple[int, ...], list[int]] = field(default_factory=dict, repr=False)
    counted: dict[date, frozenset[str]] = field(default_factory=dict, repr=False)

    def command(self, *arguments: object) -> str:
        """Run a `pdd-server` command on the data folder; its output."""
        line = [COMMAND, *map(str, arguments), "--data", self.data]
        return subprocess.run(line, check=True, capture_output=True, text=True).stdout

    def set_clock(self, instant: datetime) -> None:
        """Move the rehearsal to this time, for the server and every donor."""
        new = self.clock.with_suffix(".new")
        new.write_text(instant.isoformat())
        new.replace(self.clock)

    def night(self, instant: datetime) -> None:
        """The nightly job, in this process: the sums are nowhere but in the transaction that publishes them.

        The server's own process runs none: what it published, nobody here would see before its noise.
        """
        self.counted.update(self._counted())
        opened = open_folder(Folder(self.data), lambda: instant)
        try:
            nightly.run(opened, self._note, secrets.SystemRandom().shuffle)
        finally:
            opened.store.dispose()

    def _note(self, numbers: list[int], noise: Noise) -> list[int]:
        noised = add_noise(numbers, noise)
        self.before_noise[tuple(noised)] = numbers
        return noised

    @contextmanager
    def running(self) -> Iterator[str]:
        """The server as a process, while the block runs; its URL."""
        line = [COMMAND, "run", "--data", self.data, "--port", "0", "--no-nights"]
        line += ["--rehearsal-clock", self.clock]
        log = (self.data / "demonstration.log").open("w")
        with log, subprocess.Popen(line, stdout=subprocess.PIPE, stderr=log, text=True) as process:
            try:
                assert process.stdout is not None
                yield process.stdout.readline().split()[-1]
            finally:
                process.terminate()

    def _counted(self) -> dict[date, frozenset[str]]:
        """The identities in the groups that a night would add up now, by day, from the server's books."""
        found: dict[date, frozenset[str]] = {}
        with closing(sqlite3.connect(self.data / "pdd.sqlite")) as books:
            plain = books.execute("SELECT day, roster FROM groups WHERE state = 'summed'")
            rows = [(day, identities(roster)) for day, roster in plain]
            for day, plan, survivors, size, came in books.execute(REVEALING):
                everybody = identities(plan)
                alive = [everybody[place] for place in json.loads(survivors)["places"]]
                rows += [(day, alive)] if came >= threshold(size) else []
        for day, members in rows:
            found[date.fromisoformat(day)] = found.get(date.fromisoformat(day), frozenset()).union(members)
        return found

    def days_done(self) -> int:
        """How many data days are published, or without totals for good."""
        with closing(sqlite3.connect(self.data / "pdd.sqlite")) as books:
            query = "SELECT count(*) FROM (SELECT day FROM publications UNION SELECT day FROM missing)"
            return int(books.execute(query).fetchone()[0])

    def results(self, campaign: str) -> dict[str, Any]:
        """The published totals."""
        document: dict[str, Any] = json.loads(self.command("results", campaign, "--format", "json"))
        return document


def identities(group: str) -> list[str]:
    """The members' identity keys, in the order of a roster or group plan."""
    return [member["identity"] for member in json.loads(group)["members"]]


def make(folder: Path, start: datetime, settings: dict[str, object], campaign: str) -> Server:
    """A new server with one campaign, its clock at `start`."""
    server = Server(folder / "server", folder / "clock")
    shutil.rmtree(server.data, ignore_errors=True)
    server.set_clock(start)
    options = [text for key, value in settings.items() for text in (f"--{key}", value)]
    server.command("init", "--zone", ZONE, *options)
    file = folder / "campaign.toml"
    file.write_text(campaign)
    server.command("campaign", "create", file, "--accept-error")
    return server
