"""The app as scripts/setup installs it, on a virtual screen."""

import sys
from pathlib import Path

from tests.packaging.app_process import start_look_and_close
from tests.support.processes.virtual_screen import Screen, needs_screen


@needs_screen
def test_the_installed_app_shows_its_window_and_ends_when_closed(shown: Screen, person: Path, tmp_path: Path) -> None:
    """The installed app shows its window on X11 for a first start, without our environment, and ends when closed."""
    start_look_and_close(Path(sys.executable).with_name("pdd-donor-app"), shown, person, tmp_path / "screen.png")
