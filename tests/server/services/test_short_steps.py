"""Work on many rows is done in steps that stay short on a slow disk, and survives a kill after any of them."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, delete, insert, select

from pdd_server.services.short_steps import SHORT, Pace, over, repeat
from pdd_server.store.engine import Store
from pdd_server.store.migrate import upgrade
from pdd_server.store.tables import nights
from tests.server.simulated_server import DAY, store_of_tests

ROWS = list(range(10_000))


class SlowDisk:
    """A clock that moves only while rows are written, each for so many seconds."""

    def __init__(self, a_row: float) -> None:
        self.a_row, self.now = a_row, 0.0
        self.took, self.pauses = list[float](), list[float]()

    def __call__(self) -> float:
        return self.now

    def write(self, _: Connection, rows: Sequence[int]) -> None:
        self.took.append(len(rows) * self.a_row)
        self.now += self.took[-1]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    made = store_of_tests(tmp_path_factory.mktemp("steps"))
    upgrade(made)
    yield made
    made.dispose()


@given(a_row=st.floats(1e-7, 0.05))
def test_steps_are_short_on_any_disk(store: Store, a_row: float) -> None:
    """After the first step, none takes longer than `SHORT`, or than a single row. All rows are written once."""
    disk, written = SlowDisk(a_row), list[int]()

    def write(connection: Connection, rows: Sequence[int]) -> None:
        disk.write(connection, rows)
        written.extend(rows)

    rows = ROWS[:500]
    repeat(store, over(rows, write), Pace(rows=10, clock=disk, pause=disk.pauses.append))
    assert written == rows
    assert max(disk.took[1:], default=0) <= max(SHORT, a_row) * 1.0001


def test_a_disk_that_becomes_slow_gets_shorter_steps(store: Store) -> None:
    """Only one step is long when rows begin to take a hundred times as long."""
    disk = SlowDisk(1e-4)

    def write(connection: Connection, rows: Sequence[int]) -> None:
        disk.a_row = 1e-2 if rows[0] > len(ROWS) / 2 else 1e-4
        disk.write(connection, rows)

    repeat(store, over(ROWS, write), Pace(clock=disk, pause=disk.pauses.append))
    assert sum(took > SHORT * 1.0001 for took in disk.took) == 1


def test_steps_of_rows_that_are_dear_one_by_one_are_not_too_short(store: Store) -> None:
    """However long the rows take, a step has as many as it has to have at least."""
    disk, sizes = SlowDisk(0.03), list[int]()

    def write(connection: Connection, rows: Sequence[int]) -> None:
        disk.write(connection, rows)
        sizes.append(len(rows))

    repeat(store, over(ROWS[:100], write), Pace(rows=20, least=20, clock=disk, pause=disk.pauses.append))
    assert sizes == [20] * 5


def test_steps_on_a_fast_disk_are_not_too_large(store: Store) -> None:
    """However fast rows are written, no step has more than a thousand. The next step may find a busy machine."""
    disk, sizes = SlowDisk(1e-9), list[int]()

    def write(connection: Connection, rows: Sequence[int]) -> None:
        disk.write(connection, rows)
        sizes.append(len(rows))

    repeat(store, over(ROWS, write), Pace(clock=disk, pause=disk.pauses.append))
    assert sum(sizes) == len(ROWS)
    assert max(sizes) == 1_000


def test_donors_get_a_turn_after_each_step(store: Store) -> None:
    """After each step the database is left alone for as long as the step took, `SHORT` at most."""
    disk = SlowDisk(0.03)
    repeat(store, over(ROWS[:40], disk.write), Pace(rows=8, clock=disk, pause=disk.pauses.append))
    assert disk.pauses == pytest.approx([min(took, SHORT) for took in disk.took])
    assert disk.took[0] > SHORT


class Killed(Exception):
    """Stands for a kill in the middle of a step."""


def test_a_killed_step_is_undone_alone(store: Store, tmp_path: Path) -> None:
    """What the steps before it wrote stays, so that the next run has only the rest to do."""
    steps = 0

    def forget_some(connection: Connection, _: int) -> int:
        nonlocal steps
        steps += 1
        first = select(nights.c.day).order_by(nights.c.day).limit(1)
        deleted = connection.execute(delete(nights).where(nights.c.day.in_(first))).rowcount
        if steps == 3:
            raise Killed
        return deleted

    with store.write() as connection:
        days = [DAY.replace(day=day) for day in range(1, 6)]
        connection.execute(insert(nights), [{"day": day} for day in days])
    with pytest.raises(Killed):
        repeat(store, forget_some)
    with store.read() as connection:
        assert list(connection.execute(select(nights.c.day).order_by(nights.c.day)).scalars()) == days[2:]
    repeat(store, forget_some)
    with store.read() as connection:
        assert connection.execute(select(nights.c.day)).first() is None
