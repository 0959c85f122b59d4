"""A `cohort` server with very many donors, and what all of them do between two nightly runs.

Rows go into the server's own tables, through its store. Keys are random bytes, and the members' signatures are too: a
nightly run checks neither. Sums and answers are true ones of the law of so many uploads, so a nightly run opens them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import chain
from pathlib import Path

from nacl.utils import random
from sqlalchemy import Connection, Table, delete, insert, literal, select, text, update

from pdd_server.services.operations.data_folder import Deployment, Folder, open_folder
from pdd_server.services.rounds.cohort.days import publication
from pdd_server.services.rounds.cohort.days.stored_states import frame_at, write_sums
from pdd_server.services.rounds.cohort.epochs import trees
from pdd_server.store.engine import Store
from pdd_server.store.rounds.cohort import cohort_days, cohort_epochs
from pdd_server.store.rounds.cohort.cohort_days import DayKey, DayState, StoredDay
from pdd_server.store.rounds.cohort.cohort_tables import (
    cohort_answers,
    cohort_entries,
    cohort_signatures,
    cohort_tickets,
)
from pdd_server.store.tables import activity, donors
from pdd_shared.rounds.cohort.masking.ring import to_wire
from scripts.benchmarks.protocol.cohort_night import make_sums
from scripts.benchmarks.server.nightly_run import DAY, Noons, name
from tests.server.services.rounds.cohort.simulated_donors import cohort_server
from tests.server.services.rounds.cohort.synthetic_days import cohort_terms
from tests.server.simulated_server import campaign

ENTRIES, DECOYS, KINDS = 10_000, 64, 2
"""The numbers of a vector; those of them that are decoys; and those that count no keyword (donors and searches)."""
LAST = 4
"""The campaign's days after `DAY`."""
SOME = 50_000
"""Donors whose rows are made in one transaction."""
SIGNED = bytes(64)
"""Stands for a member's signature."""


