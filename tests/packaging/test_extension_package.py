"""The extension's packages for the stores: the same bytes each time, small, and without what a store refuses."""

import json
import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any, cast

import pytest

from scripts.packaging import extension
from tests.extension.javascript import EXTENSION, node
from tests.support.processes.timeouts import PATIENCE

LARGEST = 280_000
"""Bytes: two protocols of counting with their messages, the public log and four languages, in readable scripts."""
LONGEST_LINE = 1_500
"""Characters of a line in a readable script. The longest are tables: legacy encodings and hosts of search engines."""
REMOTE = re.compile(r"""\b(?:from|import)\s*\(?\s*["'`](?:https?:)?//|\bimportScripts\s*\(|<script[^>]*src=["']?\w+:""")
CODE_FROM_TEXT = re.compile(r"""\beval\s*\(|\bFunction\s*\(|\bset(?:Timeout|Interval)\s*\(\s*["'`]""")


@pytest.fixture(scope="module", autouse=True)
def needs_node() -> None:
    """Skip these tests without Node.js or the extension's packages."""
    node()


@pytest.fixture(scope="module", params=extension.STORES)
def store(request: pytest.FixtureRequest) -> extension.Store:
    """Return each kind of store."""
    return cast("extension.Store", request.param)


@pytest.fixture(scope="module")
def packed(store: extension.Store, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the .zip that scripts/package makes for it."""
    folder = tmp_path_factory.mktemp(store)
    return extension.package(extension.bundle(folder / "built", store), folder, store)


@pytest.fixture(scope="module")
def files(packed: Path) -> dict[str, bytes]:
    """Return its files."""
    with zipfile.ZipFile(packed) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def manifest_of(folder: Path) -> dict[str, Any]:
    """Return the manifest of a folder that a browser loads."""
    return dict(json.loads((folder / "manifest.json").read_text()))


def test_another_build_gives_the_same_bytes(packed: Path, store: extension.Store, tmp_path: Path) -> None:
    """Another build, in another folder with other dates, has the same bytes, and is small."""
    folder = extension.bundle(tmp_path / "some where else", store)
    for path in folder.rglob("*"):
        os.utime(path, (1_700_000_000, 1_700_000_000))
    assert extension.package(folder, tmp_path, store).read_bytes() == packed.read_bytes()
    assert packed.stat().st_size < LARGEST


def test_scripts_are_readable(files: dict[str, bytes]) -> None:
    """Scripts keep their lines and names, and above each module stands its path in the source."""
    scripts = {name: data.decode() for name, data in files.items() if name.endswith(".js")}
    assert max(len(line) for script in scripts.values() for line in script.splitlines()) < LONGEST_LINE
    together = "\n".join(scripts.values())
    assert "\n// src/core/donation/prepare_donation.js\n" in together
    assert re.search(r"^(async )?function prepareDonation\(", together, re.MULTILINE)


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the sources of the reviewers' archive in a folder of their own, by npm alone; return the folder."""
    folder = tmp_path_factory.mktemp("reviewer")
    with zipfile.ZipFile(extension.source(folder)) as archive:
        archive.extractall(folder / "source")
    npm = shutil.which("npm")
    assert npm is not None
    for command in (["ci", "--prefer-offline", "--no-audit", "--no-fund"], ["run", "build"]):
        subprocess.run([npm, *command], cwd=folder / "source" / "extension", check=True, timeout=PATIENCE)
    return folder / "source" / "extension" / "build"


def test_a_reviewer_builds_the_packed_bytes(rebuilt: Path, store: extension.Store, files: dict[str, bytes]) -> None:
    """From the reviewers' archive, `npm ci` and `npm run build` make exactly the files of the store's package."""
    built = {path.relative_to(rebuilt / store).as_posix(): path for path in (rebuilt / store).rglob("*")}
    assert {name: path.read_bytes() for name, path in built.items() if path.is_file()} == files


def test_a_store_gives_the_id_and_nothing_is_allowed_unasked(files: dict[str, bytes]) -> None:
    """A store's package has no key and no pre-allowed host, and everything that the manifest names is there."""
    manifest = json.loads(files["manifest.json"])
    assert not {"key", "host_permissions", "content_scripts", "externally_connectable"} & set(manifest)
    assert "nativeMessaging" not in manifest["permissions"]
    pages = [manifest["action"]["default_popup"], manifest["options_ui"]["page"]]
    assert {*pages, *manifest["icons"].values()} <= set(files)


def test_each_manifest_says_what_its_browsers_know(store: extension.Store, files: dict[str, bytes]) -> None:
    """Chromium runs a service worker and Firefox a page; Firefox's manifest declares collected data and its first
    version.
    """
    manifest = json.loads(files["manifest.json"])
    if store == "chromium":
        assert manifest["background"] == {"service_worker": "background.js", "type": "module"}
        assert manifest["minimum_chrome_version"]
        assert "browser_specific_settings" not in manifest
    else:
        assert manifest["background"] == {"scripts": ["background.js"], "type": "module"}
        assert manifest["browser_specific_settings"]["gecko"]["data_collection_permissions"]["required"]
        assert "minimum_chrome_version" not in manifest


def test_a_folder_loaded_by_hand_has_the_id_that_the_app_lets_in(tmp_path: Path) -> None:
    """A folder loaded by hand keeps the key, and so the id that the app accepts."""
    assert manifest_of(extension.bundle(tmp_path / "by-hand")) == manifest_of(EXTENSION / "src")


def test_chromium_asks_for_no_host(tmp_path: Path) -> None:
    """Chromium's package has no host permission, not even an optional one; Firefox's has optional ones."""
    chromium = manifest_of(extension.bundle(tmp_path / "chromium", "chromium"))
    assert chromium["permissions"] == ["history", "alarms", "storage", "activeTab"]
    assert [key for key in chromium if "host" in key] == []
    assert manifest_of(extension.bundle(tmp_path / "firefox", "firefox"))["optional_host_permissions"]


def test_one_folder_for_two_stores_is_refused(tmp_path: Path) -> None:
    """One folder for two stores can't be built, and the attempt leaves nothing."""
    both = ["--firefox", "--chromium"]
    done = subprocess.run([node(), "scripts/build.js", tmp_path / "both", *both], cwd=EXTENSION, check=False)
    assert done.returncode == 2
    assert not (tmp_path / "both").exists()


@pytest.mark.parametrize(
    "line",
    [
        'import x from"https://a.example/x.js"',
        'await import("//a.example/x.js")',
        "importScripts(x)",
        '<script src="https://a.example/x.js"></script>',
        "eval(x)",
        'new Function("x")',
        "setTimeout('x')",
    ],
)
def test_code_from_elsewhere_would_be_seen(line: str) -> None:
    """The patterns of the next test find what they should."""
    assert REMOTE.search(line) or CODE_FROM_TEXT.search(line)


def test_all_code_is_in_the_package(files: dict[str, bytes]) -> None:
    """No script is fetched or made of text, and the pages' policy allows neither."""
    code = {name: data.decode() for name, data in files.items() if name.endswith((".js", ".html"))}
    assert {"background.js", "pages/popup/popup.html"} <= set(code)
    found = {name for name, text in code.items() if REMOTE.search(text) or CODE_FROM_TEXT.search(text)}
    assert found == set()
    policy = json.loads(files["manifest.json"])["content_security_policy"]["extension_pages"]
    assert "script-src 'self';" in policy
    assert "default-src 'none';" in policy


@pytest.mark.parametrize("store", ["firefox"], scope="module")
def test_mozillas_linter_has_no_complaint(packed: Path) -> None:
    """Mozilla's linter has no error, warning or notice about Firefox's package."""
    linter = EXTENSION / "node_modules" / ".bin" / ("web-ext.cmd" if os.name == "nt" else "web-ext")
    if not shutil.which(linter):
        pytest.skip("needs web-ext among the extension's packages: scripts/install/javascript installs them")
    command: list[str | Path] = [linter, "lint", "--source-dir", packed, "--output", "json", "--no-config-discovery"]
    environment = os.environ | {"NO_UPDATE_NOTIFIER": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False)
    found = json.loads(done.stdout)
    assert [*found["errors"], *found["warnings"], *found["notices"]] == []
