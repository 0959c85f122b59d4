"""The server under test: real processes of `pdd-server`, which are killed, restored and started again."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from threading import RLock

from pdd_server.services.ledger.entries import Ledger
from pdd_server.services.ledger.ledger_file import LedgerFile
from scripts.soaking.databases import KilledPostgreSQL
from scripts.soaking.disk import Disk
from scripts.soaking.network import CuttingProxy

_COMMAND = Path(sys.executable).with_name("pdd-server")
_TRIES = 3
_NO_LIMIT = "1000000 per minute"
"""Limits count by the computer's clock. The donors live through weeks in minutes, all at one address."""
CAMPAIGN = """
id = "winter-flu"
title = "Winter flu survey"
purpose = "How does flu spread?"
contact = "Dr A. Example, flu@example.org"
start = 2026-11-16
end = 2027-12-31
strata = ["england", "scotland"]
vocabulary = ["flu", "fever + child", "cough"]
[consent]
en = "{consent}"
[caps]
max_searches = 20
max_hits = 60
max_hits_per_keyword = 20
[privacy]
epsilon_per_day = 1.0
delta = 1e-6
min_cohort = 1
"""
_LOST = ("pdd.sqlite", "config.toml", ".")
"""What the names of lost files begin with. Keys, `published/` and what else lies beside the database are left."""


class CommandFailed(Exception):
    """A command of `pdd-server` ended with an error; the text is its last line."""


