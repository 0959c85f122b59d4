"""The ledger of a server whose machines share a store: objects of lines, of which each is created once.

An object is named after the number of its first line. Only the one that creates the object of the next number has added
its lines: whoever comes second is told so by the store, reads what the first has added, and tries the number after it.
So machines can't write two chains, and no lock between machines is needed.

Each machine keeps a copy of the objects, so that a start reads few of them. The copy also tells whether the store has
lost any.

A store keeps the time at which each object was written. Lines are added when the first committee member asks for a
list. So each nightly run writes the new objects once more, as they are, and their times become those of the night. File
systems keep such times, too, and not all of them can be set. So copies are made in nightly runs and at a start alone.
"""

from collections.abc import Callable, Iterable
from operator import methodcaller
from pathlib import Path

from pdd_server.errors import SetupError
from pdd_server.services.ledger.entries import BrokenChain, Entry, Ledger, lines_of, read_lines
from pdd_server.services.ledger.ledger_file import LedgerFile
from pdd_server.store.files import replace
from pdd_server.store.published.bucket import Bucket

_UNDER = "ledger"
_FORGOTTEN = "times-forgotten"
"""Here is an object with the name of the last one whose time was forgotten."""
_PROBE = "conditional-writes"
"""An object that is created twice, to see whether the store refuses the second time."""
_TRIES = 50
"""How often lines are added anew because another machine was faster."""


