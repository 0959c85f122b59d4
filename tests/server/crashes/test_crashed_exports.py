"""A process killed while it writes files leaves each file old or new, and the next process completes them."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pdd_server.services.results.exports import exports
from tests.server.services.results.synthetic_results import LABELS, made_up, wait
from tests.server.simulated_server import campaign
from tests.support.processes.timeouts import PATIENCE
from tests.support.stages import mostly_slow

DAYS = 5
WORK = """
import os, signal, sys
from pathlib import Path
from pdd_server.services.results.exports import exports
from pdd_server.store.engine import Store

left = int(sys.argv[3])

def burning(function):
    def call(*given):
        global left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*given)
    return call

os.fsync, Path.replace = burning(os.fsync), burning(Path.replace)
exports.write_all(Store(sys.argv[1]), Path(sys.argv[2]))
"""


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in exports.FILES}


@pytest.mark.parametrize("steps", mostly_slow([1, 3, 14, 30, 33], usual=lambda steps: steps == 14))
def test_a_killed_export_leaves_whole_files(tmp_path: Path, steps: int) -> None:
    """After a kill before any sync or rename each file has its old or its new bytes; written again, all are new."""
    made = campaign(vocabulary=LABELS)
    server = made_up(tmp_path, made, DAYS)
    published, url = server.folder.published, server.folder.database_url(server.config)
    exports.write_all(server.store, published)
    old = contents(published / "flu")
    wait(server, made, made.end)
    server.store.dispose()
    command = [sys.executable, "-c", WORK, url, str(published)]
    done = subprocess.run([*command, str(steps)], check=False, timeout=PATIENCE)
    assert done.returncode == -signal.SIGKILL
    between = contents(published / "flu")
    subprocess.run([*command, "0"], check=True, timeout=PATIENCE)
    new = contents(published / "flu")
    assert new["missing.csv"] != old["missing.csv"]
    for name, found in between.items():
        # What is whole and new may have been written by the killed process; a database's bytes are not compared.
        assert found in (old[name], new[name]) or name in ("totals.sqlite", "datapackage.json", exports.PACKAGE)
    assert not list((published / "flu").glob("*.partial"))
