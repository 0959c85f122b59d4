"""`check` finds each damage to a server's folder, by comparing every file with the database and the ledger."""

import json
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pdd_server.cli import main
from pdd_server.errors import SetupError
from pdd_server.jobs.schedule import NightlySchedule
from pdd_server.services.operations.data_folder import Deployment, Folder, open_folder
from pdd_server.services.operations.recovery.checks import findings
from pdd_server.services.operations.recovery.reset import reset
from pdd_server.services.results.exports.exports import FILES
from tests.server.services.rounds.cohort.simulated_donors import a_day, cohort_players, cohort_server, everybody
from tests.server.simulated_server import HandClock, client_of, night

pytestmark = pytest.mark.sqlite
Damage = Callable[[Path], None]


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, HandClock]:
    """Return the data folder of a `cohort` server with published days, and its clock."""
    clock = HandClock()
    server = cohort_server(tmp_path_factory.mktemp("published"), clock)
    crowd = cohort_players(server, 4)
    everybody(crowd)
    for _ in range(5):
        a_day(server, clock, crowd)
    server.store.forget()
    server.store.dispose()
    return server.folder.path, clock


@pytest.fixture
def data(published: tuple[Path, HandClock], tmp_path: Path) -> Path:
    return Path(shutil.copytree(published[0], tmp_path / "data"))


@pytest.fixture
def clock(published: tuple[Path, HandClock]) -> HandClock:
    return HandClock(published[1].now)


@pytest.fixture
def opened(data: Path, clock: HandClock) -> Iterator[Deployment]:
    server = open_folder(Folder(data), clock)
    yield server
    server.store.dispose()


def problems(data: Path, clock: HandClock) -> list[str]:
    return [f"{one.name}: {one.problem}" for one in findings(Folder(data), clock) if one.problem]


def changed(name: str, found: str, put: str) -> Damage:
    """Return what changes the first match of a pattern in a published file, and keeps the file's size if it can."""

    def change(published: Path) -> None:
        text = (published / name).read_text()
        after = re.sub(found, put, text, count=1)
        assert after != text, f"nothing in {name} is like {found}"
        (published / name).write_text(after)

    return change


def cut(name: str, lines: int) -> Damage:
    def cut_lines(published: Path) -> None:
        whole = (published / name).read_bytes().splitlines(keepends=True)
        assert len(whole) > lines
        (published / name).write_bytes(b"".join(whole[:-lines]))

    return cut_lines


def emptied(name: str) -> Damage:
    return lambda published: (published / name).write_bytes(b"") and None


