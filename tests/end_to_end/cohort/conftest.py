"""A clock that the tests move, and a real server on it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.cohort.real_server import RealServer
from tests.server.services.rounds.cohort.simulated_donors import cohort_server
from tests.server.simulated_server import HandClock


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def server(tmp_path: Path, clock: HandClock) -> Iterator[RealServer]:
    made = RealServer(clock)  # type: ignore[arg-type]
    made.deployment = cohort_server(tmp_path, clock)
    yield made
    made.deployment.store.dispose()
