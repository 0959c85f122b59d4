"""SQLite, the embedded database: settings that make commits durable and overwrite deleted data."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from sqlite3 import Connection as SQLiteConnection
from sqlite3 import DatabaseError as SQLiteDatabaseError
from time import monotonic

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

from pdd_server.errors import DamagedDatabase, SetupError

PRAGMAS = (
    "PRAGMA page_size = 16384",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA secure_delete = ON",
    "PRAGMA foreign_keys = ON",
)
"""Settings of each connection. WAL lets readers go on while one transaction writes. `synchronous = FULL` makes each
commit survive a power failure. `secure_delete` overwrites deleted rows with zeros. SQLite checks foreign keys only when
told to."""

_BRIEFLY_MS = 100
"""How long `forget` waits for readers, in milliseconds. Writers wait as long as it does."""
_TRY_MS = 10
"""How long SQLite waits for the write lock before it begins to ask anew, in milliseconds."""
_USUAL, _MUCH = 2_000, 200_000
"""The KiB of pages that SQLite caches for a connection, usually and in `much_memory`."""
_BUSY = ("SQLITE_BUSY", "SQLITE_FULL", "SQLITE_IOERR_SHM")
"""What the names of the errors begin with by which SQLite says that it can't write now. The last one comes from a full
disk, too: without room for the index of its log, SQLite can't even open a file."""
_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
"""The errors by which SQLite says that the file is damaged."""
_CLOSED = ("SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_READONLY")
"""What the names of the errors begin with by which SQLite says that it may not read or write the file."""
_MAY_WRITE = "it has to be a file that the server's user may write, in a folder that this user may write"


