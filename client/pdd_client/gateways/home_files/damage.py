"""Sets aside a home's damaged database: it is renamed, and neither it nor the keys of its donor are used again."""

import sqlite3
from contextlib import closing, suppress
from datetime import date
from pathlib import Path

from pdd_client.core.errors import DonorError
from pdd_client.gateways.home_files.folder import DATABASE, exclusive
from pdd_client.gateways.keychain import KEY_FILES, Keychain

_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_SUFFIXES = ("", "-wal", "-shm")
"""Endings of the names of SQLite's files: the database, its write-ahead log, and the log's index."""


class Damaged(Exception):
    """The home's database is corrupt; or the home was in use, and its database is now empty or gone."""


class SetAside(DonorError):
    """The home's damaged database was set aside. When the home is opened again, it is like a new one."""


def is_damage(error: BaseException) -> bool:
    """Return whether this is an error by which SQLite says that the file is corrupt or no database."""
    return isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGE


def set_aside(home: Path, keychain: Keychain, day: date) -> SetAside:
    """Rename the damaged database and delete the donor's keys; return the error to raise.

    The database may no longer tell what the donor has sent. Under the same keys it could send a second vector for one
    day, so the donor gives up these keys and starts anew. Nothing is changed if the database is sound by now, because
    another program has set it aside meanwhile. Close the home's database first.

    Args:
        home: the donor's home.
        keychain: where the donor's keys are.
        day: today, for the new file name.

    Returns:
        The error that tells the donor what happened.

    Raises:
        DonorError: the files can't be moved, or a check-in of this home is under way.

    """
    try:
        with exclusive(home):
            if not _is_sound(home / DATABASE):
                _move(home, keychain, day)
    except OSError as error:
        raise DonorError(f"{home / DATABASE} is damaged, and can't be moved away ({error.strerror}): move it") from None
    return SetAside(
        f"what this program had kept in {home} is damaged or gone: nothing was sent; what is left is set aside there "
        f"under a name with `damaged` in it, its keys are never used again; start again, and join anew"
    )


def _move(home: Path, keychain: Keychain, day: date) -> None:
    """Rename the database's files and delete the donor's keys from the home and the keychain."""
    file = home / DATABASE
    installation, aside = _installation(file), _free_name(file, day)
    for suffix in _SUFFIXES:
        with suppress(FileNotFoundError):
            Path(f"{file}{suffix}").rename(f"{aside}{suffix}")
    for name in KEY_FILES:
        (home / name).unlink(missing_ok=True)
    if installation is not None:
        keychain.delete(installation)


def _is_sound(file: Path) -> bool:
    """Return whether the file exists, is not empty, and passes SQLite's quick check."""
    if not file.exists() or file.stat().st_size == 0:
        return False
    try:
        with closing(sqlite3.connect(file)) as database:
            return bool(database.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
    except sqlite3.DatabaseError:
        return False


def _installation(file: Path) -> str | None:
    """Return the installation id, which names the donor's keys; None if the database can't be read."""
    with suppress(sqlite3.Error, TypeError), closing(sqlite3.connect(file)) as database:
        return str(database.execute("SELECT value FROM facts WHERE name = 'installation'").fetchone()[0])
    return None


def _free_name(file: Path, day: date) -> Path:
    """Return an unused name for the damaged database, with the day in it; StopIteration if 999 are in use."""
    name = f"{file}.damaged-{day}"
    taken = (Path(f"{name}-{number}") for number in range(2, 1000))
    candidates = [Path(name), *taken]
    return next(path for path in candidates if not path.exists())
