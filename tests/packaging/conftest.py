"""A screen for a test, and a person's home on it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.processes.virtual_screen import Screen, screen


@pytest.fixture
def shown() -> Iterator[Screen]:
    with screen() as running:
        yield running


@pytest.fixture
def person(tmp_path: Path) -> Path:
    """Return an empty home."""
    home = tmp_path / "person"
    home.mkdir(mode=0o700)
    return home
