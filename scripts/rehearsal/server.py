"""A server in a rehearsal: its data folder, its time, which a file holds, and its process on loopback."""

import io
import json
import re
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from pdd_client.gateways.clock import RehearsalClock
from pdd_server import cli
from pdd_server.jobs import nightly_run
from pdd_server.services.operations.data_folder import Folder, open_folder
from pdd_server.services.rounds.plain.noise import AddNoise, add_noise

PROGRAM = Path(sys.executable).with_name("pdd-server")


class CommandFailed(Exception):
    """A command of `pdd-server` ended with an error; the text is its last line."""


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


def set_clock(file: Path, instant: datetime) -> None:
    """Set the time that a file holds in one step: who reads it meanwhile never finds half a time."""
    new = file.with_suffix(".new")
    new.write_text(instant.isoformat())
    new.replace(file)


@dataclass
class Server:
    """A server of a rehearsal.

    Attributes:
        data: Its data folder.
        clock: The file that holds its time, and the donors'.
        program: What runs its processes.
        url: Where it is reached, once it was started.
    """

    data: Path
    clock: Path
    program: Path = PROGRAM
    url: str = ""
    _process: "subprocess.Popen[str] | None" = field(default=None, init=False, repr=False)

    @property
    def books(self) -> Path:
        """The file of its database, if that is SQLite."""
        return self.data / "pdd.sqlite"

    @property
    def log(self) -> Path:
        """The file with what its process printed of errors."""
        return self.clock.with_name("web.log")

    def set_clock(self, instant: datetime) -> None:
        """Set the rehearsal's time."""
        set_clock(self.clock, instant)

    # --- commands

    def here(self, *arguments: object) -> str:
        """Run a command on the data folder in this process, and return its output. Only one at a time."""
        return said(cli.main, *arguments, "--data", self.data).stdout

    def command(self, *arguments: object, timed: bool = False) -> str:
        """Run a command in a process of its own, under the rehearsal's time if `timed`; return its output.

        Raises:
            CommandFailed: It ended with an error.
        """
        done = subprocess.run(self.line(*arguments, timed=timed), capture_output=True, text=True, check=False)
        if done.returncode:
            raise CommandFailed(f"{arguments[0]}: {(done.stderr.splitlines() or ['?'])[-1]}")
        return done.stdout

    def line(self, *arguments: object, timed: bool) -> list[str]:
        """Return the command line of a process on the data folder."""
        clock: Sequence[object] = ("--rehearsal-clock", self.clock) if timed else ()
        return [str(word) for word in (self.program, *arguments, "--data", self.data, *clock)]

    def launch(self, campaign: str, name: str = "campaign") -> None:
        """Launch the campaign of a file with this text."""
        file = self.clock.with_name(f"{name}.toml")
        file.write_text(campaign)
        self.here("campaign", "create", file, "--accept-error")

    def allow(self, limit: str, *kinds: str) -> None:
        """Set limits, which count by the computer's clock: in a rehearsal all donors come from one address at once."""
        config = self.data / "config.toml"
        text, found = re.subn(rf'^({"|".join(kinds)}) = ".*"', rf'\1 = "{limit}"', config.read_text(), flags=re.M)
        assert found == len(kinds)
        config.write_text(text)

    # --- its process

    def start(self) -> None:
        """Start the web server on the port that it had before. Only the rehearsal does nightly runs.

        Raises:
            CommandFailed: It does not start. The text is its last line.
        """
        port = self.url.rpartition(":")[2] or 0
        with self.log.open("a") as log:
            line = self.line("run", "--no-nights", "--port", port, timed=True)
            self._process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self._process.stdout is not None
        listening = self._process.stdout.readline()
        if not listening:
            self.stop()
            raise CommandFailed(f"run: {(self.log.read_text().splitlines() or ['?'])[-1]}")
        self.url = listening.split()[-1]

    def stop(self, *, kill: bool = False) -> None:
        """End the web server if it runs, as an operator does; or kill it."""
        if self._process is not None:
            with self._process as process:
                process.kill() if kill else process.terminate()
            self._process = None

    @property
    def runs(self) -> bool:
        """Whether the web server runs."""
        return self._process is not None and self._process.poll() is None

    @contextmanager
    def running(self) -> Iterator[str]:
        """Run the web server while the block runs, and yield its URL."""
        try:
            self.start()
            yield self.url
        finally:
            self.stop()

    # --- nights and what they publish

    def night(self, add: AddNoise = add_noise) -> nightly_run.Report:
        """Do the nightly run in this process, where `add` sees the sums to which it adds noise."""
        opened = open_folder(Folder(self.data), RehearsalClock(self.clock))
        try:
            report = nightly_run.run(opened, add, secrets.SystemRandom().shuffle)
        finally:
            opened.store.dispose()
        report.raise_first_failure()
        return report

    def results(self, campaign: str = "winter-flu") -> dict[str, Any]:
        """Return the published totals."""
        document: dict[str, Any] = json.loads(self.here("results", campaign, "--format", "json"))
        return document
