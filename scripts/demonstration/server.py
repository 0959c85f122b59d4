"""The demonstration's server: a real process on loopback under a rehearsal clock, and a look into its books."""

import json
import re
import secrets
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from pdd_server.jobs import nightly_run
from pdd_server.services.operations.data_folder import Folder, open_folder
from pdd_server.services.rounds.plain.noise import AddNoise

COMMAND = Path(sys.executable).with_name("pdd-server")
ZONE = "Europe/London"


@dataclass(frozen=True)
class Server:
    """The server's data folder, and its clock: a file that holds the rehearsal's time."""

    data: Path
    clock: Path

    @property
    def database(self) -> Path:
        """The server's database."""
        return self.data / "pdd.sqlite"

    def command(self, *arguments: object) -> str:
        """Run a `pdd-server` command on the data folder; its output."""
        line = [COMMAND, *map(str, arguments), "--data", self.data]
        return subprocess.run(line, check=True, capture_output=True, text=True).stdout

    def set_clock(self, instant: datetime) -> None:
        """Move the rehearsal to this time, for the server and every donor."""
        new = self.clock.with_suffix(".new")
        new.write_text(instant.isoformat())
        new.replace(self.clock)

    def night(self, instant: datetime, add: AddNoise) -> None:
        """Run the nightly job in this process, where `add` sees the sums to which it adds noise.

        The server's own process runs none: what it published, nobody here would see before its noise.
        """
        opened = open_folder(Folder(self.data), lambda: instant)
        try:
            nightly_run.run(opened, add, secrets.SystemRandom().shuffle)
        finally:
            opened.store.dispose()

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

    def days_done(self) -> int:
        """How many data days are published for good, or without totals for good."""
        with closing(sqlite3.connect(self.database)) as books:
            query = "SELECT count(*) FROM (SELECT day FROM publications WHERE final UNION SELECT day FROM missing)"
            return int(books.execute(query).fetchone()[0])

    def results(self, campaign: str) -> dict[str, Any]:
        """The published totals."""
        document: dict[str, Any] = json.loads(self.command("results", campaign, "--format", "json"))
        return document


def make(folder: Path, start: datetime, settings: dict[str, object], campaign: str, donors: int) -> Server:
    """A new server with one campaign, its clock at `start`, that lets so many donors register from this machine."""
    server = Server(folder / "server", folder / "clock")
    shutil.rmtree(server.data, ignore_errors=True)
    server.set_clock(start)
    options = [text for key, value in settings.items() for text in (f"--{key}", value)]
    server.command("init", "--zone", ZONE, *options)
    _let_in(server.data / "config.toml", donors)
    file = folder / "campaign.toml"
    file.write_text(campaign)
    server.command("campaign", "create", file, "--accept-error")
    return server


def _let_in(config: Path, donors: int) -> None:
    """Everybody registers from one address, within minutes: no real server's limit lets a crowd do that."""
    text, found = re.subn(
        r'^registrations = "\d+', f'registrations = "{max(1000, 2 * donors)}', config.read_text(), flags=re.M
    )
    assert found == 1
    config.write_text(text)
