"""A small disk of its own for the server's files, which can be filled to the last byte."""

import subprocess
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

_MEGABYTES = 400


@dataclass(frozen=True)
class Disk:
    """A folder for the server's files.

    Attributes:
        folder: The folder.
        is_small: Whether it is a file system of its own. Otherwise nothing is filled.
    """

    folder: Path
    is_small: bool
    _lock: Lock = field(default_factory=Lock)

    def fill(self) -> None:
        """Write until no byte is left."""
        if not self.is_small:
            return
        with self._lock:
            for size in (1 << 20, 4096, 1):
                with (self.folder / "filling").open("ab", buffering=0) as file, suppress(OSError):
                    while file.write(b"x" * size) == size:
                        pass

    def free(self) -> None:
        """Make room again, after a filling that is under way."""
        with self._lock:
            (self.folder / "filling").unlink(missing_ok=True)

    def close(self) -> None:
        """Unmount it."""
        if self.is_small:
            subprocess.run(["umount", "--lazy", self.folder], check=False)


def make_disk(folder: Path) -> Disk:
    """Return a small disk mounted at a new folder, or the plain folder where this process may mount nothing."""
    folder.mkdir(mode=0o755)
    line = ["mount", "-t", "tmpfs", "-o", f"size={_MEGABYTES}m,mode=755", "tmpfs", str(folder)]
    try:
        done = subprocess.run(line, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        done = False
    return Disk(folder, done)
