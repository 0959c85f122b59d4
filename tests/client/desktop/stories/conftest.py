"""What a person does, in the real window, with a real server: the process that a deployer runs."""

from collections.abc import Iterator

import pytest

from pdd_client.desktop.jobs.worker import OpenDonor
from tests.client.desktop.stories.town import Town, TownClock


@pytest.fixture(scope="session")
def built_town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    """The worker's one server, made and started when the first story needs it."""
    town = Town(tmp_path_factory.mktemp("town"))
    yield town
    town.stop()


@pytest.fixture
def town(built_town: Town) -> Iterator[Town]:
    """The town, as new."""
    yield from built_town.story()


@pytest.fixture
def clock(town: Town) -> TownClock:
    """The donor goes by the town's clock."""
    return town.clock


@pytest.fixture
def address(town: Town) -> str:
    """Where the server listens."""
    return town.url


@pytest.fixture
def joined(open_home: OpenDonor, town: Town) -> OpenDonor:
    """The home joined yesterday and looks days through; today is the day of the searches, and it has been there."""
    town.welcome(open_home)
    return open_home


@pytest.fixture
def next_day(joined: OpenDonor, town: Town) -> OpenDonor:
    """The day after the searches: their counts are asked for."""
    town.next_day()
    return joined
