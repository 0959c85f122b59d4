"""The extension as a .zip for each kind of store, and its sources for the stores' reviewers, reproducibly."""

import shutil
import subprocess
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from scripts.packaging.building import ROOT, VERSION

SOURCE = ROOT / "extension"
Store = Literal["chromium", "firefox"]
STORES: tuple[Store, ...] = ("chromium", "firefox")
_BUILT_FROM = (
    *(f"extension/{part}" for part in ("package.json", "package-lock.json", ".npmrc", "scripts/*.js", "src/**/*")),
    "client/pdd_client/desktop/translations/*.json",
    "shared/pdd_shared/counting/search_engines.json",
)
"""What the extension is built from: its own folder, and the texts and rules that it shares with the desktop app."""
_FOR_REVIEWERS = {
    "README.md": SOURCE / "store" / "for-reviewers.md",
    "data.md": SOURCE / "store" / "data.md",
    "permissions.md": SOURCE / "store" / "permissions.md",
    "LICENSE": ROOT / "LICENSE",
}
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
    """Write the bundled folder as a .zip, and return the file."""
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    return _zipped(files, dist / f"private-data-donor-{VERSION}-{store}.zip")


def source(dist: Path) -> Path:
    """Write what a store's reviewer needs to build the same bytes with npm alone as a .zip, and return the file."""
    found = [path for pattern in _BUILT_FROM for path in ROOT.glob(pattern) if path.is_file()]
    files = {path.relative_to(ROOT).as_posix(): path for path in found} | _FOR_REVIEWERS
    return _zipped(files, dist / f"private-data-donor-{VERSION}-extension-source.zip")


def _zipped(files: Mapping[str, Path], made: Path) -> Path:
    """Write files under these names into a .zip, sorted by name, with one date and owner; return the .zip."""
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, path in sorted(files.items()):
            entry = zipfile.ZipInfo(name, _DATE)
            entry.external_attr = _READABLE
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # as made on Unix, wherever it is made
            archive.writestr(entry, path.read_bytes())
    return made
