"""The nightly run's write transactions stay short, however many donors and cohorts a server has.

They are measured by the rows that they change and by what they read, so that no test depends on the machine.
"""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event, select

from pdd_server.config import Retention
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.rounds.cohort.days import offenders, planning, transitions
from pdd_server.services.rounds.cohort.days.stored_states import frame_of
from pdd_server.services.rounds.cohort.epochs import epochs
from pdd_server.services.short_steps import Pace
from pdd_server.store import donors
from pdd_server.store.engine import Store
from pdd_server.store.rounds import rounds
from pdd_server.store.rounds.cohort import cohort_days, cohort_epochs, cohort_offenders, cohort_tickets
from pdd_server.store.rounds.cohort.cohort_days import DayState
from pdd_server.store.rounds.cohort.cohort_tables import cohort_days as cohort_tables_days
from pdd_server.store.rounds.cohort.cohort_tables import cohort_donors
from pdd_shared.protocol.limits import LAST_CLOSE, TICKET_LAPSES
from tests.server.services.rounds.cohort.simulated_donors import (
    a_day,
    begin_day,
    cohort_players,
    cohort_server,
    everybody,
)
from tests.server.services.rounds.cohort.spoiling_donors import small_cohorts
from tests.server.simulated_server import DAY, HandClock, night, record_week

Servers = Callable[[str], Deployment]
_CHANGES = ("INSERT", "UPDATE", "DELETE")
_WRITERS_LOCK = ("BEGIN IMMEDIATE", "pg_advisory_xact_lock")
"""Parts of the statements by which a transaction becomes the only one that writes, on SQLite and on PostgreSQL."""
_OF_MEMBERS = ("DELETE FROM cohort_signatures", "DELETE FROM cohort_answers")
"""Statements that delete a row for each member of a committee. A committee has 256 members at most."""


class Killed(BaseException):
    """Stands for a kill between two transactions."""


