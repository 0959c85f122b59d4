"""A Flatpak, built by flatpak-builder from the app's folder."""

import shutil
import subprocess
from pathlib import Path

from scripts.packaging.building import APP_ID, NAME
from scripts.packaging.debian import LINUX
from scripts.packaging.installers.appimage import write_tree


def package(folder: Path, work: Path, out: Path, version: str) -> Path:
    """Write `out`/private-data-donor-VERSION.flatpak, one file to install; return it.

    It needs flatpak-builder and the runtime that the manifest names. This was never tried.

    Args:
        folder: the app's folder, as PyInstaller wrote it.
        work: a folder to build in, which is emptied.
        out: an existing folder.
        version: our version.
    """
    prepare(folder, work)
    built, repository, made = work / "built", work / "repository", out / f"{NAME}-{version}.flatpak"
    command = ["flatpak-builder", "--force-clean", "--disable-rofiles-fuse", f"--repo={repository}", built]
    subprocess.run([*command, work / f"{APP_ID}.yaml"], check=True)
    subprocess.run(["flatpak", "build-bundle", repository, made, APP_ID], check=True)
    return made


def prepare(folder: Path, work: Path) -> None:
    """Write the manifest and the files that it names into an emptied folder."""
    shutil.rmtree(work, ignore_errors=True)
    (work / "usr").mkdir(parents=True)
    write_tree(work / "usr", folder)
    shutil.copy(LINUX / f"{APP_ID}.yaml", work)
