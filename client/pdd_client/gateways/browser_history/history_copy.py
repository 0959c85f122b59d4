"""Makes a private copy of a history database that its browser is using.

A running browser locks its history, and SQLite can't read around the lock. With ``immutable=1`` the rows in Firefox's
write-ahead log are missing; with ``mode=ro`` the database is busy. So the database is copied together with its
journal. SQLite then repairs the copy as after a crash: committed rows are there, a half-done transaction is not.
"""

import shutil
import stat
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
TOO_LARGE = "larger than 2 GB"

_MAGIC = b"SQLite format 3\0"
_HEADER_BYTES = 100
_MAX_BYTES = 2**31
"""Limit of a database with its journals, which are copied: a history of this size would be of tens of years."""
_SUFFIXES = ("", "-journal", "-wal")  # not -shm: SQLite rebuilds that index of the write-ahead log
_ATTEMPTS = 10
_LONGEST_READING = 3600.0
"""Seconds after which a copy must be left over from a program that was killed: no reading takes an hour."""
_PREFIX = "pdd-history-"
_WINDOWS_SHARING_VIOLATIONS = (32, 33)
"""Windows' codes ERROR_SHARING_VIOLATION and ERROR_LOCK_VIOLATION: another program has locked the file."""

_State = dict[str, tuple[int, int, int]]
"""By suffix of each file that exists: its inode, size in bytes, and time of change in nanoseconds."""


class UnreadableHistory(Exception):
    """A history file that cannot be read: ``file`` is its path, ``reason`` says why and quotes nothing from it."""

    def __init__(self, file: Path, reason: str) -> None:
        super().__init__(f"{file}: {reason}")
        self.file = file
        self.reason = reason


@contextmanager
def private_copy(file: Path) -> Iterator[Path]:
    """Copy a history database into a folder of mode 0700 and yield the copy's path; delete the copy at the end.

    The original files are only ever opened for reading. Old copies that a killed program left behind are deleted first.

    Raises:
        UnreadableHistory: the database is missing, locked, damaged, or no SQLite database.

    """
    now = time.time()
    _remove_old_copies(Path(tempfile.gettempdir()), now)
    with tempfile.TemporaryDirectory(prefix=f"{_PREFIX}{now:.0f}-") as folder:
        try:
            copy = _copy_unchanged(file, Path(folder))
            fault = _fault(copy)
        except OSError as error:
            raise UnreadableHistory(file, _reason(error)) from None
        if fault:
            raise UnreadableHistory(file, fault)
        yield copy


def _remove_old_copies(parent: Path, now: float) -> None:
    """Delete old copies that a killed program left in this folder; those of other users can't be deleted and stay.

    A copy's age is in its name. The file system's times may be those of another clock, as in a shared folder. A copy
    whose time is ahead by more than any reading takes is from before the clock was set back, so it is old, too.
    """
    for folder in parent.glob(f"{_PREFIX}*"):
        with suppress(ValueError):
            made = float(folder.name.removeprefix(_PREFIX).partition("-")[0])
            if abs(now - made) > _LONGEST_READING:
                shutil.rmtree(folder, ignore_errors=True)


def history_problem(file: Path) -> str | None:
    """Return why this history can't be read, judged by its size and first bytes only; None if they look right."""
    try:
        if (fault := _fault_of_files(file)) is None:
            with file.open("rb") as start:
                return _fault_of_header(start.read(_HEADER_BYTES))
    except OSError as error:
        return _reason(error)
    return fault


def _copy_unchanged(file: Path, folder: Path) -> Path:
    """Copy the database and its journals, and return the copy; try again if any of them changed meanwhile.

    The package sqlite_backup checks each file by itself. A checkpoint between two files would then pair an old database
    with a new log. It also copies everything twice.

    Raises:
        UnreadableHistory: the database does not exist, is no file or too large, or it changed during every attempt.

    """
    if (fault := _fault_of_files(file)) is not None:
        raise UnreadableHistory(file, fault)
    for attempt in range(_ATTEMPTS):
        # Each attempt has a new name. Otherwise SQLite could apply a journal of an earlier attempt to this copy.
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


def _fault_of_files(file: Path) -> str | None:
    """Return why a database and its journals can't be opened or copied: a pipe never ends, a huge file fills the disk.

    Raises:
        OSError: the database does not exist, or its folder can't be read.

    """
    files = [file.stat()]
    for suffix in _SUFFIXES[1:]:
        with suppress(FileNotFoundError):
            files.append(Path(f"{file}{suffix}").stat())
    if not all(stat.S_ISREG(one.st_mode) for one in files):
        return NOT_A_FILE
    return TOO_LARGE if sum(one.st_size for one in files) > _MAX_BYTES else None


def _state(file: Path) -> _State:
    """Return the state of the database and its journals, which changes whenever one of them is written."""
    state: _State = {}
    for suffix in _SUFFIXES:
        with suppress(FileNotFoundError):
            status = Path(f"{file}{suffix}").stat()
            state[suffix] = (status.st_ino, status.st_size, status.st_mtime_ns)
    return state


def _fault(copy: Path) -> str | None:
    """Return why the copy can't be read, None if it looks whole.

    The size has to be checked here: SQLite would fill an incomplete last page with zeros and read on.
    """
    with copy.open("rb") as start:
        header = start.read(_HEADER_BYTES)
    if (found := _fault_of_header(header)) is not None:
        return found
    page_size = int.from_bytes(header[16:18], "big")
    page_size = 65536 if page_size == 1 else page_size  # SQLite file format, section 1.3.2
    whole = len(header) == _HEADER_BYTES and page_size > 0 and copy.stat().st_size % page_size == 0
    return None if whole else DAMAGED


def _fault_of_header(header: bytes) -> str | None:
    """Return why a file that begins with these bytes is no SQLite database, None if it is one."""
    if header.startswith(_MAGIC):
        return None
    return NOT_A_DATABASE if header else EMPTY  # a browser creates the file some time before it writes to it


def _reason(error: OSError) -> str:
    """Return in words why a file can't be read; the text never names anything inside the file."""
    if getattr(error, "winerror", None) in _WINDOWS_SHARING_VIOLATIONS:
        return LOCKED
    if isinstance(error, PermissionError):
        return NO_PERMISSION
    if isinstance(error, FileNotFoundError):
        return NOT_FOUND
    return f"cannot be read: {error.strerror or type(error).__name__}"
