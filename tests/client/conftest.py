"""A clock, a server in memory, a donor's home and a browser's history for the client's tests."""

from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backends import fail

from pdd_client.donor.donor import Donor
from scripts.rehearsal.history_writer import write_chrome
from tests.client.cohort_fakes import CohortServer
from tests.client.cohort_players import Player, crowd
from tests.client.fakes import NOON, Clock, FakeServer, open_donor, visits


@pytest.fixture(autouse=True)
def no_keychain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep tests from the keychain of the machine they run on."""
    monkeypatch.setattr(keyring, "get_keyring", fail.Keyring)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def server(clock: Clock) -> FakeServer:
    return FakeServer(clock)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def donor(home: Path, server: FakeServer) -> Iterator[Donor]:
    with open_donor(home, server) as opened:
        yield opened


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """Return four searches on the day of NOON: two for flu (one with cough), one for a child's fever, one for tea."""
    file = tmp_path / "History"
    queries = ("flu cough", "flu", "child fever", "tea")
    write_chrome(file, visits(*((query, NOON.replace(hour=hour)) for hour, query in enumerate(queries, start=7))))
    return file


@pytest.fixture
def players(tmp_path: Path, server: CohortServer) -> Iterator[list[Player]]:
    """Return four `cohort` homes on the day after the first data day, before any upload.

    The n-th, from 0, has n searches for flu. `server` is that of the module that asks.
    """
    with crowd(tmp_path, server) as players:
        server.to_next_day()
        yield players
