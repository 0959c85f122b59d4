"""Players whose uploads spoil sums, the server's suspects, and trees with several small cohorts."""

from dataclasses import dataclass

import numpy as np
import pytest

from pdd_server.services.operations.data_folder import Deployment, create
from pdd_server.services.rounds.cohort.days import offenders
from pdd_server.services.rounds.cohort.epochs import epochs
from pdd_server.store.rounds.cohort import cohort_offenders
from pdd_shared.protocol.messages import UploadTask
from pdd_shared.rounds.cohort import parameters
from pdd_shared.rounds.cohort.day import offenders as pure_offenders
from pdd_shared.rounds.cohort.day import plans
from pdd_shared.rounds.cohort.day.uploads import read_upload, write_upload
from pdd_shared.rounds.cohort.masking.ring import add, uniform
from pdd_shared.rounds.layout import LEADING
from tests.server import simulated_server
from tests.server.services.rounds.cohort.simulated_donors import CohortPlayer, Message
from tests.support.cohort.memory_cohort import random_from


@dataclass
class Spoiler(CohortPlayer):
    """A donor that shares another key than its mask's, properly signed, so that no single upload shows the fault."""

    def upload(self, task: UploadTask) -> Message:
        address, data = super().upload(task)
        day = self.donor_day(task)
        made, secrets = read_upload(day.frame, day.place.leaf, data), self.tickets[day.place.epoch.number].secrets
        false = add(made.shares, uniform(bytes(32), made.shares.size).reshape(made.shares.shape))
        spoilt = write_upload(day.frame, made.leaf.index, made.nonce, made.ciphertext, false, secrets.signing)
        return address, spoilt


@dataclass
class Exaggerator(CohortPlayer):
    """A donor that adds this much to the first keyword's count, with noise and shares as they should be."""

    adds: int = 0

    def upload(self, task: UploadTask) -> Message:
        address, data = super().upload(task)
        day = self.donor_day(task)
        made, secrets = read_upload(day.frame, day.place.leaf, data), self.tickets[day.place.epoch.number].secrets
        more = np.zeros_like(made.ciphertext)
        more[0, LEADING] = self.adds * parameters.DELTA
        false = add(made.ciphertext, more)
        return address, write_upload(day.frame, made.leaf.index, made.nonce, false, made.shares, secrets.signing)


def always_the_same_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each server the same keys and so the same draws: cohorts are drawn by hash."""
    monkeypatch.setattr(simulated_server, "create", lambda folder, config, _: create(folder, config, random_from(2)))


def small_cohorts(monkeypatch: pytest.MonkeyPatch, leaves: int) -> None:
    """Make cohorts of about so many leaves with 12 drawn members, for homes and server alike.

    Their halves are large enough for sub-cohorts. The colluders added for uneven dealing are set to 1: the real number
    would be more than all leaves of such a cohort.
    """
    monkeypatch.setattr(parameters, "MOST_UPLOADS", leaves)
    monkeypatch.setattr(parameters, "TARGET_COHORT", leaves)
    monkeypatch.setattr(parameters, "DRAWN_MEMBERS", 12)
    monkeypatch.setattr(parameters, "DRAWN_CORRUPT", 4)
    monkeypatch.setattr(parameters, "DEALING", 0)
    for module in (pure_offenders, plans):
        monkeypatch.setattr(module, "LEAST_SUB_COHORT", leaves // 2)


def quarantined(server: Deployment) -> set[str]:
    """Return the ids of the donors in quarantine, whose uploads the server does not take."""
    with server.store.read() as connection:
        epoch = epochs.last(connection)
        if epoch is None:
            return set()
        rows = connection.exec_driver_sql(f"SELECT leaf, donor FROM cohort_leaves WHERE epoch = {epoch.number}")
        donor_of: dict[int, str] = {row.leaf: row.donor for row in rows}
        searches = offenders.searches(connection, epoch).values()
        guilty = frozenset[int]().union(*(search.quarantined for search in searches))
        return {donor_of[leaf] for leaf in cohort_offenders.leaves_of(connection, epoch.number, guilty).values()}


def id_of(server: Deployment, player: CohortPlayer) -> str:
    """Return the id by which the server knows a player."""
    with server.store.read() as connection:
        where = f"SELECT id FROM donors WHERE identity = '{player.member.identity}'"
        return str(connection.exec_driver_sql(where).scalar_one())
