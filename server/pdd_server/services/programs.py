"""The donors' programs that this server hands out: packages in a folder, named as `scripts/package` names them.

What a package is follows from its name alone, so an operator copies a release's files and writes no list. A file with
another name is not served: it may be there by mistake.
"""

import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path
from stat import S_ISREG
from threading import Lock
from time import time
from typing import Literal

from cachetools import LRUCache

log = logging.getLogger(__name__)
Kind = Literal["app", "extension"]
System = Literal["linux-deb", "linux-appimage", "flatpak", "windows", "macos", "chromium", "firefox"]

_VERSION = r"(?P<version>\d{1,6}(?:\.\d{1,6}){1,3})"
_ARCHITECTURE = r"(?:[-_.](?:amd64|arm64|x86_64|aarch64|universal|universal2|all))?"
# By the end of a name, after version and architecture.
_ENDINGS: dict[str, tuple[Kind, System]] = {
    ".deb": ("app", "linux-deb"),
    ".AppImage": ("app", "linux-appimage"),
    ".flatpak": ("app", "flatpak"),
    "-windows.zip": ("app", "windows"),
    ".msi": ("app", "windows"),
    ".msix": ("app", "windows"),
    ".dmg": ("app", "macos"),
    "-chromium.zip": ("extension", "chromium"),
    "-firefox.zip": ("extension", "firefox"),
    "-firefox.xpi": ("extension", "firefox"),
}
_NAME = re.compile(
    rf"private-data-donor[-_]{_VERSION}{_ARCHITECTURE}(?P<ending>{'|'.join(re.escape(one) for one in _ENDINGS)})"
)


@dataclass(frozen=True)
class Program:
    """A package that donors can download.

    Attributes:
        name: The name of its file.
        kind: What it is.
        system: What it is for.
        version: Its version.
        bytes: Its size.
        sha256: Its SHA-256 digest, in hex.
    """

    name: str
    kind: Kind
    system: System
    version: str
    bytes: int
    sha256: str


_STILL_FOR = 10
"""Seconds for which a file has to stay as it is. Before, somebody may still be copying it."""
_State = tuple[tuple[str, int, int], ...]
"""The names of a folder's files, their sizes, and when they or their rights were changed, in nanoseconds."""
# By folder: its state when it was read, and its packages. Hashing 200 MB at each request would keep everybody waiting.
_kept: LRUCache[Path, tuple[_State, tuple[Program, ...]]] = LRUCache(16)
_lock = Lock()


def programs(folder: Path) -> tuple[Program, ...]:
    """Return the packages in a folder, in order of kind, system and version, the newest version of a system first.

    The files are read again when one has changed. A file whose name says nothing, and one that can't be read, is then
    named in the log. A file that was changed a moment ago is left out until it stays as it is.

    Args:
        folder: The folder; if it does not exist, there are no packages.
    """
    state = _state(folder)
    with _lock:
        known = _kept.get(folder)
        if known is None or known[0] != state:
            known = _kept[folder] = state, _read(folder, state)
    return known[1]


def find(folder: Path, name: str) -> Program | None:
    """Return the package with this file name, or None."""
    return next((one for one in programs(folder) if one.name == name), None)


def _state(folder: Path) -> _State:
    """Return the state of the folder's regular files, except those that were changed a moment ago.

    A link is left out: it could lead to any file of the server.
    """
    now = time()
    try:
        found = [(file.name, file.lstat()) for file in folder.iterdir() if not file.name.startswith(".")]
    except (FileNotFoundError, NotADirectoryError):
        return ()
    still = [one for one in found if S_ISREG(one[1].st_mode) and not 0 <= now - one[1].st_mtime < _STILL_FOR]
    return tuple(sorted((name, stat.st_size, stat.st_ctime_ns) for name, stat in still))


def _read(folder: Path, state: _State) -> tuple[Program, ...]:
    named = {name: _NAME.fullmatch(name) for name, _, _ in state}
    unknown = [name for name, found in named.items() if found is None]
    if unknown:
        log.warning("not served, because these are no packages' names: %s", ", ".join(map(repr, unknown)))
    sizes = {name: size for name, size, _ in state}
    made = [_program(folder / name, found, sizes[name]) for name, found in named.items() if found is not None]
    return tuple(_in_order(one for one in made if one is not None))


def _program(file: Path, named: re.Match[str], size: int) -> Program | None:
    kind, system = _ENDINGS[named["ending"]]
    try:
        with file.open("rb") as opened:
            digest = file_digest(opened, "sha256").hexdigest()
    except OSError as error:
        log.warning("not served: %r: %s", file.name, error.strerror)
        return None
    return Program(file.name, kind, system, named["version"], size, digest)


def _in_order(found: Iterable[Program]) -> list[Program]:
    newest_first = sorted(found, key=lambda one: [int(part) for part in one.version.split(".")], reverse=True)
    return sorted(newest_first, key=lambda one: (one.kind, one.system))
