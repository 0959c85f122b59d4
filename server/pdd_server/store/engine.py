"""The database's transactions: SQLite set up so that what is committed stays and what is deleted is overwritten."""

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

_CONNECTIONS = 24
"""Connections that stay open: more than the HTTP server has threads, because opening one costs as much as a request."""

_USUAL, _MUCH = 2_000, 200_000
"""KiB of pages that SQLite keeps in memory for a connection, and for one that rearranges a table."""

_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")


class Store:
    """One database: `read` gives a snapshot, `write` a transaction that is committed when its block ends."""

    def __init__(self, url: str) -> None:
        """`url` is SQLAlchemy's, of a file that is made, for its owner alone, if it is not there.

        Parameters of statements never show in errors.
        """
        self.engine: Engine = create_engine(url, hide_parameters=True, pool_size=_CONNECTIONS)
        self.file.touch(mode=0o600)
        event.listen(self.engine, "connect", _prepare)
        event.listen(self.engine, "begin", _begin)
        self._writing = self.engine.execution_options(begin="IMMEDIATE")

    @property
    def file(self) -> Path:
        """Where the database is."""
        return Path(self.engine.url.database or "")

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection for reading: one snapshot for the whole block. SetupError if the file is damaged."""
        with self._told_damage(), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A connection that holds the write lock from the start; committed at the end, rolled back by an exception.

        SetupError if the file is damaged.
        """
        with self._told_damage(), self._writing.begin() as connection:
            yield connection

    def forget(self) -> None:
        """Empty SQLite's write-ahead log, which still holds what later transactions deleted or overwrote.

        Does what it can while others read. What file system and backups keep is beyond it.
        """
        with closing(self.engine.raw_connection()) as connection:
            connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").close()

    @contextmanager
    def _told_damage(self) -> Iterator[None]:
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
    """Whether a transaction failed because another one held the database for longer than SQLite waits."""
    cause = error.orig if isinstance(error, DatabaseError) else None
    return isinstance(cause, SQLiteDatabaseError) and cause.sqlite_errorname == "SQLITE_BUSY"


@contextmanager
def much_memory(connection: Connection) -> Iterator[None]:
    """Let SQLite keep more pages meanwhile: rows in random order would else make it write and read them many times."""
    connection.exec_driver_sql(f"PRAGMA cache_size = -{_MUCH}")
    try:
        yield
    finally:
        connection.exec_driver_sql(f"PRAGMA cache_size = -{_USUAL}")


def _prepare(connection: SQLiteConnection, _entry: ConnectionPoolEntry) -> None:
    # The driver's own transactions begin too late to take the write lock before the first read.
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(pragma)


def _begin(connection: Connection) -> None:
    kind = connection.get_execution_options().get("begin", "DEFERRED")
    connection.exec_driver_sql(f"BEGIN {kind}")
