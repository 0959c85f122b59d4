"""The donors' packages, built by PyInstaller, installed and started."""

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pdd_client.desktop.jobs.app_status import AppStatusJob
from pdd_client.gateways.native_messaging import manifests
from scripts.packaging import building, debian, extension
from scripts.rehearsal.history_writer import write_chrome
from tests.client.extension_bridge.browser import started
from tests.client.fakes import DAY, NOON, URL, Clock, FakeServer, open_donor, visits
from tests.client.loopback import listening
from tests.extension.browser.drivers import chromium
from tests.extension.browser.drivers.chromium import CLOCK
from tests.extension.browser.drivers.search_engines import serving
from tests.extension.javascript import node
from tests.packaging.app_process import start_look_and_close
from tests.packaging.dpkg_root import dpkg, needs_dpkg
from tests.support.processes.chromium import PROGRAM
from tests.support.processes.timeouts import until
from tests.support.processes.virtual_screen import Screen, needs_screen

pytestmark = pytest.mark.slow

MOMENT = 1_700_000_000
LARGEST_INSTALLED, LARGEST_PACKED = 200_000_000, 60_000_000
"""In bytes, of the Debian package."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that PyInstaller makes."""
    return building.build(tmp_path_factory.mktemp("build"))


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a system with the Debian package, installed by dpkg."""
    folder = tmp_path_factory.mktemp("debian")
    dpkg(folder / "system", "--install", debian.package(built, folder, building.VERSION, MOMENT, quick=True))
    return folder / "system"


def digests(folder: Path) -> dict[str, str]:
    """Return the digest of each file in a folder."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


