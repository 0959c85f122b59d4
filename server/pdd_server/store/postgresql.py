"""PostgreSQL: locks between transactions, settings of each connection, and errors without data.

Three kinds of transactions:

- `read` sees one snapshot (REPEATABLE READ) and can't write.
- `write` holds the writers' lock alone, as on SQLite: no other transaction writes until it ends. So whatever it reads
  is still true when it writes.
- `write_beside` shares that lock with others of its kind. It has to lock the rows that it reads and then changes
  (`with_for_update`). Donors' messages use it, so that donors wait for each other only at the same row.

Both kinds of writers are READ COMMITTED. Their first statement waits for the lock, and REPEATABLE READ would freeze
their view before that wait. See https://www.postgresql.org/docs/current/explicit-locking.html
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from time import monotonic, sleep
from typing import Any

from sqlalchemy import Connection, Engine, TextClause, create_engine, event, text
from sqlalchemy.engine import ExceptionContext, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry

from pdd_server.errors import SetupError

_OLDEST = 13
"""The oldest version of PostgreSQL that its makers still cared for when this was written, and its tests were run on."""
_WRITERS, _NIGHTLY_RUN, _PUBLISHING = 7_337_001, 7_337_002, 7_337_003
"""The keys of the advisory locks: of writers, of the nightly run, and of who writes published files. Any numbers will
do, but all servers on one database must use the same."""
_ALONE = text(f"SELECT pg_advisory_xact_lock({_WRITERS})")
_BESIDE = text(f"SELECT pg_advisory_xact_lock_shared({_WRITERS})")
_TRY_NIGHTLY = text(f"SELECT pg_try_advisory_lock({_NIGHTLY_RUN})")
_END_NIGHTLY = text(f"SELECT pg_advisory_unlock({_NIGHTLY_RUN})")
_TRY_PUBLISHING = text(f"SELECT pg_try_advisory_lock({_PUBLISHING})")
_END_PUBLISHING = text(f"SELECT pg_advisory_unlock({_PUBLISHING})")
_CLUSTER = text(
    "SELECT current_setting('server_version_num')::int / 10000, pg_encoding_to_char(encoding), datcollate, "
    "current_setting('track_commit_timestamp') "
    "FROM pg_database WHERE datname = current_database()"
)
_DURABLE = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
"""Makes commits survive a crash where the database is set to lose the last ones."""

_NO_TIMES = "set track_commit_timestamp = off in postgresql.conf, and restart PostgreSQL"

_ASKED_EVERY = 0.1
"""Seconds between two tries to take a lock."""
_BUSY = ("08", "40", "53", "55P03", "57P")
"""What the SQLSTATE of errors begins with after which a client may try again: no connection, deadlock, no resources
(a full disk, too many connections), a lock that did not come in time, and a database that is shut down."""


class PostgreSQL:
    """A database of a PostgreSQL server, on this machine or another."""

    def __init__(self, url: str, patience: float, connections: int) -> None:
        """Prepare connections; none is opened yet."""
        self._lock_timeout = f"SET lock_timeout = {round(patience * 1000)}"
        _check_driver()
        address = make_url(url).set(drivername="postgresql+psycopg")
        # A connection is tested before it is used, so that requests go on after the database was restarted.
        self.engine: Engine = create_engine(address, hide_parameters=True, pool_size=connections, pool_pre_ping=True)
        event.listen(self.engine, "connect", self._prepare)
        event.listen(self.engine, "handle_error", _hide_values)
        self._reading = self.engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._writing = self.engine.execution_options(isolation_level="READ COMMITTED")

    @property
    def name(self) -> str:
        """The URL, with the password hidden."""
        return self.engine.url.set(drivername="postgresql").render_as_string(hide_password=True)

    def check(self) -> None:
        """Raise SetupError if the database can't be reached, or is not set up as this program needs it."""
        try:
            with self.engine.connect() as connection:
                version, encoding, collation, keeps_times = connection.execute(_CLUSTER).one()
        except DBAPIError as error:
            reason = " ".join(str(error.orig).split("\n")[0].split())
            remedy = "start PostgreSQL, or correct database in config.toml"
            raise SetupError(f"{self.name}: can't be used: {reason}; {remedy}") from None
        if version < _OLDEST:
            raise SetupError(f"{self.name}: is PostgreSQL {version}; install {_OLDEST} or newer")
        # Texts have to be in the order of their bytes, as in Python and in the published files.
        if (encoding, collation) != ("UTF8", "C"):
            remedy = "make one with createdb --template=template0 --encoding=UTF8 --locale=C"
            raise SetupError(f"{self.name}: has encoding {encoding} and collation {collation}; {remedy}")
        if keeps_times == "on":
            raise SetupError(f"{self.name}: keeps the time of each commit, so when donors came; {_NO_TIMES}")

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Open a connection that sees one snapshot."""
        with self._reading.begin() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """Open a connection that holds the writers' lock alone."""
        with self._writing.begin() as connection:
            connection.execute(_ALONE)
            yield connection

    @contextmanager
    def write_beside(self) -> Iterator[Connection]:
        """Open a connection that shares the writers' lock."""
        with self._writing.begin() as connection:
            connection.execute(_BESIDE)
            yield connection

    migrate = write

    def nightly_lock(self) -> AbstractContextManager[bool]:
        """Try to take the lock of the nightly run, and hold it during a block; give whether it was free."""
        return self._held(_TRY_NIGHTLY, _END_NIGHTLY)

    def publishing_lock(self, patience: float) -> AbstractContextManager[bool]:
        """Take the lock of who writes published files, and hold it during a block; give whether it came in time."""
        return self._held(_TRY_PUBLISHING, _END_PUBLISHING, patience)

    @contextmanager
    def _held(self, take: TextClause, end: TextClause, patience: float = 0) -> Iterator[bool]:
        """Hold an advisory lock during a block; yield whether it was free within so many seconds.

        The lock belongs to a connection. So the database frees it when the process or its machine dies.
        """
        until = monotonic() + patience
        with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            while not (is_free := bool(connection.execute(take).scalar_one())) and monotonic() < until:
                sleep(_ASKED_EVERY)
            try:
                yield is_free
            finally:
                if is_free:
                    connection.execute(end)

    def forget(self) -> None:
        """Do nothing: PostgreSQL deletes in its own time (docs/reference/who-sees-what.md)."""

    def _prepare(self, connection: Any, _entry: ConnectionPoolEntry) -> None:
        connection.set_autocommit(True)
        for statement in (self._lock_timeout, _DURABLE):
            connection.execute(statement)
        connection.set_autocommit(False)


