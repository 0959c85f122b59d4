"""A Debian package of the app: its folder without what Debian provides, and its entries for desktops."""

import filecmp
import gzip
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from string import Template

from scripts.packaging.building import APP_ID, NAME, RING, ROOT
from scripts.packaging.icons import SIZES

DATA = ROOT / "client" / "packaging" / "debian"
LINUX = ROOT / "client" / "packaging" / "linux"
"""What all packages for Linux have."""
PROGRAMS = ("pdd-donor", "pdd-donor-app")
"""The programs that people start by name. `pdd-native-host`, which browsers start, is in the folder only."""
MAINTAINER = "Private Data Donor maintainers <maintainers@private-data-donor.invalid>"


def package(folder: Path, out: Path, version: str, when: int, *, quick: bool = False) -> Path:
    """Write `out`/private-data-donor_VERSION_ARCHITECTURE.deb, in which every file has the date `when`; return it."""
    version, architecture = debian_version(version), run("dpkg", "--print-architecture").strip()
    with tempfile.TemporaryDirectory() as temporary:
        # dpkg-shlibdeps recognises a package's own tree by the folder DEBIAN in it.
        tree = Path(temporary) / NAME
        (tree / "DEBIAN").mkdir(parents=True)
        _install(tree, folder, when)
        write_control(tree, DATA / "control", version, architecture)
        return build(tree, out / f"{NAME}_{version}_{architecture}.deb", when, quick=quick)


def installed_size(package: Path) -> int:
    """Return the bytes that a package takes when it is installed, as its control file says."""
    return 1024 * int(run("dpkg-deb", "--field", str(package), "Installed-Size"))


def debian_version(version: str) -> str:
    """Return a Python version in Debian's order: a release candidate comes before the release."""
    return re.sub(r"\.?(a|b|rc|dev)(?=\d)", r"~\1", version)


def _install(tree: Path, folder: Path, when: int) -> None:
    programs, binaries, share = tree / "usr/lib" / NAME, tree / "usr/bin", tree / "usr/share"
    shutil.copytree(folder, programs, symlinks=True)
    remove_system_libraries(programs / "_internal")
    binaries.mkdir(parents=True)
    for name in PROGRAMS:
        (binaries / name).symlink_to(Path("../lib") / NAME / name)
    desktop_entries(share, folder.parents[1] / "icons")
    copy(DATA / "copyright", share / "doc" / NAME)
    pack(ROOT / "CHANGELOG.md", share / "doc" / NAME / "changelog.gz", when)
    for name in PROGRAMS:
        pack(DATA / f"{name}.1", share / "man/man1" / f"{name}.1.gz", when)
    script = tree / "DEBIAN" / "prerm"
    shutil.copyfile(DATA / "prerm", script)
    script.chmod(0o755)


def desktop_entries(share: Path, icons: Path) -> None:
    """Write what desktops read into a `share` folder: the menu entry, the description, and icons.

    Args:
        share: the folder, such as /usr/share.
        icons: the folder with a picture of each size.
    """
    copy(LINUX / f"{APP_ID}.desktop", share / "applications")
    copy(LINUX / f"{APP_ID}.metainfo.xml", share / "metainfo")
    for size in SIZES:
        copy(icons / f"{size}.png", share / f"icons/hicolor/{size}x{size}/apps", f"{APP_ID}.png")
    copy(RING, share / "icons/hicolor/scalable/apps", f"{APP_ID}.svg")


def remove_system_libraries(folder: Path) -> None:
    """Remove libraries that are copies of the system's, so that donors get Debian's fixes for them."""
    system = Path("/usr/lib") / run("dpkg-architecture", "-qDEB_HOST_MULTIARCH").strip()
    for library in folder.glob("lib*.so*"):
        provided = system / library.name
        # PyInstaller's bootloader needs its own libpython.
        if "python" not in library.name and provided.exists() and filecmp.cmp(library, provided, shallow=False):
            library.unlink()


def dependencies(tree: Path) -> str:
    """Return the Debian packages of the libraries that the tree's programs link to, as dpkg-shlibdeps finds them."""
    elves = [file for file in tree.rglob("*") if file.is_file() and not file.is_symlink() and _is_elf(file)]
    private = sorted({f"-l{file.parent}" for file in elves})
    with tempfile.TemporaryDirectory() as source:
        (Path(source) / "debian").mkdir()
        (Path(source) / "debian/control").write_text(f"Source: {NAME}\n\nPackage: {NAME}\nArchitecture: any\n")
        command = ["dpkg-shlibdeps", "-O", "--ignore-missing-info", *private, *(f"-e{file}" for file in elves)]
        done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
    if done.returncode:
        wrong = next((line for line in done.stderr.splitlines() if ": error: " in line), done.stderr)
        raise SystemExit(f"scripts/package: {wrong}: has scripts/setup installed all libraries?")
    return done.stdout.strip().removeprefix("shlibs:Depends=")


def _is_elf(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(4) == b"\x7fELF"


def write_control(tree: Path, template: Path, version: str, architecture: str, **more: str) -> None:
    """Write a package's control file.

    Args:
        tree: the package's files, which are all there but this one.
        template: the control file, with a name for each field that is filled in.
        version: our version, in Debian's order.
        architecture: Debian's name of the architecture.
        more: fields that only this package has.
    """
    fields = {
        "version": version,
        "architecture": architecture,
        "maintainer": os.environ.get("DEBEMAIL", MAINTAINER),
        "kilobytes": str(sum(file.lstat().st_size for file in tree.rglob("*")) // 1024),
        "libraries": dependencies(tree),
    }
    (tree / "DEBIAN" / "control").write_text(Template(template.read_text()).substitute(fields | more))


def build(tree: Path, made: Path, when: int, *, quick: bool) -> Path:
    """Make a package of a tree with the modes that Debian expects, every file dated `when`; return the package."""
    settle(tree)
    pressed = ("-Zzstd", "-z1") if quick else ("-Zxz",)
    command = ["dpkg-deb", "--root-owner-group", *pressed, "--build", str(tree), str(made)]
    subprocess.run(command, env=os.environ | {"SOURCE_DATE_EPOCH": str(when)}, check=True, stdout=subprocess.DEVNULL)
    return made


def copy(file: Path, folder: Path, name: str | None = None) -> None:
    """Copy a file into a folder, which is made, under its own name or another."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, folder / (name or file.name))


def pack(file: Path, packed: Path, when: int) -> None:
    """Write the file's bytes with gzip, dated `when`, into a folder that is made."""
    packed.parent.mkdir(parents=True, exist_ok=True)
    packed.write_bytes(gzip.compress(file.read_bytes(), mtime=when))


def settle(tree: Path) -> None:
    """Set the file modes that Debian expects: only root writes, and programs stay executable."""
    for path in tree.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)


def run(*command: str) -> str:
    """Return what a command prints; raise CalledProcessError if it fails."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
