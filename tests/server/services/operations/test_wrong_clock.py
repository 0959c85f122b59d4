"""A clock that is wrong for one night, ahead or back, and a server that was off for weeks, cost nothing for good."""

import os
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from pdd_server.services.accounts import invitations
from pdd_server.services.accounts.authentication import sessions, tokens
from pdd_server.services.accounts.model import Role
from pdd_server.services.operations.believed_nights import REGULAR_NIGHTS
from pdd_server.services.operations.data_folder import Deployment, Folder, open_folder
from pdd_server.services.operations.readiness import problems
from pdd_server.services.operations.recovery.checks import findings
from pdd_server.services.token_hash import token_hash
from pdd_server.store import tables
from pdd_shared.rounds.cohort.epoch.acceptance import open_online_key
from pdd_shared.rounds.cohort.key_chain import open_chain
from tests.server.services.rounds.cohort.simulated_donors import cohort_players, cohort_server, everybody
from tests.server.simulated_server import DAY, HandClock, donors, new_server, night, published, record_week, status_of
from tests.server.web.people import add_person

FIRST = 5
"""How many days the servers live before something is wrong."""


class Town:
    """A server of one protocol, and donors who contact it twice on each day."""

    def __init__(self, path: Path, clock: HandClock, protocol: str) -> None:
        make: Callable[..., Deployment] = cohort_server if protocol == "cohort" else new_server
        self.clock, self.protocol = clock, protocol
        self.server = make(path, clock, retention={"activity": 7, "rounds": 7, "donors": 30})
        self.crowd: list[Any] = (cohort_players if protocol == "cohort" else donors)(self.server, 6)
        self.contact()

    def contact(self) -> None:
        for _ in range(2):
            if self.protocol == "cohort":
                everybody(self.crowd)
            else:
                for donor in self.crowd:
                    donor.work([1])

    def days(self, number: int) -> None:
        for _ in range(number):
            self.clock.next_day()
            night(self.server)
            self.contact()

    @property
    def today(self) -> date:
        return self.clock().date()

    def counted(self) -> set[str]:
        return {one["day"] for one in published(self.server)["days"]}

    def lost(self) -> list[tuple[str, str]]:
        return [(one["day"], one["reason"]) for one in published(self.server)["missing"]]


@pytest.fixture(params=["plain", "cohort"])
def town(request: pytest.FixtureRequest, tmp_path: Path, clock: HandClock) -> Iterator[Town]:
    made = Town(tmp_path, clock, request.param)
    made.days(FIRST)
    yield made
    made.server.store.dispose()


def days_between(first: date, last: date) -> set[str]:
    return {(first + timedelta(days=ahead)).isoformat() for ahead in range((last - first).days + 1)}


def clock_finding(server: Deployment) -> str | None:
    return next(one.problem for one in findings(server.folder, server.clock) if one.name == "clock")


def invited(server: Deployment) -> int:
    with server.store.read() as connection:
        return len(connection.execute(select(tables.metadata.tables["account_invitations"])).all())


@pytest.mark.parametrize("wrong", [400, 20, 2, -30])
def test_one_night_under_a_wrong_clock(town: Town, wrong: int) -> None:
    """The next night with the right clock goes on: nobody is deleted, and each day is open or published.

    The wrong night itself is lost, so days are published a night later. A donor who checks in under the wrong clock is
    kept no longer for it.
    """
    lost, counted = town.lost(), town.counted()
    with town.server.store.write() as connection:
        invitations.invite(connection, town.clock(), None, "ann@example.org", Role.VIEWER, (), bytes)
    town.clock.next_day(1 + wrong)
    night(town.server)
    town.crowd[0].check_in()
    town.clock.next_day(-wrong)
    town.contact()
    town.days(FIRST)
    assert status_of(town.server)["donors"] == 6
    assert status_of(town.server)["warnings"] == []
    assert [one.name for one in findings(town.server.folder, town.clock) if one.problem] == []
    assert invited(town.server) == 1
    assert town.lost() == lost
    town.days(REGULAR_NIGHTS)
    first = date.fromisoformat(min(counted))
    assert town.counted() >= days_between(first, town.today - timedelta(days=FIRST))
    assert town.lost() == lost
    with town.server.store.read() as connection:
        seen = connection.execute(select(tables.donors.c.seen)).scalars()
        active = connection.execute(select(tables.activity.c.day)).scalars()
        assert max(*seen, *active) == town.today