def is_busy(cause: BaseException | None) -> bool:
    """Return whether PostgreSQL's error says that the same may succeed later."""
    if not type(cause).__module__.startswith("psycopg"):
        return False
    state = getattr(cause, "sqlstate", None)
    # An error without a SQLSTATE is the driver's own: the connection was refused, or broke.
    return state.startswith(_BUSY) if state else type(cause).__name__ == "OperationalError"


def is_url(url: str) -> bool:
    """Return whether a URL names a PostgreSQL database."""
    return url.startswith(("postgresql:", "postgresql+psycopg:"))


def _check_driver() -> None:
    """Raise SetupError if the driver, which is an extra of this distribution, is not installed."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        remedy = "install server-postgresql.lock, or pip install 'pdd-server[postgresql]'"
        raise SetupError(f"database: the driver of PostgreSQL is not installed; {remedy}") from None


def _hide_values(context: ExceptionContext) -> None:
    """Take the database's message out of an error, because it quotes values; keep its SQLSTATE and the constraint."""
    cause, raised = context.original_exception, context.sqlalchemy_exception
    state = getattr(cause, "sqlstate", None)
    if state is None or raised is None:
        return
    constraint = getattr(getattr(cause, "diag", None), "constraint_name", None)
    told = f"PostgreSQL error {state}" + (f" of {constraint}" if constraint else "")
    cause.args = (told,)
    raised.args = (f"({type(cause).__name__}) {told}",)