class SharedLedger(LedgerFile):
    """The ledger in a store. Threads may share it."""

    def __init__(self, path: Path, identity: bytes, bucket: Bucket) -> None:
        """Keep what is given; nothing is read yet.

        Args:
            path: Where the ledger is on a server without a store. If the store has no ledger, it begins with that.
            identity: The server's public identity key, 32 bytes.
            bucket: The store.
        """
        super().__init__(path, identity)
        self._bucket = bucket
        self._names = list[str]()
        self._own = b""
        self._is_probed = False

    def read(self) -> Ledger:
        """Return the ledger as it is in the store.

        Raises:
            SetupError: A line was changed, the store has lost some, or the folder's ledger has others.
            OSError: The store can't be used.
        """
        with self._reading:
            return self._read_store()

    def keep_copies(self) -> None:
        """Copy the objects that have no copy here. To be called when no member's request causes it: files have times.

        Raises:
            SetupError: A line was changed, or the store has lost some.
            OSError: The store can't be used, or the copies can't be written.
        """
        with self._reading:
            self._read_store()
            self._keep()

    def add_found(self, find: Callable[[Ledger], Iterable[Entry]]) -> None:
        """Add what a function finds, and return once the store has it.

        Args:
            find: Returns the entries to add to the ledger that it is given. It is called again if another machine adds
                lines meanwhile.

        Raises:
            SetupError: A line was changed, the store has lost some, or it can't keep two writers apart.
            OSError: The store can't be used.
        """
        with self._reading:
            for _ in range(_TRIES):
                known = self._read_store()
                self._probe()
                if not self._own:
                    lacking = tuple(known.lacking(find(known)))
                    if not lacking:
                        return
                    text, _ = lines_of(known, self._lines, lacking)
                    if self._bucket.create(name := _name(self._lines), text):
                        self._take(name, text)
                        return
                elif self._bucket.create(_name(0), self._own):
                    self._begin()
            raise OSError(0, "other machines add to the ledger all the time; try again", self._bucket.url)

    def forget_times(self) -> None:
        """Write the objects that came since the last call once more, so that the store forgets when they were added.

        The objects that have no copy here get one first.

        Raises:
            SetupError: A line was changed, or the store has lost some.
            OSError: The store can't be used, or the copies can't be written.
        """
        with self._reading:
            self._read_store()
            self._keep()
            done = list(self._bucket.list(_FORGOTTEN))
            last = max(done, default="").replace(_FORGOTTEN, _UNDER)
            new = [name for name in self._bucket.list(_UNDER, last or None) if self._copy(name).exists()]
            for name in new:
                self._bucket.put(name, self._copy(name))
            if new:
                self._bucket.create(new[-1].replace(_UNDER, _FORGOTTEN), b"")
                for name in done:
                    self._bucket.delete(name)

    def text(self) -> bytes:
        """Return all lines as they are in the store."""
        with self._reading:
            self._read_store()
            return self._own or b"".join(map(self._content, self._names))

    def _read_store(self) -> Ledger:
        """Read the objects that came since, and return the ledger."""
        is_first = not self._names
        # They are looked up first: meanwhile another process may copy an object that was not listed.
        copies = {f"{_UNDER}/{file.name}" for file in self._folder.glob("*.jsonl")} if is_first else set[str]()
        names = list(self._bucket.list(_UNDER, self._last))
        if lost := copies - set(names):
            raise SetupError(
                f"{self._bucket.url}: has lost {min(lost)}, of which {self._folder} has a copy; put it back, or "
                "correct store of [published]"
            )
        if self._own and names:
            self._begin()  # another machine has begun the store's ledger
        for name in names:
            self._take(name, self._content(name))
        if is_first:
            self._compare_own()
        return self._known

    def _compare_own(self) -> None:
        """Refuse a folder's ledger that is no beginning of the store's. If the store has none, take the folder's."""
        own = super().text()
        if not self._names:
            if own and not self._own:
                self._known, self._lines, self._own = self._followed_by(own, str(self.path)), own.count(b"\n"), own
        elif own and not b"".join(map(self._content, self._names)).startswith(own):
            self._begin()  # the next call refuses it, too
            raise SetupError(
                f"{self.path}: has lines that {self._bucket.url} does not have; correct store of [published], or move "
                "the file away if the ledger in the store is the right one"
            )

    def _begin(self) -> None:
        """Begin anew with the store's ledger."""
        self._known, self._lines, self._names, self._own = Ledger(), 0, [], b""

    def _content(self, name: str) -> bytes:
        copy = self._copy(name)
        return copy.read_bytes() if copy.exists() else self._bucket.read(name)

    def _take(self, name: str, text: bytes) -> None:
        """Check that an object goes on where the ledger ends, and add it to the ledger."""
        if name != _name(self._lines):
            raise SetupError(f"{self._bucket.url}: {name} does not follow line {self._lines}; restore it from a copy")
        self._known = self._followed_by(text, f"{self._bucket.url}/{name}")
        self._lines += text.count(b"\n")
        self._names.append(name)

    def _keep(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        for name in self._names:
            if not (copy := self._copy(name)).exists():
                replace(copy, methodcaller("write_bytes", self._content(name)))

    def _followed_by(self, text: bytes, place: str) -> Ledger:
        try:
            return read_lines(self._known, self._lines, text.removesuffix(b"\n").split(b"\n"))
        except BrokenChain as error:
            remedy = "restore it from a copy; docs/guides/operator.md, The ledger, says what else you can do"
            raise SetupError(f"{place}: {error}, so it was changed; {remedy}") from None

    def _probe(self) -> None:
        """Check once that the store creates no object twice. One that does would lose a machine's lines."""
        if not self._is_probed and self._bucket.create(_PROBE, b"") and self._bucket.create(_PROBE, b""):
            raise SetupError(
                f"{self._bucket.url}: overwrites objects that were to be created (If-None-Match), so it can't keep the "
                "ledger; use another store, or a shared folder"
            )
        self._is_probed = True

    @property
    def _last(self) -> str | None:
        return self._names[-1] if self._names else None

    @property
    def _folder(self) -> Path:
        """The folder of the copies. Its name begins with a dot, so that no campaign has the same."""
        return self.path.with_name(".ledger")

    def _copy(self, name: str) -> Path:
        return self._folder / name.rpartition("/")[2]


def _name(first: int) -> str:
    """Return the name of the object whose first line has this number."""
    return f"{_UNDER}/{first:012}.jsonl"
