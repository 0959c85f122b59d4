"""The manifests by which browsers find the native host."""

import base64
import json
import shlex
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from pdd_client.core.errors import DonorError
from pdd_client.desktop.jobs.app_status import AppStatusJob
from pdd_client.donor.donor import Donor
from pdd_client.gateways.native_messaging import manifests
from pdd_client.gateways.native_messaging.manifest_places import PLACES
from tests.client.fakes import FakeServer, open_donor

MAC = "Library/Application Support"
EXTENSION = Path(__file__).parents[3] / "extension/src/manifest.json"


def test_manifests_allow_only_this_extension() -> None:
    """Manifests allow only our extension: for Chromium by its key's digest, for Firefox by its id."""
    manifest = json.loads(EXTENSION.read_text())
    digits = sha256(base64.b64decode(manifest["key"])).hexdigest()[:32]
    name = "".join(chr(ord("a") + int(digit, 16)) for digit in digits)
    assert manifests.ALLOWED["chromium"] == ("allowed_origins", f"chrome-extension://{name}/")
    assert manifests.ALLOWED["firefox"][1] == manifest["browser_specific_settings"]["gecko"]["id"]


@pytest.mark.parametrize("platform", ["linux", "darwin"])
@pytest.mark.parametrize("browser", PLACES)
def test_each_browser_finds_its_manifest(tmp_path: Path, platform: str, browser: str) -> None:
    """Each manifest is where the browser looks and names an existing launcher; disconnecting deletes both."""
    folders = {"linux": PLACES[browser].linux, "darwin": (f"Library/Application Support/{PLACES[browser].mac}",)}
    for folder in folders[platform]:
        (tmp_path / folder).mkdir(parents=True)
    home = tmp_path / "home"
    home.mkdir()
    assert manifests.present(tmp_path, platform) == (browser,)
    manifests.connect(home, browser, tmp_path, platform)
    files = list(tmp_path.rglob("private_data_donor.json"))
    assert len(files) == len(folders[platform])
    for file in files:
        manifest = json.loads(file.read_text())
        field, extension = manifests.ALLOWED[PLACES[browser].family]
        assert manifest[field] == [extension]
        assert manifest["name"] == file.stem
        assert Path(manifest["path"]).stat().st_mode & 0o777 == 0o700
    assert manifests.is_connected(home, browser, tmp_path, platform)
    manifests.disconnect(home, browser, tmp_path, platform)
    assert not manifests.is_connected(home, browser, tmp_path, platform)
    assert list(tmp_path.rglob("private_data_donor*")) == list(home.iterdir()) == []


@pytest.mark.parametrize(
    ("browser", "profiles", "manifest"),
    [
        ("firefox", ".config/mozilla", ".mozilla/native-messaging-hosts"),
        ("firefox", "snap/firefox/common", ".mozilla/native-messaging-hosts"),
        ("firefox", ".config/zen", ".mozilla/native-messaging-hosts"),
        ("firefox", ".floorp", ".mozilla/native-messaging-hosts"),
        ("librewolf", ".config/librewolf", ".librewolf/native-messaging-hosts"),
        ("waterfox", ".config/waterfox", ".waterfox/native-messaging-hosts"),
        ("firefox", f"{MAC}/Firefox", f"{MAC}/Mozilla/NativeMessagingHosts"),
        ("chrome", ".config/google-chrome-beta", ".config/google-chrome-beta/NativeMessagingHosts"),
    ],
)
def test_a_browser_whose_profiles_are_elsewhere_finds_its_manifest(
    tmp_path: Path, browser: str, profiles: str, manifest: str
) -> None:
    """A new Firefox, a snap, a Mac and browsers made of Firefox have their profiles elsewhere, and manifests are looked
    for where they make no folder. A beta of Chrome looks in its own.
    """
    platform = "darwin" if profiles.startswith(MAC) else "linux"
    (tmp_path / profiles).mkdir(parents=True)
    (tmp_path / "home").mkdir()
    assert manifests.present(tmp_path, platform) == (browser,)
    manifests.connect(tmp_path / "home", browser, tmp_path, platform)
    assert manifests.is_connected(tmp_path / "home", browser, tmp_path, platform)
    assert (tmp_path / manifest / "private_data_donor.json").exists()


