"""Starting at login, as the person sets it in the settings."""

import configparser
import shlex
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QCheckBox, QLabel
from pytestqt.qtbot import QtBot

from pdd_client.desktop.app import make_parser
from pdd_client.desktop.first_run.sending import SendingStep
from pdd_client.desktop.settings.appearance import AppSection
from pdd_client.desktop.system import autostart
from pdd_client.gateways import package_system
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
    chosen = make_parser().parse_args(command[command.index("--hidden") :])
    assert (chosen.home, chosen.hidden) == (home, True)
    assert desk.see(QCheckBox, "Start when I log in").isChecked()
    desk.click("Start when I log in")
    desk.settle()
    assert not autostart.enabled()


def test_a_flatpak_does_not_offer_what_it_can_not_do(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a Flatpak's sandbox no desktop would read the entry. So there is no switch, and Settings says another way."""
    info = tmp_path / "flatpak-info"
    monkeypatch.setattr(package_system, "FLATPAK_FILE", info)

    def shown() -> list[bool]:
        parts = (AppSection(), SendingStep())
        for part in parts:
            qtbot.addWidget(part)
            part.show()
        boxes = [box for part in parts for box in part.findChildren(QCheckBox) if box.text() == "Start when I lo&g in"]
        labels = [label for label in parts[0].findChildren(QLabel) if "your desktop's own settings" in label.text()]
        return [*(box.isVisible() for box in boxes), bool(labels)]

    assert shown() == [True, True, False]
    info.touch()
    assert shown() == [False, False, True]
