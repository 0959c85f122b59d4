"""Moves of a server to another database, with an open day: everything goes on, and nothing is lost or counted twice."""

import signal
import sqlite3
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from typing import cast

import pytest
from sqlalchemy import insert, select

from pdd_server.cli import main
from pdd_server.config import read_config
from pdd_server.errors import SetupError
from pdd_server.services.operations.data_folder import Deployment, open_folder, served
from pdd_server.services.operations.recovery.backup import back_up
from pdd_server.services.operations.recovery.move import move
from pdd_server.services.operations.recovery.restore import restore
from pdd_server.store.accounts import audit
from pdd_server.store.accounts.tables import audit_log
from pdd_server.store.engine import Store
from pdd_server.store.migrate import revision
from pdd_server.store.tables import metadata
from tests.server.crashes.killed_steps import killed_at, kills
from tests.server.services.operations.recovery import restored_servers
from tests.server.services.operations.recovery.test_backup import kept
from tests.server.services.rounds.cohort.simulated_donors import (
    CohortPlayer,
    a_day,
    begin_day,
    cohort_players,
    cohort_server,
    everybody,
    expected,
)
from tests.server.simulated_server import DAY, Donor, HandClock, campaign, new_server, published
from tests.support.processes import postgresql_server

NO_POSTGRESQL = postgresql_server.programs() is None
KINDS = [
    "sqlite",
    pytest.param(
        "postgresql",
        marks=[
            pytest.mark.slow,
            pytest.mark.skipif(NO_POSTGRESQL, reason="no PostgreSQL: scripts/install/test-programs"),
        ],
    ),
]


def empty_database(kind: str, path: Path) -> str:
    """Return the URL of an empty database of a kind."""
    path.mkdir(exist_ok=True)
    if kind == "sqlite":
        return f"sqlite:///{path / 'other.sqlite'}"
    return postgresql_server.database_for(path, template="template0")


def half_a_day(path: Path, clock: HandClock) -> tuple[Deployment, list[CohortPlayer]]:
    """Return a server with published days, a day that has half of its uploads, and an entry in the audit log."""
    server = cohort_server(path, clock)
    crowd = cohort_players(server, 4)
    everybody(crowd)
    for _ in range(5):
        a_day(server, clock, crowd)
    begin_day(server, clock)
    everybody(crowd[:2])
    with server.store.write() as connection:
        audit.add(connection, 1, None, "test", "before", "")
    return server, crowd


def rows(store: Store) -> dict[str, list[str]]:
    with store.read() as connection:
        return {
            one.name: list(map(str, connection.execute(select(one).order_by(*one.primary_key))))
            for one in metadata.sorted_tables
        }


def totals(server: Deployment) -> dict[date, tuple[int, ...]]:
    return {date.fromisoformat(day["day"]): tuple(day["totals"].values()) for day in published(server)["days"]}


@pytest.mark.parametrize("kind", KINDS)
def test_days_go_on_in_the_other_database(tmp_path: Path, clock: HandClock, kind: str) -> None:
    """Every row is there after a move. The day that was open is published exactly, with the uploads from before and
    after, and the audit log goes on.
    """
    server, crowd = half_a_day(tmp_path, clock)
    before, days = rows(server.store), totals(server)
    url = empty_database(kind, tmp_path / "to")
    assert move(server, url) == sum(map(len, before.values()))
    server.store.dispose()
    again = open_folder(server.folder, clock)
    assert (again.config.database, rows(again.store)) == (url, before)
    restored_servers.move(cast(list[Donor], crowd), again)
    with again.store.write() as connection:
        audit.add(connection, 2, None, "test", "after", "")
    for _ in range(5):
        everybody(crowd)
        a_day(again, clock, crowd)
    after = totals(again)
    assert days.items() < after.items()
    assert DAY + timedelta(days=5) in after.keys() - days.keys()
    assert {day: tuple(expected(crowd, day)[2:4].tolist()) for day in after} == after
    again.store.dispose()


