"""Two servers on one PostgreSQL database: donors are spread over them, and send at the same time."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from threading import Barrier, Thread

import pytest

from pdd_server.errors import Rejected, Rejection
from pdd_server.services.operations.data_folder import Deployment, open_folder
from pdd_server.services.rounds import check_in as check_ins
from pdd_server.services.rounds.check_in import CheckInRequest, OnlineIdentity
from pdd_server.services.rounds.cohort.days import committee
from pdd_server.services.token_hash import token_hash
from pdd_server.store import donors, monitoring
from pdd_server.store.rounds.cohort import cohort_days
from pdd_server.store.rounds.cohort.cohort_days import WITH_LIST, DayKey, DayState
from pdd_shared.protocol.messages import CheckIn, CheckInAnswer
from tests.server.services.rounds.cohort.simulated_donors import (
    CohortPlayer,
    begin_day,
    cohort_players,
    cohort_server,
    everybody,
    expected,
)
from tests.server.simulated_server import HandClock, client_of, published
from tests.support.processes import postgresql_server

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(postgresql_server.programs() is None, reason="no PostgreSQL: scripts/install/test-programs"),
]
SECONDS = 30
"""Longer than any of these waits."""


def at_once(crowd: list[CohortPlayer]) -> None:
    """Let all players contact their servers at the same time."""
    threads = [Thread(target=player.work) for player in crowd]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_totals_are_exact_with_donors_at_two_servers(tmp_path: Path, clock: HandClock) -> None:
    """Every upload that either server has confirmed is in the published total, once."""
    server = cohort_server(tmp_path, clock, database=postgresql_server.database_for(tmp_path))
    other = open_folder(server.folder, clock)
    crowd = [*cohort_players(server, 8), *cohort_players(other, 8, client_of(other).open, first=9)]
    everybody(crowd)
    for _ in range(4):
        begin_day(server, clock)
        for _ in range(3):
            at_once(crowd)
    begin_day(other, clock)
    days = {date.fromisoformat(day["day"]): day for day in published(server)["days"]}
    assert days
    for day, shown in days.items():
        assert sum(day in player.sent for player in crowd) == 16
        assert tuple(shown["totals"].values()) == tuple(expected(crowd, day)[2:4].tolist())
    for one in (server, other):
        one.store.dispose()


@pytest.fixture
def pair(tmp_path: Path, clock: HandClock) -> Iterator[tuple[Deployment, Deployment]]:
    """Return two servers on one database; the second one waits only briefly for a lock."""
    first = cohort_server(tmp_path, clock, database=postgresql_server.database_for(tmp_path))
    second = open_folder(first.folder, clock, patience=0.2)
    yield first, second
    for one in (first, second):
        one.store.dispose()


def contacts(server: Deployment, crowd: list[CohortPlayer], number: int) -> list[CheckInRequest]:
    """Return check-ins of these players with a number, the same ones each time."""
    identity = OnlineIdentity(server.online, server.online_key, server.config.protocol, server.identity)
    today = server.clock().date()
    return [
        CheckInRequest(token_hash(one.token), contact, server.clock(), today, identity, f"1.0.{one.seed % 3}")
        for one in crowd
        for contact in [CheckIn(number=number, nonce=f"{one.seed:032x}{number:032x}")]
    ]


def answered_at_once(pair: tuple[Deployment, Deployment], crowd: list[CohortPlayer], number: int) -> list[list[object]]:
    """Send the same check-ins to both servers at once, in opposite orders; return the numbers that each answers."""
    answers, together = dict[int, list[object]](), Barrier(2)

    def send(which: int) -> None:
        batch = contacts(pair[which], crowd, number)
        together.wait(SECONDS)
        order = 1 - 2 * which
        found = check_ins.check_in_all(pair[which].store, batch[::order])
        answers[which] = [getattr(one, "number", one) for one in found][::order]

    threads = [Thread(target=send, args=[which]) for which in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [answers[0], answers[1]]


def test_check_ins_in_any_order_never_wait_in_a_circle(tmp_path: Path, clock: HandClock) -> None:
    """Two servers that get the same donors' check-ins at once, in opposite orders, answer all of them alike, and count
    each donor's version once.
    """
    first = cohort_server(tmp_path, clock, database=postgresql_server.database_for(tmp_path))
    second = open_folder(first.folder, clock)
    crowd = cohort_players(first, 24)
    for number in range(10):
        assert answered_at_once((first, second), crowd, number) == [[number + 1] * 24] * 2
    with first.store.read() as connection:
        found = monitoring.versions_of(connection, clock().date())
    assert found == {"1.0.0": 8, "1.0.1": 8, "1.0.2": 8}
    for one in (first, second):
        one.store.dispose()


def test_donors_wait_for_their_own_rows_alone(pair: tuple[Deployment, Deployment], clock: HandClock) -> None:
    """While one server writes for a donor, the other takes check-ins of others; that donor's own has to wait."""
    crowd = cohort_players(pair[0], 2)
    hashes = [token_hash(one.token) for one in crowd]
    waiting, other = contacts(pair[1], crowd, 0)
    with pair[0].store.write_beside() as connection:
        donors.lock(connection, hashes[:1])
        (done,) = check_ins.check_in_all(pair[1].store, [other])
        assert isinstance(done, CheckInAnswer)
        (refused,) = check_ins.check_in_all(pair[1].store, [waiting])
        assert isinstance(refused, Rejected)
        assert refused.name == Rejection.BUSY
    (done,) = check_ins.check_in_all(pair[1].store, [waiting])
    assert isinstance(done, CheckInAnswer)


def test_members_wait_for_their_own_day_alone(pair: tuple[Deployment, Deployment], clock: HandClock) -> None:
    """While one server writes for a cohort's day, members' messages for that day wait at the other, and uploads and
    messages for other days don't.
    """
    crowd = cohort_players(pair[0], 16)
    everybody(crowd)
    for _ in range(3):
        begin_day(pair[0], clock)
        for one in crowd:
            one.work("ticket", "upload")
    with pair[0].store.read() as connection:
        first, second = [stored.key for stored in cohort_days.in_states(connection, *WITH_LIST, DayState.COLLECTING)][
            :2
        ]
    member, written = token_hash(crowd[0].token), list[DayKey]()
    with pair[0].store.write_beside() as connection:
        cohort_days.lock(connection, [first])
        committee.store_for(pair[1].store, member, second, lambda _: written.append(second))
        with pytest.raises(Rejected) as refused:
            committee.store_for(pair[1].store, member, first, lambda _: written.append(first))
    assert refused.value.name == Rejection.BUSY
    committee.store_for(pair[1].store, member, first, lambda _: written.append(first))
    assert written == [second, first]
