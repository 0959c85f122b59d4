"""`cohort` homes on the real server, in one process: a week with the real code of both sides, to the last unit."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from datetime import timedelta
from functools import cached_property
from pathlib import Path

import httpx
import pytest
from flask import Flask

from pdd_client.gateways.server_http.server_http import ServerHttp
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.web.application import create_app
from pdd_shared.rounds.cohort.day.layout import CohortLayout, cohort_layout, cohort_part_of
from pdd_shared.rounds.cohort.messages import CohortDay
from pdd_shared.rounds.cohort.parameters import TreeSize
from tests.client.cohort_fakes import CohortServer
from tests.client.cohort_players import KnownRandom, Player, expected
from tests.client.fakes import URL, open_donor, visits
from tests.server.services.rounds.cohort.simulated_donors import cohort_server
from tests.server.services.rounds.cohort.synthetic_days import cohort_campaign
from tests.server.simulated_server import DAY, HandClock, night, published
from tests.support.browser_histories import write_chrome


class RealServer(CohortServer):
    """A real server in place of the one in memory."""

    deployment: Deployment

    @cached_property
    def app(self) -> Flask:
        return create_app(self.deployment)

    def connect(self, url: str) -> ServerHttp:
        return ServerHttp(url, transport=httpx.WSGITransport(app=self.app))


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def server(tmp_path: Path, clock: HandClock) -> Iterator[RealServer]:
    made = RealServer(clock)  # type: ignore[arg-type]
    made.deployment = cohort_server(tmp_path, clock)
    yield made
    made.deployment.store.dispose()


def homes(stack: ExitStack, folder: Path, server: RealServer, number: int) -> list[Player]:
    """Return homes that have joined; the n-th has n searches for flu on the first day."""
    opened = []
    for at in range(number):
        history, random = folder / f"History-{at}", KnownRandom()
        write_chrome(history, visits(*(("flu", server.clock.now.replace(hour=7 + each % 5)) for each in range(at))))
        donor = stack.enter_context(closing(open_donor(folder / f"home-{at}", server, random_bytes=random)))
        donor.campaigns.join(URL)
        opened.append(Player(donor, random, [history]))
    return opened


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


def layout_of(leaves: int, makers: int) -> CohortLayout:
    """Return the layout of the homes' vectors, by how many donors make one draw of its noise."""
    size, part = TreeSize(leaves), cohort_part_of(cohort_campaign())
    return cohort_layout([part], size, CohortDay(floor=makers + size.colluders(10), sub_cohorts=1))
