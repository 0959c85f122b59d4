"""One app for each home: a second start raises the first window, even after a crash."""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from pdd_client.desktop.jobs.worker import OpenDonor
from pdd_client.desktop.system import followed_link
from pdd_client.desktop.system.link_events import LinkEvents
from pdd_client.desktop.system.single_instance import SingleInstance
from tests.client.desktop.person import Desk
from tests.support.processes.timeouts import PATIENCE

SECOND = "import sys; from pdd_client.desktop.app import main; sys.exit(main())"
KILLED = """
import os, signal, sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from pdd_client.desktop.system.link_events import LinkEvents
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


def test_a_link_comes_as_an_event_on_macos(qtbot: QtBot, qapp: QApplication, open_home: OpenDonor) -> None:
    """The event with which macOS hands over a link raises the window and fills the link in; that of a file does not."""
    link = "https://pdd.invalid/join/winter-flu#invitation=A1%20b"
    desk = Desk(qtbot, open_home)
    desk.read("How it works")
    events = LinkEvents(qapp)
    events.linked.connect(desk.session.open_link)
    desk.window.hide()
    QApplication.sendEvent(qapp, QFileOpenEvent(QUrl.fromLocalFile("/etc/hostname")))
    assert not desk.window.isVisible()
    QApplication.sendEvent(qapp, QFileOpenEvent(QUrl(f"pdd:{link}")))
    assert desk.window.isVisible()
    desk.click("Continue")
    desk.click("Continue")
    assert desk.see(QLineEdit, "Link or address").text() == link
    qapp.removeEventFilter(events)
    desk.close()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere other users can't read a program's arguments")
@pytest.mark.parametrize(
    ("before", "link"),
    [
        ([], b"pdd:https://pdd.invalid/join/winter-flu#invitation=A1%20b"),
        (["--"], b"pdd:https://pdd.invalid/join/winter-flu#invitation=A1%20b"),
        ([], b"pdd:https://pdd.invalid/join/winter-flu#invitation=\xff"),
    ],
    ids=["link", "after --", "no UTF-8"],
)
def test_a_followed_link_is_no_argument_of_the_app(home: Path, runtime: Path, before: list[str], link: bytes) -> None:
    """Once the app runs, its arguments, which every user can read, name no study and hold no invitation.

    It runs whatever the link looks like, and also if a desktop puts "--" before it.
    """
    command = [sys.executable, "-c", SECOND, "--home", str(home), "--hidden", *before, link]
    lock = "pdd-donor-*.lock"
    with subprocess.Popen(command, env=dict(os.environ)) as app:
        for _ in range(int(PATIENCE / 0.1)):
            if list(runtime.glob(lock)):  # it has read its arguments, and is the app of this home
                break
            with suppress(subprocess.TimeoutExpired):
                raise AssertionError(f"the app ended with {app.wait(0.1)}")
        arguments = Path(f"/proc/{app.pid}/cmdline").read_bytes().decode().split("\0")
        app.terminate()
    assert "--link-from" in arguments
    assert "--hidden" in arguments
    assert str(home) in arguments
    assert not [one for one in arguments if "winter-flu" in one or "invitation" in one]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere other users can't read a program's arguments")
def test_a_followed_link_is_hidden_before_qt_is_loaded(tmp_path: Path) -> None:
    """The installed program has no link among its arguments any more when it begins to load Qt, which takes a while."""
    fake = tmp_path / "PySide6"
    fake.mkdir()
    shown = 'print(open("/proc/self/cmdline").read())\nraise ModuleNotFoundError("no Qt", name="PySide6")\n'
    (fake / "__init__.py").write_text(shown)
    started = "import sys; from pdd_client.desktop import main; sys.exit(main())"
    command = [sys.executable, "-c", started, "--hidden", "pdd:https://pdd.invalid/join/winter-flu"]
    ended = subprocess.run(command, env=os.environ | {"PYTHONPATH": str(tmp_path)}, check=False, capture_output=True)
    assert ended.returncode == 2
    assert b"--link-from" in ended.stdout
    assert b"winter-flu" not in ended.stdout


def test_a_pipe_that_is_gone_brings_no_link(tmp_path: Path) -> None:
    """A number that is no open pipe gives an empty link, and no error."""
    with (tmp_path / "file").open("wb") as file:
        closed = file.fileno()
    assert followed_link.read(closed) == ""


def test_a_followed_link_reaches_the_app_that_runs(
    qtbot: QtBot, first: SingleInstance, home: Path, open_home: OpenDonor, runtime: Path
) -> None:
    """A browser starts the app again with a pdd: link: it stands in the first run's field, and nothing is requested."""
    assert first.acquire()
    desk = Desk(qtbot, open_home)
    desk.until(lambda: desk.session.app_status is not None)
    first.raised.connect(desk.session.raise_window)
    first.linked.connect(desk.session.open_link)
    link = "https://pdd.invalid/join/winter-flu#invitation=A1%20b"
    with subprocess.Popen(
        [sys.executable, "-c", SECOND, "--home", home, f"pdd:{link}"], env=dict(os.environ)
    ) as second:
        desk.until(lambda: link in [field.text() for field in desk.window.findChildren(QLineEdit)])
        assert second.wait(PATIENCE) == 0
    desk.session.open_link("pdd:javascript:alert(1)")
    assert "This is no link to a server" in desk.window.notice.text
    assert link in [field.text() for field in desk.window.findChildren(QLineEdit)]
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
