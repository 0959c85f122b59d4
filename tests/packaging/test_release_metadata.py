"""A release's metadata: its wheels for pip and type checkers, and one version everywhere."""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
NAMES = ("shared", "server", "client", "research", "research/papers")


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


def test_a_release_has_one_version() -> None:
    """Distributions, the extension's manifest and its requests name the same version."""
    projects = [ROOT / folder / "pyproject.toml" for folder in ("", *NAMES)]
    manifests = [ROOT / "extension" / path for path in ("package.json", "src/manifest.json")]
    versions = {path: tomllib.loads(path.read_text())["project"]["version"] for path in projects}
    versions |= {path: json.loads(path.read_text())["version"] for path in manifests}
    client = ROOT / "extension/src/gateways/server_http/http.js"
    versions[client] = re.findall(r'VERSION = "(.*)"', client.read_text())[0]
    assert len(set(versions.values())) == 1, versions
