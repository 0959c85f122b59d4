"""The database: migrations, transactions, deletion."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import select, text
from sqlalchemy.exc import IntegrityError, OperationalError

from pdd_server.folder import Deployment
from pdd_server.store import donors as stored_donors
from pdd_server.store import nights, publications, rounds
from pdd_server.store.engine import DatabaseFileError, Store
from pdd_server.store.migrate import SCRIPTS, revision, upgrade
from pdd_server.store.tables import donors, members, metadata
from tests.server.playing import DAY, dump


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(f"sqlite:///{tmp_path / 'a %20 folder.sqlite'}")
    upgrade(made)
    yield made
    made.dispose()


def test_migrations_make_the_tables(store: Store) -> None:
    """From an empty file, the migrations give exactly the tables, keys and indices that the code names."""
    with store.read() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []
    assert revision(store) == max(file.name[:4] for file in (SCRIPTS / "versions").glob("0*.py"))


def test_shares_become_pairs(tmp_path: Path) -> None:
    """Published days of before keep their numbers; shares of donors' noise are pairs, and the days are final."""
    store = Store(f"sqlite:///{tmp_path / 'old.sqlite'}")
    upgrade(store, "0008")
    terms = '{"terms": {"protocol": "plain"}}'
    with store.write() as connection:
        for statement in (
            "INSERT INTO campaigns VALUES ('flu', :terms, NULL)",
            "INSERT INTO charges VALUES ('flu', '2026-11-20', 'discrete-laplace', '50', 81, 0)",
            "INSERT INTO publications VALUES ('flu', '2026-11-20', 'a', 3, 4, 0.5, 6, 2, '[1,2]')",
            "INSERT INTO publications VALUES ('flu', '2026-11-20', 'b', 5, 6, 0.5, NULL, NULL, '[3,4]')",
        ):
            connection.execute(text(statement), {"terms": terms} if ":terms" in statement else {})
    upgrade(store)
    with store.read() as connection:
        (first, one), (second, other) = publications.stored(connection, "flu")
    assert (first.shares, second.shares, one, other) == (((6, 2),), (), "[1,2]", "[3,4]")
    assert (first.donors, first.cohorts, first.cohorts_planned, first.final) == (3, 1, 1, True)
    store.dispose()


def test_migrating_keeps_what_is_there(tmp_path: Path) -> None:
    """A database of the first revision, with an open round in it, is brought to the newest with every row."""
    store = Store(f"sqlite:///{tmp_path / 'old.sqlite'}")
    upgrade(store, "0001")
    day = DAY.isoformat()
    with store.write() as connection:
        for statement in (
            "INSERT INTO donors VALUES ('d', x'00', :key, :key, :key || :key, 3, NULL, :day, :day)",
            "INSERT INTO rounds VALUES (:day, 'open', :day, 3, 1, 3, NULL, NULL, 'plan', 'signature')",
            "INSERT INTO groups VALUES (:day, 0, 'collecting', 3, 'c', 'roster', 'signature', x'01')",
            "INSERT INTO members VALUES (:day, 0, 0, 'd', x'02')",
        ):
            connection.execute(text(statement), {"day": day, "key": "0" * 64})
    upgrade(store)
    with store.read() as connection:
        (found,) = rounds.all_of(connection)
        assert (found.protocol, found.state, found.since, found.members) == ("plain", "open", DAY, 3)
        assert connection.execute(select(members.c.donor, members.c.received)).one() == ("d", b"\x02")
        assert [one.donor for one in stored_donors.eligible(connection, DAY)] == ["d"]
    store.dispose()


def test_migrating_again_changes_nothing(server: Deployment) -> None:
    """A database of the newest revision is left as it is."""
    before = dump(server)
    upgrade(server.store)
    assert dump(server) == before


def test_failed_migration_leaves_nothing(tmp_path: Path) -> None:
    """A migration that fails half way leaves a database without any table."""
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
    """Durable, overwriting and checked: the settings hold on new connections and on ones used before."""
    for _ in range(2):
        with store.read() as first, store.read() as second:
            assert [c.exec_driver_sql(f"PRAGMA {pragma}").scalar() for c in (first, second)] == [value] * 2
        store.forget()


def test_exception_undoes_a_transaction(store: Store) -> None:
    """What a block wrote before it failed is not there."""
    with pytest.raises(KeyError), store.write() as connection:
        nights.add(connection, DAY)
        raise KeyError
    with store.read() as connection:
        assert nights.last(connection) is None


def test_writers_that_read_first_wait_for_each_other(store: Store) -> None:
    """Two threads that read, then write, in one transaction both succeed: the lock is taken at the start."""
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


def test_readers_do_not_wait_and_see_one_state(store: Store) -> None:
    """While a writer works, a reader sees the state before it, to the end of its block."""
    with store.read() as reader:
        assert nights.last(reader) is None
        with store.write() as writer:
            nights.add(writer, DAY)
        assert nights.last(reader) is None
    with store.read() as reader:
        assert nights.last(reader) == DAY


def test_errors_show_no_values(store: Store) -> None:
    """A failed statement's error names no value that was written."""
    row = {"id": "secret-id", "token_hash": b"secret-hash", "identity": "secret", "exchange": "e", "signature": "s"}
    with pytest.raises(IntegrityError) as raised, store.write() as connection:
        connection.execute(donors.insert().values(**row))
    assert "secret" not in str(raised.value)
    with store.read() as connection:
        assert connection.execute(select(donors)).all() == []


@pytest.mark.parametrize("table", ["donors", "activity"])
def test_order_of_arrival_is_not_kept(store: Store, table: str) -> None:
    """Rows that are written when a donor comes have no number of SQLite's, which would say who came first."""
    with store.read() as connection, pytest.raises(OperationalError, match="no such column: rowid"):
        connection.execute(text(f"SELECT rowid FROM {table}"))


def test_campaigns_from_before_budgets_are_refused(tmp_path: Path) -> None:
    """A database whose campaigns have no budgets is refused in a line that says what to do, and left as it is."""
    file = tmp_path / "old.sqlite"
    store = Store(f"sqlite:///{file}")
    upgrade(store, "0002")
    with store.write() as connection:
        connection.exec_driver_sql("INSERT INTO campaigns VALUES ('flu', '{\"epsilon_per_day\":1.0}', NULL)")
    with pytest.raises(DatabaseFileError) as raised:
        upgrade(store)
    assert str(raised.value).startswith(f"{file}: its campaigns were made before they had budgets")
    assert str(raised.value).endswith("make a new data folder with pdd-server init")
    assert "\n" not in str(raised.value)
    assert revision(store) == "0002"
    store.dispose()
