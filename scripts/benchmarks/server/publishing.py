"""Publishing 100 campaign-days of 10,000 entries, compared with OpenDP's own calls on the same numbers.

There are 25 rounds of four campaigns in a real database. Each round is summed in ten groups of 100 donors, with made-up
sums. It is published as in a nightly run: sums, noise, charges, rows and deletion in one transaction. The published
files, which a nightly run writes once for all its rounds, are not part of it.
"""

import hashlib
import secrets
import tempfile
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

import numpy as np
import opendp.prelude as dp
from sqlalchemy import Connection, func, insert, select, update

from pdd_server.config import Config
from pdd_server.services.campaigns import campaigns
from pdd_server.services.operations.data_folder import Deployment, Folder, create, open_folder
from pdd_server.services.rounds.plain import publication
from pdd_server.services.rounds.plain.noise import add_noise
from pdd_server.store.rounds import plain_groups, rounds
from pdd_server.store.rounds.rounds import Round, RoundState
from pdd_server.store.tables import donors, groups, members, publications
from pdd_shared.protocol.messages import Campaign, Plan, Signed
from pdd_shared.protocol.signing import sign
from pdd_shared.protocol.terms import Budget, Noise, PlainTerms
from pdd_shared.rounds.layout import WIRE, part_of, width
from pdd_shared.rounds.plain import server as plain_server
from scripts.benchmarks.figures import Figure, alternate, at_most
from scripts.benchmarks.server.nightly_run import DAY, ENTRIES, Noons, donor

DAYS, CAMPAIGNS, GROUPS, MEMBERS = 25, 4, 10, 100
SCALE = 81
BOUND = 0.5


def campaign(number: int) -> Campaign:
    """Return a campaign whose days' epsilons add up to more than its budget, so that only tighter composition fits."""
    noise = Noise(law="discrete-laplace", scale=Decimal(SCALE))
    budget = Budget(epsilon=Decimal("24.9"), delta=Decimal("0.000001"))
    return Campaign(
        id=f"campaign-{number}",
        title="Flu",
        purpose="A night's work.",
        contact="flu@example.org",
        consent={"en": "You give counts."},
        vocabulary=tuple(f"word{index}" for index in range(ENTRIES)),
        strata=(),
        start=DAY,
        end=DAY + timedelta(days=DAYS),
        terms=PlainTerms(protocol="plain", max_searches=20, max_matches=3, noise=noise, budget=budget, min_group=50),
    )


def make(path: Path) -> Deployment:
    """Make a server with 25 rounds that are closing."""
    folder = Folder(path / "data")
    create(folder, Config(protocol="plain"), secrets.token_bytes)
    server = open_folder(folder, Noons(DAY + timedelta(days=DAYS)))
    made = [campaign(number) for number in range(CAMPAIGNS)]
    with server.store.write() as connection:
        for one in made:
            campaigns.create(connection, server.config, one)
        people = [donor(index) for index in range(GROUPS * MEMBERS)]
        connection.execute(insert(donors), people)
        ids = tuple(str(one["id"]) for one in people)
        for ahead in range(DAYS):
            add_round(connection, server, DAY + timedelta(days=ahead), made, ids)
    return server


def add_round(
    connection: Connection, server: Deployment, day: date, made: list[Campaign], ids: tuple[str, ...]
) -> None:
    """Add a closing round whose groups are all summed."""
    layout = tuple(part_of(one) for one in made)
    plan = Plan(
        protocol="plain",
        version=1,
        server=server.identity.hex(),
        day=day,
        zone="Europe/London",
        group_size=MEMBERS,
        min_group=50,
        delay=2,
        layout=layout,
    )
    record = Round(day, "plain", RoundState.CLOSING, day, len(ids), GROUPS, len(ids))
    rounds.add(connection, record, sign(plan, server.online_key))
    waiting = plain_server.open_group(MEMBERS, width(layout))
    places = [ids[number * MEMBERS : (number + 1) * MEMBERS] for number in range(GROUPS)]
    context = hashlib.blake2b(day.isoformat().encode(), digest_size=32).digest()
    roster = Signed(payload="", signature="0" * 128)
    made = (plain_groups.NewGroup(roster, context, people, waiting) for people in places)
    plain_groups.add(connection, day, enumerate(made))
    total = (np.arange(width(layout)) % 37).astype(WIRE).tobytes()
    connection.execute(update(groups).where(groups.c.day == day).values(state="summed", total=total))
    connection.execute(update(members).where(members.c.day == day).values(received=bytes(32)))


def bare(vectors: list[list[int]]) -> None:
    """Call OpenDP's discrete Laplace alone, once for each campaign's numbers."""
    dp.enable_features("contrib")
    measurement = dp.m.make_laplace(dp.vector_domain(dp.atom_domain(T="i64")), dp.l1_distance(T="i64"), scale=SCALE)
    for numbers in vectors:
        measurement(numbers)


def figures() -> Iterator[Figure]:
    """Publish each round and give its numbers to OpenDP, in turn; compare the medians, times 25 rounds."""
    vectors = [(np.arange(ENTRIES + 2) % 37 * GROUPS).tolist()] * CAMPAIGNS
    with tempfile.TemporaryDirectory() as folder:
        server = make(Path(folder))
        days = iter(DAY + timedelta(days=ahead) for ahead in range(DAYS))

        def publish() -> None:
            assert publication.publish(server.store, server.ledger, next(days), add_noise)

        ours, reference = alternate(DAYS - 1, publish, lambda: bare(vectors))
        with server.store.read() as connection:
            assert connection.execute(select(func.count()).select_from(publications)).scalar_one() == DAYS * CAMPAIGNS
        server.store.dispose()
    name = "publishing: 100 campaign-days of 10,000 entries, beside OpenDP's own calls"
    yield at_most(name, DAYS * ours, DAYS * reference, BOUND)