@dataclass
class Server:
    """The server's processes on its present data folder.

    Attributes:
        folder: Where clock, logs and backups lie.
        disk: The disk of data folder and PostgreSQL.
        proxy: The donors' way to it.
        postgresql: PostgreSQL; None if the server uses SQLite alone.
        data: The present data folder.
        database: The URL of the present PostgreSQL database; None for SQLite.
        restores: How often the data folder was lost.
    """

    folder: Path
    disk: Disk
    proxy: CuttingProxy
    postgresql: KilledPostgreSQL | None
    data: Path = field(init=False)
    database: str | None = None
    restores: int = 0
    _web: "subprocess.Popen[str] | None" = None
    _lock: RLock = field(default_factory=RLock)

    def __post_init__(self) -> None:
        """Name the first data folder."""
        self.data = self.disk.folder / "data-0"

    @property
    def clock(self) -> Path:
        """The file with the server's time."""
        return self.folder / "server-clock"

    def make(self, consent: str) -> None:
        """Make the data folder, on PostgreSQL if it is there, and launch the campaign."""
        self.command("init", "--protocol", "cohort", "--zone", "UTC", "--delay", "1")
        config = self.data / "config.toml"
        text = re.sub(
            r'^(registrations|check_ins|vectors|requests) = ".*"',
            rf'\1 = "{_NO_LIMIT}"',
            config.read_text(),
            flags=re.M,
        )
        if self.postgresql is not None:
            self.database = self.postgresql.new_database()
            text = re.sub(r"^# database = .*", f"database = {json.dumps(self.database)}", text, flags=re.M)
            for file in self.data.glob("pdd.sqlite*"):
                file.unlink()
        config.write_text(text)
        campaign = self.folder / "campaign.toml"
        campaign.write_text(CAMPAIGN.format(consent=consent))
        self.command("campaign", "create", campaign, "--accept-error")

    # --- processes

    def command(self, *arguments: object, clock: bool = False) -> str:
        """Run a command on the data folder; return its output, or raise CommandFailed."""
        line = self._line(*arguments, clock=clock)
        done = subprocess.run(line, capture_output=True, text=True, check=False)
        if done.returncode:
            raise CommandFailed(f"{arguments[0]}: {(done.stderr.splitlines() or ['?'])[-1]}")
        return done.stdout

    def _line(self, *arguments: object, clock: bool) -> list[str]:
        timed = ("--rehearsal-clock", self.clock) if clock else ()
        return [str(word) for word in (_COMMAND, *arguments, "--data", self.data, *timed)]

    def night(self, kill_after: float | None = None) -> None:
        """Do a nightly run in a process of its own.

        Args:
            kill_after: Seconds after which the process is killed if it is still there.

        Raises:
            CommandFailed: It failed, or was killed.
        """
        line = self._line("nightly", clock=True)
        with subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
            try:
                _, said = process.communicate(timeout=kill_after)
            except subprocess.TimeoutExpired:
                process.kill()
                _, said = process.communicate()
        if process.returncode:
            raise CommandFailed(f"nightly: {(said.splitlines() or ['killed'])[-1]}")

    def ensure_web(self) -> None:
        """Start the web server, and PostgreSQL, if they do not run.

        Raises:
            CommandFailed: It does not start. The text is its last line.
        """
        with self._lock:
            if self.postgresql is not None:
                self.postgresql.ensure()
            if self._web is None or self._web.poll() is not None:
                self._insist(self._start_web)

    def _start_web(self) -> None:
        log = self.folder / "web.log"
        with log.open("a") as file:
            line = self._line("run", "--no-nights", "--port", "0", clock=True)
            self._web = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=file, text=True)
        assert self._web.stdout is not None
        listening = self._web.stdout.readline()
        if not listening:
            self._web.wait()
            raise CommandFailed(f"run: {(log.read_text().splitlines() or ['?'])[-1]}")
        self.proxy.target = int(listening.rpartition(":")[2])

    def kill_web(self) -> None:
        """Send SIGKILL to the web server."""
        with self._lock:
            if self._web is not None:
                self._web.kill()
                self._web.communicate()
                self._web = None

    # --- recovery

    @property
    def _backups(self) -> Path:
        return self.folder / "backups"

    def back_up(self) -> None:
        """Make a backup, and delete the one before it."""
        new = self._backups.with_name("new-backup")
        shutil.rmtree(new, ignore_errors=True)
        self.command("backup", new, clock=True)
        shutil.rmtree(self._backups, ignore_errors=True)
        new.rename(self._backups)

    def lose_database(self, *, backup: bool) -> str:
        """Lose the database, and go on in a new data folder with what lay beside it; return what was done.

        With PostgreSQL, each restore moves to the other kind of database.

        Args:
            backup: Whether there is a backup. Without one the server is reset.
        """
        with self._lock:
            self.kill_web()
            old, self.restores = self.data, self.restores + 1
            self.data = self.disk.folder / f"data-{self.restores}"
            self.data.mkdir(mode=0o700)
            for kept in list(old.iterdir()):
                if not kept.name.startswith(_LOST):
                    kept.rename(self.data / kept.name)
            has_backup = backup and self._backups.exists()
            self._restore() if has_backup else self._reset(old)
            shutil.rmtree(old)
            self._insist(partial(self.command, "check", clock=True))
            self.ensure_web()
            kind = "SQLite" if self.database is None else "PostgreSQL"
            return f"{'restored' if has_backup else 'reset'} on {kind}"

    def _restore(self) -> None:
        self.database = self.postgresql.new_database() if self.postgresql and self.database is None else None
        to = () if self.database is None else ("--database", self.database)
        self._insist(partial(self.command, "restore", self._backups, *to, clock=True))

    def _reset(self, old: Path) -> None:
        """Begin an empty database of the same kind, and reset the server."""
        config = (old / "config.toml").read_text()
        if self.postgresql is not None and self.database is not None:
            fresh = self.postgresql.new_database()
            config, self.database = config.replace(self.database, fresh), fresh
        self.disk.free()
        (self.data / "config.toml").write_text(config)
        (self.data / "config.toml").chmod(0o600)
        self._insist(partial(self.command, "reset", clock=True))

    def _insist(self, act: Callable[[], object]) -> None:
        """Do what an operator does, and again where other faults came in between: with room, and PostgreSQL running."""
        for _ in range(_TRIES):
            with suppress(CommandFailed):
                act()
                return
            self.disk.free()
            if self.postgresql is not None:
                self.postgresql.ensure()
        act()

    # --- what it has published

    def ledger(self, identity: bytes) -> Ledger:
        """Return what the ledger of the server with this identity key says.

        Raises:
            SetupError: A line of it was changed.
        """
        return LedgerFile(self.data / "published" / "ledger.jsonl", identity).read()

    def ledger_lines(self) -> bytes:
        """Return the whole lines of the ledger's file."""
        text = (self.data / "published" / "ledger.jsonl").read_bytes()
        return text[: text.rfind(b"\n") + 1]

    def log(self) -> Iterator[str]:
        """Yield the lines of the web server's log that tell of an error of the program."""
        file = self.folder / "web.log"
        if file.exists():
            yield from (line for line in file.read_text(errors="replace").splitlines() if "internal error" in line)

    def set_clock(self, time: datetime) -> None:
        """Set the server's time in one step."""
        new = self.clock.with_suffix(".new")
        new.write_text(time.isoformat())
        new.replace(self.clock)

    def close(self) -> None:
        """End all processes."""
        self.kill_web()
        if self.postgresql is not None:
            self.postgresql.close()
