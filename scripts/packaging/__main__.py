"""scripts/package: builds the desktop app for the system it runs on, the browser extension or the wheels, into dist/.

linux     a folder that runs where it is put, as .tar.gz; on other distributions as old as the one that built it
appimage  the same as one file; needs mksquashfs, and the AppImage project's runtime as build/appimage-runtime
flatpak   the same for Flatpak; needs flatpak-builder (not tried)
deb       a Debian package; the default on Debian
windows   the folder as .zip (not tried)
msi       a Windows installer, on Debian, of the folder in build/windows; needs wixl
macos     the app for this Mac's processor as .tar.gz (not tried)
dmg       an image of one app for both processors, of those in build/macos/arm64 and build/macos/x86_64 (not tried)
extension the browser extension, on any system: a .zip for the stores of Chromium's browsers, one for Firefox's, and
          one with the sources for their reviewers
server    a Debian package of the server, for a Debian with the same version of Python
wheels    the Python packages, on any system, and the lock of each role: what it needs beside them
"""

import argparse
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from scripts.packaging.building import ROOT, VERSION, build, draw_icons, moment, tar

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


def appimage(folder: Path, _quick: bool) -> Path:
    """Write the folder as an AppImage; return it."""
    from scripts.packaging.installers import appimage

    runtime = appimage.checked(ROOT / "build" / "appimage-runtime")
    return appimage.package(folder, runtime, DIST, VERSION, moment())


def flatpak(folder: Path, _quick: bool) -> Path:
    """Write the folder as a Flatpak; return it. This was never tried."""
    from scripts.packaging.installers import flatpak

    return flatpak.package(folder, ROOT / "build" / "flatpak", DIST, VERSION)


def macos(folder: Path, quick: bool) -> Path:
    """Write the app for this processor as a .tar.gz; return the package. This was never tried."""
    made = DIST / f"private-data-donor-{VERSION}-macos-{platform.machine()}.tar.gz"
    return tar(folder.with_name(_APP), made, moment(), quick=quick)


_APP = "Private Data Donor.app"
TARGETS = {"linux": linux, "appimage": appimage, "flatpak": flatpak, "deb": deb, "windows": windows, "macos": macos}
SYSTEMS = {"linux": {"linux", "appimage", "flatpak", "deb"}, "win32": {"windows"}, "darwin": {"macos"}}


def msi(_quick: bool) -> None:
    """Make a Windows installer of the folder that was built on Windows, and print its name and size."""
    from scripts.packaging.installers import windows

    DIST.mkdir(exist_ok=True)
    icons = ROOT / "build" / "icons"
    draw_icons(icons)
    made = windows.package(ROOT / "build" / "windows" / "private-data-donor", icons / "app.ico", DIST, VERSION)
    print(f"{made.relative_to(ROOT)}  {made.stat().st_size / 1e6:.0f} MB")


def dmg(_quick: bool) -> None:
    """Join the apps that were built on two Macs, sign the app, and write it as .dmg. This was never tried."""
    from scripts.packaging.installers import universal

    DIST.mkdir(exist_ok=True)
    built, image = ROOT / "build" / "macos", DIST / f"private-data-donor-{VERSION}.dmg"
    shutil.rmtree(built / "universal", ignore_errors=True)
    app = universal.merge(built / "arm64" / _APP, built / "x86_64" / _APP, built / "universal" / _APP)
    signing = ROOT / "scripts" / "packaging" / "installers" / "sign-macos"
    subprocess.run([signing, app], check=True)
    subprocess.run(["hdiutil", "create", "-ov", "-volname", app.stem, "-srcfolder", app.parent, image], check=True)
    subprocess.run([signing, "--notarize", image], check=True)


def extension(_quick: bool) -> None:
    """Bundle the extension for each kind of store, pack its sources, and print the packages' names and sizes."""
    from scripts.packaging import shared_data
    from scripts.packaging.extension import STORES, bundle, package, source

    shared_data.check()
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


WITHOUT_THE_APP = {"extension": extension, "server": server, "wheels": wheels, "msi": msi, "dmg": dmg}
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
    parser.add_argument(
        "--try", dest="attempt", action="store_true", help="then tries the Debian package on a bare Debian"
    )
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
    if chosen.attempt:
        from scripts.packaging.installers import bare_debian

        bare_debian.attempt(folder, VERSION, moment())
    return 0


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if not file.is_symlink())


if __name__ == "__main__":
    sys.exit(main())