def test_a_server_that_was_off_for_three_weeks_goes_on_by_itself(town: Town) -> None:
    """The first night after three weeks waits for the next one, which says that time goes on. `check` says so."""
    assert clock_finding(town.server) is None
    town.clock.next_day(21)
    back, rounds = town.today, status_of(town.server)["rounds"]
    assert night(town.server).opened == ()
    assert problems(town.server) == ()
    assert status_of(town.server)["rounds"] == rounds
    assert "so nothing was planned or ended: check the clock" in str(clock_finding(town.server))
    town.contact()
    town.days(3 * FIRST)
    assert clock_finding(town.server) is None
    assert status_of(town.server)["donors"] == 6
    assert town.counted() >= days_between(back + timedelta(days=8), town.today - timedelta(days=FIRST))


def test_a_server_that_is_off_all_the_time_goes_on(town: Town) -> None:
    """Where each night comes four days after the one before, the second such night does all that is due."""
    for _ in range(3):
        town.clock.next_day(4)
        night(town.server)
    assert clock_finding(town.server) is None


def test_deletion_goes_on_seven_regular_nights_after_a_gap(tmp_path: Path, clock: HandClock) -> None:
    """Who was away for too long is deleted in the seventh night after the gap, and not before."""
    server = new_server(tmp_path, clock, retention={"donors": 30})
    donors(server, 3)
    night(server)
    record_week(server)
    clock.next_day(40)
    kept = []
    for _ in range(1 + REGULAR_NIGHTS):
        night(server)
        kept.append(status_of(server)["donors"])
        clock.next_day()
    assert kept == [3] * REGULAR_NIGHTS + [0]
    server.store.dispose()


@pytest.mark.parametrize("town", ["plain"], indirect=True)
def test_several_nights_ahead_are_forgotten_when_the_operator_says_so(town: Town) -> None:
    """After two nights under a clock that is ahead, no night is due. `--clock-was-ahead` mends that."""
    lost = town.lost()
    for days in (401, 1):
        town.clock.next_day(days)
        night(town.server)
    assert len(town.lost()) > len(lost)
    town.clock.next_day(-401)
    assert night(town.server).opened == ()
    assert "run pdd-server nightly --clock-was-ahead" in str(clock_finding(town.server))
    night(town.server, clock_was_ahead=True)
    assert clock_finding(town.server) is None
    assert all(day < town.today.isoformat() for day, _ in town.lost())
    town.contact()
    town.days(2 * FIRST)
    assert status_of(town.server)["donors"] == 6
    assert (town.today - timedelta(days=4)).isoformat() in town.counted()


def test_a_clock_that_is_back_forgets_no_night(town: Town) -> None:
    """Under a clock that is back, several nights on record lie ahead, and none of them is taken for false."""
    town.clock.next_day(-3)
    night(town.server)
    assert status_of(town.server)["last_night"] == (DAY + timedelta(days=FIRST)).isoformat()


@pytest.mark.parametrize("wrong", [400, -30])
def test_a_key_that_was_signed_under_a_wrong_clock_is_followed_by_a_right_one(
    tmp_path: Path, clock: HandClock, wrong: int
) -> None:
    """A server that was started under a wrong clock has a key that donors take once the clock is right."""
    new_server(tmp_path, clock).store.dispose()
    folder = Folder(tmp_path / "data")
    for days in (wrong, -wrong):
        clock.next_day(days)
        server = open_folder(folder, clock)
        server.store.dispose()
        open_online_key(server.online, server.identity, clock().date())
        open_chain(server.chain, server.identity)


def test_what_was_made_under_a_clock_that_was_ahead_lives_no_longer(server: Deployment, clock: HandClock) -> None:
    """Neither a session, a token nor an invitation from the future is good for the time until then."""
    person = add_person(server, Role.ADMINISTRATOR).account
    clock.next_day(400)
    with server.store.write() as connection:
        session = sessions.begin(connection, person.id, clock(), os.urandom, whole=True)
        link = invitations.invite(connection, clock(), None, "ann@example.org", Role.VIEWER, (), os.urandom)
        token = tokens.create(connection, clock(), person, "laptop", tokens.Scope.READ, None, 30, os.urandom)

    def good() -> list[bool]:
        with server.store.read() as connection:
            found = (
                sessions.find(connection, session, clock()),
                invitations.find(connection, link, clock()),
                tokens.find(connection, token_hash(token), clock()),
            )
        return [one is not None for one in found]

    assert good() == [True] * 3
    clock.next_day(-400)
    assert good() == [False] * 3