class SQLite:
    """A database in a file, of which one transaction at a time writes."""

    def __init__(self, url: str, patience: float, connections: int) -> None:
        """Connect to a database file. A new file is made readable and writable by its owner only."""
        self._patience_ms = round(patience * 1000)
        self.engine: Engine = create_engine(url, hide_parameters=True, pool_size=connections)
        self.file = Path(self.engine.url.database or "")
        self.is_damaged = False
        self._make_file()
        event.listen(self.engine, "connect", self._prepare)

    def _make_file(self) -> None:
        """Make an empty file that only its owner may read, unless it is there."""
        try:
            self.file.touch(mode=0o600)
        except OSError as error:
            raise SetupError(f"{self.file}: {error.strerror}; {_MAY_WRITE}") from None

    @property
    def name(self) -> str:
        """The path of the file."""
        return str(self.file)

    def check(self) -> None:
        """Do nothing: a file that can't be used says so when it is opened."""

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Open a connection that sees one snapshot."""
        with self._told_damage(), self.engine.begin() as connection:
            connection.exec_driver_sql("BEGIN DEFERRED")
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """Open a connection that holds the write lock from the start.

        Without the lock, a transaction that first reads and later writes would fail with "database is locked" if
        another one wrote in between.
        """
        with self._told_damage(), self.engine.begin() as connection:
            self._take_lock(connection)
            yield connection
            if not is_whole(connection):
                raise RuntimeError(f"{self.file}: SQLite rolled a transaction back, and its block went on")

    def _take_lock(self, connection: Connection) -> None:
        """Begin a transaction with the write lock, as soon as it is free.

        SQLite asks for the lock less and less often, in the end every 100 ms. It would miss most pauses between two
        transactions of a nightly run, so it is told to begin anew after some milliseconds.
        """
        ends = monotonic() + self._patience_ms / 1000
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {_TRY_MS}")
        try:
            while not self._has_begun(connection, is_last=monotonic() >= ends):
                pass
        finally:
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {self._patience_ms}")

    def _has_begun(self, connection: Connection, *, is_last: bool) -> bool:
        """Try to begin a transaction with the write lock; if it is the last try, raise the error that it is locked."""
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        except OperationalError as error:
            # On a full disk the next try would fail at once, too.
            is_locked = isinstance(error.orig, SQLiteDatabaseError) and error.orig.sqlite_errorname == "SQLITE_BUSY"
            if is_last or not is_locked:
                raise
            return False
        return True

    write_beside = write

    @contextmanager
    def migrate(self) -> Iterator[Connection]:
        """Open a connection that holds the write lock, and checks foreign keys only when its block has ended.

        SQLite changes a table by copying it, dropping it and renaming the copy. With foreign keys, the drop would be
        refused, or delete the rows of other tables that refer to it. They can't be turned off within a transaction.
        See https://www.sqlite.org/lang_altertable.html#otheralter
        """
        with self._told_damage(), self.engine.connect() as connection:
            pragmas = connection.connection.cursor()
            pragmas.execute("PRAGMA foreign_keys = OFF")
            try:
                with connection.begin():
                    self._take_lock(connection)
                    yield connection
                    if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
                        raise SetupError(f"{self.file}: rows refer to others that are gone; restore it from its backup")
            finally:
                pragmas.execute("PRAGMA foreign_keys = ON")
                pragmas.close()

    @contextmanager
    def nightly_lock(self) -> Iterator[bool]:
        """Yield True: the lock on the data folder keeps nightly runs apart."""
        yield True

    @contextmanager
    def publishing_lock(self, patience: float) -> Iterator[bool]:  # noqa: ARG002
        """Yield True: a lock in the folder keeps those apart who write published files."""
        yield True

    def forget(self) -> None:
        """Empty the write-ahead log, which still holds data that was deleted or overwritten since.

        While others read, SQLite may not be able to empty all of it. Copies in backups and in the file system's own
        logs are out of its reach.
        """
        with closing(self.engine.raw_connection()) as connection:
            cursor = connection.cursor()
            # Most of the work is done without the write lock. TRUNCATE takes it, and would keep it while it waits for
            # readers, so it waits only briefly.
            cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
            cursor.execute(f"PRAGMA busy_timeout = {_BRIEFLY_MS}")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            cursor.execute(f"PRAGMA busy_timeout = {self._patience_ms}")
            cursor.close()

    @contextmanager
    def _told_damage(self) -> Iterator[None]:
        """Turn SQLite's errors about a file that is damaged or can't be opened into a SetupError with the remedy."""
        try:
            yield
        except DatabaseError as error:
            name = error.orig.sqlite_errorname if isinstance(error.orig, SQLiteDatabaseError) else ""
            if name in _DAMAGED:
                remedy = "stop the server, and see docs/guides/operator.md, A damaged database"
                self.is_damaged = True
                raise DamagedDatabase(f"{self.file}: is damaged: {error.orig}; {remedy}") from None
            if name.startswith(_CLOSED):
                raise SetupError(f"{self.file}: {error.orig}; {_MAY_WRITE}") from None
            raise

    def _prepare(self, connection: SQLiteConnection, _entry: ConnectionPoolEntry) -> None:
        # Turn off Python's own handling of transactions, which begins one only before the first write. `read` and
        # `write` begin them instead, so that a writing transaction holds the lock before it reads. SQLAlchemy's event
        # "begin" would do that too, but an engine with such an event calls its listeners at every statement.
        connection.isolation_level = None
        for pragma in (f"PRAGMA busy_timeout = {self._patience_ms}", *PRAGMAS):
            connection.execute(pragma)


def is_busy(cause: BaseException | None) -> bool:
    """Return whether SQLite's error says that nothing can be written now."""
    return isinstance(cause, SQLiteDatabaseError) and cause.sqlite_errorname.startswith(_BUSY)


def is_whole(connection: Connection) -> bool:
    """Return whether the connection's transaction still holds all that was written in it.

    At some errors, such as a full disk, SQLite rolls back the whole transaction by itself. It would commit each further
    statement at once, and the commit at the end would succeed. PostgreSQL refuses further statements instead.
    See https://www.sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction
    """
    if connection.dialect.name != "sqlite":
        return True
    driver = connection.connection.driver_connection
    return isinstance(driver, SQLiteConnection) and driver.in_transaction


@contextmanager
def much_memory(connection: Connection) -> Iterator[None]:
    """Let SQLite cache about 200 MB of pages during a block that writes many rows in random order.

    With its usual cache it would read and write the same pages again and again. PostgreSQL has one cache for all
    connections, so nothing changes there.
    """
    if connection.dialect.name != "sqlite":
        yield
        return
    connection.exec_driver_sql(f"PRAGMA cache_size = -{_MUCH}")
    try:
        yield
    finally:
        connection.exec_driver_sql(f"PRAGMA cache_size = -{_USUAL}")
