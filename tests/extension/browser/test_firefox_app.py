"""The app beside a real Firefox that was started in an empty home: it finds the app's host, and gives it its visits."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pdd_client.core.searches import result_pages
from pdd_client.core.visits import merged
from pdd_client.donor.donor import Donor
from pdd_client.gateways.browser_history.find_histories import find_histories
from pdd_client.gateways.browser_history.read_visits import read_all
from pdd_client.gateways.native_messaging.extension_searches import extension_visits
from pdd_shared.counting.search_urls import host_hints
from tests.client.fakes import URL, Clock, FakeServer, open_donor
from tests.support.processes.timeouts import until

firefox = pytest.importorskip("tests.extension.browser.drivers.firefox", reason="needs Mozilla's marionette_driver")

# The driver leaves a socket of its own to the garbage collector.
pytestmark = [
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.skipif(firefox.PROGRAM is None, reason="needs Firefox"),
]


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the home folder of a person whose Firefox is new: it keeps its profiles below .config."""
    (tmp_path / ".config/mozilla/firefox").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    return tmp_path


@pytest.fixture
def donor(user: Path) -> Iterator[Donor]:
    """Return the app's joined donor, connected with this user's Firefox."""
    with open_donor(user / "home", FakeServer(Clock())) as opened:
        opened.campaigns.join(URL)
        opened.extensions.connect("firefox")
        yield opened


@pytest.fixture
def permitted(extension: Path, tmp_path: Path) -> Path:
    """Return the extension with the permissions that a person would click for."""
    folder = shutil.copytree(extension, tmp_path / "extension")
    built = json.loads((folder / "manifest.json").read_text())
    built["permissions"] += built.pop("optional_permissions")
    (folder / "manifest.json").write_text(json.dumps(built))
    return folder


def test_a_new_firefox_finds_the_app(user: Path, donor: Donor, permitted: Path, engines: int) -> None:
    """Its extension starts the app's host, and what it gives are the visits of its file."""
    store, profile = donor.installation.store, user / ".config/mozilla/firefox/new.default"
    with firefox.browsing(profile, permitted, engines, {"HOME": str(user)}) as browser:
        until(lambda: len(store.extensions.connected()) == 1)
        browser.search("flu", "flu & cough")
        until(lambda: len(extension_visits(store, (), None, None) or ()) == 2)
        handed = extension_visits(store, (), None, None)
    assert handed
    visits, unread = read_all(find_histories(user), since=None, until=None, hints=host_hints())
    assert not unread
    read = result_pages(visits)
    assert [page.query for page in read] == ["flu", "flu & cough"]
    assert merged(read, handed) == read
