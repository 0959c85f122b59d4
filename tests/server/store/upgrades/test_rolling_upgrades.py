"""Two versions on one database: while web processes are replaced one by one, the former version's statements work."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Table, UniqueConstraint, delete, insert, select, update

from pdd_server.store.copies import clear
from pdd_server.store.migrate import upgrade
from tests.server.services.rounds.cohort.simulated_donors import a_day, cohort_players, cohort_server, everybody
from tests.server.simulated_server import HandClock, store_of_tests
from tests.server.store.upgrades.former_schemas import NEXT, REVISIONS, schema_of, take_next_version

FIRST = "schema_0001"
"""The first schema whose servers may run beside those of later ones.

When a release drops what its predecessor does not use any more, this becomes the schema of that predecessor.
"""
BESIDE = [revision for revision in REVISIONS if revision >= FIRST]
Rows = dict[str, list[dict[str, Any]]]


def tables_of(path: Path, revision: str) -> list[Table]:
    """Return the tables of a former schema, each after those that its rows refer to."""
    path.mkdir()
    store = store_of_tests(path)
    upgrade(store, revision)
    with store.read() as connection:
        found = schema_of(connection).sorted_tables
    store.dispose()
    return [table for table in found if table.name != "alembic_version"]


def rows(connection: Connection, tables: list[Table]) -> Rows:
    """Return the rows of each table, as a process that knows only these columns reads them."""
    ordered = {table.name: select(table).order_by(*table.primary_key) for table in tables}
    return {name: list(map(dict, connection.execute(query).mappings())) for name, query in ordered.items()}


@pytest.mark.parametrize("former", BESIDE)
def test_statements_of_the_former_version_work_on_the_newest_schema(
    tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch, former: str
) -> None:
    """A process that knows only a former schema reads, writes, changes and deletes rows of each table."""
    server = cohort_server(tmp_path, clock)
    crowd = cohort_players(server, 4)
    everybody(crowd)
    for _ in range(5):
        a_day(server, clock, crowd)
    take_next_version(monkeypatch, tmp_path)
    upgrade(server.store)
    tables = tables_of(tmp_path / "former", former)
    with server.store.write() as connection:
        before = rows(connection, tables)
        clear(connection)
        for table in tables:
            if before[table.name]:
                connection.execute(insert(table), before[table.name])
                same = {column: column for column in table.columns if not column.primary_key}
                if same:
                    connection.execute(update(table).values(same))
        assert rows(connection, tables) == before
        for table in reversed(tables):
            connection.execute(delete(table))
        assert set(map(len, rows(connection, tables).values())) == {0}
    assert sum(map(bool, before.values())) > 10
    server.store.dispose()


@pytest.mark.parametrize("former", BESIDE)
def test_a_newer_schema_takes_all_rows_that_the_former_version_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, former: str
) -> None:
    """Since a former schema, columns were only added, those that must not be null with a default. No rule for rows is
    stricter, and each key by which rows are found is there.
    """
    take_next_version(monkeypatch, tmp_path)
    earlier = {table.name: table for table in tables_of(tmp_path / "former", former)}
    newest = {table.name: table for table in tables_of(tmp_path / "newest", NEXT)}
    assert earlier.keys() <= newest.keys()
    for name, table in earlier.items():
        now = newest[name]
        assert {c.name: (str(c.type), c.nullable) for c in table.columns}.items() <= {
            c.name: (str(c.type), c.nullable) for c in now.columns
        }.items()
        added = [column for column in now.columns if column.name not in table.columns]
        assert [c.name for c in added if not (c.nullable or c.server_default)] == []
        assert keys(table) == keys(now)


def keys(table: Table) -> set[tuple[str, ...]]:
    """Return the columns of the primary key, and what else is unique; their order decides on no conflict."""
    unique = [one.columns for one in table.constraints if isinstance(one, UniqueConstraint)]
    unique += [one.columns for one in table.indexes if one.unique]
    return {tuple(sorted(column.name for column in columns)) for columns in (table.primary_key, *unique)}
