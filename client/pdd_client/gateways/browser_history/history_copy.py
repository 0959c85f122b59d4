"""A private copy of a database that its browser is using.

A running browser locks its history, and SQLite's ways around a lock lie: with ``immutable=1`` the rows in Firefox's
write-ahead log are missing, with ``mode=ro`` the database is busy. So the files are copied, the journal with them,
and SQLite repairs the copy as it would after a crash: committed rows are there, a half-done transaction is not.
"""

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

NOT_FOUND = "not found"
NOT_A_FILE = "not a file"
EMPTY = "empty"
NOT_A_DATABASE = "not a database"
DAMAGED = "cut short or damaged"
LOCKED = "locked: its browser keeps it to itself; try again, or close the browser"
NO_PERMISSION = "cannot be read: permission"

_MAGIC = b"SQLite format 3\0"
_HEADER_BYTES = 100
_SUFFIXES = ("", "-journal", "-wal")  # not -shm: SQLite makes that index of the log anew
_ATTEMPTS = 10
_LONGEST_READING = 3600.0
"""Seconds after which a copy is one that a killed program has left behind."""
_PREFIX = "pdd-history-"
_WINDOWS_SHARING_VIOLATIONS = (32, 33)

_State = dict[str, tuple[int, int, int]]


class UnreadableHistory(Exception):
    """A history file that cannot be read; ``file`` and ``reason`` say which and why, never what is in it."""

    def __init__(self, file: Path, reason: str) -> None:
        super().__init__(f"{file}: {reason}")
        self.file = file
        self.reason = reason


@contextmanager
def private_copy(file: Path) -> Iterator[Path]:
    """Give the path of a copy in a folder only this user can enter (0700), removed at the end whatever happens.

    The source and its journal are only ever opened for reading. Raises UnreadableHistory. Copies that a program left
    behind, killed while it read them, are removed first.
    """
    _remove_old_copies(Path(tempfile.gettempdir()))
    with tempfile.TemporaryDirectory(prefix=_PREFIX) as folder:
        try:
            copy = _copy_unchanged(file, Path(folder))
            fault = _fault(copy)
        except OSError as error:
            raise UnreadableHistory(file, _reason(error)) from None
        if fault:
            raise UnreadableHistory(file, fault)
        yield copy


def _remove_old_copies(parent: Path) -> None:
    """Those of this user: nobody else's can be removed."""
    for folder in parent.glob(f"{_PREFIX}*"):
        with suppress(OSError):
            if time.time() - folder.lstat().st_mtime > _LONGEST_READING:
                shutil.rmtree(folder, ignore_errors=True)


def history_problem(file: Path) -> str | None:
    """What will keep this file from being read, as far as its beginning tells; None if nothing does."""
    try:
        with file.open("rb") as start:
            return _fault_of_header(start.read(_HEADER_BYTES))
    except FileNotFoundError:
        return NOT_FOUND
    except OSError as error:
        return _reason(error)


def _copy_unchanged(file: Path, folder: Path) -> Path:
    """Copy the database and its journals such that none of them changed from the first byte to the last.

    sqlite_backup checks each file for itself: a checkpoint between two of them would pair an old database with a
    new log. It also copies everything twice.
    """
    if not file.is_file():
        raise UnreadableHistory(file, NOT_A_FILE if file.exists() else NOT_FOUND)
    for attempt in range(_ATTEMPTS):
        # A name of its own for each attempt: a journal left by an earlier one would be played into this one.
        copy = folder / str(attempt)
        before = _state(file)
        for suffix in before:
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{file}{suffix}", f"{copy}{suffix}")
        if _state(file) == before and copy.exists():
            return copy
        for suffix in before:
            Path(f"{copy}{suffix}").unlink(missing_ok=True)
    raise UnreadableHistory(file, LOCKED)


def _state(file: Path) -> _State:
    """Which of the files there are, each with its number, size in bytes and time of change in nanoseconds."""
    state: _State = {}
    for suffix in _SUFFIXES:
        with suppress(FileNotFoundError):
            status = Path(f"{file}{suffix}").stat()
            state[suffix] = (status.st_ino, status.st_size, status.st_mtime_ns)
    return state


def _fault(copy: Path) -> str | None:
    """Why SQLite should not even open the file: it would fill up half a last page with zeros and read on."""
    with copy.open("rb") as start:
        header = start.read(_HEADER_BYTES)
    if (found := _fault_of_header(header)) is not None:
        return found
    page_size = int.from_bytes(header[16:18], "big")
    page_size = 65536 if page_size == 1 else page_size  # SQLite file format, section 1.3.2
    whole = len(header) == _HEADER_BYTES and page_size > 0 and copy.stat().st_size % page_size == 0
    return None if whole else DAMAGED


def _fault_of_header(header: bytes) -> str | None:
    if header.startswith(_MAGIC):
        return None
    return NOT_A_DATABASE if header else EMPTY  # a browser makes the file before it writes to it


def _reason(error: OSError) -> str:
    if getattr(error, "winerror", None) in _WINDOWS_SHARING_VIOLATIONS:
        return LOCKED
    if isinstance(error, PermissionError):
        return NO_PERMISSION
    return f"cannot be read: {error.strerror or type(error).__name__}"
