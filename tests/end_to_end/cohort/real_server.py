"""A real `cohort` server in one process with real homes."""

from contextlib import ExitStack, closing
from functools import cached_property
from pathlib import Path

import httpx
from flask import Flask

from pdd_client.gateways.server_http.server_http import ServerHttp
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.web.application import create_app
from pdd_shared.rounds.cohort.day.layout import CohortLayout, cohort_layout, cohort_part_of
from pdd_shared.rounds.cohort.messages import CohortDay
from pdd_shared.rounds.cohort.parameters import TreeSize
from scripts.rehearsal.history_writer import write_chrome
from tests.client.cohort_fakes import CohortServer
from tests.client.cohort_players import KnownRandom, Player
from tests.client.fakes import URL, open_donor, visits
from tests.server.services.rounds.cohort.synthetic_days import cohort_campaign


class RealServer(CohortServer):
    """A real server in place of the one in memory."""

    deployment: Deployment

    @cached_property
    def app(self) -> Flask:
        return create_app(self.deployment)

    def connect(self, url: str) -> ServerHttp:
        return ServerHttp(url, transport=httpx.WSGITransport(app=self.app))


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


def layout_of(leaves: int, makers: int) -> CohortLayout:
    """Return the layout of the homes' vectors, by how many donors make one draw of its noise."""
    size, part = TreeSize(leaves), cohort_part_of(cohort_campaign())
    return cohort_layout([part], size, CohortDay(floor=makers + size.colluders(10), sub_cohorts=1))
