"""How many donors could send an upload of a data day, and were there until its window was over."""

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import chain, combinations
from pathlib import Path

import pytest
from sqlalchemy import Connection

from pdd_server.store import donors
from pdd_server.store.engine import Store
from pdd_server.store.migrate import upgrade
from pdd_server.store.rounds.cohort import cohort_epochs
from pdd_server.store.rounds.cohort.cohort_epochs import OwnLeaf, StoredEpoch
from pdd_shared.protocol.messages import Member
from pdd_shared.rounds.cohort.epoch.tree import Leaf
from tests.server.simulated_server import DAY, store_of_tests

DAYS = [DAY + timedelta(days=ahead) for ahead in range(5)]
DATA_DAY, LAST = DAYS[1], DAYS[3]
"""The data day, and the last day of its window."""
SEATED = [(DAYS[0], True), (DATA_DAY, True), (DAYS[2], True), (DAYS[0], False)]
"""When a donor's ticket came, and whether its leaf is in the data day's epoch."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = store_of_tests(tmp_path)
    upgrade(made)
    yield made
    made.dispose()


def _add(connection: Connection, number: int, made: date, is_seated: bool, there: tuple[date, ...]) -> str:
    """Add a donor with a leaf in epoch 0 or 1, who was active on these days; return its id."""
    name, key = f"{number:032}", number.to_bytes(32, "big")
    member = Member(identity=key.hex(), exchange=key.hex(), signature="00" * 64)
    donors.add(connection, name, key, member, DAYS[0])
    cohort_epochs.append(connection, 0 if is_seated else 1, 0, name, OwnLeaf(0, Leaf(0, key, key), key, made))
    for day in there:
        donors.note_active(connection, [name], day)
    return name


def test_donors_of_a_window_are_counted_once_wherever_else_they_were(store: Store) -> None:
    """Whoever was there on any days, before, in and after the window, counts if one of them is in it, its leaf is in
    the epoch, and its ticket came in time. An erased donor counts no longer.
    """
    each = list(chain.from_iterable(combinations(DAYS, some) for some in range(len(DAYS) + 1)))
    cases = [(*seated, there) for seated in SEATED for there in each]
    with store.write() as connection:
        for epoch in (0, 1):
            cohort_epochs.add(connection, StoredEpoch(epoch, DAY, 1, "root", 0, ""))
        names = [_add(connection, number, *case) for number, case in enumerate(cases)]

        def counted() -> int:
            return cohort_epochs.count_there(connection, 0, DATA_DAY, LAST)

        expected = [
            name
            for name, (made, is_seated, there) in zip(names, cases, strict=True)
            if is_seated and made <= DATA_DAY and any(DATA_DAY <= day <= LAST for day in there)
        ]
        assert counted() == len(expected) == 2 * (2**5 - 2**2)
        for gone in (expected[0], expected[-1]):
            donors.erase(connection, gone)
        assert counted() == len(expected) - 2
