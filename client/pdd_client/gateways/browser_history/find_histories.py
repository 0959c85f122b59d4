"""Finds the history databases of every browser and profile on this machine.

browserexport knows most browsers' folders; ``_ADDED`` has those that it lacks. A browser that is not installed is
passed over without an error.
"""

import configparser
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from browserexport.browsers import common
from browserexport.browsers.arc import Arc
from browserexport.browsers.brave import Brave
from browserexport.browsers.chrome import Chrome
from browserexport.browsers.chromium import Chromium
from browserexport.browsers.edge import Edge
from browserexport.browsers.edgedev import EdgeDev
from browserexport.browsers.firefox import Firefox
from browserexport.browsers.floorp import Floorp
from browserexport.browsers.librewolf import Librewolf
from browserexport.browsers.opera import Opera
from browserexport.browsers.palemoon import Palemoon
from browserexport.browsers.safari import Safari
from browserexport.browsers.vivaldi import Vivaldi
from browserexport.browsers.waterfox import Waterfox

from pdd_client.core.visits import HistoryFile

_EVERYWHERE = (Chrome, Chromium, Brave, Vivaldi, Opera, Firefox, Librewolf, Floorp)
# Only browsers that browserexport knows on that system: for others it prints a warning and guesses a wrong folder.
_LIBRARY: dict[str, tuple[type[common.Browser], ...]] = {
    "linux": (*_EVERYWHERE, Waterfox, Palemoon),
    "darwin": (*_EVERYWHERE, Waterfox, Safari, Arc),
    "win32": (*_EVERYWHERE, Edge, EdgeDev),
}

_MAC = "Library/Application Support"
_WINDOWS = "AppData/Local"
_ROAMING = "AppData/Roaming"
_FLATPAK = ".var/app"
_ADDED: dict[str, tuple[tuple[str, str], ...]] = {
    "linux": (
        ("brave", "snap/brave/current/.config/BraveSoftware/Brave-Browser"),
        ("chrome", ".config/google-chrome-beta"),
        ("chrome", ".config/google-chrome-unstable"),
        ("edge", ".config/microsoft-edge"),
        ("edge", ".config/microsoft-edge-beta"),
        ("edge", ".config/microsoft-edge-dev"),
        ("edge", f"{_FLATPAK}/com.microsoft.Edge/config/microsoft-edge"),
        ("firefox", ".config/mozilla/firefox"),  # where new profiles go since Firefox 147
        ("firefox", f"{_FLATPAK}/org.mozilla.firefox/config/mozilla/firefox"),
        ("firefox", "snap/firefox/common/.config/mozilla/firefox"),
        ("floorp", f"{_FLATPAK}/one.ablaze.floorp/.floorp"),
        ("librewolf", ".config/librewolf/librewolf"),
        ("opera", f"{_FLATPAK}/com.opera.Opera/config/opera"),
        ("opera", "snap/opera/current/.config/opera"),
        ("vivaldi", ".config/vivaldi-snapshot"),
        ("vivaldi", f"{_FLATPAK}/com.vivaldi.Vivaldi/config/vivaldi"),
        ("waterfox", f"{_FLATPAK}/net.waterfox.waterfox/.waterfox"),
        ("zen", ".zen"),
        ("zen", f"{_FLATPAK}/app.zen_browser.zen/.zen"),
    ),
    "darwin": (
        ("chrome", f"{_MAC}/Google/Chrome Beta"),
        ("edge", f"{_MAC}/Microsoft Edge"),
        ("opera", f"{_MAC}/com.operasoftware.OperaGX"),
        ("safari", "Library/Containers/com.apple.Safari/Data/Library/Safari"),  # profiles, since Safari 17
        ("zen", f"{_MAC}/zen"),
    ),
    "win32": (
        ("chrome", f"{_WINDOWS}/Google/Chrome Beta"),
        ("opera", f"{_ROAMING}/Opera Software/Opera GX Stable"),
        ("waterfox", f"{_ROAMING}/Waterfox"),
        ("zen", f"{_ROAMING}/zen"),
    ),
}

# Where the databases of Chromium's, Firefox's and Safari's families are below a browser's folder, in this order. All
# patterns are tried in every folder, because no folder holds files with another family's names.
_PATTERNS = (
    *("History", "*/History", "User Data/*/History"),
    *("places.sqlite", "*/places.sqlite", "Profiles/*/places.sqlite"),
    *("History.db", "Profiles/*/History.db"),
)


def find_histories(home: Path | None = None) -> list[HistoryFile]:
    """Return the history of every browser and profile once, ordered by browser and path.

    Symbolic links are resolved, so that a history which is found by two paths counts once, except for a snap's link to
    its current revision. A profile has the name of its folder.

    Args:
        home: a folder to search in place of the user's home folder, for tests.

    """
    found: dict[Path, HistoryFile] = {}
    for browser, folder in browser_folders(home or Path.home()):
        # Another user's folder, one to which macOS has not granted "Full Disk Access", a link to itself.
        with suppress(OSError, RuntimeError):
            for path in filter(os.path.isfile, _databases(folder)):
                file = lasting(path.resolve())
                found.setdefault(file, HistoryFile(file, browser, path.parent.name))
    return sorted(found.values(), key=lambda file: (file.browser or "", file.path))


def lasting(file: Path) -> Path:
    """Return a path that stays when a snap is refreshed: through `current` in place of the revision's folder."""
    for revision in file.parents:
        current = revision.parent / "current"
        if revision.parent.parent.name == "snap" and current.is_symlink() and current.resolve() == revision:
            return current / file.relative_to(revision)
    return file


def browser_folders(home: Path) -> Iterator[tuple[str, Path]]:
    """Yield the name and a possible folder of each known browser; the folder may not exist.

    A folder that browserexport gives below the real home folder is moved below `home`. A folder below `.config` comes
    twice if the donor has moved that one, because some browsers follow it.
    """
    moved = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    for name, folder in _usual_folders(home):
        yield name, folder
        if moved.is_absolute() and folder.is_relative_to(home / ".config"):
            yield name, moved / folder.relative_to(home / ".config")


def _usual_folders(home: Path) -> Iterator[tuple[str, Path]]:
    platform = common.determine_operating_system()
    for browser in _LIBRARY.get(platform, ()):
        name = browser.__name__.lower().removesuffix("dev")
        for folder in browser.data_directories():
            here = folder.is_relative_to(Path.home())
            yield name, home / folder.relative_to(Path.home()) if here else folder
    for name, place in _ADDED.get(platform, ()):
        yield name, home / place


def _databases(folder: Path) -> Iterator[Path]:
    """Yield the paths at which a browser's folder may hold a history; some may not exist or come twice."""
    for pattern in _PATTERNS:
        yield from folder.glob(pattern)
    # `profiles.ini` is in Firefox's own folder. browserexport gives that one on Linux (~/.mozilla/firefox), elsewhere
    # its child (.../Firefox/Profiles).
    for place in (folder, folder.parent):
        for profile in _listed_profiles(place / "profiles.ini"):
            yield profile / "places.sqlite"


def _listed_profiles(ini: Path) -> list[Path]:
    """Return the profile folders listed in a `profiles.ini` of Firefox; empty if the file is missing or broken.

    A profile may be in any folder, so the patterns alone don't find them all.
    """
    listed = configparser.RawConfigParser(strict=False)
    try:
        listed.read([ini] * ini.is_file(), encoding="utf-8")
    except (configparser.Error, UnicodeDecodeError):
        return []
    return [ini.parent / listed[section]["Path"] for section in listed.sections() if "Path" in listed[section]]
