"""Donors that were not seen for long are deleted, without a long look for them in a write transaction."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, select

from pdd_server.store import donors
from pdd_server.store.engine import Store
from pdd_server.store.migrate import upgrade
from pdd_server.store.tables import activity
from pdd_shared.protocol.messages import Member
from tests.server.simulated_server import DAY, store_of_tests

LATER = DAY + timedelta(days=1)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Return a database with donors `a` and `b`, who were there on `DAY`."""
    made = store_of_tests(tmp_path)
    upgrade(made)
    with made.write() as connection:
        for name in ("a", "b"):
            member = Member(identity=name.encode().hex() * 32, exchange=name.encode().hex() * 32, signature="00" * 64)
            donors.add(connection, name, name.encode() * 32, member, DAY)
            donors.note_active(connection, [name], DAY)
    yield made
    made.dispose()


def _there(store: Store) -> set[str]:
    with store.read() as connection:
        return set(connection.execute(select(activity.c.donor)).scalars())


def test_a_donor_that_comes_back_meanwhile_is_kept(store: Store) -> None:
    """Of the donors that were found unseen, only those are deleted who still are, with their active days."""
    with store.read() as connection:
        found = donors.unseen(connection, LATER)
    assert found == ["a", "b"]
    with store.write() as connection:
        donors.note_active(connection, ["a"], LATER)
        donors.expire(connection, found, before=LATER, days=[DAY, LATER])
        assert donors.count(connection) == 1
        assert sorted(donors.days_there(connection, ["a", "b"], [DAY, LATER])["a"]) == [DAY, LATER]
    assert _there(store) == {"a"}


def test_where_nobody_left_no_table_is_searched(store: Store) -> None:
    """If all donors are back, nothing but their rows is looked at: the active days of a large server are many."""
    statements = list[str]()

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        statements.append(statement)

    with store.write() as connection:
        event.listen(connection, "before_cursor_execute", note)
        donors.expire(connection, ["a", "b"], before=DAY, days=[DAY])
    assert len(statements) == 1
    assert _there(store) == {"a", "b"}


def test_deletion_of_a_day_goes_on_where_it_ended(store: Store) -> None:
    """A step deletes a day's next records after those of the step before, so it never reads what that one deleted."""
    with store.write() as connection:
        donors.note_active(connection, ["b"], LATER)
        assert donors.expire_day(connection, DAY, "", 1) == ("a", 1)
        donors.note_active(connection, ["a"], DAY)
        assert donors.expire_day(connection, DAY, "a", 5) == ("b", 1)
        assert donors.expire_day(connection, DAY, "b", 5) == ("b", 0)
        assert donors.days_there(connection, ["a", "b"], [DAY, LATER]) == {"a": [DAY], "b": [LATER]}


def test_donors_are_deleted_without_a_look_for_the_days_on_record(store: Store) -> None:
    """PostgreSQL would pass over all rows that were deleted that night, in each step, while donors wait."""
    statements = list[str]()

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        statements.append(statement)

    with store.write() as connection:
        event.listen(connection, "before_cursor_execute", note)
        donors.expire(connection, ["a"], before=LATER, days=[DAY])
    assert [one for one in statements if "min(" in one or "max(" in one] == []
    assert _there(store) == {"b"}


@pytest.mark.sqlite  # reads SQLite's query plans
def test_a_donors_days_are_looked_up_by_the_key(store: Store) -> None:
    """Neither a donor's own days nor its deletion reads the days of others."""
    statements = list[tuple[str, Any]]()

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        if "activity" in statement:
            statements.append((statement, parameters))

    with store.write() as connection:
        event.listen(connection, "before_cursor_execute", note)
        donors.days_there(connection, ["a"], [DAY, LATER])
        donors.erase(connection, "a")
        event.remove(connection, "before_cursor_execute", note)
        plans = [
            row.detail
            for statement, parameters in statements
            for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        ]
    assert len(statements) == 4
    # SQLite calls it a search when it reads only the first or the last key.
    assert [plan for plan in plans if plan.startswith("SCAN")] == []
