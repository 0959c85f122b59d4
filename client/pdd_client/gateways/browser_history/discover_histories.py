"""Finds histories that no list of browsers has: files of a known schema in the folders where browsers keep theirs.

Of a database only the names of its tables and columns are read. What is found here counts only once the donor says so.
"""

import os
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from threading import Event, Thread

from browserexport.browsers import common

from pdd_client.core.visits import HistoryFile
from pdd_client.gateways.browser_history import history_copy
from pdd_client.gateways.browser_history.find_histories import browser_folders, find_histories, lasting
from pdd_client.gateways.browser_history.history_copy import history_problem
from pdd_client.gateways.browser_history.read_visits import is_history

_NAMES = frozenset({"History", "places.sqlite", "History.db"})
_MAX_DEPTH = 6
_MAX_ENTRIES = 20_000
_MAX_SECONDS = 2.0

_HOMES: dict[str, tuple[str, ...]] = {
    "darwin": ("Library/Application Support", "Library/Containers/com.apple.Safari/Data/Library"),
    "win32": ("AppData/Roaming", "AppData/Local/Packages/*/LocalCache", "AppData/Local"),
}
_LINUX_HOMES = (".config", ".mozilla", ".var/app/*", "snap/*/common", "snap/*/current")
"""Patterns below the home folder, the likeliest first; then come other hidden folders.

Snaps and the Windows Store's programs have a home each.
"""
_EXPECTED = {"safari": "History.db"}
"""Where a browser's history is in a folder that can't be read; it is in `Default/History` for the others."""
_PASSED_OVER = frozenset(
    {
        *("trash", "temp", "node_modules", ".git", ".gvfs"),
        # What macOS asks people about, or refuses.
        *("addressbook", "callhistorydb", "callhistorytransactions", "knowledge", "mobilesync"),
    }
)
"""Folders, in lower case, that hold no history; nor do those with "cache" in their names."""
_NAMELESS = frozenset({"user data", "profiles", "default", "browser-data", "host", "config", "common", "current"})
"""Folders, in lower case, that have the same name in several browsers."""
_LONGEST = 40
"""The most characters of a browser's name: it is shown beside a switch."""


def discover_histories(home: Path | None = None) -> list[HistoryFile]:
    """Return the histories that `find_histories` doesn't, ordered by browser and path.

    Some can't be read, and are named for that: a browser's folder that is closed, a pipe in a file's place.

    Another thread searches, because a folder in a network may never answer. After two seconds it is left alone.

    Args:
        home: a folder to search in place of the user's home folder, for tests.

    """
    home = home or Path.home()
    found: dict[Path, HistoryFile] = {}
    enough = Event()
    searching = Thread(target=_search, args=(home, found, enough), daemon=True)
    searching.start()
    searching.join(_MAX_SECONDS)
    enough.set()
    return sorted(dict(found).values(), key=lambda file: (file.browser or "", file.path))


def browser_named(history: Path) -> str:
    """Return a name for the browser that a history belongs to, in lower case: that of the browser's folder.

    Chromium's family has a file `Local State` in it, Firefox's `profiles.ini`.
    """
    folder = next(filter(_is_marked, list(history.parents)[:3]), history.parent)
    while folder.name.lower() in _NAMELESS:
        folder = folder.parent
    name = folder.name.lower().strip(".")
    return (name.rpartition(".")[2] if name.count(".") > 1 else name)[:_LONGEST] or "browser"


def _is_marked(folder: Path) -> bool:
    with suppress(OSError):
        return (folder / "Local State").is_file() or (folder / "profiles.ini").is_file()
    return False


def _search(home: Path, found: dict[Path, HistoryFile], enough: Event) -> None:
    """Add the histories to `found` one by one, until all folders were searched or it is `enough`."""
    known = {file.path for file in find_histories(home)}
    for browser, folder in browser_folders(home):
        if _is_closed(folder):
            path = folder / _EXPECTED.get(browser, "Default/History")
            found[path] = HistoryFile(path, browser, path.parent.name, usual=False)
    with suppress(OSError, RuntimeError):  # a folder that changes meanwhile; what was found before stays
        for path in _candidates(home, enough):
            if (file := lasting(path.resolve())) not in known:
                found.setdefault(file, HistoryFile(file, browser_named(path), path.parent.name, usual=False))


def _is_closed(folder: Path) -> bool:
    try:
        os.scandir(folder).close()
    except PermissionError:
        return True
    except OSError:
        return False
    return False


def _candidates(home: Path, enough: Event) -> Iterator[Path]:
    """Yield the histories in the usual homes, until there were too many entries."""
    left, seen = _MAX_ENTRIES, set[Path]()
    for folders in _homes(home):
        todo = deque((folder, 1) for folder in folders)
        while todo and left > 0 and not enough.is_set():
            folder, depth = todo.popleft()
            entries = [] if folder in seen else _entries(folder, left)
            seen.add(folder)
            left -= len(entries)
            histories = [
                path for entry, _ in entries if entry.name in _NAMES and _is_candidate(path := Path(entry.path))
            ]
            yield from histories
            if depth < _MAX_DEPTH and not histories:  # a profile holds much, and no other profile
                todo.extend((Path(entry.path), depth + 1) for entry, is_folder in entries if is_folder)


def _is_candidate(path: Path) -> bool:
    """Return whether this is a history, or something in a history's place that can't be read."""
    with suppress(OSError):
        if path.is_dir():
            return False
    problem = history_problem(path)
    if problem in (None, history_copy.TOO_LARGE):
        with suppress(OSError):
            return is_history(path)
    return problem in (history_copy.NOT_A_FILE, history_copy.NO_PERMISSION)


def _homes(home: Path) -> Iterator[list[Path]]:
    """Yield the folders to search. Those of one list are searched together, all of a depth before any deeper one."""
    if (moved := Path(os.environ.get("XDG_CONFIG_HOME", ""))).is_absolute():
        yield [moved]
    if (platform := common.determine_operating_system()) in _HOMES:
        yield from (sorted(home.glob(pattern)) for pattern in _HOMES[platform])
    else:
        yield from (sorted(home.glob(pattern)) for pattern in _LINUX_HOMES)
        yield [
            Path(entry.path) for entry, is_folder in _entries(home, _MAX_ENTRIES) if entry.name[0] == "." and is_folder
        ]


def _entries(folder: Path, most: int) -> list[tuple["os.DirEntry[str]", bool]]:
    """Return the entries of a folder that are of interest, and of each whether it is a folder. A link is not."""
    with suppress(OSError), os.scandir(folder) as entries:
        first = islice(entries, most)
        return [(entry, entry.is_dir(follow_symlinks=False)) for entry in first if _is_of_interest(entry.name)]
    return []


def _is_of_interest(name: str) -> bool:
    return name.lower() not in _PASSED_OVER and "cache" not in name.lower()
