"""Two processes that write the published files at the same time."""

import json
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pdd_server.services.results.exports import exports
from pdd_server.store import files
from tests.server.services.rounds.cohort.simulated_donors import cohort_campaign, cohort_server
from tests.server.simulated_server import HandClock, campaign, new_server
from tests.support.processes.server_program import COMMAND
from tests.support.processes.timeouts import PATIENCE

NAMES = tuple(f"flu-{number}" for number in range(12))


def assert_whole(folder: Path) -> None:
    """Assert that every campaign's files are complete, with no half-written file beside them."""
    for name in NAMES:
        assert {file.name for file in (folder / name).iterdir()} == set(exports.FILES)
        assert json.loads((folder / name / "totals.json").read_text())["campaign"] == name
        with closing(sqlite3.connect(folder / name / "totals.sqlite")) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("SELECT id FROM campaign").fetchall() == [(name,)]


def test_who_comes_while_another_writes_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second process that wants to write finds the lock held between any two files of the first; all files end
    complete.
    """
    server = new_server(tmp_path, HandClock(), *(campaign(id=name) for name in NAMES))
    published = server.folder.published
    monkeypatch.setattr(exports, "_PATIENCE", 0.0)
    move, refusals = files.move, []

    def move_meanwhile(*moved: Any) -> None:
        with pytest.raises(TimeoutError, match="locked") as refused:
            exports.write_all(server.store, published)
        refusals.append(refused)
        move(*moved)

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(files, "move", move_meanwhile)
        assert exports.write_all(server.store, published) == tuple(sorted(NAMES))
    assert len(refusals) == len(NAMES) * len(exports.FILES)
    assert exports.write_all(server.store, published) == ()
    assert_whole(published)
    server.store.dispose()


@pytest.mark.slow
def test_two_nights_at_once_leave_whole_files(tmp_path: Path) -> None:
    """Two processes that run `nightly` at once both succeed without an error message."""
    server = cohort_server(
        tmp_path, HandClock(), *(cohort_campaign().model_copy(update={"id": name}) for name in NAMES)
    )
    server.store.dispose()
    command = [*COMMAND, "nightly", "--data", server.folder.path]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    told = [process.communicate(timeout=PATIENCE)[1] for process in both]
    assert ([process.returncode for process in both], told) == ([0, 0], ["", ""])
    assert_whole(server.folder.published)
