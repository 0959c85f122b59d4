"""The Debian package, made of a small folder in place of PyInstaller's: contents, dependencies, installing,
removing.
"""

import configparser
import shutil
import subprocess
import tarfile
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from scripts.packaging import debian, icons
from scripts.packaging.building import APP_ID, RING
from tests.packaging.dpkg_root import dpkg, field, left_over, needs_dpkg

pytestmark = needs_dpkg

MOMENT = 1_700_000_000
A_LIBRARY = "libz.so.1"


@pytest.fixture
def folder(tmp_path: Path, qapp: QApplication) -> Path:
    """Return a folder with two programs that link to libz, one library as in Debian and one that differs."""
    folder = tmp_path / "build/dist/private-data-donor"
    (folder / "_internal").mkdir(parents=True)
    for name in debian.PROGRAMS:
        shutil.copy("/usr/bin/dpkg-deb", folder / name)
    multiarch = subprocess.run(
        ["dpkg-architecture", "-qDEB_HOST_MULTIARCH"], capture_output=True, text=True, check=True
    )
    shutil.copyfile(f"/usr/lib/{multiarch.stdout.strip()}/{A_LIBRARY}", folder / "_internal" / A_LIBRARY)
    (folder / "_internal/libbz2.so.1.0").write_bytes(b"built by somebody else")
    icons.main(RING, tmp_path / "build/icons")
    return folder


@pytest.fixture
def package(folder: Path, tmp_path: Path) -> Path:
    return debian.package(folder, tmp_path, "1.2.3rc4", MOMENT, quick=True)


def test_dpkg_installs_and_removes_it(package: Path, tmp_path: Path) -> None:
    """Both programs run by name in /usr/bin, every file is as packed, and nothing is left after removal."""
    system = tmp_path / "system"
    dpkg(system, "--install", package)
    assert dpkg(system, "--verify", debian.NAME) == ""
    for name in debian.PROGRAMS:
        assert subprocess.run([system / "usr/bin" / name, "--version"], check=True, capture_output=True).stdout
    dpkg(system, "--purge", debian.NAME)
    assert left_over(system) == []


def test_a_removed_package_says_how_to_erase_and_keeps_homes(package: Path, folder: Path, tmp_path: Path) -> None:
    """An upgrade says nothing. A removal says how to erase, in the user's language. A purge leaves homes alone."""
    system, newer = tmp_path / "system", tmp_path / "newer"
    home = system / "home/somebody/.local/share/private-data-donor/donor.db"
    home.parent.mkdir(parents=True)
    home.write_text("kept")
    newer.mkdir()
    dpkg(system, "--install", package)
    upgraded = dpkg(system, "--install", debian.package(folder, newer, "1.2.3", MOMENT, quick=True))
    assert "erase-me" not in upgraded
    script = system / "var/lib/dpkg/info/private-data-donor.prerm"
    for language, begins in (("C.UTF-8", "Private Data Donor is being"), ("de_AT.UTF-8", "Private Data Donor wird")):
        command = ["sh", script, "remove"]
        said = subprocess.run(command, env={"LC_ALL": language}, capture_output=True, text=True, check=True).stdout
        assert said.startswith(begins)
        assert said.endswith("pdd-donor erase-me\n")
    dpkg(system, "--purge", debian.NAME)
    assert home.read_text() == "kept"


def test_it_depends_on_what_its_programs_link_to(package: Path) -> None:
    """A library that equals Debian's becomes a dependency, and one that differs stays in the package."""
    listed = subprocess.run(["dpkg-deb", "--contents", package], capture_output=True, text=True, check=True).stdout
    assert "zlib1g" in field(package, "Depends")
    assert f"_internal/{A_LIBRARY}" not in listed
    assert "_internal/libbz2.so.1.0" in listed


def test_a_release_candidate_comes_before_its_release(package: Path) -> None:
    """A release candidate sorts before its release, by dpkg's order of versions."""
    assert field(package, "Version") == "1.2.3~rc4"
    for earlier, later in (("1.0rc1", "1.0"), ("1.0.dev3", "1.0"), ("1.0a1", "1.0b1"), ("1.0", "1.0.1")):
        order = [debian.debian_version(earlier), "lt", debian.debian_version(later)]
        assert subprocess.run(["dpkg", "--compare-versions", *order], check=False).returncode == 0


def test_the_same_folder_makes_the_same_package(package: Path, folder: Path, tmp_path: Path) -> None:
    """The same folder makes the same package byte for byte; files are root's, dated as asked, writable by root only."""
    again = tmp_path / "again"
    again.mkdir()
    assert debian.package(folder, again, "1.2.3rc4", MOMENT, quick=True).read_bytes() == package.read_bytes()
    packed = tmp_path / "packed.tar"
    with packed.open("wb") as file:
        subprocess.run(["dpkg-deb", "--fsys-tarfile", package], check=True, stdout=file)
    with tarfile.open(packed) as opened:
        for member in opened:
            assert (member.uname, member.mtime) == ("root", MOMENT), member.name
            assert member.issym() or not member.mode & 0o022, member.name


def test_a_desktop_finds_program_and_icon(package: Path, tmp_path: Path) -> None:
    """Everything that the menu entry, the description and the manual name is in the package."""
    system = tmp_path / "system"
    dpkg(system, "--install", package)
    share, programs = system / "usr/share", system / "usr/bin"
    entry = configparser.RawConfigParser()
    entry.read(share / f"applications/{APP_ID}.desktop")
    described = ElementTree.parse(share / f"metainfo/{APP_ID}.metainfo.xml").getroot()
    for named in (entry.get("Desktop Entry", "Exec"), *(binary.text or "" for binary in described.iter("binary"))):
        assert (programs / named.split()[0]).exists()
    assert (share / "applications" / str(described.findtext("launchable"))).exists()
    for size in icons.SIZES:
        picture = QImage(str(share / f"icons/hicolor/{size}x{size}/apps/{entry.get('Desktop Entry', 'Icon')}.png"))
        assert (picture.width(), picture.height()) == (size, size)
        assert picture.pixelColor(size // 2, size // 2).alpha() == 0, "the ring is empty inside"
    if shutil.which("appstreamcli"):
        command = ["appstreamcli", "validate", "--no-net", share / f"metainfo/{APP_ID}.metainfo.xml"]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout
    if shutil.which("desktop-file-validate"):
        command = ["desktop-file-validate", share / f"applications/{APP_ID}.desktop"]
        assert subprocess.run(command, check=False, capture_output=True, text=True).stdout == ""
