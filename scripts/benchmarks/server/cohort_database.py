"""A `cohort` server with a database for benchmarks: many donors with tickets, and the epoch that is made of them.

Donors' keys and exchange keys are random bytes. Signing keys are real if somebody has to sign.
"""

import time
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

from nacl.signing import SigningKey
from nacl.utils import random
from sqlalchemy import Connection, event, insert
from sqlalchemy.pool import ConnectionPoolEntry

from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.rounds.cohort.days.stored_states import frame_of
from pdd_server.services.rounds.nightly_context import NightlyContext
from pdd_server.store.engine import Store
from pdd_server.store.rounds import rounds
from pdd_server.store.rounds.cohort import cohort_days, cohort_epochs
from pdd_server.store.rounds.cohort.cohort_days import StoredDay
from pdd_server.store.rounds.cohort.cohort_tables import cohort_tickets
from pdd_server.store.tables import activity, donors
from pdd_shared.rounds.cohort.day.server import CohortDayFrame
from scripts.benchmarks.server.nightly_run import DAY, Noons, donor
from tests.server.services.rounds.cohort.simulated_donors import cohort_server
from tests.server.services.rounds.cohort.synthetic_days import cohort_terms
from tests.server.simulated_server import campaign, keep_order
from tests.server.simulated_server import night as run_night

ENTRIES, DECOYS, KINDS = 10_000, 64, 2
"""The numbers of a vector; those of them that are decoys; and those that count no keyword (donors and searches)."""


@dataclass(frozen=True, eq=False)
class Tables:
    """A server whose donors all have a ticket made on `DAY`.

    `signers` has the donors' signing keys by public key; it is empty if they are random bytes.
    """

    server: Deployment
    clock: Noons
    signers: dict[bytes, SigningKey] = field(repr=False)

    def night(self) -> None:
        """Move the clock to the next day, and run the nightly run."""
        self.clock.day += timedelta(days=1)
        run_night(self.server)

    def this_night(self) -> NightlyContext:
        """Return the context of today's nightly run, before which one day has ended: yesterday."""
        server, today = self.server, self.clock.day
        return NightlyContext(
            today, (today - timedelta(days=1),), server.config, server.identity, server.online_key, keep_order
        )

    def day(self, connection: Connection) -> tuple[StoredDay, CohortDayFrame]:
        """Return the stored state of the first cohort's day `DAY`, and its frame."""
        stored = cohort_days.of_day(connection, DAY)[0]
        epoch, plan = cohort_epochs.one(connection, stored.epoch), rounds.plan_of(connection, DAY).payload
        return stored, frame_of(connection, epoch, plan, stored.key.cohort, stored.key.sub_cohort)


class HeldLocks:
    """How long each write transaction of a store held the lock, in seconds, from now on, its commit included."""

    def __init__(self, store: Store) -> None:
        self.seconds = list[float]()
        event.listen(store.engine, "after_cursor_execute", self._note_begin)
        event.listen(store.engine, "checkin", self._note_end)

    def _note_begin(self, connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        if statement == "BEGIN IMMEDIATE":
            connection.info["since"] = time.perf_counter()

    def _note_end(self, _connection: object, record: ConnectionPoolEntry) -> None:
        if (since := record.info.pop("since", None)) is not None:
            self.seconds.append(time.perf_counter() - since)


def make(path: Path, number: int, *, signing: bool = True, database: str | None = None) -> Tables:
    """Make a server with one campaign and donors who were active on `DAY`.

    Args:
        path: the folder for the server.
        number: how many donors.
        signing: whether the donors have real signing keys, which take longer to make.
        database: the URL of an empty PostgreSQL database; None for SQLite.
    """
    clock, signers = Noons(), dict[bytes, SigningKey]()
    if signing:
        signers = {key.verify_key.encode(): key for key in (SigningKey.generate() for _ in range(number))}
    words = tuple(f"word{index}" for index in range(ENTRIES - DECOYS - KINDS))
    server = cohort_server(path, clock, campaign(vocabulary=words, terms=cohort_terms()), database=database)
    rows = [donor(index) for index in range(number)]
    keys = list(signers) if signing else [random(32) for _ in range(number)]
    with server.store.write() as connection:
        connection.execute(insert(donors), rows)
        connection.execute(insert(activity), [{"donor": row["id"], "day": DAY} for row in rows])
        tickets = [_ticket(str(row["id"]), key, DAY) for row, key in zip(rows, keys, strict=True)]
        connection.execute(insert(cohort_tickets), tickets)
    return Tables(server, clock, signers)


def _ticket(owner: str, signing: bytes, made: date) -> dict[str, object]:
    return {"donor": owner, "digest": random(32), "exchange": random(32), "signing": signing, "made": made}
