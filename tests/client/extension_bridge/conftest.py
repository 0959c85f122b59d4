"""A user's folder with a Chromium that is connected with the donor's home."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from pdd_client.donor.donor import Donor
from tests.client.extension_bridge.browser import Extension, started


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the user's folder, with folders of Chromium and Firefox."""
    folder = tmp_path / "user"
    for name in (".config/chromium", ".mozilla"):
        (folder / name).mkdir(parents=True)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    return folder


@pytest.fixture
def manifest(user: Path, donor: Donor) -> Path:
    """Return Chromium's manifest of the native host for the donor's home."""
    donor.extensions.connect("chromium")
    return user / ".config/chromium/NativeMessagingHosts/private_data_donor.json"


@pytest.fixture
def extension(manifest: Path) -> Iterator[Extension]:
    """Return the extension in a Chromium that has started the host."""
    with started(manifest) as opened:
        yield opened


@pytest.fixture
def start(manifest: Path) -> Callable[[], AbstractContextManager[Extension]]:
    """Return a function that starts the extension's browser."""
    return lambda: started(manifest)
