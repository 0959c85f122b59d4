"""Fixtures of the server's tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pdd_server.services.operations.data_folder import Deployment
from tests.server.simulated_server import HandClock, new_server


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def server(tmp_path: Path, clock: HandClock) -> Iterator[Deployment]:
    """Return a `plain` server with one campaign, groups of 3 and one day of delay."""
    made = new_server(tmp_path, clock)
    yield made
    made.store.dispose()
