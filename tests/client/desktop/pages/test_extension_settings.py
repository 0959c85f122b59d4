"""The settings for browser extensions: connecting and disconnecting browsers."""

import json
from pathlib import Path

import pytest
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPushButton

from pdd_client.core.extension_ids import read_ids
from pdd_client.desktop.jobs.worker import OpenDonor
from pdd_client.donor.settings.extension_versions import note_version
from pdd_client.gateways.native_messaging import manifests
from pdd_client.gateways.native_messaging.message_format import BRIDGE_VERSION
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


@pytest.mark.parametrize(
    ("version", "says"),
    [
        (BRIDGE_VERSION - 1, "update the extension. Searches that only it sees do not count."),
        (BRIDGE_VERSION + 1, "update this app. Searches that only the extension sees do not count."),
    ],
)
def test_the_settings_say_what_has_to_be_updated(
    chromium_folder: Path, desk: Desk, open_home: OpenDonor, address: str, version: int, says: str
) -> None:
    """If the extension and the app don't fit, its switch says which of them to update."""
    desk.join(address)
    with open_home() as donor:
        donor.extensions.connect("chromium")
        note_version(donor.installation, "chromium", version)
    desk.window.show_page("settings")
    desk.settle()
    assert desk.see(QCheckBox, f"Chromium: {says}").isChecked()


@pytest.mark.parametrize(
    ("version", "says"),
    [
        (BRIDGE_VERSION - 1, "The extension in Chromium is too old for this app."),
        (BRIDGE_VERSION + 1, "This app is too old for the extension in Chromium."),
    ],
)
def test_today_says_what_has_to_be_updated(
    chromium_folder: Path, desk: Desk, open_home: OpenDonor, address: str, version: int, says: str
) -> None:
    """Today warns of an extension whose searches are left out, until app and extension fit or it is disconnected."""
    desk.join(address)
    with open_home() as donor:
        donor.extensions.connect("chromium")
        note_version(donor.installation, "chromium", version)
    desk.window.refresh()
    desk.read(says)
    with open_home() as donor:
        note_version(donor.installation, "chromium", BRIDGE_VERSION)
    desk.window.refresh()
    desk.settle()
    assert not desk.reads(says)
    with open_home() as donor:
        note_version(donor.installation, "chromium", version)
        donor.extensions.disconnect("chromium")
    desk.window.refresh()
    desk.settle()
    assert not desk.reads(says)


def test_another_extension_is_allowed_by_its_id(chromium_folder: Path, desk: Desk, address: str) -> None:
    """An id from a store gets into the browser's manifest, and out of it again. What is no id can't be saved."""
    manifest = chromium_folder / "NativeMessagingHosts/private_data_donor.json"
    store, firefox = "abcdefghijklmnop" * 2, "mine@example.org"
    ours = manifests.ALLOWED["chromium"][1]

    def allowed() -> list[str]:
        return list(json.loads(manifest.read_text())["allowed_origins"])

    desk.join(address)
    desk.window.show_page("settings")
    desk.click("Chromium")
    desk.until(manifest.exists)
    desk.type("Ids of the extension", f"{store} https://example.org")
    assert not desk.see(QPushButton, "Save ids").isEnabled()
    field = desk.see(QLineEdit, "Ids of the extension")
    field.clear()
    desk.type("Ids of the extension", f"{store}, {firefox}")
    desk.click("Save ids")
    desk.until(lambda: allowed() == [ours, f"chrome-extension://{store}/"])
    desk.settle()
    field.clear()
    desk.click("Save ids")
    desk.until(lambda: allowed() == [ours])


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("", ()),
        ("a" * 32, ("a" * 32,)),
        (f"{'a' * 32}  {'a' * 32},x@y", ("a" * 32, "x@y")),
        ("{12345678-1234-1234-1234-123456789abc}", ("{12345678-1234-1234-1234-123456789abc}",)),
        ("*", None),
        ("z" * 32, None),
        ("a" * 31, None),
        (f"chrome-extension://{'a' * 32}/", None),
        ("https://evil.example/", None),
        ("x@*", None),
        (" ".join(f"{n}@y" for n in range(11)), None),
    ],
)
def test_only_ids_are_read(text: str, ids: tuple[str, ...] | None) -> None:
    """Ids of both families are read. Addresses, patterns for several extensions, and too many ids are refused."""
    assert read_ids(text) == ids
