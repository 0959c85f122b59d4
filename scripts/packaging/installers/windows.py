"""A Windows installer (.msi) of the app's folder, made on Debian by msitools."""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from scripts.packaging.building import NAME, ROOT

DESCRIBED = ROOT / "client" / "packaging" / "windows" / "installer.wxs"


def package(folder: Path, icon: Path, out: Path, version: str) -> Path:
    """Write `out`/private-data-donor-VERSION-x86_64.msi; return it.

    Args:
        folder: the app's folder, as PyInstaller wrote it on Windows.
        icon: the app's icon, an .ico.
        out: an existing folder.
        version: our version.
    """
    made = out / f"{NAME}-{version}-x86_64.msi"
    with tempfile.TemporaryDirectory() as temporary:
        # wixl finds files below the folder of the description alone.
        work = Path(temporary)
        shutil.copy(DESCRIBED, work / "installer.wxs")
        shutil.copy(icon, work / "app.ico")
        (work / "app").symlink_to(folder.absolute())
        (work / "files.wxs").write_text(_listed(folder))
        values = {"Version": installer_version(version), "Folder": "app", "Win64": "yes"}
        defined = [part for name, value in values.items() for part in ("-D", f"{name}={value}")]
        command = ["wixl", "--arch", "x64", "--output", str(made.absolute()), *defined, "installer.wxs", "files.wxs"]
        subprocess.run(command, cwd=work, check=True)
    return made


def installer_version(version: str) -> str:
    """Return a Python version as Windows compares versions: three numbers. A candidate has those of its release."""
    found = re.match(r"\d+(?:\.\d+){0,2}", version)
    if found is None:
        raise ValueError(f"{version} is no version")
    return ".".join([*found[0].split("."), "0", "0"][:3])


def _listed(folder: Path) -> str:
    """Return the description of all files of a folder, each a component of the group `Files`."""
    files = "".join(f"{path}\n" for path in sorted(folder.rglob("*")) if path.is_file())
    into = ("--directory-ref", "INSTALLDIR", "--component-group", "Files", "--var", "var.Folder", "--win64")
    command = ["wixl-heat", "--prefix", f"{folder}/", *into]
    return subprocess.run(command, input=files, capture_output=True, text=True, check=True).stdout
