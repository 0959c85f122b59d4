"""Locks between processes. The operating system releases a lock when its process ends, also when that is killed."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path


@contextmanager
def locked(file: Path, patience: float, *, shared: bool = False) -> Iterator[None]:
    """Hold a lock between processes during a block.

    The lock is that of an SQLite transaction, because SQLite's locks work on every system that Python runs on. Child
    processes do not inherit them, so a worker that outlives its server does not keep the next server from starting.

    Args:
        file: The lock's file, which is made if it does not exist.
        patience: Seconds to wait for another process to end its block.
        shared: Whether others may hold it too, if they share it as well.

    Raises:
        TimeoutError: Another process held the lock all this time.
        OSError: The file can't be made or locked.
    """
    with closing(_opened(file, patience)) as lock:
        try:
            lock.execute("BEGIN" if shared else "BEGIN EXCLUSIVE")
            if shared:
                lock.execute("SELECT * FROM sqlite_master")  # the first read takes the shared lock
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname == "SQLITE_FULL":
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(file)) from None
            if error.sqlite_errorname.startswith("SQLITE_READONLY"):
                raise OSError(errno.EACCES, os.strerror(errno.EACCES), str(file)) from None
            if error.sqlite_errorname != "SQLITE_BUSY":
                raise OSError(0, f"can't be locked: {error}", str(file)) from None
            raise TimeoutError(0, "is locked by another process; try again later", str(file)) from None
        yield


def _opened(file: Path, patience: float) -> sqlite3.Connection:
    """Open the lock's file; raise the operating system's error, which names the reason, where SQLite can't."""
    try:
        return sqlite3.connect(file, timeout=patience, isolation_level=None)
    except sqlite3.OperationalError as error:
        file.open("ab").close()
        raise OSError(0, f"can't be opened: {error}", str(file)) from None
