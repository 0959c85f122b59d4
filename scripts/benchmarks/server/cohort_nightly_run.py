"""Nightly runs of a full cohort, and a new epoch of 100,000 tickets, with the server's database.

No upload is made: the sums are `cohort_night`'s. Signatures and answers are real, and go through the services.
"""

import tempfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from nacl.utils import random
from sqlalchemy import select

from pdd_server.services.rounds.cohort.days import committee, transitions
from pdd_server.services.rounds.cohort.days.stored_states import write_sums
from pdd_server.services.rounds.cohort.epochs import epochs
from pdd_server.store import tables as stored_tables
from pdd_server.store.rounds.cohort import cohort_days, cohort_messages
from pdd_server.store.rounds.cohort.cohort_days import DayKey, DayState
from pdd_server.store.rounds.cohort.cohort_tables import cohort_leaves
from pdd_shared.rounds.cohort.day.lists import certified_statement
from pdd_shared.rounds.cohort.day.member import opened_statement
from pdd_shared.rounds.cohort.day.server import CohortDayFrame
from pdd_shared.rounds.cohort.masking.ring import to_wire
from scripts.benchmarks.figures import Figure, at_most
from scripts.benchmarks.protocol.cohort_night import Clock, Made, make_sums
from scripts.benchmarks.server.cohort_database import HeldLocks, Tables, make

LEAVES, TICKETS = 8192, 100_000
"""Leaves of the one full cohort, and of the new epoch's tree."""
PARTS = {
    "close": ("a window of 8,192 uploads closed; CPU seconds", 1),
    "signatures": ("a quorum's 176 signatures under its list; CPU seconds", 1),
    "answers": ("256 answers to it; CPU seconds", 2),
    "open": ("its sum of 10,000 numbers opened and published; CPU seconds", 1),
    "epoch": ("an epoch of 100,000 tickets begun; CPU seconds", 5),
    "locked": ("the same, longest time in which nobody else can write, in seconds", 1),
}


def collect(tables: Tables) -> tuple[DayKey, CohortDayFrame, Made]:
    """Fill the cohort's day of `DAY` with the uploads of all its leaves."""
    with tables.server.store.write() as connection:
        stored, frame = tables.day(connection)
        made = make_sums(frame, LEAVES)
        cohort_messages.add_entries(connection, stored.key, ((leaf, random(16)) for leaf in range(LEAVES)))
        cohort_days.change(connection, stored.key, sums=write_sums(made.sums), uploads=LEAVES)
    return stored.key, frame, made


def serve(tables: Tables, key: DayKey, frame: CohortDayFrame, made: Made, clock: Clock) -> None:
    """Let a quorum certify the list and all members answer, each in a transaction of its own."""
    store, today = tables.server.store, tables.clock.day
    with store.read() as connection:
        stored = cohort_days.get(connection, key)
        assert stored is not None
        assert stored.digest is not None
        owner = select(cohort_leaves.c.leaf, stored_tables.donors.c.token_hash)
        joined = owner.join_from(
            cohort_leaves, stored_tables.donors, cohort_leaves.c.donor == stored_tables.donors.c.id
        )
        hashed = {row.leaf: row.token_hash for row in connection.execute(joined)}
    said = certified_statement(frame.context, stored.digest)
    for place, leaf in enumerate(frame.committee[: frame.quorum], 1):
        signature = tables.signers[leaf.signing].sign(said).signature
        with clock.measures("signatures"), store.write() as connection:
            committee.receive_signature(connection, hashed[leaf.index], key, place, signature, today)
    for place, leaf in enumerate(frame.committee, 1):
        words = to_wire(made.totals[place - 1])
        answer = opened_statement(frame.context, stored.digest, place, words)
        data = words + tables.signers[leaf.signing].sign(answer).signature
        with clock.measures("answers"), store.write() as connection:
            committee.receive_answer(connection, hashed[leaf.index], key, place, data, today)


def measure_night(folder: Path) -> dict[str, float]:
    """Return the CPU seconds of closing a cohort's window, of its members' messages, and of opening its sum."""
    tables, clock = make(folder, LEAVES), Clock()
    store = tables.server.store
    tables.night()
    key, frame, made = collect(tables)
    tables.night()
    tables.clock.day += timedelta(days=1)
    with clock.measures("close"):
        transitions.advance(store, tables.this_night())
    serve(tables, key, frame, made, clock)
    tables.clock.day += timedelta(days=1)
    transitions.advance(store, tables.this_night())
    with store.write() as connection:
        transitions.mark_due(connection, tables.this_night())
    with clock.measures("open"):
        assert transitions.open_due(store, tables.clock.day, random) == []
    with store.read() as connection:
        ended = cohort_days.get(connection, key)
    assert ended is not None
    assert (ended.state, ended.uploads) == (DayState.OPENED, LEAVES)
    store.dispose()
    return dict(clock.seconds)


def measure_epoch(folder: Path) -> dict[str, float]:
    """Return the longest that beginning an epoch holds the write lock, and its seconds of processor time."""
    tables, clock = make(folder, TICKETS, signing=False), Clock()
    store = tables.server.store
    tables.clock.day += timedelta(days=1)
    held = HeldLocks(store)
    with clock.measures("epoch"):
        made = epochs.begin(store, tables.this_night(), lambda *_: None)
    assert made is not None
    assert made.size == TICKETS
    store.dispose()
    return {**clock.seconds, "locked": max(held.seconds)}


def figures() -> Iterator[Figure]:
    """Measure a full cohort's nightly runs, its members' messages, and the beginning of a large epoch."""
    with tempfile.TemporaryDirectory() as folder:
        done = measure_night(Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        done |= measure_epoch(Path(folder))
    for name, (what, bound) in PARTS.items():
        yield at_most(f"cohort_intake: {what}", done[name], bound, 1)
