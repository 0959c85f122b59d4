"""A campaign of an invented winter, served and as files."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pdd_results import Results, results
from pdd_server.web.application import create_app
from tests.results.random_campaigns import served
from tests.results.winter import winter
from tests.server.loopback_server import listening


@pytest.fixture(scope="session")
def address() -> Iterator[tuple[str, Path]]:
    """Return the address of the campaign's page on a real server, and the folder with its published files."""
    with served(winter()) as server, listening(create_app(server)) as url:
        yield f"{url}/campaigns/flu", server.folder.published / "flu"


@pytest.fixture(scope="session")
def page(address: tuple[str, Path]) -> str:
    return address[0]


@pytest.fixture(scope="session")
def folder(address: tuple[str, Path]) -> Path:
    return address[1]


@pytest.fixture(scope="session")
def read(folder: Path) -> Results:
    return results(folder)
