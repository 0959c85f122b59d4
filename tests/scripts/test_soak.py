"""scripts/soak: faults that follow from a seed alone, and a short run of real processes that has to end well."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from scripts.soaking.faults import DAYS, faults_of

ROOT = Path(__file__).parents[2]


def test_a_seed_repeats_its_faults() -> None:
    """The same seed deals the same faults, another one others, and every kind comes within one deck."""
    days = range(2 * DAYS)
    assert [faults_of(5, day) for day in days] == [faults_of(5, day) for day in days]
    assert [faults_of(5, day) for day in days] != [faults_of(6, day) for day in days]
    kinds = Counter(fault.kind for day in range(DAYS) for fault in faults_of(5, day))
    assert kinds.keys() == {"kill-web", "kill-night", "kill-database", "full-disk", "clock", "cut", "restore"}


@pytest.mark.slow
def test_a_short_soak_ends_well() -> None:
    """Under kills, a full disk, moved clocks, cut connections and restores, published days are exact or missing by
    name, and all are charged. The database is lost before the first backup.
    """
    # PostgreSQL's own user can't enter pytest's folders, so the soak makes a folder of its own.
    command = [ROOT / "scripts" / "soak", "--days", str(DAYS), "--donors", "16", "--seed", "872658"]
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "WRONG" not in done.stdout
