"""Our packages as wheels, and roles installed from them as operators, donors and researchers install them."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from scripts.packaging import role_locks

ROOT = Path(__file__).parents[2]
ROLES = {
    "server": ("pdd_server",),
    "server-parquet": ("pdd_server",),
    "server-postgresql": ("pdd_server",),
    "donor": ("pdd_client",),
    "donor-desktop": ("pdd_client",),
    "research": ("pdd_research",),
    "papers": ("pdd_research", "pdd_papers"),
    "results": ("pdd_results",),
}
"""The packages of each role, besides pdd_shared. Its dependencies are in ROLE.lock beside the wheels."""
MOST = {
    "server": 300,
    "server-parquet": 450,
    "server-postgresql": 320,
    "donor": 150,
    "donor-desktop": 400,
    "research": 900,
    "papers": 980,
    "results": 450,
}
"""The most that a role may take on disk with its bytecode, in millions of bytes. Operators are promised the first."""
_PROGRAMS = "Scripts" if sys.platform == "win32" else "bin"


def build(folder: Path) -> list[Path]:
    """Build the wheels into a folder, reproducibly, with each role's lock; return the wheels sorted by name."""
    made = [
        "--python",
        sys.executable,
        "--all-packages",
        "--wheel",
        "--no-build-isolation",
        "--no-create-gitignore",
        "--out-dir",
        str(folder),
    ]
    _uv("build", *made)
    for role in ROLES:
        (folder / f"{role}.lock").write_text(role_locks.lock(role), "utf-8")
    return sorted(folder.glob("pdd_*.whl"))


def install(role: str, wheels: Path, folder: Path) -> Path:
    """Make an environment with a role's dependencies and packages alone.

    Args:
        role: a key of ROLES.
        wheels: the folder that `build` wrote.
        folder: the new environment.

    Returns:
        The folder of its programs.
    """
    _uv("venv", "--no-project", "--python", sys.executable, str(folder))
    _install(("--python", str(folder), "--compile-bytecode"), role, wheels)
    return folder / _PROGRAMS


def install_into(folder: Path, role: str, wheels: Path) -> None:
    """Write a role's dependencies and packages alone into a folder, for all Pythons with the minor version of this one.

    Args:
        folder: the folder of packages to make.
        role: a key of ROLES.
        wheels: the folder that `build` wrote.
    """
    # Without the last part of its version, the oldest is assumed: some packages are needed by older ones alone.
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    into = ("--python", sys.executable, "--python-version", version, "--target", str(folder))
    # Copied, because hard links to a cache would let a later change of the files reach the cache.
    _install((*into, "--link-mode", "copy"), role, wheels)


def _install(into: Sequence[str], role: str, wheels: Path) -> None:
    _uv("pip", "install", *into, "--require-hashes", "-r", str(wheels / f"{role}.lock"))
    ours = [str(next(wheels.glob(f"{name}-*.whl"))) for name in ("pdd_shared", *ROLES[role])]
    _uv("pip", "install", *into, "--no-deps", *ours)


def megabytes(folder: Path) -> float:
    """Return the total size of a folder's files, in millions of bytes."""
    found = (Path(where) / name for where, _, names in os.walk(folder) for name in names)
    return sum(file.stat().st_size for file in found if not file.is_symlink()) / 1e6


def _uv(*arguments: str) -> None:
    program = Path(sys.executable).with_name("uv")
    subprocess.run([program, "--quiet", *arguments], cwd=ROOT, check=True)
