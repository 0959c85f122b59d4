"""An AppImage: one file that runs on other distributions, as old as the one that built it.

It is the AppImage project's runtime, a program that mounts what follows it, and then a SquashFS of the app's folder.
Source: github.com/AppImage/AppImageSpec, "Type 2 image format".
"""

import hashlib
import platform
import shutil
import subprocess
import tempfile
from pathlib import Path

from scripts.packaging.building import APP_ID, NAME
from scripts.packaging.debian import LINUX, desktop_entries, settle

RUNTIME = "https://github.com/AppImage/type2-runtime/releases/download/20251108/runtime-x86_64"
RUNTIME_SHA256 = "2fca8b443c92510f1483a883f60061ad09b46b978b2631c807cd873a47ec260d"
LARGEST = 60_000_000
"""The most bytes of an AppImage: donors download all of it."""
_PROGRAMS = ("pdd-donor", "pdd-donor-app", "pdd-native-host")


def package(folder: Path, runtime: Path, out: Path, version: str, when: int) -> Path:
    """Write `out`/private-data-donor-VERSION-ARCHITECTURE.AppImage, in which every file has the date `when`.

    Args:
        folder: the app's folder, as PyInstaller wrote it.
        runtime: the AppImage runtime, see `checked`.
        out: an existing folder.
        version: our version.
        when: a POSIX time.

    Returns:
        The file, which can be run.

    Raises:
        SystemExit: the file is larger than LARGEST.
    """
    made = out / f"{NAME}-{version}-{platform.machine()}.AppImage"
    with tempfile.TemporaryDirectory() as temporary:
        tree, packed = Path(temporary) / "AppDir", Path(temporary) / "packed"
        usr = tree / "usr"
        write_tree(usr, folder)
        shutil.copy(LINUX / "AppRun", tree)
        for name in (f"{APP_ID}.desktop", f"{APP_ID}.png", ".DirIcon"):
            (tree / name).symlink_to(_menu_entry(name))
        settle(tree)
        # The runtime reads no xz, which would be smaller still.
        dated = ("-mkfs-time", str(when), "-all-time", str(when))
        command = ["mksquashfs", tree, packed, "-root-owned", "-noappend", "-quiet", "-no-progress", "-comp", "zstd"]
        subprocess.run([*command, "-Xcompression-level", "22", "-b", "1M", *dated], check=True)
        made.write_bytes(runtime.read_bytes() + packed.read_bytes())
    if (size := made.stat().st_size) > LARGEST:
        raise SystemExit(f"scripts/package: {made} has {size:,} bytes, and donors are promised at most {LARGEST:,}")
    made.chmod(0o755)
    return made


def write_tree(usr: Path, folder: Path) -> None:
    """Write the app's folder, its programs and its entries for desktops below a folder such as /usr."""
    shutil.copytree(folder, usr / "lib" / NAME, symlinks=True)
    (usr / "bin").mkdir()
    for name in _PROGRAMS:
        (usr / "bin" / name).symlink_to(Path("../lib") / NAME / name)
    desktop_entries(usr / "share", folder.parents[1] / "icons")
    settle(usr)


def checked(runtime: Path) -> Path:
    """Return the runtime's file, if it is the one that we trust.

    Raises:
        SystemExit: the file is missing, or is another one.
    """
    if not runtime.is_file():
        raise SystemExit(f"scripts/package: {runtime} is missing: download it from {RUNTIME}")
    if hashlib.sha256(runtime.read_bytes()).hexdigest() != RUNTIME_SHA256:
        raise SystemExit(f"scripts/package: {runtime} is not the runtime that is trusted: download it from {RUNTIME}")
    return runtime


def _menu_entry(name: str) -> str:
    if name.endswith(".desktop"):
        return f"usr/share/applications/{name}"
    return f"usr/share/icons/hicolor/256x256/apps/{APP_ID}.png"
