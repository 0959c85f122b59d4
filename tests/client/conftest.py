"""A clock, a server in memory, a donor's home and a browser's history, for the tests of the client."""

from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backends import fail

from pdd_client.donor import Donor
from tests.client.fakes import NOON, Clock, FakeServer, open_donor, visits
from tests.client.recoverable_fakes import RecoverableServer
from tests.support.histories import write_chrome


@pytest.fixture(autouse=True)
def no_keychain(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test touches the keychain of the machine it runs on."""
    monkeypatch.setattr(keyring, "get_keyring", fail.Keyring)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def server(clock: Clock) -> FakeServer:
    return FakeServer(clock)


@pytest.fixture
def rounds(clock: Clock) -> RecoverableServer:
    """A server that runs `recoverable` rounds."""
    return RecoverableServer(clock)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def donor(home: Path, server: FakeServer) -> Iterator[Donor]:
    with open_donor(home, server) as opened:
        yield opened


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """Four searches on the day of NOON: two for flu, one of these with cough, one for a child's fever, one for tea."""
    file = tmp_path / "History"
    queries = ("flu cough", "flu", "child fever", "tea")
    write_chrome(file, visits(*((query, NOON.replace(hour=hour)) for hour, query in enumerate(queries, start=7))))
    return file