class Watch:
    """The transactions of a database from now on: their statements, and the rows that each statement changed."""

    def __init__(self, engine: Engine) -> None:
        self.transactions = list[list[tuple[str, int]]]()
        event.listen(engine, "begin", lambda _: self.transactions.append([]))
        event.listen(engine, "after_cursor_execute", self._note)

    def _note(self, _connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        self.transactions[-1].append((statement, max(cursor.rowcount, 0) if statement.startswith(_CHANGES) else 0))

    def rows(self) -> Iterator[int]:
        """Yield how many rows each transaction changed, apart from those of a committee's members."""
        for statements in self.transactions:
            yield sum(rows for statement, rows in statements if not statement.startswith(_OF_MEMBERS))

    def with_statement(self, text: str) -> list[str]:
        """Return the statements, as one text, of each transaction of which one begins with `text`."""
        found = [one for one in self.transactions if any(statement.startswith(text) for statement, _ in one)]
        return ["\n".join(statement for statement, _ in one) for one in found]


@pytest.fixture
def servers(tmp_path: Path, clock: HandClock) -> Iterator[Servers]:
    """Return a function that makes a server."""
    made = list[Deployment]()

    def make(name: str) -> Deployment:
        (tmp_path / name).mkdir()
        made.append(cohort_server(tmp_path / name, clock, retention=Retention(activity=7, donors=30)))
        return made[-1]

    yield make
    for one in made:
        one.store.dispose()


def _one_row_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each step take one row, whatever its pace says."""
    one = property(lambda _: 1, lambda *_: None)
    for name in ("rows", "least", "most"):
        monkeypatch.setattr(Pace, name, one, raising=False)
    monkeypatch.setattr(planning, "_FIRST", 1)


def _most_rows(server: Deployment, clock: HandClock, number: int) -> int:
    """Let so many donors live from their tickets to the deletion of their data.

    Returns:
        The most rows that one transaction of a nightly run changed.
    """
    crowd, most = cohort_players(server, number), 0
    everybody(crowd)
    for days in (1, 1, 1, 1, 1, 45):
        clock.next_day(days)
        record_week(server)
        watched = Watch(server.store.engine)
        night(server)
        most = max(most, *watched.rows())
        if days == 1:
            everybody(crowd)
            everybody(crowd, "certify", "open")
    with server.store.read() as connection:
        assert donors.count(connection) == 0
        assert cohort_epochs.with_leaves(connection) == []
    return most


def test_no_transaction_changes_more_rows_for_more_donors(
    servers: Servers, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the first tickets to the deletion of all donors, rows of donors are changed in steps alone.

    With one row a step, the largest transaction of a nightly run changes as many rows for eight donors as for five.
    """
    _one_row_a_step(monkeypatch)
    begun = clock.now
    few = _most_rows(servers("few"), clock, 5)
    clock.now = begun
    assert _most_rows(servers("many"), clock, 8) == few


@pytest.fixture
def cohorts(servers: Servers, monkeypatch: pytest.MonkeyPatch) -> Deployment:
    """Return a server whose tree has three cohorts, with the tickets of all donors."""
    small_cohorts(monkeypatch, 24)
    made = servers("cohorts")
    everybody(cohort_players(made, 72))
    return made


def _killed_after(server: Deployment, transactions: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do the nightly run, and end with `Killed` before the write transaction after so many."""
    write, begun = Store.write, count()

    def some(store: Store) -> Any:
        if next(begun) == transactions:
            raise Killed
        return write(store)

    with monkeypatch.context() as patch, pytest.raises(Killed):
        patch.setattr(Store, "write", some)
        night(server)


def _cohorts(server: Deployment, day: date, plan: str) -> list[int]:
    """Return the cohorts of a data day that are on record; check that all are of this plan."""
    with server.store.read() as connection:
        found = cohort_days.of_day(connection, day)
        for one in found:
            epoch = cohort_epochs.one(connection, one.epoch)
            assert one.context == frame_of(connection, epoch, plan, one.key.cohort, one.key.sub_cohort).context
    return [one.key.cohort for one in found]


def test_a_day_of_many_cohorts_is_planned_in_steps_that_survive_a_kill(
    cohorts: Deployment, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that is killed between two cohorts of a day leaves the others to the next run, in the same plan.

    That run comes when the day's windows are over. It adds the cohorts before it ends the first one: a round ends with
    the last of its cohorts that are on record.
    """
    begin_day(cohorts, clock)
    _one_row_a_step(monkeypatch)
    clock.next_day()
    planned = DAY + timedelta(days=1)
    for transactions in count():
        _killed_after(cohorts, transactions, monkeypatch)
        with cohorts.store.read() as connection:
            if rounds.get(connection, planned) is not None:
                plan = rounds.plan_of(connection, planned).payload
                break
    assert _cohorts(cohorts, planned, plan) == [0]
    clock.next_day(LAST_CLOSE.days + 1)
    record_week(cohorts)
    watched = Watch(cohorts.store.engine)
    night(cohorts)
    assert _cohorts(cohorts, planned, plan) == [0, 1, 2]
    statements = [each for one in watched.transactions for each in one]
    assert {rows for text, rows in statements if text.startswith("INSERT INTO cohort_days")} == {1}
    with cohorts.store.read() as connection:
        known = [one.uploads_in_tree for one in cohort_days.of_day(connection, planned)]
        assert known == [0, None, None]
        ended = rounds.get(connection, planned)
        assert ended is not None
        assert ended.state == rounds.RoundState.PUBLISHED


def test_no_round_ends_before_all_its_cohorts_are_on_record(cohorts: Deployment, clock: HandClock) -> None:
    """The last day on record that ends does not publish its round while others lack. A reset waits for none."""
    begin_day(cohorts, clock)
    with cohorts.store.write() as connection:
        (found,) = rounds.in_state(connection, rounds.RoundState.OPEN, "cohort")
        first, *others = cohort_days.of_day(connection, found.day)
        for one in others:
            connection.execute(cohort_tables_days.delete().where(cohort_days.at(one.key)))
        for state, expected in ((DayState.LOST, "open"), (DayState.RESET, "published")):
            transitions.end(connection, first, state)
            after = rounds.get(connection, found.day)
            assert after is not None
            assert after.state == expected


def test_the_transaction_that_plans_a_day_looks_at_no_donor(cohorts: Deployment, clock: HandClock) -> None:
    """A day is planned by what was found out before: who was there, whom a search suspects, and who is excused.

    A search for offenders is under way, and one donor is in quarantine.
    """
    begin_day(cohorts, clock)
    with cohorts.store.write() as connection:
        epoch = epochs.last(connection)
        assert epoch is not None
        cohort_offenders.number(connection, epoch.number, range(72))
        numbers = sorted(cohort_offenders.known_numbers_at(connection, epoch.number, range(72)))
        for cohort in range(3):
            cohort_offenders.save(connection, cohort, [frozenset(numbers[:9])], frozenset(numbers[9:]))
        known = offenders.searches(connection, epoch)
        expected = sorted(offenders.excused(connection, epoch, DAY + timedelta(days=1), known))
    watched = Watch(cohorts.store.engine)
    begin_day(cohorts, clock)
    (planning_day,) = watched.with_statement("INSERT INTO rounds")
    for table in ("activity", "cohort_donors", "cohort_leaves", "cohort_searches", "cohort_tickets"):
        assert f"FROM {table}" not in planning_day
        assert f"JOIN {table}" not in planning_day
    with cohorts.store.read() as connection:
        rows = connection.exec_driver_sql("SELECT leaf FROM cohort_excused ORDER BY leaf").scalars()
        assert list(rows) == expected
    # Each donor in quarantine is excused in its own cohort, whose search names all of them.
    assert len(expected) >= 63


def test_lapsed_tickets_are_deleted_in_steps(
    servers: Servers, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After four weeks without a tree, spare tickets are deleted one step after the other. No write transaction counts
    those that are left.
    """
    server = servers("lapsed")
    for player in cohort_players(server, 5):
        player.work("ticket")
    _one_row_a_step(monkeypatch)
    clock.next_day(TICKET_LAPSES.days)
    watched = Watch(server.store.engine)
    night(server)
    deleted = [
        rows for one in watched.transactions for text, rows in one if text.startswith("DELETE FROM cohort_tickets")
    ]
    assert deleted == [1] * 5
    counting = watched.with_statement("SELECT count(*) AS count_1 \nFROM cohort_tickets")
    assert counting
    assert not any(taken in one for one in counting for taken in _WRITERS_LOCK)
    with server.store.read() as connection:
        assert cohort_tickets.count(connection) == 0


@pytest.mark.parametrize("is_searching", [False, True])
def test_the_search_forgets_in_steps(
    servers: Servers, clock: HandClock, monkeypatch: pytest.MonkeyPatch, is_searching: bool
) -> None:
    """A nightly run forgets the days of sound sums that no spoilt list can be older than, and erased donors' numbers.

    While there is a search, which may name them, those numbers stay.
    """
    server = servers("search")
    crowd = cohort_players(server, 5)
    everybody(crowd)
    a_day(server, clock, crowd)
    today = clock().date() + timedelta(days=1)
    with server.store.write() as connection:
        cohort_offenders.number(connection, 0, range(5))
        numbers = sorted(cohort_offenders.known_numbers_at(connection, 0, range(5)))
        cohort_offenders.clear(connection, numbers[:3], today - timedelta(days=22))
        cohort_offenders.clear(connection, numbers[3:], today - timedelta(days=21))
        if is_searching:
            cohort_offenders.save(connection, 0, [frozenset(numbers[:2])], frozenset())
        gone = connection.execute(select(cohort_donors.c.donor).where(cohort_donors.c.number == numbers[-1])).scalar()
        donors.erase(connection, str(gone))
    record_week(server)
    _one_row_a_step(monkeypatch)
    watched = Watch(server.store.engine)
    begin_day(server, clock)
    with server.store.read() as connection:
        rows = connection.execute(select(cohort_donors.c.number, cohort_donors.c.cleared_on)).all()
    forgotten = dict.fromkeys(numbers[:3], cohort_offenders.LONG_AGO)
    kept = numbers[3:] if is_searching else numbers[3:4]
    assert {row.number: row.cleared_on for row in rows} == forgotten | {
        number: today - timedelta(days=21) for number in kept
    }
    changed = [rows for one in watched.transactions for text, rows in one if "cohort_donors" in text and rows]
    assert changed == [1] * (3 + 2 - len(kept))
