"""The environment that the app is bundled from: the donor's dependencies and PyInstaller.

The developers' .venv won't do, because PyInstaller collects whatever a library can use, such as pandas and matplotlib.
"""

import hashlib
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "locks/development.lock"
"""The versions of all dependencies, with their digests."""
OURS = (ROOT / "client", ROOT / "shared")
TOOLS = ("pyinstaller", "hatchling")
_PROGRAMS = "Scripts" if sys.platform == "win32" else "bin"


def donor_environment() -> Path:
    """Return the Python program of an environment with the libraries that the app needs and the tools that build it.

    It has none of our own packages. It is made once for each state of the lock and the requirements.

    Raises:
        CalledProcessError: if something can't be installed.
    """
    described = [LOCK, *(folder / "pyproject.toml" for folder in OURS)]
    state = hashlib.sha256(b"".join(file.read_bytes() for file in described)).hexdigest()[:16]
    made = ROOT / "build" / "packaging" / state
    if not made.is_dir():
        made.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=made.parent) as temporary:
            fresh = _make(Path(temporary) / "environment")
            try:
                fresh.rename(made)
            except OSError:
                # Another build may have made the same environment meanwhile. Then that one is used.
                if not made.is_dir():
                    raise
    return made / _PROGRAMS / "python"


def install_ours(python: Path, folder: Path) -> None:
    """Install the packages of this checkout into a folder of their own, for PYTHONPATH."""
    into = ("--python", str(python), "--target", str(folder))
    _uv("pip", "install", *into, "--no-deps", "--no-build-isolation", *map(str, OURS))


def _make(folder: Path) -> Path:
    client = f"{OURS[0]}[desktop]"
    _uv("venv", "--python", sys.executable, str(folder))
    _uv("pip", "install", "--python", str(folder), "--constraint", str(LOCK), client, *TOOLS)
    _uv("pip", "uninstall", "--python", str(folder), "pdd-client", "pdd-shared")
    return folder


def _uv(*arguments: str) -> None:
    program = Path(sys.executable).with_name("uv")
    subprocess.run([program, "--quiet", *arguments], cwd=ROOT, check=True)
