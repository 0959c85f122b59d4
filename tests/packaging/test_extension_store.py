"""What the stores are told about the extension: permissions, each with a reason and a use."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scripts.packaging import extension
from tests.extension.javascript import EXTENSION, node

REASONS = EXTENSION / "store" / "permissions.md"
DATA = EXTENSION / "store" / "data.md"
USES = {
    "history": r"\.history\b",
    "activeTab": r"\.tabs\.query\(",
    "alarms": r"\balarms\.create\(",
    "storage": r"\.storage\.local\b",
    "nativeMessaging": r"\.runtime\.connectNative\(",
    "notifications": r"\.notifications\.create\(",
    "declarativeNetRequestWithHostAccess": r"\.declarativeNetRequest\.updateSessionRules\(",
}
"""By permission, what only a script can contain that uses it."""
WITHOUT_PERMISSION = {"action", "i18n", "permissions", "runtime", "tabs"}
"""APIs of browsers that ask for no permission, as far as the extension uses them: of `tabs`, only
`create`, and `query`, which tells no address without `activeTab`."""


@pytest.fixture(scope="module", params=extension.STORES)
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the extension as it is built for each kind of store."""
    node()
    return extension.bundle(tmp_path_factory.mktemp(request.param), request.param)


@pytest.fixture(scope="module")
def manifest(folder: Path) -> dict[str, Any]:
    """Return the store's manifest."""
    return dict(json.loads((folder / "manifest.json").read_text()))


@pytest.fixture(scope="module")
def scripts(folder: Path) -> str:
    """Return all scripts of the package."""
    return "\n".join(path.read_text() for path in folder.rglob("*.js"))


def used_apis(scripts: str) -> set[str]:
    """Return the browser's APIs that scripts use.

    The extension names the root of all APIs `api`, and the bundler may add a number to a name. `browser` is also the
    name of what the pages ask of the browser: those are functions, so a name that is called is no API.
    """
    named = re.findall(r"\b(?:api\d*|chrome)\??\.([a-zA-Z]+)\b|\bbrowser\d*\??\.([a-zA-Z]+)(?=\??\.|;| *[})])", scripts)
    taken_apart = re.findall(r"\{([^{}]*)\} = (?:\w+\.)*(?:api|chrome|browser)\d*\b(?!\??\.)", scripts)
    parts = {re.split("[:=]", part)[0].strip() for found in taken_apart for part in found.split(",")}
    return {name for names in named for name in names if name} | parts - {""}


def test_each_permission_is_used(manifest: dict[str, Any], scripts: str) -> None:
    """A manifest asks for no permission without a script that uses it."""
    asked = {*manifest["permissions"], *manifest["optional_permissions"]}
    assert {name for name in asked if not re.search(USES[name], scripts)} == set()


def test_no_other_api_is_used(manifest: dict[str, Any], scripts: str) -> None:
    """The scripts use the APIs of the permissions, and those that need none."""
    permissions = (*manifest["permissions"], *manifest["optional_permissions"])
    asked = {re.sub("WithHostAccess$", "", name) for name in permissions}
    firefox_only = {"declarativeNetRequest"}
    assert used_apis(scripts) <= asked | WITHOUT_PERMISSION | firefox_only
    assert set(re.findall(r"(?:\.tabs\b|\btabs(?=\.\w))([\s\S]{7})", scripts)) == {".create", ".query("}


@pytest.mark.parametrize(
    "script",
    [
        "api.bookmarks.search({});",
        "await api2?.bookmarks;",
        "const { alarms: a, bookmarks } = this.api;",
        "const {\n  bookmarks = null,\n  runtime\n} = api2;",
        "chrome.bookmarks.search({});",
        "const found = browser.bookmarks;",
        "const { bookmarks } = globalThis.chrome;",
    ],
)
def test_an_api_is_found_however_it_is_named(script: str) -> None:
    """A script does not get past the test above by taking an API apart, or by the browser's own names."""
    assert used_apis(script) - WITHOUT_PERMISSION - {"alarms"} == {"bookmarks"}


def test_each_permission_has_a_reason(manifest: dict[str, Any]) -> None:
    """Stores ask why an extension needs each of its permissions: `store/permissions.md` says it for all of them."""
    hosts = manifest.get("optional_host_permissions", [])
    asked = [*manifest["permissions"], *manifest["optional_permissions"], *hosts]
    reasons = "\n".join(line for line in REASONS.read_text("utf-8").splitlines() if line.startswith("- "))
    assert [name for name in asked if f"`{name}`" not in reasons] == []


def test_no_reason_is_left_over() -> None:
    """Every permission that has a reason is one that the extension asks for."""
    whole = json.loads((EXTENSION / "src" / "manifest.json").read_text())
    asked = {*whole["permissions"], *whole["optional_permissions"], *whole["optional_host_permissions"]}
    named = set(re.findall(r"^- (.*?):(?: |$)", REASONS.read_text("utf-8"), re.MULTILINE))
    assert {name for line in named for name in re.findall("`(.*?)`", line)} == asked


def test_firefox_declares_what_the_stores_are_told() -> None:
    """Firefox's manifest declares the kinds of data that `store/data.md` tells all stores."""
    gecko = json.loads((EXTENSION / "src" / "manifest.json").read_text())["browser_specific_settings"]["gecko"]
    told = re.findall(r"^\| `(\w+)` \|", DATA.read_text("utf-8"), re.MULTILINE)
    assert gecko["data_collection_permissions"] == {"required": told}
    assert told == ["searchTerms", "locationInfo"]
