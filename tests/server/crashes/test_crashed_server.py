"""A server killed at any moment ends its rounds as if it had never been killed."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.crashes.crash_points import opened
from tests.server.crashes.crash_scenarios import plain_noon
from tests.server.simulated_server import night, published, status_of
from tests.support.processes.timeouts import PATIENCE
from tests.support.stages import mostly_slow

ROOT = Path(__file__).parents[3]


@pytest.fixture
def memory() -> Iterator[str]:
    """Return a folder in memory where there is one: killing a process has the same effect there, and no disk is
    slow.
    """
    shared = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=shared if os.access(shared, os.W_OK) else None) as folder:
        yield folder


def test_a_night_of_plain_ends_a_round_and_plans_within_the_budget(tmp_path: Path) -> None:
    """The nightly run that is killed below gives up a round, which costs nothing, and leaves a campaign out of the
    next.
    """
    noon = plain_noon(tmp_path)
    (tmp_path / "now").write_text(noon.next_night.isoformat())
    server = opened(tmp_path)
    night(server)
    assert [one["privacy"]["spent"]["days"] for one in status_of(server)["campaigns"]] == [0, 0]
    assert [day["reason"] for day in published(server, "aches")["missing"]] == ["lost", "budget"]
    server.store.dispose()


@pytest.mark.parametrize(
    ("what", "at_least"),
    mostly_slow(
        [
            ("night", 60),
            ("vector", 8),
            ("check-in", 6),
            ("cohort-night", 60),
            ("ticket", 8),
            ("upload", 8),
            ("list", 8),
            ("signature", 8),
            ("answer", 8),
        ],
        usual=lambda case: case[0] == "vector",
    ),
)
@pytest.mark.sqlite
def test_killed_at_every_step(memory: str, what: str, at_least: int) -> None:
    """Killed before each statement, commit and file, and then repeated, the work has the same end."""
    command = [sys.executable, "-m", "tests.server.crashes.crash_points", what, memory]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    same = json.loads(done.stdout)
    assert len(same) >= at_least
    assert [step for step, was_same in enumerate(same, start=1) if not was_same] == []
