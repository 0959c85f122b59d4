"""The database: migrations, transactions, deletion."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import event, select, text
from sqlalchemy.exc import IntegrityError, OperationalError

from pdd_server.errors import SetupError
from pdd_server.services.operations.data_folder import Deployment, Folder, create
from pdd_server.store.engine import Store, is_busy
from pdd_server.store.migrate import check, revision, upgrade
from pdd_server.store.rounds import nights
from pdd_server.store.tables import donors, metadata
from tests.server.simulated_server import DAY, dump, settings


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(f"sqlite:///{tmp_path / 'a %20 folder.sqlite'}")
    upgrade(made)
    yield made
    made.dispose()


def test_migrations_make_the_tables(store: Store) -> None:
    """Migrating an empty file gives exactly the tables, keys and indices that the code names."""
    with store.read() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []
    assert revision(store) == "schema_0005"


def test_migrating_again_changes_nothing(server: Deployment) -> None:
    """A database of the newest revision is left unchanged."""
    before = dump(server)
    upgrade(server.store)
    assert dump(server) == before


def test_failed_migration_leaves_nothing(tmp_path: Path) -> None:
    """A migration that fails halfway leaves no table."""
    file = tmp_path / "broken.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE missing (id)")
    store = Store(f"sqlite:///{file}")
    with pytest.raises(Exception, match="already exists"):
        upgrade(store)
    assert revision(store) is None
    store.dispose()


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("secure_delete", 1), ("foreign_keys", 1), ("page_size", 16384)],
)
def test_every_connection_is_set_up(store: Store, pragma: str, value: object) -> None:
    """The settings for durability, overwriting and checks hold on new and on reused connections."""
    for _ in range(2):
        with store.read() as first, store.read() as second:
            assert [c.exec_driver_sql(f"PRAGMA {pragma}").scalar() for c in (first, second)] == [value] * 2
        store.forget()


def test_exception_undoes_a_transaction(store: Store) -> None:
    """An exception undoes what its transaction has written."""
    with pytest.raises(KeyError), store.write() as connection:
        nights.add(connection, DAY)
        raise KeyError
    with store.read() as connection:
        assert nights.last(connection) is None


def test_writers_that_read_first_wait_for_each_other(store: Store) -> None:
    """Two threads that read, then write in one transaction both succeed, because the lock is taken at the start."""
    together = threading.Barrier(2)
    numbers: list[int] = []

    def work(start: int) -> None:
        together.wait()
        for step in range(20):
            with store.write() as connection:
                before = nights.count_after(connection, DAY)
                nights.add(connection, DAY.replace(year=start + step))
                numbers.append(nights.count_after(connection, DAY) - before)

    threads = [threading.Thread(target=work, args=[start]) for start in (2100, 2200)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert numbers == [1] * 40


@pytest.mark.sqlite
def test_who_waits_for_the_write_lock_asks_often(tmp_path: Path) -> None:
    """A transaction asks for the lock many times until its patience ends, so it finds the pauses of another writer.

    Then it fails as busy, and the connection waits for other locks as long as before.
    """
    first, second = (Store(f"sqlite:///{tmp_path / 'one.sqlite'}", patience=0.3) for _ in range(2))
    asked = list[str]()

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        asked.append(statement)

    with first.write():
        event.listen(second.engine, "before_cursor_execute", note)
        with pytest.raises(OperationalError) as raised, second.write():
            pass
    assert is_busy(raised.value)
    assert asked.count("BEGIN IMMEDIATE") >= 3
    with second.write() as connection:
        assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar_one() == 300
    first.dispose()
    second.dispose()


def test_readers_do_not_wait_and_see_one_state(store: Store) -> None:
    """A reader sees the state before a running write, to the end of its block, without waiting."""
    with store.read() as reader:
        assert nights.last(reader) is None
        with store.write() as writer:
            nights.add(writer, DAY)
        assert nights.last(reader) is None
    with store.read() as reader:
        assert nights.last(reader) == DAY


def test_errors_show_no_values(store: Store) -> None:
    """The error of a failed statement contains no written value."""
    row = {"id": "secret-id", "token_hash": b"secret-hash", "identity": "secret", "exchange": "e", "signature": "s"}
    with pytest.raises(IntegrityError) as raised, store.write() as connection:
        connection.execute(donors.insert().values(**row))
    assert "secret" not in str(raised.value)
    with store.read() as connection:
        assert connection.execute(select(donors)).all() == []


@pytest.mark.parametrize("table", ["donors", "activity"])
def test_order_of_arrival_is_not_kept(store: Store, table: str) -> None:
    """Rows written when a donor comes have no SQLite row number, which would reveal the order of arrival."""
    with store.read() as connection, pytest.raises(OperationalError, match="no such column: rowid"):
        connection.execute(text(f"SELECT rowid FROM {table}"))


def file_of_development(path: Path, revision: str) -> Path:
    """Return a database of a development version: its revision, and one of its tables."""
    file = path / "pdd.sqlite"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        connection.execute("INSERT INTO alembic_version VALUES (?)", [revision])
        connection.execute("CREATE TABLE nights (day DATE NOT NULL, PRIMARY KEY (day))")
    return file


@pytest.mark.parametrize("found", ["0001", "0010", "tables_0001", "tables_0006"])
def test_a_database_of_a_development_version_is_refused_and_left_as_it_is(tmp_path: Path, found: str) -> None:
    """A database of a development version is refused with what to do, and not a byte changes."""
    file = file_of_development(tmp_path, found)
    before = file.read_bytes()
    store = Store(f"sqlite:///{file}")
    for refusing in (upgrade, check):
        with pytest.raises(SetupError) as raised:
            refusing(store)
        assert str(raised.value) == (
            f"{file}: was made by a development version of this program, and cannot be used; make a new data folder "
            "with pdd-server init"
        )
    store.dispose()
    assert file.read_bytes() == before


def test_init_writes_nothing_beside_a_database_of_a_development_version(tmp_path: Path) -> None:
    """`init` writes neither keys nor settings into a folder with a database of a development version."""
    file_of_development(tmp_path, "tables_0006")
    with pytest.raises(SetupError, match="was made by a development version"):
        create(Folder(tmp_path), settings(), lambda size: bytes(size))
    assert not {"config.toml", "identity.key", "server.key"} & {file.name for file in tmp_path.iterdir()}
