"""Selects those of the files that PyInstaller collects which the app can use: a third of them, by size."""

import sys
from pathlib import Path

from PyInstaller.depend.bindepend import get_imports

Entry = tuple[str, str, str]
"""A collected file: where it goes, where it is from, and its kind."""

# The parts of Qt that windows of widgets need. PyInstaller also collects the rest: QML, OpenGL, GTK, TLS, databases.
QT_LIBRARIES = {"Core", "Gui", "Widgets", "Svg", "SvgWidgets", "Network", "DBus", "XcbQpa", "WaylandClient"}
QT_PLUGINS = {
    "platforms": {"qxcb", "qwayland", "qoffscreen", "qwindows", "qcocoa"},
    "wayland-shell-integration": {"xdg-shell"},
    "wayland-decoration-client": {"bradient"},
    "platforminputcontexts": {"composeplatforminputcontextplugin", "ibusplatforminputcontextplugin"},
    "platformthemes": {"qxdgdesktopportal"},
    "iconengines": {"qsvgicon"},
    "imageformats": {"qsvg"},
}
LANGUAGES = {"de", "fr", "es"}

EXCLUDED_MODULES = [
    *("pip", "setuptools", "tkinter"),
    *("numpy.f2py", "numpy.random", "numpy.testing"),
    *("PySide6.QtOpenGL", "PySide6.QtQml", "PySide6.QtQuick"),
]
"""Modules that libraries import somewhere and the app never loads.

numpy.random is among them: donors' randomness comes from the system.
"""

BUILD_RECORDS = {"RECORD", "INSTALLER", "REQUESTED", "direct_url.json", "uv_cache.json", "uv_build.json"}
"""Files of a distribution's metadata that depend on the machine that built the package."""


def wanted(target: str) -> bool:
    """Return whether a file is used, judged by its name alone."""
    path = Path(target)
    stem = path.name.split(".")[0].removeprefix("lib")
    if path.parent.suffix == ".dist-info" and path.name in BUILD_RECORDS:
        return False
    if "plugins" in path.parts and "PySide6" in path.parts:
        return stem in QT_PLUGINS.get(path.parent.name, ())
    if "translations" in path.parts and "PySide6" in path.parts:
        return path.stem in {f"qtbase_{language}" for language in LANGUAGES}
    return not stem.startswith("Qt6") or stem.removeprefix("Qt6") in QT_LIBRARIES


def trimmed(entries: list[Entry]) -> list[Entry]:
    """Return the files that are used; on Linux without system libraries that no remaining file links to."""
    kept = [entry for entry in entries if wanted(entry[0])]
    targets = {entry[0] for entry in kept}
    kept = [entry for entry in kept if entry[2] != "SYMLINK" or entry[1] in targets]
    if sys.platform != "linux":
        return kept
    needed = _needed(
        [Path(source) for target, source, kind in kept if kind != "SYMLINK" and not _of_the_system(target, source)]
    )
    return [entry for entry in kept if not _of_the_system(*entry[:2]) or entry[0] in needed]


def _of_the_system(target: str, source: str) -> bool:
    """Return whether a file is a system library that PyInstaller collected because something links to it."""
    return (
        "/" not in target
        and target.startswith("lib")
        and source.startswith(("/lib/", "/usr/lib/"))
        and "python" not in target
    )


def _needed(files: list[Path]) -> set[str]:
    """Return the names of all libraries that these files link to, directly or indirectly."""
    names: set[str] = set()
    while files:
        found = {(name, path) for name, path in get_imports(str(files.pop())) if name not in names}
        names |= {name for name, _path in found}
        files += [Path(path) for _name, path in found if path]
    return names
