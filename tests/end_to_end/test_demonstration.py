"""The demonstration as a person runs it, only smaller: real server, nightly runs and browsers' databases."""

import subprocess
import sys
from pathlib import Path

import pytest

from pdd_server.services.results.exports.exports import FILES
from tests.support.processes.timeouts import PATIENCE

ROOT = Path(__file__).parents[2]


def demonstration(*options: str) -> subprocess.CompletedProcess[str]:
    """Return what the command prints and its exit status."""
    command = [sys.executable, "-m", "scripts.demonstration", *options]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("protocol", ["cohort", "plain"])
def test_every_sum_without_its_noise_is_the_truth(tmp_path, protocol):
    """From made-up people's histories to published totals, exit 0 says that no sum differs from the truth."""
    options = ("--protocol", protocol, "--donors", "24", "--days", "2", "--seed", "3", "--folder", str(tmp_path))
    ended = demonstration(*options)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "4 of days and regions, 0 of them not exactly the truth" in ended.stdout
    published = tmp_path / "server" / "published" / "winter-flu"
    assert {file.name for file in published.iterdir()} == set(FILES)


def test_a_bad_option_is_one_error():
    """Too few people for a tree is one error line before anything is made."""
    ended = demonstration("--donors", "3")
    assert ended.returncode == 2
    assert "--donors must be at least 4" in ended.stderr
