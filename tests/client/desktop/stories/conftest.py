"""What a person does in the real window with a real server, in the process that an operator runs."""

from collections.abc import Iterator

import pytest

from pdd_client.desktop.jobs.worker import OpenDonor
from tests.client.desktop.stories.town import Town, TownClock


@pytest.fixture(scope="session")
def built_town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    """Return the worker's only server, started when the first story needs it."""
    town = Town(tmp_path_factory.mktemp("town"))
    yield town
    town.server.stop()


@pytest.fixture
def town(built_town: Town) -> Iterator[Town]:
    """Return the town as it was when new."""
    yield from built_town.story()


@pytest.fixture
def clock(town: Town) -> TownClock:
    """Give the donor the town's clock."""
    return town.clock


@pytest.fixture
def address(town: Town) -> str:
    """Return the server's address."""
    return town.url


@pytest.fixture
def joined(open_home: OpenDonor, town: Town) -> OpenDonor:
    """Return the app of a home that joined yesterday, reviews days, and was active today, the day of the searches."""
    town.welcome(open_home)
    return open_home


@pytest.fixture
def next_day(joined: OpenDonor, town: Town) -> OpenDonor:
    """Return the app on the day after the searches, when their counts are asked for."""
    town.next_day()
    return joined
