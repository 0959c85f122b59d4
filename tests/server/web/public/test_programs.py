"""The donors' programs: the list for programs, and the files."""

import hashlib
import logging
import os
from pathlib import Path
from time import time

import pytest

from pdd_server.config import Downloads
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.programs import programs
from tests.server.simulated_server import HandClock, client_of, new_server
from tests.support.nobody import as_nobody

NAMES = {
    "private-data-donor_0.2.0_amd64.deb": ("app", "linux-deb", "0.2.0"),
    "private-data-donor_0.10.0_amd64.deb": ("app", "linux-deb", "0.10.0"),
    "private-data-donor-0.2.0-x86_64.AppImage": ("app", "linux-appimage", "0.2.0"),
    "private-data-donor-0.2.0.flatpak": ("app", "flatpak", "0.2.0"),
    "private-data-donor-0.2.0-windows.zip": ("app", "windows", "0.2.0"),
    "private-data-donor-0.2.0.dmg": ("app", "macos", "0.2.0"),
    "private-data-donor-0.2.0-chromium.zip": ("extension", "chromium", "0.2.0"),
    "private-data-donor-0.2.0-firefox.zip": ("extension", "firefox", "0.2.0"),
}
STRANGE = ("notes.txt", "private-data-donor-0.2.0-extension-source.zip", "pdd-server_0.2.0_amd64.deb", ".hidden")


@pytest.fixture
def folder(server: Deployment) -> Path:
    """Return the server's folder of downloads, with a package of each kind and files of other names."""
    made = server.folder.path / "downloads"
    made.mkdir()
    for name in (*NAMES, *STRANGE):
        write(made / name, name.encode())
    return made


def write(file: Path, content: bytes) -> None:
    """Write a file that was changed long ago."""
    file.write_bytes(content)
    os.utime(file, (0, 0))


def test_each_package_is_listed_with_what_its_name_and_bytes_say(server: Deployment, folder: Path) -> None:
    """The list has each package's kind, system, version, address, size and digest, and the address gives its bytes."""
    client = client_of(server)
    listed = {one["address"].rpartition("/")[2]: one for one in client.get("/v1/programs").json}
    assert {name: (one["kind"], one["system"], one["version"]) for name, one in listed.items()} == NAMES
    for name, one in listed.items():
        answer = client.get(one["address"])
        assert answer.data == (folder / name).read_bytes()
        assert one["sha256"] == hashlib.sha256(answer.data).hexdigest()
        assert one["bytes"] == len(answer.data)
        assert "attachment" in answer.headers["Content-Disposition"]


def test_the_newest_version_of_a_system_comes_first(server: Deployment, folder: Path) -> None:
    """Versions are compared by number: 0.10.0 is newer than 0.2.0."""
    found = [one["version"] for one in client_of(server).get("/v1/programs").json if one["system"] == "linux-deb"]
    assert found == ["0.10.0", "0.2.0"]


def test_files_of_other_names_are_named_in_the_log_and_not_served(
    server: Deployment, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A file that is no package is not served, and nor is a link or a file outside; the log names the file, once."""
    key = "private-data-donor-0.3.0.dmg"
    (folder / key).symlink_to(server.folder.identity_key)
    client = client_of(server)
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            assert key not in client.get("/v1/programs").text
    told = [line.getMessage() for line in caplog.records if "not served" in line.getMessage()]
    assert len(told) == 1
    assert all(repr(name) in told[0] for name in STRANGE if not name.startswith("."))
    for name in (*STRANGE, key, "..%2fconfig.toml", "../config.toml", "private-data-donor-9.9.9.dmg"):
        assert client.get(f"/downloads/{name}").status_code == 404


def test_the_list_follows_the_folder(server: Deployment, folder: Path) -> None:
    """A package that is replaced has its new digest at the next request."""
    client, file = client_of(server), folder / "private-data-donor-0.2.0.dmg"
    before = client.get("/v1/programs")
    assert client.get("/v1/programs", headers={"If-None-Match": before.headers["ETag"]}).status_code == 304
    write(file, b"newer")
    after = client.get("/v1/programs", headers={"If-None-Match": before.headers["ETag"]})
    assert hashlib.sha256(b"newer").hexdigest() in after.text


def test_a_file_that_is_being_copied_is_not_served_yet(server: Deployment, folder: Path) -> None:
    """A file that was changed in the last seconds is neither listed nor given out, and is there when it stays."""
    client, name = client_of(server), "private-data-donor-0.3.0.dmg"
    (folder / name).write_bytes(b"half of")
    os.utime(folder / name, (time(), time()))  # the disk's clock may be another one
    assert name not in client.get("/v1/programs").text
    assert client.get(f"/downloads/{name}").status_code == 404
    write(folder / name, b"half of it and the rest")
    assert hashlib.sha256(b"half of it and the rest").hexdigest() in client.get("/v1/programs").text
    assert client.get(f"/downloads/{name}").data == b"half of it and the rest"


def test_a_file_that_cannot_be_read_is_left_out(caplog: pytest.LogCaptureFixture) -> None:
    """A package that the server's user may not read is named in the log, once, and the others are there. It is there,
    too, once its rights are mended.
    """
    with as_nobody() as folder:
        for name in NAMES:
            write(folder / name, b"")
        before, file = programs(folder), folder / "private-data-donor-0.2.0.dmg"
        file.chmod(0)
        for _ in range(2):
            assert {one.name for one in programs(folder)} == NAMES.keys() - {file.name}
        assert caplog.messages == [f"not served: '{file.name}': Permission denied"]
        file.chmod(0o600)
        assert programs(folder) == before


def test_the_list_can_be_cached_and_is_empty_without_a_folder(server: Deployment) -> None:
    """Anybody's cache may keep the list, for it is the same for all; without the folder it is empty."""
    answer = client_of(server).get("/v1/programs")
    assert answer.json == []
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    assert "Set-Cookie" not in answer.headers


def test_the_operators_address_takes_the_place_of_the_servers(tmp_path: Path, clock: HandClock) -> None:
    """With an address of the operator's, links lead there, with the size and digest of the file in the folder."""
    server = new_server(tmp_path, clock, downloads={"address": "https://files.example.org/pdd/"})
    name = "private-data-donor-0.2.0.dmg"
    (server.folder.path / "downloads").mkdir()
    write(server.folder.path / "downloads" / name, b"1234")
    (one,) = client_of(server).get("/v1/programs").json
    assert one["address"] == f"https://files.example.org/pdd/{name}"
    assert one["bytes"] == 4
    server.store.dispose()


@pytest.mark.parametrize("address", ["http://files.example.org", "javascript:alert(1)", "https://a.org/?q=1", "here"])
def test_only_addresses_of_pages_are_taken(address: str) -> None:
    """An address that is not an https page is refused, for it becomes a link on public pages."""
    with pytest.raises(ValueError, match="no address of a page"):
        Downloads(address=address)