def halved(name: str) -> Damage:
    def halve(published: Path) -> None:
        content = (published / name).read_bytes()
        (published / name).write_bytes(content[: len(content) // 2])

    return halve


def in_sqlite(statement: str, name: str = "flu/totals.sqlite") -> Damage:
    """Return what changes rows of an SQLite file."""

    def run(published: Path) -> None:
        with closing(sqlite3.connect(published / name)) as connection:
            assert connection.execute(statement).rowcount > 0
            connection.commit()

    return run


def without_the_end(damage: Damage) -> Damage:
    """Return a damage that a folder of an older version would have: it doesn't note how far its ledger was written."""

    def both(published: Path) -> None:
        (published.parent / "ledger-end.json").unlink()
        damage(published)

    return both


def gone(name: str) -> Damage:
    def delete(published: Path) -> None:
        shutil.rmtree(published / name) if (published / name).is_dir() else (published / name).unlink()

    return delete


def flipped(name: str) -> Damage:
    """Return a damage in the middle of a file, where a zip has compressed data."""

    def flip(published: Path) -> None:
        content = bytearray((published / name).read_bytes())
        middle = len(content) // 3
        content[middle : middle + 40] = bytes(one ^ 255 for one in content[middle : middle + 40])
        (published / name).write_bytes(content)

    return flip


LEDGER = "ledger.jsonl"
DAMAGES: dict[str, tuple[Damage, str]] = {
    "ledger deleted": (gone(LEDGER), r"ledger: .*ledger.jsonl: lacks lines that this server wrote"),
    "ledger emptied": (emptied(LEDGER), r"ledger: .*lacks lines"),
    "ledger without its last line": (cut(LEDGER, 1), r"ledger: .*lacks lines"),
    "ledger cut in its middle": (cut(LEDGER, 5), r"ledger: .*lacks lines"),
    "ledger halved": (halved(LEDGER), r"ledger: .*lacks lines"),
    "ledger with another line": (changed(LEDGER, r'"epsilon', '"epsilom'), r"ledger: .*was changed"),
    "ledger deleted, of an older version": (without_the_end(gone(LEDGER)), r"published numbers: .*ledger does not say"),
    "ledger cut, of an older version": (without_the_end(cut(LEDGER, 8)), r"published numbers: .*ledger does not say"),
    "all of published/": (gone("."), r"ledger: .*lacks lines"),
    "the campaign's folder": (gone("flu"), r"published numbers: .*flu: .* is not there with the numbers"),
    "a total in totals.csv": (changed("flu/totals.csv", r",flu,-?\d+", ",flu,7777"), r"published files: .*totals.csv"),
    "a noise scale": (changed("flu/totals.csv", r",20\.0", ",10.0"), r"published files: .*totals.csv"),
    "spent 0": (
        changed("flu/totals.json", r'("spent": \{"days": \d+, "epsilon": )[\d.]+', r"\g<1>0.0"),
        r"published files: .*json",
    ),
    "a total in totals.json": (changed("flu/totals.json", r'"flu": -?\d+', '"flu": 7777'), r"published numbers: .*flu"),
    "no checkpoint": (changed("flu/totals.json", r'"log": {', '"log": {"no": 1, '), r"published files: .*totals.json"),
    "another checkpoint": (
        changed("flu/totals.json", r'root\\":\\"....', r'root\\":\\"0000'),
        r"published files: .*totals.json",
    ),
    "half a totals.sqlite": (halved("flu/totals.sqlite"), r"published files: .*totals.sqlite"),
    "a total in totals.sqlite": (in_sqlite("UPDATE numbers SET total = 7777"), r"published files: .*totals.sqlite"),
    "half a totals.parquet": (halved("flu/totals.parquet"), r"published files: .*totals.parquet"),
    "bytes of a package.zip": (flipped("flu/package.zip"), r"published files: .*package.zip"),
    "half a package.zip": (halved("flu/package.zip"), r"published files: .*package.zip"),
    "a missing day": (emptied("flu/missing.csv"), r"published files: .*missing.csv"),
    "a decoy": (cut("flu/decoys.csv", 1), r"published files: .*decoys.csv"),
    "a hash": (changed("flu/datapackage.json", r"sha256:....", "sha256:0000"), r"published files: .*datapackage.json"),
    "an epoch": (gone("epochs/0.json"), r"epochs and chain of keys: .*epochs/0.json"),
    "an epoch's size": (changed("epochs/0.json", r"size", "sise"), r"epochs and chain of keys: .*epochs/0.json"),
    "the log": (gone("log.json"), r"epochs and chain of keys: .*log.json"),
    "the chain of keys": (gone("keys.json"), r"epochs and chain of keys: .*keys.json"),
    "a published day in the database": (
        in_sqlite("UPDATE publications SET totals = '[7,7]'", "../pdd.sqlite"),
        r"published files: .*flu/.*is not as the database has it",
    ),
}


def test_a_whole_server_passes(data: Path, clock: HandClock) -> None:
    """Nothing is wrong with a server of which nothing was damaged."""
    assert problems(data, clock) == []


@pytest.mark.parametrize("name", DAMAGES)
def test_each_damage_is_found(data: Path, clock: HandClock, name: str) -> None:
    """`check` names the file of each damage, in one line."""
    damage, told = DAMAGES[name]
    damage(data / "published")
    (found,) = problems(data, clock)
    assert re.match(told, found)


@pytest.mark.parametrize("name", FILES)
def test_each_file_that_is_gone_is_found(data: Path, clock: HandClock, name: str) -> None:
    """`check` names each file of a campaign that is not there."""
    (data / "published" / "flu" / name).unlink()
    (found,) = problems(data, clock)
    assert f"flu/{name}: is not as the database has it" in found or "is not there with the numbers" in found


@pytest.mark.parametrize("damage", [gone(LEDGER), emptied(LEDGER), cut(LEDGER, 2)], ids=["gone", "emptied", "cut"])
def test_no_second_chain_is_begun(opened: Deployment, clock: HandClock, damage: Damage) -> None:
    """A nightly run refuses a ledger without its end, and writes nothing; a reset goes on with what is there."""
    damage(opened.folder.published)
    before = opened.ledger.text()
    clock.next_day()
    again = open_folder(opened.folder, clock)
    with pytest.raises(SetupError, match="lacks lines that this server wrote"):
        night(again)
    assert again.ledger.text() == before
    reset(again)
    assert problems(opened.folder.path, clock) == []
    again.store.dispose()


def test_a_damaged_page_is_called_damaged(
    opened: Deployment,
    data: Path,
    clock: HandClock,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """After a nightly run met a damaged page, the log, `/readyz`, `check` and `status` say that the file is damaged."""
    opened.store.dispose()
    with closing(sqlite3.connect(data / "pdd.sqlite")) as connection:
        size, page = (
            connection.execute(text).fetchone()[0]
            for text in ("PRAGMA page_size", "SELECT rootpage FROM sqlite_master WHERE name = 'activity'")
        )
    with (data / "pdd.sqlite").open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    clock.next_day()
    NightlySchedule(opened).run_if_due()
    assert "pdd.sqlite: is damaged: database disk image is malformed; stop the server" in caplog.text
    answer = client_of(opened).get("/readyz")
    assert (answer.status_code, "damaged" in answer.json["problems"]) == (503, True)
    (found,) = problems(data, clock)
    assert re.match("database: .*is damaged", found)
    (data / "now").write_text(clock.now.isoformat())
    assert main(["status", "--data", str(data), "--rehearsal-clock", str(data / "now")]) == 2
    assert "pdd.sqlite: is damaged" in capsys.readouterr().err


def test_what_notes_the_end_holds_nothing_else(data: Path) -> None:
    """The note of the ledger's end has its size and the hash of its last line."""
    noted = json.loads((data / "ledger-end.json").read_bytes())
    assert noted.keys() == {"bytes", "head"}
    assert noted["bytes"] == (data / "published" / LEDGER).stat().st_size
