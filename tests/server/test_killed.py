"""A server killed at any moment ends its rounds as if it had lived."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def memory() -> Iterator[str]:
    """A folder in memory where there is one: a killed process leaves the same there, and nothing waits for a disk."""
    shared = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=shared if os.access(shared, os.W_OK) else None) as folder:
        yield folder


@pytest.mark.parametrize(("what", "at_least"), [("night", 60), ("vector", 8), ("check-in", 6)])
def test_killed_at_every_step(memory: str, what: str, at_least: int) -> None:
    """SIGKILL before each statement, commit and file of the work; run or asked again, the end is the same."""
    command = [sys.executable, "-m", "tests.server.dying", what, memory]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    same = json.loads(done.stdout)
    assert len(same) >= at_least
    assert [step for step, was_same in enumerate(same, start=1) if not was_same] == []
