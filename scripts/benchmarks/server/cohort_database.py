"""A `cohort` server with its database for benchmarks: so many donors with tickets, and the epoch that is made of them.

Donors' and exchange keys are random bytes that nobody agrees with. Signing keys are real where anybody signs.
"""

from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

from nacl.signing import SigningKey
from nacl.utils import random
from sqlalchemy import Connection, insert

from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.rounds.cohort.days.stored_states import frame_of
from pdd_server.services.rounds.nightly_context import NightlyContext
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
"""Numbers of a vector; of them decoys of the one law of noise, and those that are not of a word."""


@dataclass(frozen=True, eq=False)
class Tables:
    """A server whose donors all have a ticket made before `DAY`; their signing keys by public key, if any are known."""

    server: Deployment
    clock: Noons
    signers: dict[bytes, SigningKey] = field(repr=False)

    def night(self) -> None:
        """Move the clock to the next day, and run its night."""
        self.clock.day += timedelta(days=1)
        run_night(self.server)

    def this_night(self) -> NightlyContext:
        """The night that begins today, after one that began yesterday."""
        server, today = self.server, self.clock.day
        return NightlyContext(
            today, (today - timedelta(days=1),), server.config, server.identity, server.key, keep_order
        )

    def day(self, connection: Connection) -> tuple[StoredDay, CohortDayFrame]:
        """The first cohort's day of `DAY`."""
        stored = cohort_days.of_day(connection, DAY)[0]
        epoch, plan = cohort_epochs.one(connection, stored.epoch), rounds.plan_of(connection, DAY).payload
        return stored, frame_of(connection, epoch, plan, stored.key.cohort, stored.key.sub_cohort)


def make(path: Path, number: int, *, signing: bool = True) -> Tables:
    """A server with so many donors who were there on `DAY`, and one campaign; `signing` if they have signing keys."""
    clock, signers = Noons(), dict[bytes, SigningKey]()
    if signing:
        signers = {key.verify_key.encode(): key for key in (SigningKey.generate() for _ in range(number))}
    words = tuple(f"word{index}" for index in range(ENTRIES - DECOYS - KINDS))
    server = cohort_server(path, clock, campaign(vocabulary=words, terms=cohort_terms()))
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
