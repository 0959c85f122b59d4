"""PostgreSQL as the server's database: locks, isolation, durability, refusals, and errors that tell nothing."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import insert, select, text, update
from sqlalchemy.exc import DBAPIError, InternalError, PendingRollbackError

from pdd_server.cli import main
from pdd_server.errors import SetupError
from pdd_server.jobs import nightly_run
from pdd_server.services.operations.data_folder import Folder, create, open_folder
from pdd_server.store.engine import Store, is_busy
from pdd_server.store.migrate import revision, upgrade
from pdd_server.store.rounds import nights
from pdd_server.store.tables import donors, metadata
from tests.server.simulated_server import DAY, HandClock, keep_order, no_noise, settings
from tests.server.store.upgrades.former_schemas import NEXT, take_next_version
from tests.support.processes import postgresql_server
from tests.support.processes.postgresql_server import PostgreSQLServer, new_server, shared_server

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(postgresql_server.programs() is None, reason="no PostgreSQL: scripts/install/test-programs"),
]
SECONDS = 30
"""Longer than any of these waits."""
ROW = {"id": "secret-id", "token_hash": b"secret-hash", "identity": "secret", "exchange": "e", "signature": "s"}
ROW |= {"number": 2**52, "registered": DAY, "seen": DAY}


@contextmanager
def opened(url: str, patience: float = SECONDS) -> Iterator[Store]:
    store = Store(url, patience)
    try:
        yield store
    finally:
        store.dispose()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with opened(postgresql_server.database_for(tmp_path)) as made:
        yield made


@pytest.fixture
def empty(tmp_path: Path) -> str:
    return postgresql_server.database_for(tmp_path, template="template0")


@pytest.fixture
def durable() -> Iterator[PostgreSQLServer]:
    """Return a server that waits for the disk, as in use."""
    made = new_server("fsync=on")
    yield made
    made.stop()


def test_migrations_make_the_tables(store: Store) -> None:
    """Migrating an empty database gives exactly the tables, keys and indices that the code names."""
    with store.read() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []


def test_an_earlier_schema_is_migrated_with_its_data(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The migration of a next version keeps the rows, and writes what it makes of them."""
    with store.write() as connection:
        connection.execute(text("INSERT INTO campaigns (id, payload) VALUES ('flu', '')"))
        connection.execute(text("INSERT INTO charges VALUES ('flu', '2026-11-20', 'a charge')"))
    take_next_version(monkeypatch, tmp_path)
    upgrade(store)
    assert revision(store) == NEXT
    with store.read() as connection:
        assert connection.execute(text("SELECT charge, note FROM charges")).all() == [("a charge", "a charge")]
        assert connection.execute(text("SELECT campaign FROM notes")).scalars().all() == ["flu"]


def count_nights(store: Store, start: int) -> list[int]:
    """Add 20 nights; return by how much each transaction saw the number of nights rise."""
    seen = []
    for step in range(20):
        with store.write() as connection:
            before = nights.count_after(connection, DAY)
            nights.add(connection, DAY.replace(year=start + step))
            seen.append(nights.count_after(connection, DAY) - before)
    return seen


