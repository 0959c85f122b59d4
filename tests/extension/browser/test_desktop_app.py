"""The app beside a real Chromium: the browser starts the real host, whose visits equal those of its file."""

import json
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from pdd_client.core.searches import find_searches, result_pages
from pdd_client.core.visits import ResultPage, merged
from pdd_client.donor.donor import Donor
from pdd_client.gateways.browser_history.read_visits import read_visits
from pdd_client.gateways.native_messaging.extension_searches import extension_visits
from pdd_client.gateways.native_messaging.manifest_places import PLACES
from pdd_client.gateways.native_messaging.manifests import NAME, launcher_file, manifest
from pdd_shared.counting.search_urls import host_hints
from tests.client.fakes import URL, Clock, FakeServer, open_donor
from tests.extension.browser.drivers.chromium import CLOCK, browsing
from tests.extension.browser.drivers.search_engines import serving
from tests.extension.donors import EXTENSION, node
from tests.support.processes.chromium import PROGRAM
from tests.support.processes.timeouts import until

pytestmark = pytest.mark.skipif(PROGRAM is None or CLOCK is None, reason="needs Chromium and libfaketime")


@pytest.fixture
def donor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Donor]:
    """Return the app's joined donor, connected with this user's Chromium."""
    (tmp_path / ".config/chromium").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    with open_donor(tmp_path / "home", FakeServer(Clock())) as opened:
        opened.campaigns.join(URL)
        opened.extensions.connect("chromium")
        yield opened


@pytest.fixture
def extension(tmp_path: Path) -> Path:
    """Build the extension with the permission that a person would click for."""
    folder = tmp_path / "extension"
    subprocess.run([node(), "scripts/build.js", folder], cwd=EXTENSION, check=True)
    built = json.loads((folder / "manifest.json").read_text())
    built["permissions"] += built.pop("optional_permissions")
    (folder / "manifest.json").write_text(json.dumps(built))
    return folder


@pytest.fixture
def profile(tmp_path: Path, donor: Donor) -> Path:
    """Return a Chromium's own folder, where it also looks for manifests."""
    folder = tmp_path / "profile"
    (folder / "NativeMessagingHosts").mkdir(parents=True)
    content = manifest(PLACES["chromium"], launcher_file(donor.home, "chromium"))
    (folder / "NativeMessagingHosts" / f"{NAME}.json").write_text(json.dumps(content))
    return folder


def test_what_is_handed_over_is_what_the_file_has(donor: Donor, extension: Path, profile: Path) -> None:
    """Each visit has the exact microsecond of the file, and visits deleted in the browser are not passed on any
    more.
    """
    store = donor.installation.store
    with serving() as engines, browsing(profile, extension, engines, datetime.now(UTC)) as browser:
        until(lambda: len(store.extensions.connected()) == 1)
        browser.search("flu", "flu & cough", "tea", "flu")
        page = browser.open("pages/main/main.html")
        handed = extension_visits(store, (), None, None)
        page.evaluate("chrome.history.deleteUrl({url: 'https://www.google.com/search?q=tea'})")
        left = extension_visits(store, (), None, None)
    file = profile / "Default/History"
    read = result_pages(read_visits(file, since=None, until=None, hints=host_hints(), browser="chromium"))
    assert handed is not None
    assert left is not None
    assert len(handed) == 4
    assert known(left) == known(read) == {one for one in known(handed) if one[1] != "tea"}
    assert any(time.microsecond % 1000 for _, _, time in known(handed))
    assert merged(read, left) == read


def test_a_tab_that_stays_open_is_one_search(donor: Donor, extension: Path, profile: Path) -> None:
    """A browser that opens its tabs again at each start makes no new search of them, by its file and by its API."""
    store, start = donor.installation.store, datetime(2026, 11, 20, 12, tzinfo=UTC)
    handed: list[ResultPage] = []

    def hand_over() -> int:
        handed[:] = extension_visits(store, (), None, None) or ()
        return len(handed)

    with serving() as engines:
        for day in range(3):
            now = start + timedelta(days=day)
            with browsing(profile, extension, engines, now, *["--restore-last-session"][:day]) as browser:
                until(lambda: len(store.extensions.connected()) == 1)
                if not day:
                    browser.context.new_page().goto("https://www.google.com/search?q=flu")
                until(lambda day=day: hand_over() > day)
    file = profile / "Default/History"
    read = result_pages(read_visits(file, since=None, until=None, hints=host_hints(), browser="chromium"))
    for pages in (read, handed):
        assert [page.time.day for page in pages] == [20, 21, 22]
        assert len(find_searches(pages, ZoneInfo("UTC"), b"secret")) == 1


def known(pages: list[ResultPage]) -> set[tuple[str, str, datetime]]:
    return {(page.engine, page.query, page.time) for page in pages}


def test_a_browser_that_is_closed_ends_its_host(donor: Donor, extension: Path, profile: Path) -> None:
    """The host ends with the browser and is asked no more; when the browser starts again, it connects again."""
    store = donor.installation.store
    with serving() as engines:
        for _ in range(2):
            with browsing(profile, extension, engines, datetime.now(UTC)):
                until(lambda: len(store.extensions.connected()) == 1)
            until(lambda: store.extensions.connected() == ())
