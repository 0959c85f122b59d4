"""The transactions of a database: SQLite in a file, or PostgreSQL. `sqlite.py` and `postgresql.py` are its backends."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, PendingRollbackError

from pdd_server.store import postgresql, sqlite
from pdd_server.store.postgresql import PostgreSQL
from pdd_server.store.sqlite import SQLite

PATIENCE = 30.0
"""How long a command's transaction waits for the write lock, in seconds."""
_LOST = "8s2b"
"""SQLAlchemy's code of the error at each further statement of a transaction whose connection broke."""
_CONNECTIONS = 24
"""How many connections stay open: more than the HTTP server has threads. Opening one costs as much as a request."""


class Backend(Protocol):
    """What `Store` needs of a kind of database; `Store` says what each method does."""

    engine: Engine

    @property
    def name(self) -> str:
        """The database's name for error messages."""

    def check(self) -> None: ...  # noqa: D102
    def read(self) -> AbstractContextManager[Connection]: ...  # noqa: D102
    def write(self) -> AbstractContextManager[Connection]: ...  # noqa: D102
    def write_beside(self) -> AbstractContextManager[Connection]: ...  # noqa: D102
    def migrate(self) -> AbstractContextManager[Connection]: ...  # noqa: D102
    def nightly_lock(self) -> AbstractContextManager[bool]: ...  # noqa: D102
    def publishing_lock(self, patience: float) -> AbstractContextManager[bool]: ...  # noqa: D102
    def forget(self) -> None: ...  # noqa: D102


class Store:
    """A database. `read` opens a snapshot, `write` a transaction that is committed when its block ends."""

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        """Connect to a database.

        Errors never show the parameters of statements, which may hold donors' data.

        Args:
            url: SQLAlchemy's URL of an SQLite file or of a PostgreSQL database.
            patience: How many seconds a transaction waits while another one writes. Then it fails, and `is_busy` tells
                that error from others.

        Raises:
            SetupError: The driver of PostgreSQL is not installed.
        """
        kind = PostgreSQL if postgresql.is_url(url) else SQLite
        self._backend: Backend = kind(url, patience, _CONNECTIONS)

    @property
    def engine(self) -> Engine:
        """SQLAlchemy's engine."""
        return self._backend.engine

    @property
    def name(self) -> str:
        """The path of the file, or the URL without its password, for error messages."""
        return self._backend.name

    @property
    def is_damaged(self) -> bool:
        """Whether a transaction of this process found the file damaged. PostgreSQL looks after its own files."""
        return isinstance(self._backend, SQLite) and self._backend.is_damaged

    @property
    def file(self) -> Path:
        """The path of an SQLite database's file."""
        return Path(self.engine.url.database or "")

    def check(self) -> None:
        """Check that the database can be reached and is set up as it has to be.

        Raises:
            SetupError: It is not. The text says what to do.
        """
        self._backend.check()

    def read(self) -> AbstractContextManager[Connection]:
        """Open a connection for reading, which sees one snapshot during the whole block.

        Raises:
            SetupError: The file is damaged.
        """
        return self._backend.read()

    def write(self) -> AbstractContextManager[Connection]:
        """Open a connection that is alone to write; an exception rolls everything back.

        What it reads can't change before it writes.

        Raises:
            SetupError: The file is damaged.
        """
        return self._backend.write()

    def write_beside(self) -> AbstractContextManager[Connection]:
        """Open a connection that writes beside others of this kind, where the database can do that.

        The block must lock what it reads and then changes, with `with_for_update`. On SQLite it is `write`.

        Raises:
            SetupError: The file is damaged.
        """
        return self._backend.write_beside()

    def migrate(self) -> AbstractContextManager[Connection]:
        """Open a connection that is alone to write, and may drop and rename tables to which rows of others refer.

        Raises:
            SetupError: The file is damaged, or rows are left that refer to rows that are gone. All is rolled back.
        """
        return self._backend.migrate()

    def nightly_lock(self) -> AbstractContextManager[bool]:
        """Hold the lock of the nightly run during a block, on a database that several machines may use.

        Returns:
            A context manager. It gives whether the lock was free.
        """
        return self._backend.nightly_lock()

    def publishing_lock(self, patience: float) -> AbstractContextManager[bool]:
        """Hold the lock of who writes published files during a block, on a database that several machines may use.

        Args:
            patience: Seconds to wait for another machine.

        Returns:
            A context manager. It gives whether the lock came in time.
        """
        return self._backend.publishing_lock(patience)

    def forget(self) -> None:
        """Delete what the database's log still holds of deleted data, as far as it can."""
        self._backend.forget()

    def dispose(self) -> None:
        """Close every connection."""
        self.engine.dispose()


def is_busy(error: Exception) -> bool:
    """Return whether a transaction failed for a reason that may pass.

    Another one held the database for longer than the store's patience, the disk is full, or a database on another
    machine can't be reached.
    """
    if isinstance(error, PendingRollbackError):
        return error.code == _LOST
    cause = error.orig if isinstance(error, DBAPIError) else None
    return sqlite.is_busy(cause) or postgresql.is_busy(cause)
