"""scripts/soak: real processes and real donors under faults. Published days are exact or missing by name."""

import argparse
import secrets
import shutil
import sys
import tempfile
from pathlib import Path

from scripts.soaking.course import Course
from scripts.soaking.databases import KilledPostgreSQL, available
from scripts.soaking.disk import make_disk
from scripts.soaking.homes import Homes
from scripts.soaking.network import CuttingProxy
from scripts.soaking.server import KilledServer

_LEAST_DONORS = 12
"""Fewer donors lose a quorum whenever two are away."""


def arguments() -> argparse.Namespace:
    """Return the options; exit with 2 if one is out of its range."""
    parser = argparse.ArgumentParser(prog="scripts/soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30, help="about how long (default 30)")
    parser.add_argument("--days", type=int, help="so many days with faults, in place of --minutes")
    parser.add_argument("--donors", type=int, default=200, help="how many donors (default 200)")
    parser.add_argument("--seed", type=int, help="of the faults; it is printed. The same seed has the same faults")
    parser.add_argument("--sqlite", action="store_true", help="without PostgreSQL")
    parser.add_argument("--folder", type=Path, help="where the files go, and stay (default: a temporary folder)")
    options = parser.parse_args()
    if options.donors < _LEAST_DONORS:
        parser.error(f"--donors must be at least {_LEAST_DONORS}")
    return options


def soak(options: argparse.Namespace, folder: Path, seed: int) -> int:
    """Run it; return the exit code, 1 if something was wrong."""
    disk, proxy = make_disk(folder / "disk"), CuttingProxy()
    postgresql = KilledPostgreSQL(disk.folder / "postgresql") if available() and not options.sqlite else None
    if not disk.is_small:
        _tell("full disk: left out, because this process may not mount a small disk; run it as root")
    if postgresql is None:
        _tell("PostgreSQL: left out; scripts/install/test-programs installs it")
    server = KilledServer(folder, disk, proxy, postgresql)
    homes = Homes(folder, folder / "donors-clock", options.donors)
    course = Course(seed, server, homes, proxy.start(), _tell)
    try:
        server.make()
        course.run(options.minutes, options.days)
        _tell(course.summary())
    finally:
        homes.close()
        server.close()
        disk.close()
    return 1 if course.found else 0


def _tell(line: str) -> None:
    print(line, flush=True)


def main() -> int:
    """Soak with the options of the command line."""
    options = arguments()
    seed = secrets.randbelow(10**6) if options.seed is None else options.seed
    _tell(f"{options.donors} donors; to repeat these faults: scripts/soak --seed {seed} --donors {options.donors}")
    folder = options.folder or Path(tempfile.mkdtemp(prefix="pdd-soak-"))
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)  # PostgreSQL's own user has to reach its data
    try:
        return soak(options, folder.resolve(), seed)
    finally:
        if options.folder is None:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
