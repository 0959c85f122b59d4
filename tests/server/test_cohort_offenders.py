"""A donor whose uploads spoil its cohort's days: the server finds it without looking at a single upload."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

import pytest

from pdd_server.folder import Deployment, create
from pdd_server.services.cohort import epochs, offenders
from pdd_server.store import cohort_searches
from pdd_shared.messages import UploadTask
from pdd_shared.rounds.cohort.day.uploads import read_upload, write_upload
from pdd_shared.rounds.cohort.masking.ring import add, uniform
from tests.server import playing
from tests.server.cohort_playing import CohortPlayer, Message, a_day, cohort_players, cohort_server, everybody, expected
from tests.server.playing import DAY, HandClock, published
from tests.support.cohort import random_from


@pytest.fixture
def cohort(tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Deployment]:
    """A server whose keys, and with them all draws, are the same each time: who rests when is drawn by hash."""
    monkeypatch.setattr(playing, "create", lambda folder, config, _: create(folder, config, random_from(2)))
    made = cohort_server(tmp_path, clock)
    yield made
    made.store.dispose()


@dataclass
class Spoiler(CohortPlayer):
    """A donor that shares another key than that of its mask, well signed: no single upload shows it."""

    def upload(self, task: UploadTask) -> Message:
        address, data = super().upload(task)
        day = self.donor_day(task)
        made, secrets = read_upload(day.frame, day.place.leaf, data), self.tickets[day.place.epoch.number].secrets
        false = add(made.shares, uniform(bytes(32), made.shares.size).reshape(made.shares.shape))
        spoilt = write_upload(day.frame, made.leaf.index, made.nonce, made.ciphertext, false, secrets.signing)
        return address, spoilt


def quarantined(server: Deployment) -> set[str]:
    """The donors that the server takes no uploads from, by id."""
    with server.store.read() as connection:
        epoch = epochs.last(connection)
        assert epoch is not None
        found = offenders.searches(connection, epoch).get(0)
        numbers = {number: leaf for leaf, number in cohort_searches.numbered_leaves(connection, epoch.number).items()}
        rows = connection.exec_driver_sql(f"SELECT leaf, donor FROM cohort_leaves WHERE epoch = {epoch.number}")
        donor_of = dict(rows.all())
        return {donor_of[numbers[one]] for one in found.quarantined} if found else set()


def id_of(server: Deployment, player: CohortPlayer) -> str:
    with server.store.read() as connection:
        where = f"SELECT id FROM donors WHERE identity = '{player.member.identity}'"
        return str(connection.exec_driver_sql(where).scalar_one())


@pytest.mark.slow
def test_a_spoiler_among_ten_is_found_and_days_go_on(cohort: Deployment, clock: HandClock) -> None:
    """After spoilt days some suspects rest; sound days clear the others. The one who is left is not asked any more."""
    crowd = cohort_players(cohort, 10)
    crowd[-1] = spoiler = Spoiler(**vars(crowd[-1]))
    everybody(crowd)
    found_on = next(day for day in _days(cohort, clock, crowd) if quarantined(cohort))
    assert quarantined(cohort) == {id_of(cohort, spoiler)}
    for _ in range(4):
        a_day(cohort, clock, crowd)
    found = {date.fromisoformat(day["day"]): day for day in published(cohort)["days"]}
    # The day that ended when the search did is the first that was planned without the spoiler.
    assert max(found) >= found_on - timedelta(days=1)
    for day, shown in found.items():
        assert day not in spoiler.sent
        assert tuple(shown["totals"].values()) == tuple(expected(crowd, day)[2:4].tolist())


def _days(server: Deployment, clock: HandClock, crowd: list[CohortPlayer]) -> Iterator[date]:
    for _ in range(16):
        a_day(server, clock, crowd)
        yield clock().date()


@pytest.mark.slow
def test_who_spoils_one_day_alone_changes_little(cohort: Deployment, clock: HandClock) -> None:
    """Sound days clear everybody: nobody rests two nights after, nor when the spoilt day ends three weeks later."""
    crowd = cohort_players(cohort, 8)
    crowd[-1] = Spoiler(**vars(crowd[-1]))
    everybody(crowd)
    a_day(cohort, clock, crowd)
    crowd[-1] = CohortPlayer(**vars(crowd[-1]))
    resting = {}
    for _ in range(26):
        a_day(cohort, clock, crowd)
        with cohort.store.read() as connection:
            rows = connection.exec_driver_sql("SELECT day, count(*) FROM cohort_excused GROUP BY day")
            resting.update(dict(rows.all()))
    assert resting.keys() <= {(DAY + timedelta(days=ahead)).isoformat() for ahead in (4, 5)}
    assert [day["reason"] for day in published(cohort)["missing"]] == ["spoiled"]
