"""Installing a Debian package with dpkg into a folder that stands for a system."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

needs_dpkg = pytest.mark.skipif(
    not (shutil.which("dpkg-shlibdeps") and os.geteuid() == 0),
    reason="dpkg-shlibdeps is missing (see scripts/test), or this is not root, whom dpkg wants",
)


def dpkg(system: Path, *arguments: str | Path) -> str:
    """Run dpkg on a system in a folder, ignoring what that system lacks."""
    kept = system / "var/lib/dpkg"
    for folder in ("info", "updates", "triggers"):
        (kept / folder).mkdir(parents=True, exist_ok=True)
    (kept / "status").touch()
    command = [
        "dpkg",
        f"--root={system}",
        "--force-depends",
        "--force-script-chrootless",
        "--log=/dev/null",
        *arguments,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def field(package: Path, name: str) -> str:
    """Return a field of a package's control file."""
    command = ["dpkg-deb", "--field", str(package), name]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def left_over(system: Path) -> list[Path]:
    """Return the files of a system without dpkg's own."""
    files = (path for path in system.rglob("*") if not path.is_dir())
    return [file for file in files if "dpkg" not in file.parts]
