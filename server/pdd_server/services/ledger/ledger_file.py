"""The ledger's file: published/ledger.jsonl. Lines are only ever added to it, and each is durable before it counts.

A file beside the database notes how far the ledger was written. So a ledger that was deleted or cut is found out, and
nobody begins a second chain in its place without knowing.
"""

import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Lock

from pdd_server.errors import SetupError
from pdd_server.services.ledger.entries import BrokenChain, Entry, Ledger, lines_of, read_lines
from pdd_server.store.files import flush, replace_text
from pdd_server.store.locks import locked

_REMEDY = "restore its newest copy; docs/guides/operator.md, The ledger, says what to do if there is none as long"
_PATIENCE = 5.0
"""Seconds to wait for another process that is adding lines."""


class LedgerFile:
    """The ledger of a data folder. Threads may share it, and processes may use the same file.

    What was read before is kept in memory, so only lines that others have added are read again.
    """

    def __init__(self, path: Path, identity: bytes, noted: Path | None = None) -> None:
        """Keep what is given; nothing is read yet.

        Args:
            path: The file, which need not exist.
            identity: The server's public identity key, 32 bytes.
            noted: The file that notes how far the ledger was written; None notes nothing.
        """
        self._noted = noted
        self.path = path
        self.identity = identity
        self._known = Ledger()
        self._lines = 0
        self._size = 0
        self._reading = Lock()

    def read(self) -> Ledger:
        """Return the ledger as it is in the file; an empty one if there is no file.

        A last line without an end was cut off while it was written, so nothing has followed from it. It is left out.

        Raises:
            SetupError: A line was changed or taken out, or the file was cut or deleted.
        """
        with self._reading:
            return self._read()

    def forget_end(self) -> None:
        """Forget how far the ledger was written: the operator goes on with the ledger that is there."""
        if self._noted is not None:
            self._noted.unlink(missing_ok=True)

    def text(self) -> bytes:
        """Return the whole lines as they are in the file; nothing if there is no file."""
        try:
            whole, end, _ = self.path.read_bytes().rpartition(b"\n")
        except FileNotFoundError:
            return b""
        return whole + end

    def keep_copies(self) -> None:
        """Do nothing: the file is here."""

    def forget_times(self) -> None:
        """Do nothing: a file has a single time, that of its last line."""

    def add(self, entries: Iterable[Entry]) -> None:
        """Add the entries that the ledger lacks to its end, and return once they are durable.

        Raises:
            SetupError: A line of the file was changed or taken out. Nothing is added.
            OSError: The file can't be written.
        """
        new = tuple(entries)
        if new:
            self.add_found(lambda _: new)

    def add_found(self, find: Callable[[Ledger], Iterable[Entry]]) -> None:
        """Add what a function finds while nobody else can add anything, and return once it is durable.

        Args:
            find: Returns the entries to add to the ledger that it is given. Those that are in it already are left out.

        Raises:
            SetupError: A line of the file was changed or taken out. Nothing is added.
            OSError: The file can't be written.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self._reading, locked(self.path.with_name(".ledger-lock"), _PATIENCE):
            known = self._read()
            lacking = tuple(known.lacking(find(known)))
            text, after = lines_of(known, self._lines, lacking)
            self._write(text)
            self._known, self._lines, self._size = after, self._lines + len(lacking), self._size + len(text)
            if self._noted is not None:
                replace_text(self._noted, json.dumps({"bytes": self._size, "head": after.head}) + "\n")

    def _read(self) -> Ledger:
        size, head = self._end()  # it is read first, so the file has at least as much
        new, to_end = self._unread(), size - self._size
        if to_end <= 0:
            self._take_lines(new)
            return self._known
        is_line = new[:to_end].endswith(b"\n")
        self._take_lines(new[:to_end] if is_line else new)
        is_own = self._known.identity in (None, self.identity.hex())
        if is_own and (self._size, self._known.head) != (size, head):
            self._known, self._lines, self._size = Ledger(), 0, 0  # so the next call refuses it, too
            raise SetupError(
                f"{self.path}: lacks lines that this server wrote, so it was cut, replaced or deleted; {_REMEDY}"
            )
        self._take_lines(new[to_end:] if is_line else b"")
        return self._known

    def _end(self) -> tuple[int, str]:
        """Return the size of the ledger when it was last written here, and the hash of its last line then."""
        if self._noted is None or not self._noted.exists():
            return 0, ""
        try:
            noted = json.loads(self._noted.read_bytes())
            return int(noted["bytes"]), str(noted["head"])
        except (ValueError, KeyError, TypeError):
            raise SetupError(f"{self._noted}: is damaged; delete it if the ledger is the newest one") from None

    def _unread(self) -> bytes:
        """Return the whole lines that were not read yet."""
        try:
            with self.path.open("rb") as file:
                if os.fstat(file.fileno()).st_size < self._size:
                    # It was cut or replaced since it was read last. All of it has to be looked at again.
                    self._known, self._lines, self._size = Ledger(), 0, 0
                file.seek(self._size)
                whole, end, _ = file.read().rpartition(b"\n")
        except FileNotFoundError:
            self._known, self._lines, self._size = Ledger(), 0, 0
            return b""
        return whole + end

    def _take_lines(self, new: bytes) -> None:
        """Take lines into the ledger that is known."""
        if not new:
            return
        texts = new.removesuffix(b"\n").split(b"\n")
        try:
            self._known = read_lines(self._known, self._lines, texts)
        except BrokenChain as error:
            raise SetupError(f"{self.path}: {error}, so the file was changed; {_REMEDY}") from None
        self._lines, self._size = self._lines + len(texts), self._size + len(new)

    def _write(self, text: bytes) -> None:
        """Write lines after the last whole one, durably."""
        is_new = not self.path.exists()
        with self.path.open("wb" if is_new else "r+b") as file:
            file.truncate(self._size)
            file.seek(self._size)
            try:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            except OSError:
                # What may not be durable must not be read as if it were.
                file.truncate(self._size)
                raise
        if is_new:
            flush(self.path.parent)
