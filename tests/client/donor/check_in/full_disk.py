"""Lets a donor act on a full disk. test_full_disk.py runs it with the folder where a small disk is mounted."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

from pdd_client.core.errors import DonorError
from pdd_client.desktop.texts.error_texts import told
from pdd_client.donor.donor import Donor
from tests.client.fakes import URL, Clock, FakeServer, open_donor


def fill(file: Path) -> None:
    """Write to this file until the disk is full."""
    for size in (65536, 4096, 1):
        with file.open("ab", buffering=0) as filling:
            try:
                while True:
                    filling.write(b"x" * size)
            except OSError:
                pass


def what(work: Callable[[], object]) -> tuple[str | None, str, str]:
    """Return the code of the error that some work raises, its line, and the window's text for it."""
    try:
        work()
    except DonorError as error:
        return error.code, str(error), told(error)
    return None, "", ""


def main(disk: Path) -> None:
    """Print the outcome of each action that a person can take."""
    server, said = FakeServer(Clock()), {}

    def opened(name: str) -> Donor:
        return open_donor(disk / name, server)

    with opened("home") as donor:
        donor.campaigns.join(URL)
        donor.check_in([])
        fill(disk / "filling")
        said["check in"] = what(lambda: donor.check_in([]))
        said["block"] = what(lambda: donor.exclusions.block("flu"))
        said["open another"] = what(lambda: opened("another").close())
        said["open"] = what(lambda: opened("home").close())
        vectors = len(server.vectors)
        (disk / "filling").unlink()
        donor.check_in([])
        fill(disk / "filling")
        said["erase"] = what(donor.erase_me)
    left = [path.name for path in (disk / "home").iterdir()] if (disk / "home").exists() else []
    print(json.dumps({"said": said, "vectors": vectors, "left": left, "registered": len(server.donors)}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
