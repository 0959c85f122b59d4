"""PostgreSQL for a soak: a server that is killed, and a new database for each restore."""

import grp
import os
import pwd
import signal
import time
from contextlib import suppress
from itertools import count
from pathlib import Path
from threading import Lock

from sqlalchemy.exc import OperationalError

from tests.support.processes.postgresql_server import PostgreSQLServer, programs

_SETTINGS = ("fsync=off", "max_connections=100", "max_wal_size=32MB", "min_wal_size=4MB", "shared_buffers=16MB")
"""What was committed survives a kill without fsync: the system still has it. Only a power cut would lose it."""
_INITDB = ("--encoding=UTF8", "--locale=C", "--auth=trust", "--no-sync", "--wal-segsize=1")
_TRIES = 50


class KilledPostgreSQL:
    """A PostgreSQL server that can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        """Make and start the server in a new folder."""
        folder.mkdir(mode=0o700)
        if os.geteuid() == 0:
            owner = "postgres"
            os.chown(folder, pwd.getpwnam(owner).pw_uid, grp.getgrnam(owner).gr_gid)
        self._server = PostgreSQLServer(folder, _SETTINGS)
        self._numbers, self._lock = count(), Lock()
        self._server.run("initdb", "-D", f"{folder}/data", "-U", "postgres", *_INITDB)
        self._server.start()

    def new_database(self) -> str:
        """Return the URL of a new, empty database."""
        self.ensure()
        name = f"soak_{next(self._numbers)}"
        self._server.execute(f"CREATE DATABASE {name} TEMPLATE template0")
        return self._server.url(name)

    def kill(self, *, whole: bool) -> None:
        """Send SIGKILL to the postmaster, or to one of the processes that serve a connection."""
        pid = self._pid()
        if pid is None:
            return
        backends = [] if whole else _children(pid, b": postgres soak_")
        with suppress(ProcessLookupError):
            os.kill(backends[0] if backends else pid, signal.SIGKILL)

    def ensure(self) -> None:
        """Start the server if it does not run, and return once it takes connections.

        Processes that a killed postmaster left behind end by themselves. A second caller waits for the first: the
        process is there before it takes connections.
        """
        with self._lock:
            for _ in range(_TRIES):
                if (pid := self._pid()) is None or not _runs(pid):
                    with suppress(AssertionError):
                        self._server.start()
                with suppress(OperationalError):
                    self._server.execute("SELECT 1")
                    return
                time.sleep(0.1)
        raise AssertionError("PostgreSQL does not start again")

    def close(self) -> None:
        """Stop the server."""
        with suppress(AssertionError):
            self._server.stop()

    def _pid(self) -> int | None:
        file = self._server.folder / "data" / "postmaster.pid"
        lines = file.read_text().splitlines() if file.exists() else []
        return int(lines[0]) if lines else None


def available() -> bool:
    """Return whether PostgreSQL is installed, and has a user to run as."""
    if programs() is None:
        return False
    with suppress(KeyError):
        return os.geteuid() != 0 or pwd.getpwnam("postgres") is not None
    return False


def _runs(pid: int) -> bool:
    """Return whether a process is there and is no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _children(pid: int, named: bytes) -> list[int]:
    """Return the children of a process whose command line has this text."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == pid and named in (process / "cmdline").read_bytes():
                found.append(int(process.name))
    return found
