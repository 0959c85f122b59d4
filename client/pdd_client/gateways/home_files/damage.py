"""A home whose database is damaged: kept aside, never used again, and neither are the keys that went with it."""

import sqlite3
from contextlib import closing, suppress
from datetime import date
from pathlib import Path

from pdd_client.core.errors import DonorError
from pdd_client.gateways.home_files.folder import DATABASE, exclusive
from pdd_client.gateways.keychain import KEY_FILES, Keychain

_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_SUFFIXES = ("", "-wal", "-shm")


class Damaged(Exception):
    """The home's database is broken, empty or gone."""


class SetAside(DonorError):
    """The home was damaged and is set aside: opened again, it is as new."""


def is_damage(error: BaseException) -> bool:
    """Whether SQLite says that the file itself is broken."""
    return isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGE


def set_aside(home: Path, keychain: Keychain, day: date) -> SetAside:
    """Move the damaged database out of the way and forget its keys; returns what to tell the person.

    What the donor had sent and agreed to may be unreadable in it, and with that what must not be sent twice: so the
    donor that it was ends here. Nothing is moved if another program has done so meanwhile. Close the home before.
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
    if not file.exists() or file.stat().st_size == 0:
        return False
    try:
        with closing(sqlite3.connect(file)) as database:
            return bool(database.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
    except sqlite3.DatabaseError:
        return False


def _installation(file: Path) -> str | None:
    """Which keys were its own, if that can still be read."""
    with suppress(sqlite3.Error, TypeError), closing(sqlite3.connect(file)) as database:
        return str(database.execute("SELECT value FROM facts WHERE name = 'installation'").fetchone()[0])
    return None


def _free_name(file: Path, day: date) -> Path:
    name = f"{file}.damaged-{day}"
    taken = (Path(f"{name}-{number}") for number in range(2, 1000))
    candidates = [Path(name), *taken]
    return next(path for path in candidates if not path.exists())
