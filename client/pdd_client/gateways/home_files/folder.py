"""The folder of a donor's home: creates its files for this user alone, locks it for a check-in, and erases it."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from pdd_client.core.errors import Code, DonorError
from pdd_client.gateways.home_files import theme_file
from pdd_client.gateways.keychain import KEY_FILES

DATABASE = "donor.sqlite"
LAUNCHER = "native-host-"
"""Prefix of the names of the launchers, with which browsers start the native host."""
_LOCK = "lock"
"""Name of the file that `exclusive` locks; it stays empty."""


def make(home: Path) -> None:
    """Create the folder (mode 0700) and an empty database (mode 0600) if they do not exist.

    An existing folder that is empty gets mode 0700, too.
    """
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not any(home.iterdir()):  # others may use a folder that holds other files, so its mode stays
        home.chmod(0o700)
    _create(home / DATABASE)


def make_lock(home: Path) -> None:
    """Create the lock file if it does not exist.

    Call it after the database has its tables: `has_lost_database` takes a lock file as a sign that the home had one.
    """
    _create(home / _LOCK)


def has_lost_database(home: Path) -> bool:
    """Return whether the home was in use, and its database is now empty or gone.

    SQLite takes an empty file for a new database, so without this check the donor would silently become a new one.
    """
    keys, lock = any((home / name).exists() for name in KEY_FILES), (home / _LOCK).exists()
    # Read the size last: another process that creates the home now writes the database before it creates the lock.
    try:
        return (keys or lock) and (home / DATABASE).stat().st_size == 0
    except FileNotFoundError:
        return keys  # a lock without database and keys is what `destroy` may leave: the home was erased, not lost


def _create(file: Path) -> None:
    """Create an empty file of mode 0600 if it does not exist."""
    # O_EXCL: an existing file must not be opened. On POSIX, closing any descriptor of a file drops all locks that this
    # process holds on it, and these are SQLite's (sqlite.org/howtocorrupt.html, 2.2).
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


@contextmanager
def exclusive(home: Path) -> Iterator[None]:
    """Hold the check-in lock, which keeps other programs from contacting the server for this home.

    The operating system releases the lock if the process dies.

    Raises:
        DonorError: another program holds the lock, or the lock's file is damaged.

    """
    with closing(sqlite3.connect(home / _LOCK, timeout=0, isolation_level=None)) as lock:
        try:
            # Nothing is ever written to this file. A journal on the disk would only fail when the disk is full.
            lock.execute("PRAGMA journal_mode=MEMORY").fetchall()
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            raise DonorError(
                f"another check-in is under way in {home}: wait for it to end, then try again", Code.UNDER_WAY
            ) from None
        except sqlite3.DatabaseError:
            raise DonorError(f"{home / _LOCK} is damaged: nothing was sent; remove that file, then try again") from None
        yield


def destroy(home: Path) -> bool:
    """Erase everything that this program has put into the home, and the folder if nothing else is in it.

    It may be called while this process holds the lock.

    Returns:
        False if the lock's file is in use: then call `destroy_lock` after the lock is released.

    """
    others = (home / name for name in (*KEY_FILES, theme_file.FILE))
    for path in (*home.glob(f"{DATABASE}*"), *home.glob(f"{LAUNCHER}*"), *others):
        path.unlink(missing_ok=True)
    return destroy_lock(home)


def destroy_lock(home: Path) -> bool:
    """Delete the lock's file, and the folder if nothing else is in it; return False if the file is in use."""
    try:
        for name in (_LOCK, f"{_LOCK}-journal"):
            (home / name).unlink(missing_ok=True)
    except PermissionError:
        # Windows deletes no file that a process holds open. A lock that stays is harmless: see `has_lost_database`.
        return False
    if not any(home.iterdir()):
        home.rmdir()
    return True