@pytest.mark.parametrize("kind", KINDS)
def test_the_audit_log_goes_on_after_a_restore(tmp_path: Path, clock: HandClock, kind: str) -> None:
    """New entries have numbers after those that were restored."""
    server = cohort_server(tmp_path, clock)
    with server.store.write() as connection:
        for subject in "abc":
            audit.add(connection, 1, None, "test", subject, "")
    back_up(server, tmp_path / "backup", with_keys=True)
    server.store.dispose()
    (tmp_path / "new").mkdir()
    folder = kept(server, tmp_path / "data-2")
    restore(tmp_path / "backup", folder, clock, empty_database(kind, tmp_path / "to"))
    again = open_folder(folder, clock)
    with again.store.write() as connection:
        audit.add(connection, 1, None, "test", "d", "")
        numbers = dict(connection.execute(select(audit_log.c.subject, audit_log.c.number)).all())
    assert numbers["d"] == max(numbers.values()) == numbers["c"] + 1
    again.store.dispose()


def test_a_move_killed_anywhere_is_run_again(tmp_path: Path, clock: HandClock) -> None:
    """Killed at any step, a move leaves a whole server, on its own database or on the other one. Run again, it ends."""
    server, _ = half_a_day(tmp_path, clock)
    before, settings = rows(server.store), server.folder.config.read_text()
    server.store.dispose()
    url = f"sqlite:///{tmp_path / 'to.sqlite'}"

    def put_back() -> None:
        server.folder.config.write_text(settings)
        for file in tmp_path.glob("to.sqlite*"):
            file.unlink()

    for _ in kills(lambda: move(open_folder(server.folder, clock), url), put_back, every=29, least=100):
        again = open_folder(server.folder, clock)
        assert rows(again.store) == before
        if again.config.database != url:
            move(again, url)
        again.store.dispose()
        moved = open_folder(server.folder, clock)
        assert (moved.config.database, rows(moved.store)) == (url, before)
        moved.store.dispose()


@pytest.mark.sqlite  # the other server's database is a file
def test_a_database_that_is_not_empty_is_never_written(tmp_path: Path, clock: HandClock) -> None:
    """A move into the server's own database, that of another server, or one of another program is refused. Neither
    database nor settings change.
    """
    server, _ = half_a_day(tmp_path, clock)
    other = new_server(tmp_path / "other", clock, database=f"sqlite:///{tmp_path / 'used.sqlite'}")
    (tmp_path / "foreign").mkdir()
    foreign = tmp_path / "foreign" / "app.sqlite"
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE customers (id)")
    content, before, settings = foreign.read_bytes(), rows(other.store), server.folder.config.read_text()
    own = server.store.engine.url.render_as_string(hide_password=False).replace("+psycopg", "")
    for url, says in (
        (own, "is this server's database already"),
        (f"sqlite:///{tmp_path / 'used.sqlite'}", r"has other rows in \w+; name an empty database"),
        (f"sqlite:///{foreign}", "has tables of another program; name an empty database"),
        ("sqlite:///relative.sqlite", "URL: must be an SQLite URL with a whole path"),
    ):
        with pytest.raises(SetupError, match=says):
            move(server, url)
    assert (foreign.read_bytes(), rows(other.store), server.folder.config.read_text()) == (content, before, settings)
    for each in (server, other):
        each.store.dispose()


@pytest.mark.sqlite  # the tests on PostgreSQL let plain be
def test_plain_is_not_moved_to_postgresql(tmp_path: Path, clock: HandClock) -> None:
    """`plain` needs a database that overwrites what it deletes; the settings don't change."""
    server = new_server(tmp_path, clock)
    settings = server.folder.config.read_text()
    with pytest.raises(SetupError, match="plain needs SQLite"):
        move(server, "postgresql://pdd@127.0.0.1:1/pdd")
    assert server.folder.config.read_text() == settings
    server.store.dispose()


