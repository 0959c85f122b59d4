"""Fixtures with the real window, home and history, and a server on loopback, without a visible screen."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pdd_client.desktop.jobs.worker import OpenDonor
from pdd_client.desktop.texts.language import Language
from tests.client.desktop.person import Desk, opener
from tests.client.fakes import Clock, FakeServer
from tests.client.loopback import listening


@pytest.fixture(autouse=True, scope="session")
def english(qapp: QApplication) -> None:
    """Set the app's English texts for widgets that are tested without the app, whichever test runs first."""
    Language(qapp).choose(None)


@pytest.fixture
def address(server: FakeServer) -> Iterator[str]:
    """Return the server's address."""
    with listening(server) as url:
        yield url


@pytest.fixture
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use folders of this test for what the app writes elsewhere: runtime files and what starts at login."""
    folder = tmp_path / "runtime"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return folder


@pytest.fixture
def open_home(home: Path, clock: Clock, history: Path) -> OpenDonor:
    """Return a function that opens the test's home, which finds one browser."""
    return opener(home, clock, history)


@pytest.fixture
def desk(qtbot: QtBot, open_home: OpenDonor, runtime: Path) -> Iterator[Desk]:
    """Return the started app with a person before it."""
    desk = Desk(qtbot, open_home)
    yield desk
    desk.close()
