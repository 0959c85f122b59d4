"""One macOS app for Intel's and for Apple's processors, made of two that were built on one kind of Mac each."""

import filecmp
import shutil
import subprocess
from pathlib import Path

_MACH_O = (b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")
"""How a program or library for 64 bits begins, and one for several processors."""


def merge(apple: Path, intel: Path, made: Path) -> Path:
    """Write an app with the files of both; where the two have different programs, both go into one file.

    Files that differ and are no programs are Apple's: they are build records, such as the wheels' names. This was never
    tried on macOS.

    Args:
        apple: the app built for Apple's processors.
        intel: the app built for Intel's.
        made: the app to write.

    Returns:
        The app.

    Raises:
        CalledProcessError: `lipo` can't join two files.
    """
    shutil.copytree(apple, made, symlinks=True)
    for file in sorted(path for path in intel.rglob("*") if path.is_file() and not path.is_symlink()):
        target = made / file.relative_to(intel)
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, target)
        elif _is_program(file) and not filecmp.cmp(file, target, shallow=False):
            subprocess.run(["lipo", "-create", target, file, "-output", target], check=True)
    return made


def _is_program(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(4) in _MACH_O
