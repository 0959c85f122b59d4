"""Starting at login, as the person sets it in the settings."""

import configparser
import shlex
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QCheckBox

from pdd_client.desktop.app import _parser
from pdd_client.desktop.system import autostart
from tests.client.desktop.person import Desk


@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep it elsewhere")
def test_the_home_that_is_open_is_opened_at_login(desk: Desk, address: str, home: Path, tmp_path: Path) -> None:
    """Started at login, the app opens this home and not the usual one; switched off, it does not start."""
    desk.join(address)
    desk.window.show_page("settings")
    desk.click("Start when I log in")
    desk.settle()
    entry = configparser.RawConfigParser()
    entry.read(tmp_path / "config" / "autostart" / f"{autostart.ID}.desktop")
    command = shlex.split(entry["Desktop Entry"]["Exec"])
    chosen = _parser().parse_args(command[command.index("--hidden") :])
    assert (chosen.home, chosen.hidden) == (home, True)
    assert desk.see(QCheckBox, "Start when I log in").isChecked()
    desk.click("Start when I log in")
    desk.settle()
    assert not autostart.enabled()
