"""`recoverable` rounds from night to night: windows, floors, days the server was down."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from pdd_server.folder import Deployment
from pdd_shared.terms import Budget
from tests.server.playing import DAY, HandClock, campaign, night, published, settings, status_of
from tests.server.recoverable_playing import (
    begin,
    groups_of,
    players,
    prepared,
    recoverable_server,
    revealing,
    state_of,
)
from tests.support.terms import terms

NEXT = DAY + timedelta(days=1)


@pytest.fixture
def server(tmp_path: Path, clock: HandClock) -> Iterator[Deployment]:
    """A server of `recoverable`: groups of 4, never fewer than 3, one day of delay, two of reveals."""
    made = recoverable_server(tmp_path, clock, reveal_days=2)
    yield made
    made.store.dispose()


def test_vectors_are_waited_for_on_delay_and_one_more_days(server: Deployment, clock: HandClock) -> None:
    """A vector may come on D+1 and D+2; the night to D+3 closes the round, without whom has not sent."""
    crowd = prepared(server, clock, 5)
    for player in crowd[:3]:
        player.work("submit")
    begin(server, clock)
    crowd[3].work("submit")
    begin(server, clock)
    assert state_of(server, DAY) == "revealing"
    assert ["reveal" in player.work("reveal") for player in crowd] == [True] * 5
    begin(server, clock)
    assert published(server)["days"][0]["donors"] == 4


def test_shares_are_waited_for_on_reveal_days_and_one_more(server: Deployment, clock: HandClock) -> None:
    """Two of four shares are too few; the last day on which the third may come is reveal_days after the first."""
    crowd = revealing(server, clock)
    for player in crowd[:2]:
        player.work("reveal")
    for _ in range(2):
        begin(server, clock)
        assert state_of(server, DAY) == "revealing"
    crowd[2].work("reveal")
    assert DAY in begin(server, clock).published
    assert published(server)["days"][0]["donors"] == 4


def test_a_round_without_enough_shares_is_lost(server: Deployment, clock: HandClock) -> None:
    """When the window for shares ends first, the day is named as lost, and nothing of it is kept."""
    crowd = revealing(server, clock)
    for player in crowd[:2]:
        player.work("reveal")
    for _ in range(2):
        assert DAY not in begin(server, clock).published
    assert DAY in begin(server, clock).published
    found = published(server)
    assert found["days"] == []
    lost = {"day": DAY.isoformat(), "reason": "lost", "active": 4, "needed": 3, "confidence": 0.0}
    assert lost in found["missing"]


def test_days_the_server_was_down_do_not_count(server: Deployment, clock: HandClock) -> None:
    """After a week without a night every window is still as long, and the days that began without one are missing."""
    crowd = prepared(server, clock)
    for player in crowd[:3]:
        player.work("submit")
    clock.next_day(7)
    night(server)
    assert state_of(server, DAY) == "open"
    crowd[3].work("submit")
    begin(server, clock)
    for player in crowd[:2]:
        player.work("reveal")
    clock.next_day(7)
    night(server)
    assert state_of(server, DAY) == "revealing"
    crowd[2].work("reveal")
    begin(server, clock)
    found = published(server)
    assert [day["donors"] for day in found["days"]] == [4]
    down = [day["day"] for day in found["missing"] if day["reason"] == "down"]
    assert down == [(DAY + timedelta(days=ahead)).isoformat() for ahead in (*range(2, 8), *range(10, 16))]


def test_a_preparation_counts_after_days_without_a_night(server: Deployment, clock: HandClock) -> None:
    """When the server comes back after its day, the round goes on with those who prepared on it."""
    crowd = players(server, 4)
    night(server)
    for player in crowd:
        player.work()
    clock.next_day(3)
    night(server)
    assert [player.work("submit") for player in crowd] == [["prepare", "submit"]] * 4


def test_too_few_prepared_cancel_a_group(server: Deployment, clock: HandClock) -> None:
    """Of two groups the one with two that prepared is cancelled, and nobody in it is asked for anything more."""
    crowd = players(server, 8)
    night(server)
    groups = groups_of(crowd)
    for player in crowd:
        if player not in groups[0][2:]:
            player.put(*player.message(player.tasks()[0]))
    begin(server, clock)
    assert [player.work() for player in groups[0]] == [["prepare"]] * 4
    assert [player.work() for player in groups[1]] == [["prepare", "submit"]] * 4
    begin(server, clock)
    assert state_of(server, DAY) == "revealing"
    assert all("reveal" not in player.work("reveal") for player in groups[0])
    assert all("reveal" in player.work("reveal") for player in groups[1])
    begin(server, clock)
    (day,) = published(server)["days"]
    assert (day["donors"], day["confidence"]) == (4, 4 / 8)


def test_a_round_nobody_prepared_is_waiting(server: Deployment, clock: HandClock) -> None:
    """When every group is cancelled, the day is published as waiting for donors, and its round is over."""
    crowd = players(server, 4)
    night(server)
    for player in crowd[:2]:
        player.work()
    assert DAY in begin(server, clock).published
    waiting = {"day": DAY.isoformat(), "reason": "waiting", "active": 2, "needed": 3, "confidence": 0.0}
    assert waiting in published(server)["missing"]
    assert all(player.work() == ["prepare"] for player in crowd)


def test_too_few_vectors_lose_a_group(server: Deployment, clock: HandClock) -> None:
    """Two survivors are below the floor: no share is asked for, and the day is lost."""
    crowd = prepared(server, clock)
    for player in crowd[:2]:
        player.work("submit")
    begin(server, clock)
    assert DAY in begin(server, clock).published
    assert published(server)["missing"][0]["reason"] == "lost"
    assert all("reveal" not in player.work() for player in crowd)


def test_too_few_donors_wait(server: Deployment, clock: HandClock) -> None:
    """Two donors make no group: the day that begins is waiting, with how many there are; a third makes one."""
    crowd = players(server, 2)
    assert night(server).opened == ()
    assert status_of(server)["campaigns"][0]["waiting"] == {"day": DAY.isoformat(), "active": 2, "needed": 3}
    assert [player.work() for player in crowd] == [[]] * 2
    players(server, 1)
    assert begin(server, clock).opened == (NEXT,)
    assert status_of(server)["campaigns"][0]["waiting"] is None


def test_only_donors_seen_lately_are_planned(tmp_path: Path, clock: HandClock) -> None:
    """A donor not seen for more than eligible_days is in no plan, and back in the next one after it comes."""
    server = recoverable_server(tmp_path, clock, eligible_days=2)
    crowd = players(server, 5)
    planned = []
    for day in range(5):
        night(server)
        planned.append(status_of(server)["rounds"][-1]["members"])
        for player in crowd[: 5 if day == 3 else 4]:
            player.work()
        clock.next_day()
    assert planned == [5, 5, 5, 4, 5]
    server.store.dispose()


@pytest.mark.parametrize(("crowd", "reason"), [(4, "budget"), (2, "waiting")])
def test_a_day_missing_under_recoverable_is_left_at_that(
    tmp_path: Path, clock: HandClock, crowd: int, reason: str
) -> None:
    """When the settings change to `plain` after a day without a round, nights go on, and each day is missing once.

    That there are enough donors for a group by the end of the day that was missing changes nothing of it.
    """
    budget = Budget(epsilon=Decimal(1), delta=Decimal(0))
    server = recoverable_server(tmp_path, clock, campaign(terms=terms(budget=budget)))
    everybody = players(server, crowd)
    for _ in range(5):
        night(server)
        for donor in everybody:
            donor.work()
        clock.next_day()
    night(server)
    before = published(server)["missing"]
    assert (before[-1]["day"], before[-1]["reason"]) == ((DAY + timedelta(days=5)).isoformat(), reason)
    changed = replace(server, config=settings())
    for there in (everybody + players(server, 2), everybody, everybody):
        for donor in there:
            donor.check_in()
        clock.next_day()
        assert night(changed).opened == ()
    after = published(server)["missing"]
    assert after[: len(before)] == before
    assert [day["day"] for day in after[len(before) :]] == [(DAY + timedelta(days=n)).isoformat() for n in (6, 7)]
    server.store.dispose()
