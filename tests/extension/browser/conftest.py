"""The extension as loaded by hand, the search engines, and the town's server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.packaging import extension as packaging
from tests.client.desktop.stories.town import Town
from tests.extension.browser.drivers.chromium import CLOCK
from tests.extension.browser.drivers.person import Person
from tests.extension.browser.drivers.search_engines import serving
from tests.extension.javascript import node
from tests.support.processes.chromium import PROGRAM


@pytest.fixture(scope="session")
def extension(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that a browser loads."""
    node()
    return packaging.bundle(tmp_path_factory.mktemp("extension") / "built")


@pytest.fixture(scope="session")
def engines() -> Iterator[int]:
    """Return the port of the search engines."""
    with serving() as port:
        yield port


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
def person(tmp_path: Path, extension: Path, engines: int, town: Town) -> Person:
    """Return a person with a new Chromium in the town."""
    if PROGRAM is None or CLOCK is None:
        pytest.skip("needs Chromium and libfaketime to rehearse days with the extension: scripts/test installs them")
    return Person(tmp_path / "profile", extension, engines, town)