def test_a_writer_is_alone(store: Store) -> None:
    """Two servers that read and then write never work on the same state, and neither fails."""
    seen: list[int] = []
    with opened(store.engine.url.render_as_string(hide_password=False)) as other:
        threads = [
            threading.Thread(target=lambda s=one, y=year: seen.extend(count_nights(s, y)))  # type: ignore[misc]
            for one, year in ((store, 2100), (other, 2200))
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert seen == [1] * 40


def raise_number(store: Store) -> None:
    """Count a donor's number up by one, 20 times, each in a transaction that reads and then writes."""
    which = donors.c.id == ROW["id"]
    for _ in range(20):
        with store.write_beside() as connection:
            number = connection.execute(select(donors.c.number).where(which).with_for_update()).scalar_one()
            connection.execute(update(donors).where(which).values(number=number + 1))


def test_writers_beside_each_other_lock_rows(store: Store) -> None:
    """Transactions that share the writers' lock lose no change of a row that each has locked."""
    with store.write() as connection:
        connection.execute(insert(donors).values(**ROW))
    threads = [threading.Thread(target=raise_number, args=[store]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with store.read() as connection:
        assert connection.execute(select(donors.c.number)).scalar_one() == 2**52 + 80


def test_a_writer_waits_for_those_beside_it_and_then_gives_up(store: Store) -> None:
    """Writers beside each other don't wait; a lone writer does, and is told after its patience that it is busy."""
    with opened(store.engine.url.render_as_string(hide_password=False), 0.1) as other, store.write_beside():
        with other.write_beside() as second:
            nights.add(second, DAY)
        with pytest.raises(DBAPIError) as raised, other.write():
            pass
    assert is_busy(raised.value)


def test_a_reader_sees_one_state_and_cannot_write(store: Store) -> None:
    """A reader sees the state before a running write to the end of its block, and is kept from writing."""
    with store.read() as reader:
        assert nights.last(reader) is None
        with store.write() as writer:
            nights.add(writer, DAY)
        assert nights.last(reader) is None
    with pytest.raises(InternalError), store.read() as reader:
        nights.add(reader, DAY)


def test_errors_show_no_values(store: Store) -> None:
    """The error of a failed statement has neither the values that were written, nor those that were there."""
    with store.write() as connection:
        connection.execute(insert(donors).values(**ROW))
    with pytest.raises(DBAPIError) as raised, store.write() as connection:
        connection.execute(insert(donors).values(**ROW))
    assert str(raised.value).startswith("(UniqueViolation) PostgreSQL error 23505 of donors_")
    assert "secret" not in f"{raised.value} {raised.value.orig}"


def test_one_nightly_run_at_a_time(tmp_path: Path) -> None:
    """While one machine does the nightly run, another that tries is told so, and writes nothing."""
    url = postgresql_server.database_for(tmp_path)
    create(Folder(tmp_path / "data"), settings(protocol="cohort", min_group=50, group_size=100, database=url), bytes)
    server = open_folder(Folder(tmp_path / "data"), HandClock())
    with opened(url) as other, other.nightly_lock() as is_free:
        assert is_free
        with pytest.raises(SetupError, match="another machine does the nightly run"):
            nightly_run.run(server, no_noise, keep_order)
    nightly_run.run(server, no_noise, keep_order)
    server.store.dispose()


def test_one_machine_at_a_time_puts_files_into_a_store(tmp_path: Path) -> None:
    """While one machine brings a store up to date, another one waits as long as it may, and is then told so."""
    url = postgresql_server.database_for(tmp_path)
    with opened(url) as one, opened(url) as other:
        with one.publishing_lock(0) as is_free, other.publishing_lock(0) as is_free_too:
            assert (is_free, is_free_too) == (True, False)
        with other.publishing_lock(0) as is_free_again:
            assert is_free_again


def test_a_commit_survives_a_crash(durable: PostgreSQLServer) -> None:
    """What is committed is there after the database was killed, and the next transaction connects anew."""
    durable.execute("CREATE DATABASE kept")
    with opened(durable.url("kept")) as store:
        upgrade(store)
        with store.write() as connection:
            nights.add(connection, DAY)
        durable.stop("immediate")
        with pytest.raises(DBAPIError) as raised, store.read():
            pass
        assert is_busy(raised.value)
        durable.start()
        with store.read() as connection:
            assert nights.last(connection) == DAY


def test_a_lost_connection_is_busy_to_the_whole_transaction(store: Store) -> None:
    """Each statement after the connection broke, and the commit, tell that the same may succeed later."""
    failed = list[Exception]()
    with pytest.raises(PendingRollbackError) as raised, store.write() as connection:
        pid = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
        with store.read() as other:
            other.execute(text(f"SELECT pg_terminate_backend({pid}, {SECONDS * 1000})"))
        for _ in range(2):
            try:
                connection.execute(text("SELECT 1"))
            except (DBAPIError, PendingRollbackError) as error:
                failed.append(error)
    assert [type(error) for error in failed[1:]] == [PendingRollbackError]
    assert all(map(is_busy, [*failed, raised.value]))


def test_a_database_that_keeps_times_is_refused() -> None:
    """A database that would keep the time at which each donor's row was written is refused."""
    server = new_server("fsync=off", "track_commit_timestamp=on")
    assert "keeps the time of each commit, so when donors came" in refused(server.url("postgres"))
    server.stop()


def refused(url: str) -> str:
    with opened(url) as store, pytest.raises(SetupError) as raised:
        upgrade(store)
    assert "\n" not in str(raised.value)
    return str(raised.value)


def test_a_database_that_cannot_be_reached_is_named_without_its_password() -> None:
    """An unreachable database is one line with its name and what to do, and no password."""
    told = refused("postgresql://pdd:very-secret@127.0.0.1:1/pdd")
    assert told.startswith("postgresql://pdd:***@127.0.0.1:1/pdd: can't be used: ")
    assert told.endswith("; start PostgreSQL, or correct database in config.toml")
    assert "very-secret" not in told


def test_a_wrong_password_is_told_without_it() -> None:
    """A user or a password that PostgreSQL doesn't take is one line, which has no password."""
    server = new_server("fsync=off")
    server.execute("CREATE ROLE locked LOGIN PASSWORD 'right'")
    rules = server.folder / "data" / "pg_hba.conf"
    rules.write_text(f"local all locked scram-sha-256\n{rules.read_text()}")
    server.stop("fast")
    server.start()
    for url, says in (
        (f"postgresql://locked:very-secret@/postgres?host={server.folder}", "password authentication failed for user"),
        (f"postgresql://nobody@/postgres?host={server.folder}", "does not exist"),
    ):
        told = refused(url)
        assert says in told
        assert told.endswith("; start PostgreSQL, or correct database in config.toml")
        assert "very-secret" not in told
    server.stop()


def test_a_command_says_in_one_line_that_the_database_is_gone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command on a folder whose database is gone prints one line and exits with 2."""
    url = postgresql_server.database_for(tmp_path)
    create(Folder(tmp_path / "data"), settings(protocol="cohort", min_group=50, group_size=100, database=url), bytes)
    postgresql_server.drop_databases()
    assert main(["status", "--data", str(tmp_path / "data")]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "does not exist" in told


def test_another_order_of_texts_is_refused() -> None:
    """A database that sorts texts otherwise than Python is refused, with the command that makes a right one."""
    server = shared_server()
    server.execute("CREATE DATABASE sorted TEMPLATE template0 LOCALE 'C.UTF-8'")
    assert "createdb --template=template0 --encoding=UTF8 --locale=C" in refused(server.url("sorted"))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("UPDATE alembic_version SET version_num = 'schema_9999'", "has schema 'schema_9999' of a newer version"),
        ("DELETE FROM alembic_version", "does not have the tables of its schema, and is left as it is"),
        ("UPDATE alembic_version SET version_num = 'tables_0006'", "was made by a development version"),
    ],
)
def test_other_schemas_and_half_a_migration_are_refused(store: Store, change: str, reason: str) -> None:
    """A schema from the future, one of a development version, and one that is not what its revision says, are one line
    each.
    """
    with store.write() as connection:
        connection.execute(text(change))
    assert reason in refused(store.engine.url.render_as_string(hide_password=False))


def test_plain_is_refused(tmp_path: Path) -> None:
    """`plain` on PostgreSQL is refused in words before anything is written."""
    if postgresql_server.is_wanted():
        pytest.skip("the tests let it through; scripts/test --all runs this one without")
    with pytest.raises(SetupError, match="plain needs SQLite, because PostgreSQL does not overwrite what it deletes"):
        create(Folder(tmp_path / "data"), settings(database="postgresql://pdd@127.0.0.1:1/pdd"), bytes)
    assert not (tmp_path / "data").exists()
