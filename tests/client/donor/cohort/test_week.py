"""Homes of `cohort` on an honest server in memory: whole weeks with the real client code."""

from pathlib import Path

import pytest

from pdd_shared.rounds.cohort.day.server import Dropped, Opened
from tests.client.cohort_fakes import CohortServer
from tests.client.cohort_players import crowd, everybody, expected, numbers_of, player
from tests.client.fakes import NOON, URL, Clock


@pytest.fixture
def server(clock: Clock) -> CohortServer:
    return CohortServer(clock)


@pytest.mark.slow
def test_a_week_of_four(tmp_path: Path, server: CohortServer) -> None:
    """Each day's sum is exactly the homes' counts and noise, nobody refuses anything, and later epochs follow."""
    with crowd(tmp_path, server) as players:
        for _ in range(12):
            server.to_next_day()
            everybody(players)
            everybody(players)  # in the evening
        opened = {day: planned for day, planned in server.days.items() if isinstance(planned.state, Opened)}
        assert next(iter(opened)) == NOON.date()
        assert len(opened) >= 9
        for nth, (day, planned) in enumerate(sorted(opened.items())):
            assert numbers_of(planned) == expected([(one, nth) for one in players], day, planned.layout)
        assert [one.refusals() for one in players] == [{}] * 4
        assert sorted(server.epochs) == [0, 1]
        assert not [line for line in players[0].donor.log() if line.detail == "the same bytes again"]


def test_a_joiner_and_members_who_stay_away(tmp_path: Path, server: CohortServer, history: Path) -> None:
    """A home that joins in mid-week is in the next sum, appended, and the sum opens without one of four members."""
    with crowd(tmp_path, server) as players:
        server.to_next_day()
        everybody(players)
        joiner = player(tmp_path / "joiner", server, history)
        joiner.donor.campaigns.join(URL)
        joiner.check_in()
        server.to_next_day()
        everybody([*players, joiner])
        server.to_next_day()
        everybody(players[1:])
        everybody(players[1:])
        server.to_next_day()
        first, second = sorted(server.days)[:2]
        assert numbers_of(server.days[first]) == expected(
            [(one, 0) for one in players], first, server.days[first].layout
        )
        everybody([*players[1:], joiner])
        everybody([*players[1:], joiner])
        server.to_next_day()
        everyone = [*((one, 1) for one in players), (joiner, 0)]
        assert numbers_of(server.days[second]) == expected(everyone, second, server.days[second].layout)
        assert [one.refusals() for one in [*players, joiner]] == [{}] * 5
        joiner.donor.close()


def test_too_few_members_cost_the_day(tmp_path: Path, server: CohortServer) -> None:
    """Without a quorum the day is dropped in the end, and homes go on with later days."""
    with crowd(tmp_path, server) as players:
        server.to_next_day(2)
        everybody(players)
        server.to_next_day()
        everybody(players[:2])
        server.to_next_day(20)
        assert isinstance(server.days[NOON.date()].state, Dropped)
        everybody(players)
        assert [one.refusals() for one in players] == [{}] * 4
