"""`cohort` homes on the real server, in one process: a week with the real code of both sides, to the last unit."""

from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import pytest

from tests.client.cohort_players import expected
from tests.end_to_end.cohort.real_server import RealServer, homes, layout_of
from tests.server.simulated_server import DAY, HandClock, night, published


@pytest.mark.parametrize("number", [4, pytest.param(10, marks=pytest.mark.slow)])
def test_a_week(tmp_path: Path, server: RealServer, clock: HandClock, number: int) -> None:
    """Every published day is exactly the homes' counts and noise, and nobody refuses anything."""
    with ExitStack() as stack:
        players = homes(stack, tmp_path, server, number)
        for one in players:
            one.check_in()
        for _ in range(10 if number > 4 else 6):
            clock.next_day()
            night(server.deployment)
            for _evening in range(2):
                for one in players:
                    one.check_in()
        assert [one.refusals() for one in players] == [{}] * number
        days = published(server.deployment)["days"]
        assert len(days) == (7 if number > 4 else 3)
        layout = layout_of(number, days[0]["noise"]["shares"][0][1])
        for nth, day in enumerate(days):
            told = [day["donors"], day["searches"], *day["totals"].values()]
            data_day = DAY + timedelta(days=nth)
            assert day["day"] == str(data_day)
            assert told == expected([(one, nth) for one in players], data_day, layout)[: len(told)]
