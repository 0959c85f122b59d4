"""The published files of this machine, kept the same as those of the store that several machines share.

Each machine has a folder with all of them, because pages and downloads read files. Without a store that folder is all
there is. With one, what a machine writes is put into the store, and what others have put there is fetched.
"""

import json
import logging
import re
from collections.abc import Collection
from contextlib import AbstractContextManager
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Literal

from pdd_server.store.locks import locked
from pdd_server.store.published.bucket import Bucket

log = logging.getLogger(__name__)

LOG = "log.json"
"""The name of the public log's file, whose checkpoint results carry."""
_UNDER = "files"
"""What the names of these files begin with in the store."""
_RECORD, _LOCK = ".shared.json", ".shared-lock"
_KNOWN = re.compile(r"([a-z0-9-]+/)?[A-Za-z0-9][A-Za-z0-9._-]*")
"""The names of published files. Whoever can write the bucket must not be able to write files elsewhere."""
_NOT_SHARED = ("ledger.jsonl",)
"""The ledger has objects of its own, to which lines are added."""
_LAST = "datapackage.json"
"""Describes the other files of a campaign, so it comes after them."""
_PATIENCE = 600.0
"""Seconds to wait for another process of this machine that fetches or puts files."""
FRESH_FOR = 20.0
"""Seconds for which readers take this machine's files without asking the store."""

_Record = dict[str, list[str | int]]
"""By name: the store's tag of the file, and the time and size that it had here then."""


class SharedFiles:
    """The published files of a machine. Threads may share it, and processes may use the same folder."""

    def __init__(self, folder: Path, bucket: Bucket | None) -> None:
        """Keep what is given.

        Args:
            folder: The data folder's published/.
            bucket: The store; None without one.
        """
        self.folder = folder
        self.bucket = bucket
        self._asked: float | None = None
        self._asking = Lock()

    def begin(self) -> None:
        """Fetch what is new when a process begins. A store that can't be reached stops it only if nothing is here yet.

        Raises:
            OSError: Nothing was fetched from the store or put into it before, and it can't be used.
        """
        if (self.folder / _RECORD).exists():
            self._refresh()
        else:
            self.pull()

    def of(self, campaign: str) -> Path:
        """Return a campaign's folder, for a reader.

        With a store it is at most FRESH_FOR seconds behind. While the store can't be reached, readers get what is here.
        """
        self._refresh()
        return self.folder / campaign

    def pull(self, patience: float = _PATIENCE) -> None:
        """Fetch what others have put into the store since, and what is lacking here.

        Args:
            patience: Seconds to wait for another process of this machine that fetches or puts files.

        Raises:
            TimeoutError: Another process was at work all this time.
            OSError: The store can't be used. What was fetched before is whole.
        """
        if self.bucket is None:
            return
        with self._alone(patience):
            # What is listed before may be older than what another process has put meanwhile.
            there = {name.removeprefix(f"{_UNDER}/"): tag for name, tag in self.bucket.list(_UNDER).items()}
            record, here = self._read_record(), self._here()
            lacking = there.keys() - here.keys() - _deleted(record, here)
            new = [name for name, tag in there.items() if name in lacking or _tag(record, name) != tag]
            for name in sorted(filter(_is_shared, new), key=_in_order):
                file = self.folder / name
                file.parent.mkdir(parents=True, exist_ok=True)
                self.bucket.fetch(f"{_UNDER}/{name}", file)
                self._note(record, name, there[name], _state_of(file))
            for name in [name for name in record if name not in there and _has_others(name, there)]:
                (self.folder / name).unlink(missing_ok=True)
                self._forget(record, name)
        self._asked = monotonic()

    def push(self) -> None:
        """Put what is new here into the store, and delete there what was deleted here from a campaign's folder.

        What can't be put now is put by the next call.

        Raises:
            OSError: The store can't be used.
        """
        if self.bucket is None:
            return
        with self._alone(_PATIENCE):
            record, here = self._read_record(), self._here()
            for name in sorted(here, key=_in_order):
                if _state(record, name) != here[name]:
                    # The state is that from before. A file that is replaced meanwhile is put once more.
                    tag = self.bucket.put(f"{_UNDER}/{name}", self.folder / name)
                    self._note(record, name, tag, here[name])
            for name in _deleted(record, here):
                self.bucket.delete(f"{_UNDER}/{name}")
                self._forget(record, name)

    def _refresh(self) -> None:
        """Fetch what is new unless that was done a moment ago, or another thread is doing it."""
        is_fresh = self._asked is not None and monotonic() - self._asked < FRESH_FOR
        if self.bucket is None or is_fresh or not self._asking.acquire(blocking=False):
            return
        try:
            self.pull(patience=0)
        except TimeoutError:
            pass  # another process is at it; the next reader looks again
        except OSError as error:
            self._asked = monotonic()
            log.warning("published files may be old: %s: %s", error.filename, error.strerror)
        finally:
            self._asking.release()

    def _alone(self, patience: float) -> AbstractContextManager[None]:
        self.folder.mkdir(parents=True, exist_ok=True)
        return locked(self.folder / _LOCK, patience)

    def _here(self) -> dict[str, list[str | int]]:
        """Return time and size of each published file, by name."""
        files = [file for pattern in ("*", "*/*") for file in self.folder.glob(pattern) if file.is_file()]
        names = {file.relative_to(self.folder).as_posix(): file for file in files}
        wanted = {name: file for name, file in names.items() if _is_shared(name)}
        return {name: _state_of(file) for name, file in wanted.items() if file.suffix != ".partial"}

    def _read_record(self) -> _Record:
        """Return the record; an empty one, by which all files are put and fetched again, if it can't be read."""
        try:
            found: _Record = json.loads((self.folder / _RECORD).read_bytes())
        except (FileNotFoundError, ValueError):
            return {}
        return found

    def _note(self, record: _Record, name: str, tag: str, state: list[str | int]) -> None:
        record[name] = [tag, *state]
        self._write_record(record)

    def _forget(self, record: _Record, name: str) -> None:
        del record[name]
        self._write_record(record)

    def _write_record(self, record: _Record) -> None:
        # It need not be durable: a file that it does not know is put or fetched once more.
        unfinished = self.folder / f"{_RECORD}.partial"
        unfinished.write_text(json.dumps(record), encoding="ascii")
        unfinished.replace(self.folder / _RECORD)


def _in_order(name: str) -> tuple[bool, str]:
    return name.endswith(_LAST), name


def _is_shared(name: str) -> bool:
    return bool(_KNOWN.fullmatch(name)) and name not in _NOT_SHARED


def _has_others(name: str, found: Collection[str]) -> bool:
    """Return whether other files of the same folder were found. If there are none, it may have been emptied."""
    folder, is_below, _ = name.rpartition("/")
    return bool(is_below) and any(one.startswith(f"{folder}/") for one in found)


def _deleted(record: _Record, here: Collection[str]) -> set[str]:
    """Return the names of the files that were here, and were deleted by themselves, not with all of their folder."""
    return {name for name in record if name not in here and _has_others(name, here)}


def _tag(record: _Record, name: str) -> str | int | Literal[False]:
    return record[name][0] if name in record else False


def _state(record: _Record, name: str) -> list[str | int]:
    return record.get(name, [""])[1:]


def _state_of(file: Path) -> list[str | int]:
    found = file.stat()
    return [found.st_mtime_ns, found.st_size]
