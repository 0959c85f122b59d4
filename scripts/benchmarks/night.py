"""A night of 100,000 donors in `recoverable`: a day planned, the day before given its rosters, another its survivors.

What donors send between the nights is written into the database as it is, with bytes of the right length where nothing
reads them: dealings and vectors are not made, and unmasking is not part of it.
"""

import hashlib
import json
import resource
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path

from sqlalchemy import insert, select, update

from pdd_server.clock import Clock
from pdd_server.config import Config
from pdd_server.folder import Deployment, Folder, create, open_folder
from pdd_server.jobs import nightly
from pdd_server.services import campaigns
from pdd_server.store.rounds import RoundState
from pdd_server.store.tables import activity, donors, rounds, tentative_members
from pdd_shared.messages import Campaign, Prepared
from pdd_shared.terms import Budget, Noise, PlainTerms
from scripts.benchmarks.figures import Figure, at_most

DONORS = (10_000, 30_000, 100_000)
ENTRIES = 10_000
DAY = date(2026, 11, 20)
NIGHTS = 4
"""The first to close a round: it was planned in the first, and its vectors were waited for in two days."""
SECONDS, MEGABYTES, GROWTH = 60, 1024, 1.5


@dataclass
class Noons:
    """A clock that shows noon of a day, and the next when told."""

    day: date = DAY

    def __call__(self) -> datetime:
        return datetime(self.day.year, self.day.month, self.day.day, 12, tzinfo=UTC)


def name(*parts: object) -> str:
    """64 hex digits that are the same for the same parts."""
    return hashlib.blake2b(repr(parts).encode(), digest_size=32).hexdigest()


def make(path: Path, clock: Clock, number: int) -> Deployment:
    """A server with so many donors and one campaign."""
    folder = Folder(path / "data")
    create(folder, Config(analyst_token_hash="0" * 64), secrets.token_bytes)
    server = open_folder(folder, clock)
    noise = Noise(law="discrete-laplace", scale=Decimal(81), added_by="server", colluders=0)
    budget = Budget(epsilon=Decimal(31), delta=Decimal(0))
    terms = PlainTerms(protocol="recoverable", max_searches=20, max_matches=3, noise=noise, budget=budget, min_group=50)
    campaign = Campaign(
        id="flu",
        title="Flu",
        purpose="A night's work.",
        contact="flu@example.org",
        consent={"en": "You give counts."},
        vocabulary=tuple(f"word{index}" for index in range(ENTRIES)),
        strata=(),
        start=DAY,
        end=DAY + timedelta(days=30),
        terms=terms,
    )
    with server.store.write() as connection:
        campaigns.create(connection, server.config, campaign)
        connection.execute(insert(donors), [donor(index) for index in range(number)])
    return server


def donor(index: int) -> dict[str, object]:
    """A row of a donor whose keys nobody holds."""
    return {
        "id": name("id", index)[:32],
        "token_hash": bytes.fromhex(name("token", index)),
        "identity": name("identity", index),
        "exchange": name("exchange", index),
        "signature": name("signature", index) * 2,
        "number": 0,
        "registered": DAY,
        "seen": DAY,
    }


def day_passes(server: Deployment, day: date) -> None:
    """Every donor is there on the day and prepares; of the day before, all vectors but one in 25 have come."""
    with server.store.write() as connection:
        rows = connection.execute(select(tentative_members).where(tentative_members.c.day == day)).all()
        present = [{"donor": row.donor, "day": day} for row in rows]
        connection.execute(insert(activity), present)
        connection.execute(update(donors).values(seen=day))
        table = tentative_members
        columns = [column.name for column in table.primary_key]
        prepared = [
            {**{column: getattr(row, column) for column in columns}, "donor": row.donor, "prepared": preparation(row)}
            for row in rows
        ]
        connection.execute(insert(table).prefix_with("OR REPLACE"), prepared)
        sent = update(table).where(table.c.day == day - timedelta(days=1), table.c.place % 25 != 0)
        connection.execute(sent.values(received=bytes(32), signature=bytes(64)))


def preparation(row: object) -> str:
    """What a member shows of its preparation, with keys that nobody holds."""
    place: int = row.place  # type: ignore[attr-defined]
    some = name(row)
    shown = Prepared(place=place, ephemeral=some, commitment=some, dealing=some, signature=some * 2)
    return shown.model_dump_json()


def measure(number: int) -> tuple[float, float, float]:
    """Seconds and CPU seconds of the last night, which plans, fixes rosters and closes; MB held at most until then."""
    clock = Noons()
    with tempfile.TemporaryDirectory() as folder:
        server = make(Path(folder), clock, number)
        for _ in range(NIGHTS):
            start, working = time.perf_counter(), time.process_time()
            nightly.run(server, lambda numbers, _noise: numbers, secrets.SystemRandom().shuffle)
            taken, worked = time.perf_counter() - start, time.process_time() - working
            day_passes(server, clock.day)
            clock.day += timedelta(days=1)
        check(server, number)
        server.store.dispose()
    return taken, worked, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def check(server: Deployment, number: int) -> None:
    """The night did all three things."""
    with server.store.read() as connection:
        found = connection.execute(select(rounds.c.state, rounds.c.members).order_by(rounds.c.day)).all()
    states = (RoundState.REVEALING, RoundState.OPEN, RoundState.OPEN, RoundState.PREPARING)
    assert [tuple(row) for row in found] == [(state, number) for state in states]


def figures() -> Iterator[Figure]:
    """Each number of donors in a process of its own, for its memory."""
    measured = {}
    for number in DONORS:
        command = [sys.executable, "-m", "scripts.benchmarks.night", str(number)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        measured[number] = tuple(json.loads(done.stdout))
    seconds, _, memory = measured[DONORS[-1]]
    yield at_most("night: seconds for 100,000 donors", seconds, SECONDS, 1)
    yield at_most("night: memory in MB for 100,000 donors", memory, MEGABYTES, 1)
    # Of the curve the CPU's time: other work on the machine would bend it.
    each = [measured[number][1] / number for number in DONORS]
    yield at_most("night: CPU seconds for one of 30,000 donors beside one of 10,000", each[1], each[0], GROWTH)
    yield at_most("night: CPU seconds for one of 100,000 donors beside one of 10,000", each[2], each[0], GROWTH)


if __name__ == "__main__":
    print(json.dumps(measure(int(sys.argv[1]))))
