"""scripts/package: builds the desktop app for the system it runs on, the browser extension or the wheels, into dist/.

linux     a folder that runs where it is put, as .tar.gz; on other distributions as old as the one that built it
deb       a Debian package; the default on Debian
windows   the folder as .zip (not tried)
macos     the app as .dmg (not tried)
extension the browser extension, on any system: a .zip for the stores of Chromium's browsers, one for Firefox's, and
          one with the sources for their reviewers
server    a Debian package of the server, for a Debian with the same version of Python
wheels    the Python packages, on any system; what a role needs beside them is in locks/
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from scripts.packaging.building import ROOT, VERSION, build, moment, tar

DIST = ROOT / "dist"


def linux(folder: Path, quick: bool) -> Path:
    """Write the folder with all libraries but those for graphics and C as a .tar.gz; return the package.

    Args:
        folder: the app's folder.
        quick: compress less, in a fraction of the time.
    """
    return tar(folder, DIST / f"private-data-donor-{VERSION}-linux.tar.gz", moment(), quick=quick)


def deb(folder: Path, quick: bool) -> Path:
    """Write a Debian package that uses Debian's own libraries; return it."""
    from scripts.packaging import debian

    return debian.package(folder, DIST, VERSION, moment(), quick=quick)


def windows(folder: Path, _quick: bool) -> Path:
    """Write the folder as .zip; return the package. This was never tried."""
    return Path(
        shutil.make_archive(str(DIST / f"private-data-donor-{VERSION}-windows"), "zip", folder.parent, folder.name)
    )


def macos(folder: Path, _quick: bool) -> Path:
    """Write the app as .dmg; return the package. This was never tried."""
    image = DIST / f"private-data-donor-{VERSION}.dmg"
    app = folder.with_name("Private Data Donor.app")
    subprocess.run(["hdiutil", "create", "-ov", "-volname", app.stem, "-srcfolder", app, image], check=True)
    return image


TARGETS = {"linux": linux, "deb": deb, "windows": windows, "macos": macos}
SYSTEMS = {"linux": {"linux", "deb"}, "win32": {"windows"}, "darwin": {"macos"}}


def extension(_quick: bool) -> None:
    """Bundle the extension for each kind of store, pack its sources, and print the packages' names and sizes."""
    from scripts.packaging.extension import STORES, bundle, package, source

    DIST.mkdir(exist_ok=True)
    packages = [package(bundle(ROOT / "build" / "extension" / store, store), DIST, store) for store in STORES]
    for made in [*packages, source(DIST)]:
        print(f"{made.relative_to(ROOT)}  {made.stat().st_size / 1e3:.0f} KB")


def wheels(_quick: bool) -> None:
    """Build our packages as wheels, and print their names and sizes."""
    from scripts.packaging.wheels import build

    for made in build(DIST):
        print(f"{made.relative_to(ROOT)}  {made.stat().st_size / 1e3:.0f} KB")


def server(quick: bool) -> None:
    """Build the server's Debian package, and print its name and size."""
    from scripts.packaging import server_debian

    DIST.mkdir(exist_ok=True)
    made = server_debian.package(DIST, VERSION, moment(), quick=quick)
    print(f"{made.relative_to(ROOT)}  {made.stat().st_size / 1e6:.0f} MB")


WITHOUT_THE_APP = {"extension": extension, "server": server, "wheels": wheels}
"""Packages for which the app is not built."""


def main() -> int:
    """Build the app once and every package that the arguments name; print each one's name and size."""
    here = SYSTEMS.get(sys.platform, set())
    usual = "deb" if shutil.which("dpkg-deb") else min(here)
    parser = argparse.ArgumentParser(
        prog="scripts/package", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "targets", nargs="*", metavar="TARGET", help=f"of {', '.join([*TARGETS, *WITHOUT_THE_APP])}; {usual} if none"
    )
    parser.add_argument("--quick", action="store_true", help="larger packages in a fraction of the time")
    chosen = parser.parse_args()
    targets: list[str] = chosen.targets or [usual]
    for target in [target for target in targets if target in WITHOUT_THE_APP]:
        WITHOUT_THE_APP[target](chosen.quick)
        targets.remove(target)
    if not targets:
        return 0
    if elsewhere := set(targets) - here:
        parser.exit(
            2,
            f"scripts/package: not for this system: {', '.join(sorted(elsewhere))}; here: {', '.join(sorted(here))}\n",
        )
    folder = build(ROOT / "build" / "desktop")
    DIST.mkdir(exist_ok=True)
    for target in targets:
        made = TARGETS[target](folder, chosen.quick)
        print(f"{made.relative_to(ROOT)}  {made.stat().st_size / 1e6:.0f} MB, {_size(folder) / 1e6:.0f} MB as a folder")
    return 0


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if not file.is_symlink())


if __name__ == "__main__":
    sys.exit(main())
