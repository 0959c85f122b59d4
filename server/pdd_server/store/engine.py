"""Transactions of the SQLite database, with the settings that make commits durable and overwrite deleted data."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from sqlite3 import Connection as SQLiteConnection
from sqlite3 import DatabaseError as SQLiteDatabaseError

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import ConnectionPoolEntry

from pdd_server.errors import SetupError

PRAGMAS = (
    "PRAGMA page_size = 16384",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA secure_delete = ON",
    "PRAGMA foreign_keys = ON",
    "PRAGMA busy_timeout = 30000",
)
"""Settings of each connection. WAL lets readers go on while one transaction writes. `synchronous = FULL` makes each
commit survive a power failure. `secure_delete` overwrites deleted rows with zeros. `busy_timeout` is how long a
transaction waits for a lock, in milliseconds. SQLite checks foreign keys only when told to."""

_CONNECTIONS = 24
"""How many connections stay open: more than the HTTP server has threads. Opening one costs as much as a request."""

_USUAL, _MUCH = 2_000, 200_000
"""The KiB of pages that SQLite caches for a connection, usually and in `much_memory`."""

_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
"""The errors by which SQLite says that the file is damaged."""


class Store:
    """A database. `read` opens a snapshot, `write` a transaction that is committed when its block ends."""

    def __init__(self, url: str) -> None:
        """Connect to a database file. A new file is made readable and writable by its owner only.

        Errors never show the parameters of statements, which may hold donors' data.

        Args:
            url: SQLAlchemy's URL of an SQLite file.
        """
        self.engine: Engine = create_engine(url, hide_parameters=True, pool_size=_CONNECTIONS)
        self.file.touch(mode=0o600)
        event.listen(self.engine, "connect", _prepare)
        event.listen(self.engine, "begin", _begin)
        self._writing = self.engine.execution_options(begin="IMMEDIATE")

    @property
    def file(self) -> Path:
        """The path of the database file."""
        return Path(self.engine.url.database or "")

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Open a connection for reading, which sees one snapshot during the whole block.

        Raises:
            SetupError: The file is damaged.
        """
        with self._told_damage(), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """Open a connection that holds the write lock from the start; an exception rolls everything back.

        Without the lock, a transaction that first reads and later writes would fail with "database is locked" if
        another one wrote in between.

        Raises:
            SetupError: The file is damaged.
        """
        with self._told_damage(), self._writing.begin() as connection:
            yield connection

    def forget(self) -> None:
        """Empty SQLite's write-ahead log, which still holds data that was deleted or overwritten since.

        While others read, SQLite may not be able to empty all of it. Copies in backups and in the file system's own
        logs are out of its reach.
        """
        with closing(self.engine.raw_connection()) as connection:
            connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").close()

    @contextmanager
    def _told_damage(self) -> Iterator[None]:
        """Turn SQLite's errors about a damaged file into a SetupError that names the remedy."""
        try:
            yield
        except DatabaseError as error:
            if not isinstance(error.orig, SQLiteDatabaseError) or error.orig.sqlite_errorname not in _DAMAGED:
                raise
            remedy = "stop the server, and see docs/guides/operator.md, A damaged database"
            raise SetupError(f"{self.file}: is damaged: {error.orig}; {remedy}") from None

    def dispose(self) -> None:
        """Close every connection."""
        self.engine.dispose()


def is_busy(error: Exception) -> bool:
    """Return whether a transaction failed because another one held the database for longer than `busy_timeout`."""
    cause = error.orig if isinstance(error, DatabaseError) else None
    return isinstance(cause, SQLiteDatabaseError) and cause.sqlite_errorname == "SQLITE_BUSY"


@contextmanager
def much_memory(connection: Connection) -> Iterator[None]:
    """Let SQLite cache about 200 MB of pages during a block that writes many rows in random order.

    With its usual cache it would read and write the same pages again and again.
    """
    connection.exec_driver_sql(f"PRAGMA cache_size = -{_MUCH}")
    try:
        yield
    finally:
        connection.exec_driver_sql(f"PRAGMA cache_size = -{_USUAL}")


def _prepare(connection: SQLiteConnection, _entry: ConnectionPoolEntry) -> None:
    # Turn off Python's own handling of transactions, which begins one only before the first write. `_begin` begins them
    # instead, so that a writing transaction holds the lock before it reads.
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(pragma)


def _begin(connection: Connection) -> None:
    """Begin a transaction: IMMEDIATE, which takes the write lock, for `write`; DEFERRED for `read`."""
    kind = connection.get_execution_options().get("begin", "DEFERRED")
    connection.exec_driver_sql(f"BEGIN {kind}")
