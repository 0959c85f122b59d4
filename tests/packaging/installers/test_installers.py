"""AppImage, Flatpak, Windows installer and signatures, made of a small folder in place of PyInstaller's."""

import base64
import os
import plistlib
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from pdd_client.desktop import app
from pdd_client.desktop.system.link_events import SCHEME
from scripts.packaging import building, debian, icons
from scripts.packaging.building import APP_ID, RING
from scripts.packaging.installers import appimage, flatpak, universal, windows

SIGN = Path(windows.__file__).with_name("sign-windows")
MOMENT = 1_700_000_000
RUNTIME = b"\x7fELF and so on"


def needs(*programs: str) -> pytest.MarkDecorator:
    """Return the mark of a test that can't run without these programs of Debian."""
    lacking = [name for name in programs if shutil.which(name) is None]
    return pytest.mark.skipif(bool(lacking), reason=f"missing: {', '.join(lacking)}")


@pytest.fixture
def folder(tmp_path: Path, qapp: QApplication) -> Path:
    """Return a folder with three programs that say their names and arguments, and icons where a build has them."""
    folder = tmp_path / "build/dist/private-data-donor"
    (folder / "_internal" / "a folder").mkdir(parents=True)
    (folder / "_internal" / "a folder" / "library.so").write_bytes(b"library")
    for name in ("pdd-donor", "pdd-donor-app", "pdd-native-host"):
        (folder / name).write_text('#!/bin/sh\necho "${0##*/}" "$@"\n')
        (folder / name).chmod(0o755)
    icons.main(RING, tmp_path / "build/icons")
    return folder


def made_image(folder: Path, out: Path) -> Path:
    """Return an AppImage of the folder, with a runtime that can't be run."""
    out.mkdir()
    (out / "runtime").write_bytes(RUNTIME)
    return appimage.package(folder, out / "runtime", out, "1.2.3", MOMENT)


def told(*command: str | Path, environment: Mapping[str, str] | None = None) -> str:
    """Return what a command prints; it has to succeed."""
    whole = os.environ | (environment or {})
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=whole)
    assert done.returncode == 0, done.stderr
    return done.stdout


@needs("mksquashfs", "unsquashfs")
def test_an_appimage_starts_each_program(folder: Path, tmp_path: Path) -> None:
    """After the runtime comes a file system. Its AppRun starts the window, or the program that is named."""
    image = made_image(folder, tmp_path / "out")
    assert image.read_bytes().startswith(RUNTIME)
    assert os.access(image, os.X_OK)
    told("unsquashfs", "-quiet", "-no-progress", "-offset", str(len(RUNTIME)), "-dest", tmp_path / "tree", image)
    run = tmp_path / "tree/AppRun"
    assert told(run, "--hidden") == "pdd-donor-app --hidden\n"
    assert told(run, "pdd-donor", "join", "two words") == "pdd-donor join two words\n"
    assert told(run, "pdd-native-host", "--home", "x") == "pdd-native-host --home x\n"
    for name in (f"{APP_ID}.desktop", f"{APP_ID}.png", ".DirIcon"):
        assert (tmp_path / "tree" / name).is_file()


@needs("mksquashfs")
def test_the_same_folder_makes_the_same_appimage(folder: Path, tmp_path: Path) -> None:
    """Two AppImages of one folder are the same, byte for byte."""
    assert made_image(folder, tmp_path / "one").read_bytes() == made_image(folder, tmp_path / "two").read_bytes()


