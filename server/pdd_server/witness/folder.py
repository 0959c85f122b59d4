"""A witness's folder: its key, and the database of the logs that it follows.

The database is as precious as the key. A witness that forgot a checkpoint could be made to cosign a second history. So
the database is made once, by `init`, together with the key that it names, and nothing makes it anew.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from nacl.signing import SigningKey

from pdd_server.errors import SetupError
from pdd_server.store.files import flush, write_secret
from pdd_server.witness.rules import Decision, Record, Request, decide
from pdd_shared.protocol.checkpoints import COSIGNER, LOG, BadNote, NoteKey

_TABLES = (
    "CREATE TABLE witness (key TEXT NOT NULL) STRICT",
    "CREATE TABLE logs (origin TEXT PRIMARY KEY, key TEXT NOT NULL, size INTEGER NOT NULL, root BLOB NOT NULL,"
    " seconds INTEGER, note TEXT) STRICT",
)
_PATIENCE = 10.0
"""How many seconds a transaction waits while another one writes."""


@dataclass(frozen=True)
class Witness:
    """An opened folder.

    Attributes:
        database: The database's file.
        name: The witness's name.
        key: Its key.
    """

    database: Path
    name: str
    key: SigningKey

    def follow(self, log: NoteKey) -> None:
        """Follow a log.

        Raises:
            SetupError: The witness follows a log of this origin with another key.
        """
        with _writing(self.database) as connection:
            known = _record(connection, log.name)
            if known is not None and known.log != log:
                raise SetupError(f"{log.name}: the witness follows a log of this name with the key {known.log}")
            if known is None:
                new = Record(log)
                connection.execute(
                    "INSERT INTO logs VALUES (?, ?, ?, ?, NULL, NULL)", (log.name, str(log), new.size, new.root)
                )

    def records(self) -> list[Record]:
        """Return what the witness knows of each log, by origin."""
        with _open(self.database) as connection:
            origins = connection.execute("SELECT origin FROM logs ORDER BY origin").fetchall()
            return [found for (origin,) in origins if (found := _record(connection, origin)) is not None]

    def answer(self, body: bytes, clock: Callable[[], float]) -> Decision:
        """Answer a request. What is cosigned is durable on return.

        Args:
            body: The request.
            clock: Returns the time, in seconds since 1970.
        """
        try:
            request = Request.parse(body)
        except BadNote as error:
            return Decision(400, f"The request or its checkpoint {error}.\n")
        with _open(self.database) as connection:
            refused = self._decide(connection, request, int(clock()))
        # Only what the log signed takes the write lock, so that nobody else can make its requests wait.
        return refused if refused.cosigned is None else self._cosign(request, clock)

    def _cosign(self, request: Request, clock: Callable[[], float]) -> Decision:
        """Decide and remember in one transaction, or two requests at once could both go on from one checkpoint."""
        with _writing(self.database) as connection:
            decision = self._decide(connection, request, seconds := int(clock()))
            if (note := decision.cosigned) is not None:
                row = (note.size, note.root, seconds, str(note), note.origin)
                connection.execute("UPDATE logs SET size = ?, root = ?, seconds = ?, note = ? WHERE origin = ?", row)
        return decision

    def _decide(self, connection: sqlite3.Connection, request: Request, seconds: int) -> Decision:
        return decide(_record(connection, request.note.origin), request, self.name, self.key, seconds)


def make_witness(folder: Path, name: str) -> NoteKey:
    """Make a witness's folder with a new key, and return the public key.

    Raises:
        SetupError: The name can't be one, or there is a witness in the folder already.
    """
    key = SigningKey.generate()
    public = NoteKey(name, COSIGNER, key.verify_key.encode())
    try:
        NoteKey.parse(str(public), COSIGNER)
    except BadNote:
        raise SetupError(f"{name!r}: no name of a witness; give one such as witness.example.org") from None
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if any(file.exists() for file in (_key_file(folder), _database(folder))):
        raise SetupError(f"{folder}: there is a witness in it already; give another folder")
    folder.chmod(0o700)
    write_secret(_key_file(folder), key.encode().hex().encode())
    _make_database(_database(folder), public)
    return public


def open_witness(folder: Path) -> Witness:
    """Return the witness in a folder.

    Raises:
        SetupError: Its key or database is missing, can't be read, or does not belong to the other.
    """
    database = _database(folder)
    key = _read_key(_key_file(folder))
    if not database.exists():
        # A new one would let the witness cosign a second history under a key that people trust.
        raise SetupError(f"{database}: missing; a witness that lost it needs a new name and key, see the guide")
    with _open(database) as connection:
        public = NoteKey.parse(connection.execute("SELECT key FROM witness").fetchone()[0], COSIGNER)
    if public.public != key.verify_key.encode():
        raise SetupError(f"{database}: belongs to the key {public}, and not to that in {_key_file(folder)}")
    return Witness(database, public.name, key)


def _read_key(file: Path) -> SigningKey:
    try:
        return SigningKey(bytes.fromhex(file.read_text(encoding="ascii")))
    except (ValueError, TypeError):
        raise SetupError(f"{file}: is no key of 64 hex digits; take the copy of the key") from None


def _make_database(file: Path, public: NoteKey) -> None:
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with _open(file) as connection:
        # With a rollback journal, a power failure could undo a transaction that has ended.
        connection.execute("PRAGMA journal_mode = WAL")
    with _writing(file) as connection:
        for statement in _TABLES:
            connection.execute(statement)
        connection.execute("INSERT INTO witness VALUES (?)", (str(public),))
    flush(file.parent)


@contextmanager
def _open(file: Path) -> Iterator[sqlite3.Connection]:
    """Open the database, which must exist; SetupError if it can't be used."""
    try:
        url = f"{file.resolve().as_uri()}?mode=rw"
        with closing(sqlite3.connect(url, _PATIENCE, isolation_level=None, uri=True)) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            yield connection
    except sqlite3.Error as error:
        raise SetupError(f"{file}: {error}; see whether its disk is full and its user may write it") from None


@contextmanager
def _writing(file: Path) -> Iterator[sqlite3.Connection]:
    """Open the database and hold its write lock from the start; the changes are durable after the block."""
    with _open(file) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield connection
        # After an error the connection closes without this, which undoes the changes.
        connection.execute("COMMIT")


def _record(connection: sqlite3.Connection, origin: str) -> Record | None:
    row = connection.execute("SELECT key, size, root, seconds FROM logs WHERE origin = ?", (origin,)).fetchone()
    return None if row is None else Record(NoteKey.parse(row[0], LOG), *row[1:])


def _key_file(folder: Path) -> Path:
    return folder / "witness.key"


def _database(folder: Path) -> Path:
    return folder / "witness.sqlite"
