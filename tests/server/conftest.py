"""Fixtures of the server's tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pdd_server.services.operations import data_folder
from pdd_server.services.operations.data_folder import Deployment
from tests.server.simulated_server import HandClock, new_server
from tests.support.processes import postgresql_server


@pytest.fixture(scope="module", autouse=True)
def databases_of_module() -> Iterator[None]:
    """Delete a module's databases of PostgreSQL when its tests have ended.

    `plain` is refused there, for the reason that `check_deletion` gives. Most tests of pages need any protocol, and use
    `plain`, so that it is let through here.
    """
    with pytest.MonkeyPatch.context() as patched:
        if postgresql_server.is_wanted():
            patched.setattr(data_folder, "check_deletion", lambda _folder, _config: None)
        yield
    postgresql_server.drop_databases()


@pytest.fixture(autouse=True)
def fit_for_database(request: pytest.FixtureRequest) -> None:
    """Skip what is about SQLite where tests run on PostgreSQL."""
    if postgresql_server.is_wanted() and request.node.get_closest_marker("sqlite"):
        pytest.skip("about SQLite, or about a process that serves `plain`, which needs it")


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def server(tmp_path: Path, clock: HandClock) -> Iterator[Deployment]:
    """Return a `plain` server with one campaign, groups of 3 and one day of delay."""
    made = new_server(tmp_path, clock)
    yield made
    made.store.dispose()
