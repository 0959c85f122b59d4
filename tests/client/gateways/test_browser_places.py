import os
from pathlib import Path

import pytest
from browserexport.browsers import common

from pdd_client.core.visits import HistoryFile
from pdd_client.gateways.browser_history.find_histories import find_histories

LINUX = {
    "brave": [".config/BraveSoftware/Brave-Browser/Default/History"],
    "chrome": [
        ".config/google-chrome/Default/History",
        ".config/google-chrome/Profile 1/History",
        ".var/app/com.google.Chrome/config/google-chrome/Default/History",
    ],
    "chromium": ["snap/chromium/common/chromium/Default/History"],
    "edge": [".config/microsoft-edge/Default/History"],
    "firefox": [
        ".config/mozilla/firefox/new.default/places.sqlite",
        ".mozilla/firefox/old.default-release/places.sqlite",
        ".mozilla/firefox/second/places.sqlite",
        ".var/app/org.mozilla.firefox/.mozilla/firefox/a.default/places.sqlite",
        "snap/firefox/common/.mozilla/firefox/a.default/places.sqlite",
    ],
    "librewolf": [".librewolf/a.default/places.sqlite"],
    "opera": [".config/opera/History"],
    "vivaldi": [".var/app/com.vivaldi.Vivaldi/config/vivaldi/Default/History"],
}
MAC = {
    "arc": ["Library/Application Support/Arc/User Data/Default/History"],
    "chrome": ["Library/Application Support/Google/Chrome/Profile 2/History"],
    "edge": ["Library/Application Support/Microsoft Edge/Default/History"],
    "firefox": ["Library/Application Support/Firefox/Profiles/a.default/places.sqlite"],
    "opera": ["Library/Application Support/com.operasoftware.Opera/Default/History"],
    "safari": [
        "Library/Containers/com.apple.Safari/Data/Library/Safari/Profiles/5E3A/History.db",
        "Library/Safari/History.db",
    ],
}
WINDOWS = {
    "brave": ["AppData/Local/BraveSoftware/Brave-Browser/User Data/Default/History"],
    "chrome": [
        "AppData/Local/Google/Chrome/User Data/Default/History",
        "AppData/Local/Google/Chrome/User Data/Profile 1/History",
    ],
    "edge": ["AppData/Local/Microsoft/Edge/User Data/Default/History"],
    "firefox": ["AppData/Roaming/Mozilla/Firefox/Profiles/a.default/places.sqlite"],
    "opera": [
        "AppData/Roaming/Opera Software/Opera GX Stable/History",
        "AppData/Roaming/Opera Software/Opera Stable/Default/History",
    ],
}


def expand_windows_variables(path: str) -> str:
    for name in ("LOCALAPPDATA", "APPDATA"):
        path = path.replace(f"%{name}%", os.environ[name])
    return path.replace("\\", "/")


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Return an empty home folder of a Linux machine."""
    monkeypatch.setenv("HOME", str(tmp_path))
    on(monkeypatch, "linux")
    return tmp_path


def on(monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    monkeypatch.setattr(common, "determine_operating_system", lambda: platform)


def put(home: Path, *places: str) -> list[Path]:
    files = [home / place for place in places]
    for file in files:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    return files


@pytest.mark.parametrize(("platform", "installed"), [("linux", LINUX), ("darwin", MAC), ("win32", WINDOWS)])
def test_every_profile_of_every_browser(platform, installed, home, monkeypatch, capsys):
    """On each system all profiles of all browsers are found once, by name and path, and nothing is printed."""
    on(monkeypatch, platform)
    if platform == "win32":
        monkeypatch.setenv("LOCALAPPDATA", str(home / "AppData/Local"))
        monkeypatch.setenv("APPDATA", str(home / "AppData/Roaming"))
        monkeypatch.setattr(os.path, "expandvars", expand_windows_variables)
    expected = []
    for browser, places in installed.items():
        expected += [HistoryFile(file, browser, file.parent.name) for file in put(home, *places)]
    assert find_histories() == expected
    assert capsys.readouterr() == ("", "")


def test_a_machine_without_browsers(home):
    """On a machine without browsers no history is found, without an error."""
    assert find_histories() == []


def test_another_home(home, tmp_path):
    """A given home folder is searched instead of the user's own."""
    put(home, ".config/chromium/Default/History")
    other = tmp_path / "other"
    [file] = put(other, ".config/google-chrome/Default/History")
    assert find_histories(other) == [HistoryFile(file, "chrome", "Default")]


def test_one_file_behind_several_names(home):
    """A profile reached through several links is one history, at a path that a snap's refresh does not change."""
    [file] = put(home, "snap/opera/12/.config/opera/History")
    (home / "snap/opera/current").symlink_to("12")
    (home / ".config").mkdir()
    (home / ".config/opera").symlink_to(file.parent)
    [found] = find_histories()
    assert (found.path, found.path.resolve()) == (home / "snap/opera/current/.config/opera/History", file)
    (home / "snap/opera/current").unlink()
    (home / "snap/opera/12").rename(home / "snap/opera/13")
    (home / "snap/opera/current").symlink_to("13")
    assert [one.path for one in find_histories()] == [found.path], "a refresh moves nothing"


def test_firefox_profiles_that_are_elsewhere(home, tmp_path):
    """Profiles that profiles.ini lists are found anywhere, once, unless they are gone."""
    [usual, away] = put(home, ".mozilla/firefox/abc.default/places.sqlite", "elsewhere/my profile/places.sqlite")
    (home / ".mozilla/firefox/profiles.ini").write_text(
        "[Profile0]\nName=default\nIsRelative=1\nPath=abc.default\n\n"
        f"[Profile1]\nName=away\nIsRelative=0\nPath={away.parent}\n\n"
        "[Profile2]\nName=gone\nIsRelative=0\nPath=/gone/100%\n\n[General]\nVersion=2\n"
    )
    assert [file.path for file in find_histories()] == [usual, away]


@pytest.mark.parametrize("content", [b"no sections", b"[Profile0\nPath=x", b"\xff\xfe\x00", b"[A]\nPath\n[A]\n"])
def test_a_broken_profiles_ini(content, home):
    """With an unreadable profiles.ini, profiles in the usual place are still found."""
    [usual] = put(home, ".mozilla/firefox/abc.default/places.sqlite")
    (home / ".mozilla/firefox/profiles.ini").write_bytes(content)
    assert [file.path for file in find_histories()] == [usual]


def test_folders_are_no_histories(home):
    """A folder named like a history file, or another browser family's file beside it, is ignored."""
    (home / ".config/chromium/Default/History").mkdir(parents=True)
    put(home, ".config/chromium/Default/History Provider Cache", ".config/chromium/Default/History-journal")
    assert find_histories() == []
