"""A sum is published in a short transaction. What is written for each donor of its list comes in steps of its own."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from nacl.utils import random
from sqlalchemy import event, func, select

from pdd_server.services import short_steps
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.rounds.cohort.days import transitions
from pdd_server.services.short_steps import Pace
from pdd_server.store.engine import Store
from pdd_server.store.rounds.cohort import cohort_days, cohort_offenders
from pdd_server.store.rounds.cohort.cohort_days import DayState
from pdd_server.store.rounds.cohort.cohort_tables import (
    cohort_answers,
    cohort_donors,
    cohort_entries,
    cohort_signatures,
)
from tests.server.services.rounds.cohort.simulated_donors import (
    CohortPlayer,
    a_day,
    begin_day,
    cohort_players,
    cohort_server,
    everybody,
    expected,
)
from tests.server.simulated_server import DAY, HandClock, published

DONORS = 5
LEFT = (cohort_entries, cohort_signatures, cohort_answers)
"""The tables whose rows a day leaves behind when it ends."""


class Killed(BaseException):
    """Stands for a kill between two transactions."""


@pytest.fixture
def server(tmp_path: Path, clock: HandClock) -> Iterator[Deployment]:
    made = cohort_server(tmp_path, clock)
    yield made
    made.store.dispose()


@pytest.fixture
def players(server: Deployment, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> list[CohortPlayer]:
    """Return the donors of a day whose answers have all come, and whose sum was not opened in its nightly run."""
    crowd = cohort_players(server, DONORS)
    everybody(crowd)
    for _ in range(3):
        a_day(server, clock, crowd)
    with monkeypatch.context() as patch:
        patch.setattr(transitions, "open_due", lambda *_: [])
        begin_day(server, clock)
    return crowd


def _open(server: Deployment, clock: HandClock) -> None:
    assert transitions.open_due(server.store, clock.now.date(), random) == []


def _killed_after_one_transaction(server: Deployment, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Open the sums that are due, and end before the second write transaction; return whether there was one."""
    write, begun = Store.write, count()

    def once(store: Store) -> Any:
        if next(begun):
            raise Killed
        return write(store)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "write", once)
        patch.setattr(short_steps, "Pace", lambda: Pace(rows=1, most=1))
        try:
            _open(server, clock)
        except Killed:
            return True
    return False


def _left(server: Deployment) -> list[int]:
    """Return how many rows of the first data day each table has that a day leaves behind."""
    with server.store.read() as connection:
        return [
            connection.execute(select(func.count()).select_from(table).where(table.c.day == DAY)).scalar_one()
            for table in LEFT
        ]


def test_a_sum_whose_publication_is_killed_after_each_transaction_is_published_once(
    server: Deployment, players: list[CohortPlayer], clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that is killed after each transaction goes on where it ended. The sum is published and charged once, the
    search learns from it as without a kill, and nothing is left of the day.
    """
    with server.store.write() as connection:
        cohort_offenders.number(connection, 0, range(DONORS))
        first = min(cohort_offenders.known_numbers_at(connection, 0, range(DONORS)))
        cohort_offenders.save(connection, 0, [frozenset({first, 98, 99})], frozenset())
    left, seen = _left(server), list[tuple[int, int]]()
    assert left == [DONORS, DONORS, DONORS]
    while _killed_after_one_transaction(server, clock, monkeypatch):
        seen.append((len(published(server)["days"]), _left(server)[0]))
        assert len(seen) < 30
    # One transaction clears each donor, one publishes, and one deletes each entry.
    assert seen == [(0, DONORS)] * DONORS + [(1, DONORS - gone) for gone in range(DONORS + 1)]
    (day,) = published(server)["days"]
    assert tuple(day["totals"].values()) == tuple(expected(players, DAY)[2:4].tolist())
    assert (day["donors"], day["cohorts"], day["final"]) == (expected(players, DAY)[0], 1, True)
    assert _left(server) == [0, 0, 0]
    with server.store.read() as connection:
        assert cohort_offenders.get(connection, 0) == ((frozenset({98, 99}),), frozenset())
        assert list(connection.execute(select(cohort_donors.c.cleared_on)).scalars()) == [DAY] * DONORS
        (ended,) = cohort_days.of_day(connection, DAY)
    assert (ended.state, ended.due, ended.uploads) == (DayState.OPENED, False, DONORS)


@pytest.mark.usefixtures("players")
def test_the_transaction_that_publishes_a_sum_writes_no_row_for_a_donor(server: Deployment, clock: HandClock) -> None:
    """While a sum is published, nobody is numbered or cleared, and no entry is deleted: for thousands of donors, others
    would wait for it long.
    """
    transactions = [list[str]()]
    event.listen(server.store.engine, "begin", lambda _: transactions.append([]))
    event.listen(server.store.engine, "before_cursor_execute", lambda *given: transactions[-1].append(given[2]))
    _open(server, clock)
    together = ["\n".join(statements) for statements in transactions]
    (publishing,) = [one for one in together if "INSERT INTO publications" in one]
    for each in ("INSERT INTO cohort_donors", "UPDATE cohort_donors", "DELETE FROM cohort_entries"):
        assert each not in publishing
        assert any(each in one for one in together)


def test_a_day_without_a_certificate_leaves_nothing(server: Deployment, clock: HandClock) -> None:
    """The nightly run that drops a day also deletes its entries and signatures."""
    everybody(crowd := cohort_players(server, DONORS))
    while not published(server)["missing"]:
        begin_day(server, clock)
        everybody(crowd, "ticket", "upload")
    with server.store.read() as connection:
        (ended,) = cohort_days.of_day(connection, DAY)
    assert (ended.state, ended.due, _left(server)) == (DayState.DROPPED, False, [0, 0, 0])