def test_the_command(tmp_path: Path, clock: HandClock, capsys: pytest.CaptureFixture[str]) -> None:
    """`move` says what it did and which database can be deleted; the settings stay the owner's alone."""
    server = new_server(tmp_path, clock)
    server.store.dispose()
    url = f"sqlite:///{tmp_path / 'other.sqlite'}"
    assert main(["move", url, "--data", str(server.folder.path)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"{server.folder.path}: moved, with all 1 rows; config.toml names the new database"
    assert told[1].startswith(f"nothing uses {server.store.name} any more: delete it")
    assert read_config(server.folder.config).database == url
    assert server.folder.config.stat().st_mode & 0o777 == 0o600


# --- copies


def test_rows_are_copied_in_the_order_of_their_keys(tmp_path: Path, clock: HandClock) -> None:
    """The rows of a copy are stored in the order of their keys, so that it does not tell in which order they came."""
    server = new_server(tmp_path, clock)
    made = {"email": "", "name": "", "role": "viewer", "password": "", "step": 0, "created": DAY, "seen": DAY}
    with server.store.write() as connection:
        for name in ("c", "a", "d", "b"):
            connection.execute(insert(metadata.tables["accounts"]).values(id=name, **{**made, "email": name}))
            connection.execute(insert(metadata.tables["recovery_codes"]).values(account=name, hash=name.encode()))
    back_up(server, tmp_path / "backup", with_keys=False)
    with closing(sqlite3.connect(tmp_path / "backup" / "database.sqlite")) as made_copy:
        for table, key in (("accounts", "id"), ("recovery_codes", "account")):
            stored = [row[0] for row in made_copy.execute(f"SELECT {key} FROM {table} ORDER BY rowid")]
            assert stored == ["a", "b", "c", "d"]
    server.store.dispose()


# --- restores beside each other


def test_a_restore_never_deletes_rows_of_somebody_else(tmp_path: Path, clock: HandClock) -> None:
    """A restore that was killed and is run again leaves a database alone that another server uses meanwhile."""
    server = new_server(tmp_path, clock)
    back_up(server, tmp_path / "backup", with_keys=True)
    url, folder = f"sqlite:///{tmp_path / 'shared.sqlite'}", kept(server, tmp_path / "data-2")
    assert killed_at(80, lambda: restore(tmp_path / "backup", folder, clock, url)) == -signal.SIGKILL
    assert folder.restoring.exists()
    for file in tmp_path.glob("shared.sqlite*"):
        file.unlink()
    other = new_server(tmp_path / "other", clock, campaign(id="cold"), database=url)
    before = rows(other.store)
    with pytest.raises(SetupError, match="has rows already; give an empty database"):
        restore(tmp_path / "backup", folder, clock, url)
    assert rows(other.store) == before
    for each in (server, other):
        each.store.dispose()


def test_two_restores_into_one_folder_are_refused(tmp_path: Path, clock: HandClock) -> None:
    """While one restore works on a folder, a second one says so and does nothing."""
    server = new_server(tmp_path, clock)
    back_up(server, tmp_path / "backup", with_keys=True)
    folder = kept(server, tmp_path / "data-2")
    with served(folder), pytest.raises(SetupError, match="is served by another pdd-server already"):
        restore(tmp_path / "backup", folder, clock)
    assert not folder.config.exists()
    server.store.dispose()


@pytest.mark.slow
@pytest.mark.skipif(NO_POSTGRESQL, reason="no PostgreSQL: scripts/install/test-programs")
def test_two_restores_into_one_database_are_refused(tmp_path: Path, clock: HandClock) -> None:
    """While another command works on the database of a restore, nothing is written into it."""
    server = cohort_server(tmp_path, clock)
    back_up(server, tmp_path / "backup", with_keys=True)
    url = empty_database("postgresql", tmp_path / "to")
    target = Store(url)
    with target.nightly_lock(), pytest.raises(SetupError, match="another command works on it"):
        restore(tmp_path / "backup", kept(server, tmp_path / "data-2"), clock, url)
    assert revision(target) is None
    for store in (server.store, target):
        store.dispose()