@needs("mksquashfs")
def test_a_large_appimage_is_refused(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An AppImage that takes more than donors are promised is not handed out."""
    monkeypatch.setattr(appimage, "LARGEST", 1000)
    with pytest.raises(SystemExit, match="at most 1,000"):
        made_image(folder, tmp_path / "out")


def test_another_runtime_is_refused(tmp_path: Path) -> None:
    """A runtime that is missing, or is not the one that is trusted, stops the build and says where it is from."""
    file = tmp_path / "runtime"
    with pytest.raises(SystemExit, match=r"runtime is missing: download it from https://github\.com/AppImage/"):
        appimage.checked(file)
    file.write_bytes(RUNTIME)
    with pytest.raises(SystemExit, match="is not the runtime that is trusted"):
        appimage.checked(file)


def test_a_flatpak_has_what_its_manifest_names(folder: Path, tmp_path: Path) -> None:
    """The manifest has the app's id, starts a program that is there, and lets it write in no browser's folder."""
    flatpak.prepare(folder, tmp_path / "work")
    manifest = (tmp_path / "work" / f"{APP_ID}.yaml").read_text()
    command = re.search("^command: (.*)$", manifest, re.MULTILINE)
    assert f"\nid: {APP_ID}\n" in manifest
    assert command is not None
    assert told(tmp_path / "work/usr/bin" / command[1]) == f"{command[1]}\n"
    assert (tmp_path / f"work/usr/share/metainfo/{APP_ID}.metainfo.xml").exists()
    assert "--talk-name=org.freedesktop.Notifications\n" in manifest, "reminders"
    allowed = re.findall("--filesystem=(.*)", manifest)
    assert allowed
    assert [place for place in allowed if not place.endswith(":ro")] == []


@needs("wixl", "msiextract", "msiinfo")
def test_a_windows_installer_has_every_file(folder: Path, tmp_path: Path) -> None:
    """The installer puts every file into the person's own programs, and says that removing it keeps the data."""
    made = windows.package(folder, tmp_path / "build/icons/app.ico", tmp_path, "1.2.3rc4")
    told("msiextract", "--directory", tmp_path / "system", made)
    inside = next((tmp_path / "system").rglob("Private Data Donor"))
    assert inside.parent.name == "Programs"
    files = {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert {path.relative_to(inside): path.read_bytes() for path in inside.rglob("*") if path.is_file()} == files
    properties = told("msiinfo", "export", made, "Property")
    assert "ProductVersion\t1.2.3" in properties
    assert "Removing the app keeps your data." in properties


@needs("wixl", "msiinfo")
def test_a_windows_installer_registers_the_links(folder: Path, tmp_path: Path) -> None:
    """The installer tells Windows, for this person alone, that the app opens `pdd:` links; not tried on Windows."""
    made = windows.package(folder, tmp_path / "build/icons/app.ico", tmp_path, "1.2.3")
    rows = [line.split("\t") for line in told("msiinfo", "export", made, "Registry").splitlines()[3:]]
    of_person = "1"
    links = {(key, name): value for _, root, key, name, value, _ in rows if root == of_person and "Classes" in key}
    assert links == {
        ("Software\\Classes\\pdd", ""): "URL:Private Data Donor",
        ("Software\\Classes\\pdd", "URL Protocol"): "",
        ("Software\\Classes\\pdd\\shell\\open\\command", ""): '"[INSTALLDIR]pdd-donor-app.exe" -- "%1"',
    }
    assert "Links" in told("msiinfo", "export", made, "FeatureComponents")


def test_macos_is_told_of_the_links() -> None:
    """The app's description for macOS names the kind of links that the app opens, which is that of the Linux entry."""
    written = plistlib.loads(plistlib.dumps(building.INFO_PLIST))
    assert written["CFBundleURLTypes"][0]["CFBundleURLSchemes"] == [SCHEME]
    assert f"MimeType=x-scheme-handler/{SCHEME};" in (debian.LINUX / f"{APP_ID}.desktop").read_text("utf-8")
    assert "info_plist=INFO_PLIST" in building.SPEC.read_text("utf-8")


def test_a_registered_link_is_no_option() -> None:
    """What Windows puts in place of %1 is the link, whatever it looks like."""
    assert app.make_parser().parse_args(["--", "--home=elsewhere"]).link == "--home=elsewhere"
    assert app.make_parser().parse_args(["--", "pdd:https://pdd.invalid/join/flu"]).link.startswith("pdd:")


@pytest.mark.parametrize(("version", "expected"), [("1.2.3", "1.2.3"), ("0.2rc1", "0.2.0"), ("1.0.dev3", "1.0.0")])
def test_windows_compares_three_numbers(version: str, expected: str) -> None:
    """A version becomes three numbers."""
    assert windows.installer_version(version) == expected


@needs("wixl", "osslsigncode", "openssl")
def test_an_installer_is_signed_if_there_is_a_certificate(folder: Path, tmp_path: Path) -> None:
    """With a certificate the installer carries its signature. Without one it is unchanged, and a line says so."""
    made = windows.package(folder, tmp_path / "build/icons/app.ico", tmp_path, "1.2.3")
    before = made.read_bytes()
    assert "1 files are not signed" in told(SIGN, made)
    assert made.read_bytes() == before
    key, certificate, both = tmp_path / "key", tmp_path / "certificate", tmp_path / "both"
    purpose = ("-addext", "extendedKeyUsage=codeSigning", "-subj", "/CN=A tester")
    told("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, *purpose)
    told("openssl", "pkcs12", "-export", "-inkey", key, "-in", certificate, "-out", both, "-passout", "pass:secret")
    secrets = {
        "WINDOWS_CERTIFICATE": base64.b64encode(both.read_bytes()).decode(),
        "WINDOWS_PASSWORD": "secret",
    }
    assert told(SIGN, made, environment=secrets) == f"signed {made}\n"
    checked = subprocess.run(["osslsigncode", "verify", "-in", made], capture_output=True, text=True, check=False)
    assert "CN=A tester" in checked.stdout + checked.stderr


def test_two_macs_apps_become_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that differ are joined by lipo. Equal ones and other files are taken as they are."""
    program = b"\xcf\xfa\xed\xfe"
    for which, files in {
        "apple": {"program": program + b"arm", "same": program, "text": b"apple", "only-here": b"1"},
        "intel": {"program": program + b"x86", "same": program, "text": b"intel", "only-there": b"2"},
    }.items():
        (tmp_path / which).mkdir()
        for name, content in files.items():
            (tmp_path / which / name).write_bytes(content)
    lipo = tmp_path / "bin" / "lipo"
    lipo.parent.mkdir()
    lipo.write_text('#!/bin/sh\ncat "$2" "$3" >"$5.new" && mv "$5.new" "$5"\n')
    lipo.chmod(0o755)
    monkeypatch.setenv("PATH", f"{lipo.parent}{os.pathsep}{os.environ['PATH']}")
    made = universal.merge(tmp_path / "apple", tmp_path / "intel", tmp_path / "made")
    assert {path.name: path.read_bytes() for path in made.iterdir()} == {
        "program": program + b"arm" + program + b"x86",
        "same": program,
        "text": b"apple",
        "only-here": b"1",
        "only-there": b"2",
    }
