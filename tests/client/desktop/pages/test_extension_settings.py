"""The settings for browser extensions: connecting and disconnecting browsers."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QCheckBox

from tests.client.desktop.person import Desk


@pytest.fixture
def chromium_folder(tmp_path: Path) -> Path:
    """Return Chromium's folder, where this test's programs keep their settings."""
    folder = tmp_path / "config/chromium"
    folder.mkdir(parents=True)
    return folder


def test_a_browser_is_connected_and_disconnected(chromium_folder: Path, desk: Desk, address: str) -> None:
    """The switch writes and deletes Chromium's manifest, and keeps its position."""
    manifest = chromium_folder / "NativeMessagingHosts/private_data_donor.json"
    desk.join(address)
    desk.window.show_page("settings")
    desk.click("Chromium")
    desk.until(manifest.exists)
    desk.settle()
    assert desk.see(QCheckBox, "Chromium").isChecked()
    desk.click("Chromium")
    desk.until(lambda: not manifest.exists())
    desk.settle()
    assert not desk.see(QCheckBox, "Chromium").isChecked()
