"""A nightly run for 100,000 donors in `plain`: it plans the groups of a day, and publishes the day before.

Between the nightly runs, each group's sum is written straight into the database; no donor makes a vector.
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
from pdd_server.jobs import nightly_run
from pdd_server.services.campaigns import campaigns
from pdd_server.services.operations.data_folder import Deployment, Folder, create, open_folder
from pdd_server.services.rounds.plain.noise import add_noise
from pdd_server.store.rounds.rounds import RoundState
from pdd_server.store.tables import activity, donors, groups, members, rounds
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import Budget, Noise, PlainTerms
from scripts.benchmarks.figures import Figure, at_most

DONORS = (10_000, 30_000, 100_000)
ENTRIES = 10_000
DAY = date(2026, 11, 20)
NIGHTS = 3
"""The first night is before all data days, the second plans the first one, and the third publishes it."""
SECONDS, MEGABYTES, GROWTH = 60, 1024, 1.5


@dataclass
class Noons:
    """A clock that shows noon of `day`."""

    day: date = DAY

    def __call__(self) -> datetime:
        return datetime(self.day.year, self.day.month, self.day.day, 12, tzinfo=UTC)


def name(*parts: object) -> str:
    """Return 64 hex digits that are the same for the same parts."""
    return hashlib.blake2b(repr(parts).encode(), digest_size=32).hexdigest()


def make(path: Path, clock: Clock, number: int) -> Deployment:
    """Make a server with so many donors and one campaign."""
    folder = Folder(path / "data")
    create(folder, Config(protocol="plain"), secrets.token_bytes)
    server = open_folder(folder, clock)
    noise = Noise(law="discrete-laplace", scale=Decimal(81))
    budget = Budget(epsilon=Decimal(31), delta=Decimal(0))
    terms = PlainTerms(protocol="plain", max_searches=20, max_matches=3, noise=noise, budget=budget, min_group=50)
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
    """Return the database row of a donor whose keys are made up."""
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
    """Record every donor as active on the day, and all groups of the day before as summed."""
    with server.store.write() as connection:
        present = connection.execute(select(donors.c.id)).scalars()
        connection.execute(insert(activity), [{"donor": one, "day": day} for one in present])
        connection.execute(update(donors).values(seen=day))
        yesterday = day - timedelta(days=1)
        connection.execute(update(groups).where(groups.c.day == yesterday).values(state="summed"))
        connection.execute(update(members).where(members.c.day == yesterday).values(received=bytes(32)))


def measure(number: int) -> tuple[float, float, float]:
    """Return seconds and CPU seconds of the last nightly run, which plans and publishes, and the peak memory in MB."""
    clock = Noons()
    with tempfile.TemporaryDirectory() as folder:
        server = make(Path(folder), clock, number)
        for _ in range(NIGHTS):
            start, working = time.perf_counter(), time.process_time()
            nightly_run.run(server, add_noise, secrets.SystemRandom().shuffle).raise_first_failure()
            taken, worked = time.perf_counter() - start, time.process_time() - working
            day_passes(server, clock.day)
            clock.day += timedelta(days=1)
        check(server, number)
        server.store.dispose()
    return taken, worked, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def check(server: Deployment, number: int) -> None:
    """Check that the last nightly run planned a day and published another."""
    with server.store.read() as connection:
        found = connection.execute(select(rounds.c.state, rounds.c.members).order_by(rounds.c.day)).all()
    assert [tuple(row) for row in found] == [(RoundState.PUBLISHED, number), (RoundState.OPEN, number)]


def figures() -> Iterator[Figure]:
    """Measure each number of donors in a process of its own, for its memory."""
    measured = {}
    for number in DONORS:
        command = [sys.executable, "-m", "scripts.benchmarks.server.nightly_run", str(number)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        measured[number] = tuple(json.loads(done.stdout))
    seconds, _, memory = measured[DONORS[-1]]
    yield at_most("night of plain: seconds for 100,000 donors", seconds, SECONDS, 1)
    yield at_most("night of plain: memory in MB for 100,000 donors", memory, MEGABYTES, 1)
    # Growth is measured in CPU time, because other work on the machine would distort the clock's.
    each = [measured[number][1] / number for number in DONORS]
    yield at_most("night of plain: CPU a donor of 30,000, beside one of 10,000", each[1], each[0], GROWTH)
    yield at_most("night of plain: CPU a donor of 100,000, beside one of 10,000", each[2], each[0], GROWTH)


if __name__ == "__main__":
    print(json.dumps(measure(int(sys.argv[1]))))
