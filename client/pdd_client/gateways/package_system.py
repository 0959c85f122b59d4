"""The kind of package from which this app was installed, and the file of an AppImage."""

import errno
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from pdd_client.core.new_version import System

FLATPAK_FILE = Path("/.flatpak-info")
"""The file that every Flatpak's sandbox has."""
_MOUNTS = (".mount_", "appimage_extracted_")
"""How the names of the folders begin in which an AppImage's runtime puts its content while it runs."""


def package_system() -> System | None:
    """Return the kind of package of this app; None if it runs from Python's packages, which pip updates."""
    if not getattr(sys, "frozen", False):
        return None
    if sys.platform == "win32":
        return "windows"
    if sys.platform == "darwin":
        return "macos"
    if os.environ.get("APPIMAGE"):
        return "linux-appimage"
    return "flatpak" if in_flatpak() else "linux-deb"


def in_flatpak() -> bool:
    """Return whether this program runs in a Flatpak's sandbox."""
    return FLATPAK_FILE.exists()


def appimage(executable: str, environment: Mapping[str, str]) -> str | None:
    """Return the AppImage's file that this program runs from; None if it runs from none.

    A setting that outlives the program has to name this file. The folder that the program runs in is gone once the
    program ends. Then anybody on this computer could make it anew, with a program of their own in it.

    Args:
        executable: `sys.executable`.
        environment: the environment variables. APPIMAGE may be that of another program which started this one.

    Raises:
        OSError: the program runs from an AppImage whose file is not known.

    """
    python, image, folder = Path(executable), environment.get("APPIMAGE", ""), environment.get("APPDIR", "")
    mounted = any(part.startswith(_MOUNTS) for part in python.parts)
    within = bool(folder) and python.resolve().is_relative_to(Path(folder).resolve())
    if (mounted or within) and Path(image).is_absolute():
        return image
    if mounted:
        raise OSError(errno.ENOENT, "the AppImage's file is not known")
    return None
