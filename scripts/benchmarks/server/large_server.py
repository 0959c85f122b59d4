"""A `cohort` server with very many donors, and what all of them do between two nightly runs.

Rows go into the server's own tables, through its store. Keys are random bytes, and the members' signatures are too: a
nightly run checks neither. Sums and answers are true ones of the law of so many uploads, so a nightly run opens them.
"""

from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

from nacl.utils import random
from sqlalchemy import Connection, insert, literal, select, true, union_all, update

from pdd_server.services.operations.data_folder import Deployment, Folder, open_folder
from pdd_server.services.rounds.cohort.days import publication
from pdd_server.services.rounds.cohort.days.stored_states import frame_at, write_sums
from pdd_server.services.rounds.cohort.epochs import trees
from pdd_server.store.rounds.cohort import cohort_days, cohort_epochs, cohort_messages
from pdd_server.store.rounds.cohort.cohort_days import DayKey, DayState, StoredDay
from pdd_server.store.rounds.cohort.cohort_tables import cohort_answers, cohort_signatures, cohort_tickets
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
        days = [DAY - timedelta(days=ago) for ago in range(history)]
        for start in range(0, self.number, SOME):
            with server.store.write() as connection:
                _register(connection, ids[start : start + SOME], days)
        self.ask_for_tickets(server, DAY)
        server.store.forget()
        server.store.dispose()

    def ask_for_tickets(self, server: Deployment, made: date) -> None:
        """Give every donor a spare ticket, whose keys are random bytes."""
        with server.store.read() as connection:
            ids = list(connection.execute(select(donors.c.id).order_by(donors.c.id)).scalars())
        for start in range(0, len(ids), SOME):
            with server.store.write() as connection:
                connection.execute(insert(cohort_tickets), [_ticket(one, made) for one in ids[start : start + SOME]])

    def day_passes(self) -> None:
        """Let all donors check in, send what is asked of them, and serve on their committees."""
        server, today = self.opened(), self.clock.day
        with server.store.write() as connection:
            there = select(donors.c.id, literal(today))
            connection.execute(insert(activity).from_select(["donor", "day"], there))
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
        cohort_messages.add_entries(connection, stored.key, ((leaf, random(16)) for leaf in leaves))
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
        """Let this share of donors have been away since a day; return how many they are."""
        server = self.opened()
        with server.store.write() as connection:
            few = select(donors.c.id).order_by(donors.c.token_hash).limit(round(self.number * share))
            connection.execute(update(donors).where(donors.c.id.in_(few)).values(seen=seen))
        server.store.dispose()
        return round(self.number * share)


def _register(connection: Connection, ids: list[str], days: list[date]) -> None:
    """Add donors who were there on these days."""
    connection.execute(insert(donors), [_donor(one) for one in ids])
    listed = union_all(*(select(literal(day).label("day")) for day in days)).subquery()
    there = select(donors.c.id, listed.c.day).join_from(donors, listed, true())
    chosen = there.where(donors.c.id.between(ids[0], ids[-1])).order_by(listed.c.day, donors.c.id)
    connection.execute(insert(activity).from_select(["donor", "day"], chosen))


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
