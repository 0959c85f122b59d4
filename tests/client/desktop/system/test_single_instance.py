"""One app for each home: a second start raises the first window, even after a crash."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from pdd_client.desktop.jobs.worker import OpenDonor
from pdd_client.desktop.system.single_instance import SingleInstance
from tests.client.desktop.person import Desk
from tests.support.processes.timeouts import PATIENCE

SECOND = "import sys; from pdd_client.desktop.app import main; sys.exit(main(sys.argv[1:]))"
KILLED = """
import os, signal, sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from pdd_client.desktop.system.single_instance import SingleInstance
application = QApplication([])
first = SingleInstance(Path(sys.argv[1]))
assert first.acquire()
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def first(home: Path, runtime: Path, qapp: object) -> SingleInstance:
    return SingleInstance(home)


def test_second_start_raises_the_first_window(
    qtbot: QtBot, first: SingleInstance, home: Path, open_home: OpenDonor, runtime: Path
) -> None:
    """A second process exits with 0 and shows nothing, and the first one's hidden window is shown."""
    assert first.acquire()
    desk = Desk(qtbot, open_home)
    first.raised.connect(desk.session.raise_window)
    desk.window.hide()
    with subprocess.Popen([sys.executable, "-c", SECOND, "--home", home], env=dict(os.environ)) as second:
        desk.until(desk.window.isVisible)
        assert second.wait(PATIENCE) == 0
    desk.close()
    first.release()


def test_another_home_is_another_app(first: SingleInstance, tmp_path: Path) -> None:
    """Two homes are two donors, each with its own window."""
    other = SingleInstance(tmp_path / "other")
    assert first.acquire()
    assert other.acquire()
    first.release()
    other.release()


def test_a_killed_apps_lock_and_socket_are_taken_over(first: SingleInstance, home: Path) -> None:
    """Neither the lock nor the socket of a killed process keeps the next one from starting."""
    killed = subprocess.run([sys.executable, "-c", KILLED, str(home)], check=False)
    assert killed.returncode != 0
    assert list(Path(os.environ["XDG_RUNTIME_DIR"]).glob("pdd-donor-*.lock"))
    assert first.acquire()
    first.release()
