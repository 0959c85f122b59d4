import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import pytest

from pdd_client.gateways.browser_history.history_copy import UnreadableHistory
from pdd_client.gateways.browser_history.read_visits import read_visits
from scripts.rehearsal.history_writer import WRITERS, searches, write_chrome, write_firefox

SEARCH = "https://www.google.com/search?q=flu"

every_kind = pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
read = partial(read_visits, since=None, until=None, hints=("google.",))


def snapshot(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {file.name: (file.read_bytes(), file.stat().st_mtime_ns) for file in folder.iterdir()}


def urls(file: Path) -> list[str]:
    return [visit.url for visit in read(file)]


@contextmanager
def running(program: str, file: Path) -> Iterator[None]:
    """Run another process that has done `program` to the open database and holds it for the block."""
    setup = "import sqlite3, sys\ndatabase = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
    hold = "\nprint('ready', flush=True)\nsys.stdin.read()\n"
    command = [sys.executable, "-c", setup + program + hold, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        yield
        process.stdin.close()
        assert process.wait() == 0


VISIT = "INSERT INTO visits (url, visit_time, transition) SELECT max(id), 13450000000000000, 0x30000000 FROM urls"
CHROME_AT_WORK = f"""
database.execute("PRAGMA locking_mode = EXCLUSIVE")
database.execute("INSERT INTO urls (url, last_visit_time) VALUES ('{SEARCH}-committed', 0)")
database.execute("{VISIT}")
database.execute("PRAGMA cache_size = 5")
database.execute("BEGIN EXCLUSIVE")
for i in range(2000):
    database.execute("INSERT INTO urls (url, last_visit_time) VALUES (?, 0)", ["{SEARCH}-not-yet-" + "x" * 100])
    database.execute("{VISIT}")
"""


def test_chrome_holds_its_history_locked(tmp_path):
    """Of a locked database with half a transaction, what was committed is read, and the file is unchanged."""
    file = tmp_path / "History"
    write_chrome(file, searches(2))
    with running(CHROME_AT_WORK, file):
        before = snapshot(tmp_path)
        assert b"not-yet" in before["History"][0], "the transaction must have reached the file"
        ask = sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=0)
        with closing(ask), pytest.raises(sqlite3.OperationalError, match="locked"):
            ask.execute("SELECT 1 FROM urls")
        found = urls(file)
        assert snapshot(tmp_path) == before
    assert sorted(found) == [f"{SEARCH}-committed", f"{SEARCH}0", f"{SEARCH}1"]


FIREFOX_AT_WORK = f"""
def visit(url):
    database.execute("INSERT INTO moz_places (url) VALUES (?)", [url])
    database.execute("INSERT INTO moz_historyvisits (place_id, visit_date, visit_type)"
        " SELECT max(id), 1800000000000000, 1 FROM moz_places")
database.execute("PRAGMA locking_mode = {{mode}}")
database.execute("PRAGMA wal_autocheckpoint = 0")
visit("{SEARCH}-committed")
database.execute("PRAGMA cache_size = 1")
database.execute("BEGIN")
for i in range(500):
    visit("{SEARCH}-not-yet")
"""


@pytest.mark.parametrize("mode", ["NORMAL", "EXCLUSIVE"])
def test_firefox_has_rows_in_its_log_only(tmp_path, mode):
    """A visit committed only to the write-ahead log is read, an uncommitted one is not, and the files are unchanged."""
    file = tmp_path / "places.sqlite"
    write_firefox(file, searches(2))
    with running(FIREFOX_AT_WORK.format(mode=mode), file):
        before = snapshot(tmp_path)
        with closing(sqlite3.connect(f"file:{file}?immutable=1", uri=True)) as database:
            assert database.execute("SELECT count(*) FROM moz_historyvisits").fetchone() == (2,)
        found = urls(file)
        assert snapshot(tmp_path) == before
    assert found == [f"{SEARCH}0", f"{SEARCH}1", f"{SEARCH}-committed"]


def test_a_checkpoint_between_two_copies(tmp_path, monkeypatch):
    """If the log is checkpointed between the two copies, both are copied again."""
    file = tmp_path / "places.sqlite"
    write_firefox(file, searches(1))
    copied = []
    with closing(sqlite3.connect(file, isolation_level=None)) as firefox:
        firefox.execute("UPDATE moz_places SET url = url || '-committed'")

        def copy_while_firefox_works(source, target):
            copied.append(Path(source).name)
            real_copy(source, target)
            if len(copied) == 1:
                firefox.execute("PRAGMA wal_checkpoint(TRUNCATE)")

        real_copy = shutil.copyfile
        monkeypatch.setattr(shutil, "copyfile", copy_while_firefox_works)
        assert urls(file) == [f"{SEARCH}0-committed"]
    assert copied[0] == copied[2] == "places.sqlite"


def test_a_history_that_never_keeps_still(tmp_path, monkeypatch):
    """A file that changes during every attempt is reported as locked, not read in a torn state."""
    file = tmp_path / "History"
    write_chrome(file, searches(1))
    real_copy = shutil.copyfile

    def copy_while_it_grows(source, target):
        real_copy(source, target)
        with file.open("ab") as end:
            end.write(bytes(4096))

    monkeypatch.setattr(shutil, "copyfile", copy_while_it_grows)
    with pytest.raises(UnreadableHistory, match="locked"):
        read(file)


@every_kind
def test_reading_leaves_no_trace(write, tmp_path, monkeypatch):
    """The copy is in a folder of mode 0700 that is deleted, and the source's folder is unchanged."""
    folder, temporary = tmp_path / "profile", tmp_path / "temporary"
    folder.mkdir()
    temporary.mkdir()
    write(folder / "h", searches(3))
    before = snapshot(folder)
    modes = []
    real_copy = shutil.copyfile

    def copy_and_look(source, target):
        modes.append(Path(target).parent.stat().st_mode & 0o777)
        assert Path(target).is_relative_to(temporary)
        real_copy(source, target)

    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    monkeypatch.setattr(shutil, "copyfile", copy_and_look)
    assert len(read(folder / "h")) == 3
    assert set(modes) == {0o700}
    assert list(temporary.iterdir()) == []
    assert snapshot(folder) == before


def test_a_copy_that_a_killed_program_left_is_removed_by_the_next_reading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A killed program's copy is deleted once it is older than any reading takes; newer ones and other folders stay."""
    history, temporary = tmp_path / "History", tmp_path / "temporary"
    write_chrome(history, searches(1))
    temporary.mkdir()
    (temporary / "other").mkdir()
    os.utime(temporary / "other", (0, 0))
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    program = (
        "import os, sys; from pathlib import Path\n"
        "from pdd_client.gateways.browser_history.history_copy import private_copy\n"
        "with private_copy(Path(sys.argv[1])): os._exit(9)"
    )
    environment = os.environ | {"TMPDIR": str(temporary)}
    subprocess.run([sys.executable, "-c", program, str(history)], env=environment, check=False)
    (left,) = temporary.glob("pdd-history-*")
    urls(history)
    assert left.exists()
    made = int(left.name.split("-")[2])
    for hours in (-1, 1):
        shutil.copytree(left, temporary / left.name.replace(str(made), str(made + hours * 3660)))
    left.rename(temporary / left.name.replace(str(made), str(made - 3700)))
    urls(history)
    assert [folder.name for folder in temporary.iterdir()] == ["other"]