@needs_screen
@needs_dpkg
def test_the_debian_package_is_installed_and_started(
    installed: Path, shown: Screen, person: Path, tmp_path: Path
) -> None:
    """Installed by dpkg with the system's libraries, the window and the command line start and end."""
    start_look_and_close(installed / "usr/bin/pdd-donor-app", shown, person, tmp_path / "screen.png")
    command = [installed / "usr/bin/pdd-donor", "status"]
    done = subprocess.run(command, env=shown.environment(person), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "You have joined no server yet" in done.stdout


@needs_dpkg
def test_the_installed_host_answers_a_browser(
    installed: Path, person: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The manifest that the installed app writes leads to the host beside it, which reads the home."""
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    (person / ".config/chromium").mkdir(parents=True)
    with open_donor(tmp_path / "home", FakeServer(Clock())) as donor:
        donor.campaigns.join(URL)
    # PyInstaller's starter tells its program where it is itself, not the name in /usr/bin that it was started by.
    app = (installed / "usr/bin/pdd-donor-app").resolve()
    monkeypatch.setattr(sys, "executable", str(app))
    manifests.connect(tmp_path / "home", "chromium", person)
    assert str(app.with_name("pdd-native-host")) in manifests.launcher_file(tmp_path / "home", "chromium").read_text()
    with started(person / f".config/chromium/NativeMessagingHosts/{manifests.NAME}.json") as extension:
        assert extension.status()["state"] == "donates"


def in_firefox(person: Path, extension: Path, engines: int) -> AbstractContextManager[object]:
    """Start a new Firefox of this person with the extension."""
    firefox = pytest.importorskip("tests.extension.browser.drivers.firefox", reason="needs Mozilla's marionette_driver")
    profiles = person / ".config/mozilla/firefox"
    return firefox.browsing(profiles / f"{len(list(profiles.iterdir()))}", extension, engines, {"HOME": str(person)})


def in_chromium(person: Path, extension: Path, engines: int) -> AbstractContextManager[object]:
    """Start this person's Chromium with the extension."""
    if CLOCK is None:
        pytest.skip("needs libfaketime")
    return chromium.browsing(person / ".config/chromium", extension, engines, datetime.now(UTC))


@needs_dpkg
# The driver of Firefox leaves a socket of its own to the garbage collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.skipif(PROGRAM is None, reason="needs Chromium and Firefox: scripts/test --all installs them")
@pytest.mark.parametrize(
    ("browser", "folder", "starting"),
    [("firefox", ".config/mozilla/firefox", in_firefox), ("chromium", ".config/chromium", in_chromium)],
)
def test_real_browsers_find_the_package_and_a_folder_that_moved(
    built: Path,
    installed: Path,
    person: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    browser: str,
    folder: str,
    starting: Callable[[Path, Path, int], AbstractContextManager[object]],
) -> None:
    """In a home where nothing but the browser was ever started, its extension reaches the Debian package's app. It also
    reaches a folder's, once the app has been started where the folder was moved to.
    """
    (person / folder).mkdir(parents=True)
    monkeypatch.setenv("HOME", str(person))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    loaded = permitted(tmp_path / "extension")
    before, moved = tmp_path / "before", tmp_path / "a new place"
    shutil.copytree(built, before)
    with open_donor(tmp_path / "home", FakeServer(Clock())) as donor, serving() as engines:
        donor.campaigns.join(URL)

        def connects() -> None:
            with starting(person, loaded, engines):
                until(lambda: [one.browser for one in donor.installation.store.extensions.connected()] == [browser])
            until(lambda: donor.installation.store.extensions.connected() == ())

        monkeypatch.setattr(sys, "executable", str((installed / "usr/bin/pdd-donor-app").resolve()))
        donor.extensions.connect(browser)
        connects()
        monkeypatch.setattr(sys, "executable", str(before / "pdd-donor-app"))
        donor.extensions.connect(browser)
        before.rename(moved)
        monkeypatch.setattr(sys, "executable", str(moved / "pdd-donor-app"))
        AppStatusJob(started=True).run(donor)
        connects()


def permitted(folder: Path) -> Path:
    """Return the extension with the permissions that a person would click for."""
    node()
    extension.bundle(folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["permissions"] += manifest.pop("optional_permissions")
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


@needs_dpkg
def test_the_installed_program_gives_a_day(installed: Path, person: Path, tmp_path: Path) -> None:
    """The installed program joins a server on this computer, counts and sends a day, and adds up its cost."""
    clock, time, history = Clock(), tmp_path / "clock", tmp_path / "History"
    server = FakeServer(clock)
    write_chrome(history, visits(("flu", NOON), ("flu cough", NOON)))
    environment = {"HOME": str(person), "LANG": "C.UTF-8", "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}

    def run(*arguments: str | Path) -> str:
        time.write_text(clock.now.isoformat())
        command = [installed / "usr/bin/pdd-donor", "--rehearsal-clock", time, *arguments]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    with listening(server) as url:
        run("join", url, "--accept", "--sending", "by-itself")
        clock.now += DAY
        server.offer(server.plan(NOON.date()))
        sent = json.loads(run("check-in", "--history", history, "--json"))
    assert [row["kind"] for row in sent["sent"]] == ["submit"]
    assert len(server.vectors) == 1
    assert json.loads(run("ledger", "--json"))["days"] == 1


@needs_dpkg
def test_the_debian_package_is_small(built: Path, tmp_path: Path) -> None:
    """Neither the package nor what it installs is larger than promised."""
    packed = debian.package(built, tmp_path, building.VERSION, MOMENT)
    assert packed.stat().st_size <= LARGEST_PACKED
    assert debian.installed_size(packed) <= LARGEST_INSTALLED


@needs_screen
def test_the_folder_runs_where_it_is_put(built: Path, shown: Screen, person: Path, tmp_path: Path) -> None:
    """The archive works in any folder, with a space in its name too."""
    archive = building.tar(built, tmp_path / "linux.tar.gz", MOMENT, quick=True)
    where = tmp_path / "some where"
    where.mkdir()
    subprocess.run(["tar", "--extract", "--file", archive, "--directory", where], check=True)
    program = where / building.NAME / "pdd-donor-app"
    start_look_and_close(program, shown, person, tmp_path / "screen.png")


def test_the_packages_tell_nothing_of_who_built_them(built: Path) -> None:
    """No file names the build folder or the checkout."""
    for path in built.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            assert str(building.ROOT).encode() not in content, path
            assert str(built.parents[1]).encode() not in content, path


def test_the_same_checkout_builds_the_same_folder(built: Path, tmp_path: Path) -> None:
    """A second build in another folder is the same, byte for byte."""
    assert digests(building.build(tmp_path / "again")) == digests(built)
