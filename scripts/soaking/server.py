"""The server under test: real processes of `pdd-server`, which are killed, restored and started again."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date
from functools import partial
from pathlib import Path
from threading import RLock

from pdd_server.services.ledger.entries import Ledger
from pdd_server.services.ledger.ledger_file import LedgerFile
from scripts.rehearsal.campaigns import campaign_file
from scripts.rehearsal.server import CommandFailed, Server
from scripts.soaking.databases import KilledPostgreSQL
from scripts.soaking.disk import Disk
from scripts.soaking.network import CuttingProxy

_TRIES = 3
_LOST = ("pdd.sqlite", "config.toml", ".")
"""What the names of lost files begin with. Keys, `published/` and what else lies beside the database are left."""


class KilledServer(Server):
    """The server's processes on its present data folder.

    Attributes:
        disk: The disk of data folder and PostgreSQL.
        proxy: The donors' way to it.
        postgresql: PostgreSQL; None if the server uses SQLite alone.
        database: The URL of the present PostgreSQL database; None for SQLite.
        restores: How often the data folder was lost.
    """

    def __init__(self, folder: Path, disk: Disk, proxy: CuttingProxy, postgresql: KilledPostgreSQL | None) -> None:
        """Clock, logs and backups lie in `folder`."""
        super().__init__(disk.folder / "data-0", folder / "server-clock")
        self.folder, self.disk, self.proxy, self.postgresql = folder, disk, proxy, postgresql
        self.database: str | None = None
        self.restores = 0
        self._lock = RLock()

    def make(self) -> None:
        """Make the data folder, on PostgreSQL if it is there, and launch the campaign."""
        self.command("init", "--protocol", "cohort", "--zone", "UTC", "--delay", "1")
        self.allow("1000000 per minute", "registrations", "check_ins", "vectors", "requests")
        if self.postgresql is not None:
            self.database, config = self.postgresql.new_database(), self.data / "config.toml"
            line = f"database = {json.dumps(self.database)}"
            config.write_text(re.sub(r"^# database = .*", line, config.read_text(), flags=re.M))
            for file in self.data.glob("pdd.sqlite*"):
                file.unlink()
        privacy = "epsilon_per_day = 1.0\ndelta = 1e-6\nmin_cohort = 1"
        self.launch(campaign_file(end=date(2027, 12, 31), privacy=privacy))

    # --- processes

    def try_night(self, kill_after: float | None = None) -> None:
        """Do a nightly run in a process of its own.

        Args:
            kill_after: Seconds after which the process is killed if it is still there.

        Raises:
            CommandFailed: It failed, or was killed.
        """
        line = self.line("nightly", timed=True)
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
            if not self.runs:
                self.url = ""  # a port of its own: connections to the killed one still end
                self._insist(self.start)
                self.proxy.target = int(self.url.rpartition(":")[2])

    def kill_web(self) -> None:
        """Send SIGKILL to the web server."""
        with self._lock:
            self.stop(kill=True)

    # --- recovery

    @property
    def _backups(self) -> Path:
        return self.folder / "backups"

    def back_up(self) -> None:
        """Make a backup, and delete the one before it."""
        new = self._backups.with_name("new-backup")
        shutil.rmtree(new, ignore_errors=True)
        self.command("backup", new, timed=True)
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
            self._insist(partial(self.command, "check", timed=True))
            self.ensure_web()
            kind = "SQLite" if self.database is None else "PostgreSQL"
            return f"{'restored' if has_backup else 'reset'} on {kind}"

    def _restore(self) -> None:
        self.database = self.postgresql.new_database() if self.postgresql and self.database is None else None
        to = () if self.database is None else ("--database", self.database)
        self._insist(partial(self.command, "restore", self._backups, *to, timed=True))

    def _reset(self, old: Path) -> None:
        """Begin an empty database of the same kind, and reset the server."""
        config = (old / "config.toml").read_text()
        if self.postgresql is not None and self.database is not None:
            fresh = self.postgresql.new_database()
            config, self.database = config.replace(self.database, fresh), fresh
        self.disk.free()
        (self.data / "config.toml").write_text(config)
        (self.data / "config.toml").chmod(0o600)
        self._insist(partial(self.command, "reset", timed=True))

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

    def errors(self) -> Iterator[str]:
        """Yield the lines of the web server's log that tell of an error of the program."""
        if self.log.exists():
            yield from (line for line in self.log.read_text(errors="replace").splitlines() if "internal error" in line)

    def close(self) -> None:
        """End all processes."""
        self.kill_web()
        if self.postgresql is not None:
            self.postgresql.close()