def test_the_app_that_starts_tells_browsers_where_it_is(user: Path, donor: Donor) -> None:
    """After the app moved, launchers start it where it is, and a manifest that Firefox lacks is written; no others."""
    (user / ".config/mozilla").mkdir()
    for browser in ("chromium", "firefox"):
        donor.extensions.connect(browser)
    launcher = manifests.launcher_file(donor.home, "chromium")
    right = launcher.read_bytes()
    lacking = user / ".mozilla/native-messaging-hosts/private_data_donor.json"
    lacking.unlink()
    donor.extensions.disconnect("chromium")
    AppStatusJob(started=True).run(donor)
    assert lacking.exists()
    assert not launcher.exists(), "a browser that was disconnected stays so"
    donor.extensions.connect("chromium")
    launcher.write_bytes(manifests.launching(["/opt/gone/pdd-native-host"], "linux"))
    AppStatusJob(started=True).run(donor)
    assert launcher.read_bytes() == right


def test_another_home_takes_a_browser_over(user: Path, donor: Donor, server: FakeServer, tmp_path: Path) -> None:
    """The home connected last is asked, and disconnecting the other one changes nothing for it."""
    with open_donor(tmp_path / "other", server) as other:
        donor.extensions.connect("chromium")
        other.extensions.connect("chromium")
        donor.extensions.disconnect("chromium")
        assert [browser.allowed for browser in other.extensions.browsers()] == [True, False]
        assert [browser.allowed for browser in donor.extensions.browsers()] == [False, False]


def test_a_browser_that_is_not_here_is_named(user: Path, donor: Donor) -> None:
    """An unknown browser, or one without a folder, is refused in one line, and no manifest is written."""
    with pytest.raises(DonorError, match="netscape"):
        donor.extensions.connect("netscape")
    with pytest.raises(DonorError, match="vivaldi"):
        donor.extensions.connect("vivaldi")
    assert list(user.rglob("private_data_donor*")) == []


def test_a_folder_that_can_not_be_written_is_told(user: Path, donor: Donor) -> None:
    """If the manifests' folder can't be made, one line says so."""
    (user / ".config/chromium/NativeMessagingHosts").write_text("in the way")
    with pytest.raises(DonorError, match="chromium can't be connected"):
        donor.extensions.connect("chromium")


def test_a_launcher_quotes_what_it_starts() -> None:
    """A launcher quotes homes with spaces and quotes correctly, on POSIX and on Windows."""
    assert manifests.launching(["/a b/h'st", "--home", "/x $y"], "linux").splitlines()[1] == (
        b"""exec '/a b/h'"'"'st' --home '/x $y' "$@\""""
    )
    assert manifests.launching([r"C:\a b\host.exe", "--home", r"C:\100%"], "win32").splitlines()[1] == (
        rb'"C:\a b\host.exe" --home C:\100%% %*'
    )


def test_a_launcher_starts_the_appimage_itself(
    user: Path, donor: Donor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An AppImage's launcher names its file, and not the folder that anybody could make anew."""
    monkeypatch.setattr(sys, "executable", "/tmp/.mount_priv1/usr/bin/pdd-donor-app")
    monkeypatch.delenv("APPIMAGE", raising=False)
    with pytest.raises(DonorError, match=r"can't be connected \(the AppImage's file is not known\)"):
        donor.extensions.connect("chromium")
    launcher = manifests.launcher_file(donor.home, "chromium")
    assert not launcher.exists()
    monkeypatch.setenv("APPIMAGE", str(tmp_path / "my donor.AppImage"))
    donor.extensions.connect("chromium")
    words = shlex.split(launcher.read_text().splitlines()[1])
    assert words[1:5] == [str(tmp_path / "my donor.AppImage"), "pdd-native-host", "--home", str(donor.home)]
    assert b".mount_" not in b"".join(file.read_bytes() for file in user.rglob("*.json"))
