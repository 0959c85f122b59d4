"""The demonstration's server: a real process on loopback under a rehearsal clock, and a look into its books."""

import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any

import numpy as np

COMMAND = Path(sys.executable).with_name("pdd-server")
ZONE = "Europe/London"


@dataclass(frozen=True)
class Sum:
    """A group whose masks have cancelled, as the server's books hold it before the round is published."""

    day: date
    identities: tuple[str, ...]
    numbers: tuple[int, ...] = field(repr=False)


@dataclass(frozen=True)
class Server:
    """The server's data folder and its clock, a file that holds the rehearsal's time."""

    data: Path
    clock: Path

    def command(self, *arguments: object) -> str:
        """Run a `pdd-server` command on the data folder; its output."""
        line = [COMMAND, *map(str, arguments), "--data", self.data]
        return subprocess.run(line, check=True, capture_output=True, text=True).stdout

    def set_clock(self, instant: datetime) -> None:
        """Move the rehearsal to this time, for the server and every donor."""
        new = self.clock.with_suffix(".new")
        new.write_text(instant.isoformat())
        new.replace(self.clock)

    def night(self) -> None:
        """Run the nightly job: what is due now."""
        self.command("nightly", "--rehearsal-clock", self.clock)

    @contextmanager
    def running(self) -> Iterator[str]:
        """The server as a process, while the block runs; its URL."""
        line = [COMMAND, "run", "--data", self.data, "--port", "0", "--rehearsal-clock", self.clock]
        log = (self.data / "demonstration.log").open("w")
        with log, subprocess.Popen(line, stdout=subprocess.PIPE, stderr=log, text=True) as process:
            try:
                assert process.stdout is not None
                yield process.stdout.readline().split()[-1]
            finally:
                process.terminate()

    def sums(self) -> list[Sum]:
        """The groups that are summed and not yet published: what nobody but the server's keeper could look at."""
        query = "SELECT day, roster, total FROM groups WHERE state = 'summed' ORDER BY day, number"
        with sqlite3.connect(self.data / "pdd.sqlite") as books:
            rows = books.execute(query).fetchall()
        books.close()
        return [Sum(date.fromisoformat(day), identities(roster), signed(total)) for day, roster, total in rows]

    def results(self, campaign: str) -> dict[str, Any]:
        """The published totals."""
        document: dict[str, Any] = json.loads(self.command("results", campaign, "--format", "json"))
        return document


def identities(roster: str) -> tuple[str, ...]:
    """The members' identity keys, in a roster's order."""
    return tuple(member["identity"] for member in json.loads(roster)["members"])


def signed(total: bytes) -> tuple[int, ...]:
    """A running sum as signed numbers."""
    return tuple(int(number) for number in np.frombuffer(total, dtype="<i4"))


def make(folder: Path, start: datetime, settings: dict[str, object], campaign: str) -> Server:
    """A new server with one campaign, its clock at `start`."""
    server = Server(folder / "server", folder / "clock")
    shutil.rmtree(server.data, ignore_errors=True)
    server.set_clock(start)
    options = [text for key, value in settings.items() for text in (f"--{key}", value)]
    server.command("init", "--zone", ZONE, *options)
    file = folder / "campaign.toml"
    file.write_text(campaign)
    server.command("campaign", "create", file)
    return server