@dataclass(eq=False)
class LargeServer:
    """A server with `number` donors, of whom each is there every day.

    Attributes:
        path: The folder in which its data folder is.
        number: How many donors it has.
        clock: The server's time.
        database: The URL of a database of PostgreSQL; empty for a file of SQLite.
        totals: By (sub-)cohort's day, the members' answers that open its sum.
    """

    path: Path
    number: int
    clock: Noons
    database: str = field(default="", repr=False)
    totals: dict[DayKey, list[bytes]] = field(default_factory=dict, repr=False)

    def opened(self) -> Deployment:
        return open_folder(Folder(self.path / "data"), self.clock)

    def make(self, history: int) -> None:
        """Make the server, with donors that were there on so many days until `DAY`, and their tickets."""
        words = tuple(f"word{index}" for index in range(ENTRIES - DECOYS - KINDS))
        last = DAY + timedelta(days=LAST)
        counted = campaign(vocabulary=words, terms=cohort_terms(), start=DAY, end=last)
        server = cohort_server(self.path, self.clock, counted, **({"database": self.database} if self.database else {}))
        ids = sorted(name("id", index)[:32] for index in range(self.number))
        for start in range(0, self.number, SOME):
            with server.store.write() as connection:
                _add(connection, donors, (_donor(one) for one in ids[start : start + SOME]))
        self._add_history(server.store, [DAY - timedelta(days=ago) for ago in reversed(range(history))])
        self.ask_for_tickets(server, DAY)
        self._tidy(server.store)
        server.store.forget()
        server.store.dispose()

    def _add_history(self, store: Store, days: list[date]) -> None:
        """Record all donors as active on these days. PostgreSQL makes the key afterwards, or it would take an hour."""
        if self.database:
            with store.write() as connection:
                connection.execute(text("ALTER TABLE activity DROP CONSTRAINT activity_pkey"))
        for day in days:
            with store.write() as connection:
                _come(connection, day)
        if self.database:
            with store.write() as connection:
                # Pages that fill in no order are about 70% full.
                connection.execute(
                    text("CREATE UNIQUE INDEX activity_pkey ON activity (day, donor) WITH (fillfactor = 70)")
                )
                connection.execute(text("ALTER INDEX activity_pkey RESET (fillfactor)"))
                connection.execute(
                    text("ALTER TABLE activity ADD CONSTRAINT activity_pkey PRIMARY KEY USING INDEX activity_pkey")
                )

    def _tidy(self, store: Store) -> None:
        """Do what PostgreSQL's autovacuum has done on a server that runs for long, so that no night waits for it."""
        if self.database:
            with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.execute(text("VACUUM (ANALYZE)"))
                connection.execute(text("CHECKPOINT"))

    def ask_for_tickets(self, server: Deployment, made: date) -> None:
        """Give every donor a spare ticket, whose keys are random bytes."""
        with server.store.read() as connection:
            ids = list(connection.execute(select(donors.c.id).order_by(donors.c.id)).scalars())
        for start in range(0, len(ids), SOME):
            with server.store.write() as connection:
                _add(connection, cohort_tickets, (_ticket(one, made) for one in ids[start : start + SOME]))

    def day_passes(self) -> None:
        """Let all donors check in, send what is asked of them, and serve on their committees."""
        server, today = self.opened(), self.clock.day
        with server.store.write() as connection:
            _come(connection, today)
            connection.execute(update(donors).values(seen=today))
        with server.store.read() as connection:
            waiting = cohort_days.in_states(connection, DayState.COLLECTING, DayState.CERTIFYING)
        for stored in waiting:
            with server.store.write() as connection:
                if stored.state == DayState.CERTIFYING:
                    self._serve(connection, stored)
                elif not stored.uploads:
                    self._upload(connection, stored)
        server.store.forget()
        server.store.dispose()

    def _upload(self, connection: Connection, stored: StoredDay) -> None:
        """Fill a (sub-)cohort's day with the uploads of all its leaves."""
        frame = frame_at(connection, stored)
        epoch = cohort_epochs.one(connection, stored.epoch)
        leaves = trees.draw_of(epoch).members_of(stored.key.cohort).tolist()
        made = make_sums(frame, len(leaves))
        self.totals[stored.key] = [to_wire(total) for total in made.totals]
        here = stored.key._asdict()
        _add(connection, cohort_entries, ({**here, "leaf": leaf, "nonce": random(16)} for leaf in leaves))
        cohort_days.change(connection, stored.key, sums=write_sums(made.sums), uploads=len(leaves))

    def _serve(self, connection: Connection, stored: StoredDay) -> None:
        """Let a quorum certify a day's list, and all members answer."""
        frame, here = frame_at(connection, stored), stored.key._asdict()
        publication.charge_shown(connection, frame.plan, frame.plan.cohorts[stored.key.cohort])
        signed = [{**here, "place": place, "signature": SIGNED} for place in range(1, frame.quorum + 1)]
        connection.execute(insert(cohort_signatures), signed)
        answers = self.totals.pop(stored.key)
        said = [{**here, "place": place, "total": total} for place, total in enumerate(answers, 1)]
        connection.execute(insert(cohort_answers), said)
        changed = {"state": DayState.OPENING, "certificate": b"certificate", "list_disclosed": True}
        cohort_days.change(connection, stored.key, **changed)

    def leave(self, share: float, seen: date) -> int:
        """Let this share of donors have been away since a day; return how many they are.

        The nightly runs since the last one are left out, so their active days are deleted here, all but the last.
        """
        server = self.opened()
        oldest = self.clock.day - timedelta(days=server.config.retention.activity + 1)
        with server.store.write() as connection:
            connection.execute(delete(activity).where(activity.c.day < oldest))
            few = select(donors.c.id).order_by(donors.c.token_hash).limit(round(self.number * share))
            connection.execute(update(donors).where(donors.c.id.in_(few)).values(seen=seen))
        server.store.dispose()
        return round(self.number * share)


def _add(connection: Connection, table: Table, rows: Iterator[dict[str, object]]) -> None:
    """Add rows, all with the same columns; on PostgreSQL with COPY, which takes far less time."""
    if connection.dialect.name == "sqlite":
        connection.execute(insert(table), list(rows))
        return
    first = next(rows)
    into = f"COPY {table.name} ({', '.join(first)}) FROM STDIN"
    with connection.connection.cursor() as cursor, cursor.copy(into) as copy:  # type: ignore[attr-defined]
        for row in chain([first], rows):
            copy.write_row(tuple(row.values()))


def _come(connection: Connection, day: date) -> None:
    """Record all donors as active on a day. They come in no order of their ids, so pages fill as they really do."""
    there = select(donors.c.id, literal(day)).order_by(donors.c.token_hash)
    connection.execute(insert(activity).from_select(["donor", "day"], there))


def _donor(owner: str) -> dict[str, object]:
    return {
        "id": owner,
        "token_hash": random(32),
        "identity": random(32).hex(),
        "exchange": random(32).hex(),
        "signature": random(64).hex(),
        "number": 1,
        "nonce": random(32).hex(),
        "registered": DAY,
        "seen": DAY,
    }


def _ticket(owner: str, made: date) -> dict[str, object]:
    return {"donor": owner, "digest": random(32), "exchange": random(32), "signing": random(32), "made": made}
