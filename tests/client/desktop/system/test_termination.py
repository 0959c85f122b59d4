"""The system ends the app, as at logout."""

import os
import subprocess
import sys
from pathlib import Path

from pytestqt.qtbot import QtBot

from tests.support.processes.timeouts import PATIENCE

PROGRAM = "import sys; from pdd_client.desktop.app import main; sys.exit(main(sys.argv[1:]))"


def test_sigterm_ends_the_app_cleanly(qtbot: QtBot, home: Path, runtime: Path) -> None:
    """SIGTERM ends the working app with 0, and leaves nothing behind that says it still runs."""
    with subprocess.Popen([sys.executable, "-c", PROGRAM, "--home", home], env=dict(os.environ)) as app:
        # The worker opens it, asked by Qt's loop.
        qtbot.waitUntil((home / "donor.sqlite").exists, timeout=1000 * PATIENCE)
        app.terminate()
        assert app.wait(PATIENCE) == 0
    assert not list(runtime.glob("pdd-donor-*.lock"))
