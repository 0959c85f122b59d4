"""The extension as a .zip for each kind of store, reproducibly."""

import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Literal

from scripts.packaging.building import ROOT, VERSION

SOURCE = ROOT / "extension"
Store = Literal["chromium", "firefox"]
STORES: tuple[Store, ...] = ("chromium", "firefox")
_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of all files, the oldest that a .zip can hold. The real date would make each build's bytes differ."""
_READABLE = 0o100644 << 16


def bundle(folder: Path, kind: Store | None = None) -> Path:
    """Bundle the extension into a folder that a browser can load, and return the folder.

    Args:
        folder: where to write.
        kind: for which store, without the key that fixes the extension's id; None to load it unpacked.

    Raises:
        SystemExit: if Node.js is missing, or what `npm ci` installs into extension/node_modules.
    """
    node = shutil.which("node")
    if node is None or not (SOURCE / "node_modules" / "esbuild").is_dir():
        raise SystemExit("the extension is bundled by Node.js 18 or newer: install it, and run `npm ci` in extension/")
    command = [node, "scripts/build.js", str(folder.absolute()), *([f"--{kind}"] if kind else [])]
    subprocess.run(command, cwd=SOURCE, check=True)
    return folder


def package(folder: Path, dist: Path, store: Store) -> Path:
    """Write the bundled folder as a .zip, sorted by name, with one date and owner; return the file."""
    made = dist / f"private-data-donor-{VERSION}-{store}.zip"
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), _DATE)
            entry.external_attr = _READABLE
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # as made on Unix, wherever it is made
            archive.writestr(entry, path.read_bytes())
    return made
