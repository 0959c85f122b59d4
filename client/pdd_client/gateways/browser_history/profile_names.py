"""The names of browsers' profiles, as the browsers show them."""

import configparser
import json
from contextlib import suppress
from pathlib import Path

_LONGEST = 60
"""The most characters of a name: it is shown beside a switch."""


def profile_name(history: Path) -> str:
    """Return the name of the profile that a history belongs to; its folder's name if the browser tells no other.

    Chromium's family keeps the names in the file `Local State`, Firefox's in `profiles.ini`. Both are in a folder above
    the profile's.
    """
    folder = history.parent
    for above in list(folder.parents)[:2]:
        with suppress(OSError, ValueError, configparser.Error):
            name = _in_local_state(above / "Local State", folder) or _in_profiles_ini(above / "profiles.ini", folder)
            if name:
                return name[:_LONGEST]
    return folder.name[:_LONGEST]


def _in_local_state(file: Path, folder: Path) -> str:
    if not file.is_file():
        return ""
    known = json.loads(file.read_text(encoding="utf-8"))
    for key in ("profile", "info_cache", folder.name, "name"):
        known = known.get(key, {}) if isinstance(known, dict) else {}
    return known if isinstance(known, str) else ""


def _in_profiles_ini(file: Path, folder: Path) -> str:
    listed = configparser.RawConfigParser(strict=False)
    listed.read([file] * file.is_file(), encoding="utf-8")
    sections = [listed[name] for name in listed.sections() if "Path" in listed[name]]
    found = (one.get("Name", "") for one in sections if (file.parent / one["Path"]).resolve() == folder.resolve())
    return next(found, "")
