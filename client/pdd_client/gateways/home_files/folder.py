"""The files of a donor's home: made for the donor's eyes only, locked against a second check-in, erased."""

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
"""How the names of the files begin that browsers start the native host with."""
_LOCK = "lock"


def make(home: Path) -> None:
    """Make the folder and an empty database where they are not there: 0700 and 0600."""
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not any(home.iterdir()):  # a folder that holds other things is not ours to close
        home.chmod(0o700)
    _create(home / DATABASE)


def make_lock(home: Path) -> None:
    """Make the lock file where it is not there. It is made last: a home that has one had a database."""
    _create(home / _LOCK)


def has_lost_database(home: Path) -> bool:
    """Whether the home was in use, and its database is now gone or empty.

    SQLite takes an empty file for a new database, so the donor would silently become another one.
    """
    keys, lock = any((home / name).exists() for name in KEY_FILES), (home / _LOCK).exists()
    # The size is looked at last: another process may be making the home, and makes the lock after the database.
    try:
        return (keys or lock) and (home / DATABASE).stat().st_size == 0
    except FileNotFoundError:
        return keys  # without keys nothing is left of a donor: the home was erased


def _create(file: Path) -> None:
    # One that is there is not even opened: closing any descriptor of a file drops all the locks that this process
    # holds on it (sqlite.org/howtocorrupt.html, 2.2).
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


@contextmanager
def exclusive(home: Path) -> Iterator[None]:
    """Keep others from contacting the server for this home, DonorError if one does; the lock ends with the process."""
    with closing(sqlite3.connect(home / _LOCK, timeout=0, isolation_level=None)) as lock:
        try:
            # Nothing is ever written to this file: a journal on the disk would only need room, which may be missing.
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
    """Erase everything this program has put there, also under the lock, and the folder if nothing else is in it.

    Returns False if the lock's file is in use and has to be deleted after it was released, with `destroy_lock`.
    """
    others = (home / name for name in (*KEY_FILES, theme_file.FILE))
    for path in (*home.glob(f"{DATABASE}*"), *home.glob(f"{LAUNCHER}*"), *others):
        path.unlink(missing_ok=True)
    return destroy_lock(home)


def destroy_lock(home: Path) -> bool:
    """Delete the lock's file, and the folder if nothing else is in it. Returns False if the file is in use."""
    try:
        for name in (_LOCK, f"{_LOCK}-journal"):
            (home / name).unlink(missing_ok=True)
    except PermissionError:
        # Windows deletes no file that a process holds open. This one is empty, and doesn't make a home look used.
        return False
    if not any(home.iterdir()):
        home.rmdir()
    return True
