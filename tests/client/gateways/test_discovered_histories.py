"""Histories that no list of browsers has: found by what they are, in bounded time, before anything in them is read."""

import os
import sqlite3
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from browserexport.browsers import common

from pdd_client.core.visits import HistoryFile
from pdd_client.gateways.browser_history import discover_histories as module
from pdd_client.gateways.browser_history.discover_histories import discover_histories
from pdd_client.gateways.browser_history.find_histories import find_histories
from pdd_client.gateways.browser_history.history_copy import (
    DAMAGED,
    NO_PERMISSION,
    NOT_A_FILE,
    TOO_LARGE,
    history_problem,
)
from pdd_client.gateways.browser_history.read_visits import read_all
from scripts.rehearsal.history_writer import searches, write_chrome, write_firefox

NOBODY = 65534
MAC = "Library/Application Support"
PACKAGES = "AppData/Local/Packages"
ZEN, HELIUM = ".config/zen/ab12.Default/places.sqlite", ".config/net.imput.helium/Default/History"
PLACES = {
    "linux": {
        ZEN: "zen",
        HELIUM: "helium",
        ".config/BraveSoftware/Brave-Browser-Beta/Default/History": "brave-browser-beta",
        ".config/BraveSoftware/Brave-Browser-Nightly/Profile 1/History": "brave-browser-nightly",
        ".var/app/io.github.ungoogled_software.ungoogled_chromium/config/chromium/Default/History": "chromium",
        ".var/app/app.zen_browser.zen/config/zen/x.Default/places.sqlite": "zen",
        "snap/zen/common/.config/mozilla/zen/x.Default/places.sqlite": "zen",
        ".tomorrow/x.default/places.sqlite": "tomorrow",
    },
    "darwin": {
        f"{MAC}/Comet/Default/History": "comet",
        f"{MAC}/Dia/User Data/Default/History": "dia",
        f"{MAC}/com.openai.atlas/browser-data/host/user-1/History": "atlas",
    },
    "win32": {
        f"{PACKAGES}/TheBrowserCompany.Arc_ttt1ap7aakyb4/LocalCache/Local/Arc/User Data/Default/History": "arc",
        f"{PACKAGES}/Mozilla.Firefox_n80/LocalCache/Roaming/Mozilla/Firefox/Profiles/x/places.sqlite": "firefox",
    },
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty home folder of a Linux machine."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setattr(common, "determine_operating_system", lambda: "linux")
    return tmp_path


def put(home: Path, place: str) -> Path:
    """Write a history as its browser does, with the file beside the profiles that names them."""
    file = home / place
    file.parent.mkdir(parents=True)
    if file.name == "History":
        write_chrome(file, searches(1))
        (file.parents[1] / "Local State").write_text("{}")
    else:
        write_firefox(file, searches(1))
        above = file.parents[2] if file.parents[1].name == "Profiles" else file.parents[1]
        (above / "profiles.ini").write_text("[General]\nVersion=2\n")
    return file


@pytest.mark.parametrize("platform", PLACES)
def test_browsers_that_are_in_no_list(platform: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is found by its schema, with the name of its folder, and is in no usual place."""
    monkeypatch.setattr(common, "determine_operating_system", lambda: platform)
    expected = {put(home, place): name for place, name in PLACES[platform].items()}
    assert {file.path: file.browser for file in discover_histories(home)} == expected
    assert not any(file.usual for file in discover_histories(home))


def test_a_moved_configuration_folder(home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What follows XDG_CONFIG_HOME is found there: a known browser by its name, another by the rule."""
    chrome, zen = put(home, "moved/google-chrome/Default/History"), put(home, "moved/zen/x.Default/places.sqlite")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "moved"))
    assert find_histories() == [HistoryFile(chrome, "chrome", "Default")]
    assert discover_histories() == [HistoryFile(zen, "zen", "x.Default", usual=False)]


