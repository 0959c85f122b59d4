"""Locks between processes, which the operating system releases when their holder ends, however it ends."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path


@contextmanager
def locked(file: Path, patience: float) -> Iterator[None]:
    """Hold the lock on `file`, which is made if it is not there, for a block.

    SQLite's locks work on every system that Python runs on. Child processes do not inherit them, so a worker that
    outlives its server does not keep the next one from starting.

    Args:
        file: The lock's file.
        patience: Seconds to wait for another process to end its block.

    Raises:
        TimeoutError: Another process held the lock for all of this time.
        OSError: The file can't be locked at all.

    """
    with closing(sqlite3.connect(file, timeout=patience, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname != "SQLITE_BUSY":
                raise OSError(0, f"can't be locked: {error}", str(file)) from None
            raise TimeoutError(0, "is locked by another process; try again later", str(file)) from None
        yield
