"""The demonstration's server: a real process on loopback with a rehearsal clock, and access to its database."""

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
    """A server's data folder and clock, which is a file that holds the rehearsal's time."""

    data: Path
    clock: Path

    @property
    def database(self) -> Path:
        """The server's database file."""
        return self.data / "pdd.sqlite"

    def command(self, *arguments: object) -> str:
        """Run a `pdd-server` command on the data folder, and return its output."""
        line = [COMMAND, *map(str, arguments), "--data", self.data]
        return subprocess.run(line, check=True, capture_output=True, text=True).stdout

    def set_clock(self, instant: datetime) -> None:
        """Set the rehearsal's time, for the server and every donor."""
        new = self.clock.with_suffix(".new")
        new.write_text(instant.isoformat())
        new.replace(self.clock)

    def night(self, instant: datetime, add: AddNoise) -> None:
        """Run the nightly run in this process, where `add` sees the sums to which it adds noise.

        The server's own process has no nightly run: this process couldn't see the sums before their noise.
        """
        opened = open_folder(Folder(self.data), lambda: instant)
        try:
            nightly_run.run(opened, add, secrets.SystemRandom().shuffle).raise_first_failure()
        finally:
            opened.store.dispose()

    @contextmanager
    def running(self) -> Iterator[str]:
        """Run the server as a process while the block runs, and yield its URL."""
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
        """Return how many data days are published, or given up, for good."""
        with closing(sqlite3.connect(self.database)) as database:
            query = "SELECT count(*) FROM (SELECT day FROM publications WHERE final UNION SELECT day FROM missing)"
            return int(database.execute(query).fetchone()[0])

    def results(self, campaign: str) -> dict[str, Any]:
        """Return the published totals."""
        document: dict[str, Any] = json.loads(self.command("results", campaign, "--format", "json"))
        return document


def make(folder: Path, start: datetime, settings: dict[str, object], campaign: str, donors: int) -> Server:
    """Return a new server with one campaign.

    Args:
        folder: the new data folder.
        start: the clock's time.
        settings: options of `pdd-server init`.
        campaign: the campaign file's text.
        donors: how many donors may register from this computer.
    """
    server = Server(folder / "server", folder / "clock")
    shutil.rmtree(server.data, ignore_errors=True)
    server.set_clock(start)
    options = [text for key, value in settings.items() for text in (f"--{key}", value)]
    server.command("init", "--zone", ZONE, *options)
    _raise_registration_limit(server.data / "config.toml", donors)
    file = folder / "campaign.toml"
    file.write_text(campaign)
    server.command("campaign", "create", file, "--accept-error")
    return server


def _raise_registration_limit(config: Path, donors: int) -> None:
    """Raise the limit on registrations: here all donors register from one address, within minutes."""
    text, found = re.subn(
        r'^registrations = "\d+', f'registrations = "{max(1000, 2 * donors)}', config.read_text(), flags=re.M
    )
    assert found == 1
    config.write_text(text)
