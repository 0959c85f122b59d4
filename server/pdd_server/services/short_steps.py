"""Work on many rows in short transactions, so that donors hardly wait for the database.

How many rows a short transaction can take depends on the disk, on the size of the tables, and on what else the machine
does. So it is not a constant: each step is timed, and the next one takes as many rows as fit the time. It takes no more
than some number, though: a machine that is suddenly busy can take ten times as long for the next step.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import Connection

from pdd_server.store.engine import Store

_Row = TypeVar("_Row")
Step = Callable[[Connection, int], int]
"""Works on at most so many rows in a write transaction, and returns on how many it did; 0 if none are left."""

SHORT = 0.1
"""Seconds that a step should take."""
_GROWTH = 2
"""How many times the rows of the last step the next one may take. Later rows may take longer than the first ones."""


@dataclass
class Pace:
    """How many rows the next step takes, by the time that the last ones took.

    Attributes:
        rows: How many rows the next step takes at most.
        most: How many rows any step takes at most.
        least: How many rows any step takes at least, whatever time they need.
        clock: Returns seconds, of which only differences count.
        pause: Waits for some seconds.
    """

    rows: int = 250
    most: int = 1_000
    least: int = 1
    clock: Callable[[], float] = time.perf_counter
    pause: Callable[[float], None] = time.sleep

    def note(self, done: int, seconds: float) -> None:
        """Choose the next step's rows, after a step with `done` rows took so many seconds."""
        fitting = done * SHORT / max(seconds, SHORT / 1_000)
        self.rows = max(self.least, min(int(fitting), _GROWTH * self.rows, self.most))


def repeat(store: Store, step: Step, pace: Pace | None = None) -> None:
    """Repeat a step, each time in a transaction of its own, until it says that no rows are left.

    Between two steps there is a pause as long as a step. On SQLite, donors who wait for the write lock only look for
    it now and then, so without a pause the next step would mostly take it before they do.

    Args:
        store: The database.
        step: The step. A run that is killed between two steps does the rest when it is started again.
        pace: How many rows a step takes.
    """
    pace = pace or Pace()
    while True:
        with store.write() as connection:
            begun = pace.clock()
            done = step(connection, pace.rows)
        if not done:
            return
        taken = pace.clock() - begun
        pace.note(done, taken)
        pace.pause(min(taken, SHORT))


def over(rows: Sequence[_Row], work: Callable[[Connection, Sequence[_Row]], None]) -> Step:
    """Return a step that works on the next rows of a sequence."""
    done = 0

    def step(connection: Connection, most: int) -> int:
        nonlocal done
        some = rows[done : done + most]
        if some:
            work(connection, some)
        done += len(some)
        return len(some)

    return step
