"""Running PyInstaller, reproducibly: the same bytes from the same commit, as far as possible."""

import gzip
import os
import shutil
import subprocess
import sys
import tarfile
from importlib.metadata import version
from pathlib import Path

from scripts.packaging import icu, shared_data
from scripts.packaging.environment import ROOT, donor_environment, install_ours

SPEC = ROOT / "client" / "packaging" / "donor.spec"
RING = ROOT / "client" / "pdd_client" / "desktop" / "drawings" / "ring.svg"
NAME = "private-data-donor"
APP_ID = "io.github.privatedatadonor.Donor"
"""The app's id for desktops, stores and macOS: the name of a place on the web that the project holds, backwards."""
INFO_PLIST = {
    "CFBundleURLTypes": [{"CFBundleURLName": APP_ID, "CFBundleTypeRole": "Viewer", "CFBundleURLSchemes": ["pdd"]}]
}
"""What the app tells macOS beside what PyInstaller does: that it opens the links of studies' pages."""
VERSION = version("pdd-client")


def moment() -> int:
    """Return the date of all files in a package: SOURCE_DATE_EPOCH, else the time of the last commit."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    command = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return int(done.stdout or 0) or int(SPEC.stat().st_mtime)


def build(work: Path) -> Path:
    """Build the app's folder anew in `work`, from the donor's own environment, and return it."""
    shared_data.check()
    draw_icons(work / "icons")
    python, ours = donor_environment(), work / "ours"
    shutil.rmtree(ours, ignore_errors=True)
    install_ours(python, ours)
    command = [python, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "ERROR"]
    places = ["--distpath", str(work / "dist"), "--workpath", str(work), str(SPEC)]
    # PyInstaller's manual asks for both variables in "Creating a Reproducible Build".
    fixed = {"PYTHONHASHSEED": "1", "SOURCE_DATE_EPOCH": str(moment()), "PYTHONPATH": f"{ours}{os.pathsep}{ROOT}"}
    subprocess.run([*command, *places], cwd=ROOT, env=os.environ | fixed, check=True)
    folder = work / "dist" / NAME
    _strip(folder / "_internal")
    for library in folder.rglob("libicudata.so.*"):  # Linux alone has one: Windows and macOS have ICU themselves
        icu.shrink(library)
    return folder


def draw_icons(folder: Path) -> None:
    """Draw the app's icons for all systems into a folder."""
    qt = {"QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "scripts.packaging.icons", str(RING), str(folder)]
    subprocess.run(command, cwd=ROOT, env=os.environ | qt, check=True)


def _strip(libraries: Path) -> None:
    """Remove the debug symbols of Python itself: a Python built from source, as by pyenv, has 20 MB of them.

    Wheels are stripped already, and some of their libraries break if it is done again.
    """
    if sys.platform == "linux":
        files = [*libraries.glob("libpython*.so*"), *libraries.glob("python3*/lib-dynload/*.so")]
        subprocess.run(["strip", "--strip-debug", *files], check=True)


def tar(folder: Path, archive: Path, when: int, *, quick: bool = False) -> Path:
    """Write the folder as a .tar.gz, sorted by name, owned by root, with one date; return the file."""

    def plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.uid = member.gid = 0
        member.uname = member.gname = "root"
        member.mtime = when
        member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
        return member

    with (
        archive.open("wb") as file,
        gzip.GzipFile("", "wb", 1 if quick else 9, file, when) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as opened,
    ):
        for path in sorted(folder.rglob("*")):
            opened.add(path, f"{folder.name}/{path.relative_to(folder)}", recursive=False, filter=plain)
    return archive
