"""The database's transactions: SQLite set up so that what is committed stays and what is deleted is overwritten."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from sqlite3 import Connection as SQLiteConnection

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry

PRAGMAS = (
    "PRAGMA page_size = 16384",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA secure_delete = ON",
    "PRAGMA foreign_keys = ON",
    "PRAGMA busy_timeout = 30000",
)


class Store:
    """One database: `read` gives a snapshot, `write` a transaction that is committed when its block ends."""

    def __init__(self, url: str) -> None:
        """`url` is SQLAlchemy's, of a file that is made, for its owner alone, if it is not there.

        Parameters of statements never show in errors.
        """
        self.engine: Engine = create_engine(url, hide_parameters=True)
        Path(self.engine.url.database or "").touch(mode=0o600)
        event.listen(self.engine, "connect", _prepare)
        event.listen(self.engine, "begin", _begin)
        self._writing = self.engine.execution_options(begin="IMMEDIATE")

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection for reading: one snapshot for the whole block."""
        with self.engine.begin() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A connection that holds the write lock from the start; committed at the end, rolled back by an exception."""
        with self._writing.begin() as connection:
            yield connection

    def forget(self) -> None:
        """Empty SQLite's write-ahead log, which still holds what later transactions deleted or overwrote.

        Does what it can while others read. What file system and backups keep is beyond it.
        """
        with closing(self.engine.raw_connection()) as connection:
            connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").close()

    def dispose(self) -> None:
        """Close every connection."""
        self.engine.dispose()


def _prepare(connection: SQLiteConnection, _entry: ConnectionPoolEntry) -> None:
    # The driver's own transactions begin too late to take the write lock before the first read.
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(pragma)


def _begin(connection: Connection) -> None:
    kind = connection.get_execution_options().get("begin", "DEFERRED")
    connection.exec_driver_sql(f"BEGIN {kind}")
