"""A full disk: a real file system of one megabyte, mounted where nobody else sees it."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.processes.timeouts import PATIENCE

ROOT = Path(__file__).parents[4]
UNSHARE = ["unshare", "--map-root-user", "--mount", "sh", "-c"]
MOUNT = 'mount -t tmpfs -o size=1m tmpfs "$0" && exec "$@"'
FULL = "The disk is full. Nothing is lost, and nothing is sent before it can be noted. Make room first."


def on_small_disk(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a mount namespace of its own, where this folder is a small disk."""
    line = [*UNSHARE, MOUNT, str(folder), *command]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.run(
        line, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


@pytest.fixture
def came_of(tmp_path: Path) -> Any:
    """Return what tests/client/donor/check_in/full_disk.py printed."""
    if shutil.which("unshare") is None or on_small_disk(tmp_path, "true").returncode:
        pytest.skip("this system lets nobody mount a small disk: unshare --map-root-user --mount fails")
    ran = on_small_disk(tmp_path, sys.executable, "-m", "tests.client.donor.check_in.full_disk", str(tmp_path))
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_a_full_disk_is_called_by_its_name(came_of: Any) -> None:
    """Whatever the person does, a full disk is reported as that, not as another check-in or a damaged home."""
    said = came_of["said"]
    assert said.pop("open") == [None, "", ""]
    assert said.pop("erase") == [None, "", ""]
    assert set(said) == {"check in", "block", "open another"}
    for code, line, window in said.values():
        assert code == "disk-full"
        assert "make room" in line
        assert "--home" not in line
        assert window == FULL
    assert came_of["vectors"] == 0


def test_everything_is_erased_on_a_full_disk(came_of: Any) -> None:
    """Erasing works on a full disk: the server forgets the donor, and nothing of the home is left."""
    assert came_of["left"] == []
    assert came_of["registered"] == 0
