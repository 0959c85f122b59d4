"""A release's metadata: its wheels for pip and type checkers, and one version everywhere."""

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

from pdd_client.desktop.system import autostart
from scripts.packaging import building, debian

ROOT = Path(__file__).parents[2]
NAMES = ("shared", "server", "client", "research", "research/papers", "research/results")


@pytest.fixture(scope="module", params=NAMES)
def wheel(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ZipFile]:
    """Return one distribution's wheel, built from the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT / request.param, check=True, capture_output=True)
    with ZipFile(next(folder.glob("*.whl"))) as opened:
        yield opened


def member(wheel: ZipFile, ending: str) -> bytes:
    """Return the one file of a wheel whose path ends so."""
    (name,) = [name for name in wheel.namelist() if name.endswith(ending)]
    return wheel.read(name)


def metadata(wheel: ZipFile) -> Message:
    """Return a wheel's core metadata."""
    return message_from_bytes(member(wheel, ".dist-info/METADATA"))


def test_a_wheel_is_typed(wheel: ZipFile) -> None:
    """A wheel has the PEP 561 marker, without which mypy ignores our annotations, and its classifier."""
    package = metadata(wheel)["Name"].replace("-", "_")
    assert f"{package}/py.typed" in wheel.namelist()
    assert "Typing :: Typed" in metadata(wheel).get_all("Classifier", [])


def test_a_wheel_carries_its_licence_and_readme(wheel: ZipFile) -> None:
    """A wheel has the licence's text, which the licence requires, and the README."""
    assert member(wheel, ".dist-info/licenses/LICENSE") == (ROOT / "LICENSE").read_bytes()
    assert str(metadata(wheel).get_payload()).startswith(f"# {metadata(wheel)['Name']}\n")


def test_the_app_asks_for_a_qt_that_tells_what_contrast_is_wanted() -> None:
    """An installation has `QStyleHints.accessibility`, which came with PySide6 6.10: without it the app can't start."""
    extras = tomllib.loads((ROOT / "client/pyproject.toml").read_text())["project"]["optional-dependencies"]
    (qt,) = [one for one in map(Requirement, extras["desktop"]) if one.name == "pyside6-essentials"]
    assert "6.9.3" not in qt.specifier
    assert "6.10.0" in qt.specifier


def test_a_release_has_one_version() -> None:
    """Distributions and the extension's manifest name the same version."""
    projects = [ROOT / folder / "pyproject.toml" for folder in ("", *NAMES)]
    manifests = [ROOT / "extension" / path for path in ("package.json", "src/manifest.json")]
    versions = {path: tomllib.loads(path.read_text())["project"]["version"] for path in projects}
    versions |= {path: json.loads(path.read_text())["version"] for path in manifests}
    assert len(set(versions.values())) == 1, versions


def test_the_app_has_one_id_and_the_description_its_version() -> None:
    """The app, its packages and the files for desktops have one id, and the newest described release is this one."""
    assert autostart.APP_ID == building.APP_ID
    described = debian.LINUX / f"{building.APP_ID}.metainfo.xml"
    component = ElementTree.parse(described).getroot()
    assert component.findtext("id") == building.APP_ID
    newest = component.find("releases/release")
    assert newest is not None
    assert newest.get("version") == building.VERSION
    shown = [image.text or "" for image in component.iter("image")]
    assert all(f"/v{building.VERSION}/docs/pictures/" in address for address in shown)
    assert all((ROOT / "docs/pictures" / address.rpartition("/")[2]).exists() for address in shown)