def test_only_the_schema_is_read(home: Path) -> None:
    """A history whose rows are garbage is found all the same, and a database of something else is not."""
    put(home, ".config/chat/Default/History").write_bytes(b"SQLite format 3\0" + bytes(4080))
    (home / ".config/notes").mkdir()
    (home / ".config/notes/History").write_text("what I wrote")
    file = put(home, HELIUM)
    with closing(sqlite3.connect(file)) as database:
        [(size,)] = database.execute("PRAGMA page_size")
        pages = [page for (page,) in database.execute("SELECT rootpage FROM sqlite_master WHERE rootpage > 0")]
    content = bytearray(file.read_bytes())
    for page in pages:
        content[(page - 1) * size : page * size] = os.urandom(size)
    file.write_bytes(content)
    assert [one.path for one in discover_histories(home)] == [file]
    [unread] = read_all(discover_histories(home), since=None, until=None, hints=("google.",))[1]
    assert unread.reason == DAMAGED


def test_what_is_found_in_the_usual_places_is_found_once(home: Path) -> None:
    """A usual history, or another name of a file that was found, is no second one."""
    put(home, ".config/google-chrome/Default/History")
    file = put(home, ZEN)
    (home / ".config/again").mkdir()
    (home / ".config/again/places.sqlite").symlink_to(file)
    (home / ".config/loop").symlink_to(home / ".config")
    assert [one.path for one in discover_histories(home)] == [file]


def test_what_can_not_be_read_is_named_and_never_waited_for(home: Path) -> None:
    """A pipe is named and not opened; a file of 10 GB is named and not copied; one that is 40 levels deep is left."""
    pipe, vast = home / ".config/pipe/Default/History", put(home, ".config/vast/Default/History")
    pipe.parent.mkdir(parents=True)
    os.mkfifo(pipe)
    os.truncate(vast, 10 * 2**30)
    put(home, "/".join([".config", *["deep"] * 40, "Default/History"]))
    assert {one.path: history_problem(one.path) for one in discover_histories(home)} == {
        pipe: NOT_A_FILE,
        vast: TOO_LARGE,
    }
    visits, unread = read_all(discover_histories(home), since=None, until=None, hints=("google.",))
    assert (visits, {one.file: one.reason for one in unread}) == ([], {pipe: NOT_A_FILE, vast: TOO_LARGE})


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Return a home folder, and take root's rights from this process for the test's time."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def test_what_another_user_has_is_named(open_folder: Path, home: Path) -> None:
    """A browser's folder that this user may not enter, and a history that it may not read, are named. Links that lead
    there or to themselves keep no other from being found.
    """
    closed, mine = open_folder / ".config/google-chrome", put(open_folder, ZEN)
    closed.mkdir(mode=0)
    mine.chmod(0)
    listed, linked, looped = (open_folder / ".config" / name for name in ("listed", "linked", "looped"))
    put(open_folder, ".config/listed/History")
    listed.chmod(0o744)
    for folder, target in ((linked, closed / "Default/History"), (looped, looped / "History")):
        folder.mkdir()
        (folder / "History").symlink_to(target)
    if os.geteuid() == 0:
        os.seteuid(NOBODY)
    try:
        found = {one.path: history_problem(one.path) for one in discover_histories(open_folder)}
    finally:
        if os.getuid() == 0:
            os.seteuid(0)
    for folder in (closed, listed):
        folder.chmod(0o700)
    named = (closed / "Default/History", mine, listed / "History")
    assert found == dict.fromkeys(named, NO_PERMISSION)


def test_a_search_ends_after_so_many_entries(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a home with too many files only the first are looked at."""
    put(home, ".tomorrow/x.default/places.sqlite")
    zen = put(home, ZEN)
    for number in range(40):
        (home / ".config/zen" / str(number)).touch()
    assert len(discover_histories(home)) == 2
    monkeypatch.setattr(module, "_MAX_ENTRIES", 45)
    assert [one.path for one in discover_histories(home)] == [zen]


def test_a_folder_that_never_answers_is_left_alone(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found before is returned, and the search ends by itself once the folder answers."""
    zen, released = put(home, ZEN), threading.Event()

    def hang(folder: Path) -> object:
        if folder.name == ".far":
            released.wait()
        return os.scandir(folder)

    (home / ".far").mkdir()
    monkeypatch.setattr(module, "os", SimpleNamespace(scandir=hang, environ=os.environ))
    monkeypatch.setattr(module, "_MAX_SECONDS", 0.3)
    assert [one.path for one in discover_histories(home)] == [zen]
    released.set()
