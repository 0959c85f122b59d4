"""Backups of a running server, and servers restored from them: nothing is counted twice, nobody has to join anew."""

import shutil
import sqlite3
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from pdd_server.cli import main
from pdd_server.errors import SetupError
from pdd_server.services.operations.data_folder import Deployment, Folder, open_folder
from pdd_server.services.operations.recovery import backup
from pdd_server.services.operations.recovery.backup import back_up, verify
from pdd_server.services.operations.recovery.checks import findings
from pdd_server.services.operations.recovery.restore import restore
from pdd_server.store.copies import COPIED, LEFT_OUT
from pdd_server.store.migrate import revision
from pdd_server.store.tables import metadata
from tests.server.crashes.killed_steps import kills
from tests.server.services.operations.recovery.restored_servers import move
from tests.server.services.rounds.cohort.simulated_donors import (
    CohortPlayer,
    a_day,
    begin_day,
    cohort_players,
    cohort_server,
    everybody,
)
from tests.server.simulated_server import (
    DAY,
    Donor,
    HandClock,
    dump,
    morning_after,
    new_server,
    night,
    published,
)
from tests.server.store.upgrades.former_schemas import NEXT, take_next_version

ONE = timedelta(days=1)
OWN = ("identity.key", "server.key", "online.json", "published")
"""What an operator still has of a server whose database is lost."""


def numbers(server: Deployment) -> dict[str, Any]:
    return {day["day"]: (day["donors"], day["searches"], day["totals"]) for day in published(server)["days"]}


def missing(server: Deployment) -> set[str]:
    return {day["day"] for day in published(server)["missing"]}


def spent(server: Deployment) -> Any:
    return published(server)["privacy"]["spent"]


def days_until(clock: HandClock) -> set[str]:
    return {(DAY + ahead * ONE).isoformat() for ahead in range((clock().date() - DAY).days)}


def kept(server: Deployment, to: Path, *names: str) -> Folder:
    """Return a new folder with what is left of a server's."""
    to.mkdir()
    for name in names:
        source = server.folder.path / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, to / name)
    return Folder(to)


def problems(folder: Folder, clock: HandClock) -> list[str]:
    return [one.problem for one in findings(folder, clock) if one.problem is not None]


@pytest.fixture
def running(tmp_path: Path, clock: HandClock) -> tuple[Deployment, list[CohortPlayer]]:
    """Return a `cohort` server with published and open days, and a backup of it that has its keys."""
    server = cohort_server(tmp_path, clock)
    crowd = cohort_players(server, 4)
    everybody(crowd)
    for _ in range(5):
        a_day(server, clock, crowd)
    back_up(server, tmp_path / "backup", with_keys=True)
    return server, crowd


def goes_on(again: Deployment, clock: HandClock, crowd: list[CohortPlayer]) -> None:
    """Play days after a restore: the same donors, with the tokens that they have, are counted again."""
    move(cast(list[Donor], crowd), again)
    today = clock().date()
    before = numbers(again)
    everybody(crowd, "ticket")
    for _ in range(5):
        a_day(again, clock, crowd)
    assert before.items() <= numbers(again).items()
    assert {today.isoformat(), (today + ONE).isoformat()} <= numbers(again).keys()


def test_every_table_is_copied_or_left_out() -> None:
    """Each table of the database, and so each new one, was decided upon. What is secret of donors is left out."""
    assert COPIED.keys() | LEFT_OUT == metadata.tables.keys()
    assert COPIED.keys() & LEFT_OUT == set()
    assert {"activity", "gathering", "groups", "members", "sessions"} <= LEFT_OUT
    assert {"cohort_answers", "cohort_entries", "cohort_leaves", "cohort_signatures", "cohort_tickets"} <= LEFT_OUT


def test_days_after_a_backup_are_exact_or_missing_by_name(
    running: tuple[Deployment, list[CohortPlayer]], clock: HandClock, tmp_path: Path
) -> None:
    """A server restored beside its newer `published/` has all numbers that were published, before and after the
    backup. All other days are missing by name. What was charged stays charged, and the same donors go on.
    """
    server, crowd = running
    for _ in range(4):
        a_day(server, clock, crowd)
    before, cost = numbers(server), spent(server)
    folder = kept(server, tmp_path / "new", *OWN)
    restore(tmp_path / "backup", folder, clock)
    again = open_folder(folder, clock)
    assert numbers(again) == before
    assert before.keys() | missing(again) == days_until(clock)
    assert before.keys() & missing(again) == set()
    assert (spent(again)["days"], spent(again)["epsilon"] >= cost["epsilon"]) == (len(days_until(clock)), True)
    goes_on(again, clock, crowd)
    assert problems(folder, clock) == []
    for each in (server, again):
        each.store.dispose()


def test_a_backup_alone_is_enough(
    running: tuple[Deployment, list[CohortPlayer]], clock: HandClock, tmp_path: Path
) -> None:
    """A server restored on another disk, without anything but the backup, has the numbers of the backup. The days
    since are charged and missing, and the same donors go on.
    """
    server, crowd = running
    before = numbers(server)
    for _ in range(4):
        a_day(server, clock, crowd)
    assert spent(server)["days"] <= len(days_until(clock))
    server.store.dispose()
    shutil.rmtree(server.folder.path)
    folder = Folder(tmp_path / "new")
    restore(tmp_path / "backup", folder, clock)
    again = open_folder(folder, clock)
    assert (numbers(again), missing(again)) == (before, days_until(clock) - before.keys())
    assert spent(again)["days"] == len(days_until(clock))
    goes_on(again, clock, crowd)
    assert problems(folder, clock) == []
    again.store.dispose()


def test_plain_goes_on_after_a_restore(tmp_path: Path, clock: HandClock) -> None:
    """A `plain` server restored beside its published files keeps its numbers, and its donors go on."""
    server = new_server(tmp_path, clock, delay=0)
    crowd = morning_after(server, clock)
    back_up(server, tmp_path / "backup", with_keys=False)
    for donor in crowd:
        donor.work([1, 2, 3])
    clock.next_day()
    night(server)
    before = numbers(server)
    folder = kept(server, tmp_path / "new", *OWN)
    restore(tmp_path / "backup", folder, clock)
    again = open_folder(folder, clock)
    assert (numbers(again), before.keys() | missing(again)) == (before, days_until(clock))
    move(crowd, again)
    for donor in crowd:
        donor.work()
    clock.next_day()
    night(again)
    for donor in crowd:
        donor.work([2, 2, 2])
    clock.next_day()
    night(again)
    assert len(numbers(again)) == 2
    assert problems(folder, clock) == []
    for each in (server, again):
        each.store.dispose()


@pytest.mark.sqlite
def test_a_backup_holds_nothing_of_open_rounds(tmp_path: Path, clock: HandClock) -> None:
    """No byte of a running sum, of a list, of an upload's nonce, of a member's signature or of a one-week key is in a
    backup, nor are the days on which donors were there, nor a secret key.
    """
    server = cohort_server(tmp_path, clock)
    crowd = cohort_players(server, 4)
    everybody(crowd)
    for _ in range(3):
        begin_day(server, clock)
        everybody(crowd)
    with server.store.engine.connect() as connection:
        secret = [
            bytes(value)[:64]
            for table in (*sorted(LEFT_OUT), "cohort_days")
            for row in connection.exec_driver_sql(f"SELECT * FROM {table}").mappings()
            for name, value in row.items()
            if isinstance(value, bytes) and (table != "cohort_days" or name not in ("context", "digest"))
        ]
    assert len(secret) > 40
    secret += [bytes.fromhex(file.read_text()) for file in (server.folder.key, server.folder.identity_key)]
    back_up(server, tmp_path / "backup", with_keys=False)
    held = b"".join(file.read_bytes() for file in (tmp_path / "backup").iterdir())
    assert [one for one in secret if one in held or one.hex().encode() in held] == []
    with closing(sqlite3.connect(tmp_path / "backup" / "database.sqlite")) as made:
        left = [made.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in LEFT_OUT]
        assert made.execute("SELECT count(*) FROM donors").fetchone() == (4,)
    assert set(left) == {0}
    server.store.dispose()


def test_a_backup_that_was_changed_is_refused(
    running: tuple[Deployment, list[CohortPlayer]], clock: HandClock, tmp_path: Path
) -> None:
    """A changed byte in any file of a backup, a missing file, and no manifest are told by name; nothing is made."""
    running[0].store.dispose()
    made = tmp_path / "backup"
    for file in sorted(made.iterdir()):
        content = file.read_bytes()
        for changed in (content[:-9] + bytes([content[-9] ^ 1]) + content[-8:], None):
            file.unlink()
            if changed is not None:
                file.write_bytes(changed)
            with pytest.raises(SetupError, match=rf"backup/{file.name}: |backup/.*was changed"):
                restore(made, Folder(tmp_path / "new"), clock)
            assert not (tmp_path / "new").exists()
        file.write_bytes(content)
    verify(made)


def test_what_is_there_is_never_written_over(
    running: tuple[Deployment, list[CohortPlayer]], clock: HandClock, tmp_path: Path
) -> None:
    """A backup into a folder that exists, and a restore over a server or a database, are refused and change nothing.
    So is one with the keys of another server.
    """
    server, _ = running
    before = dump(server)
    with pytest.raises(SetupError, match="exists already"):
        back_up(server, tmp_path / "backup", with_keys=False)
    with pytest.raises(SetupError, match="holds a server's data already"):
        restore(tmp_path / "backup", server.folder, clock)
    assert dump(server) == before
    other = new_server(tmp_path / "other", clock)
    folder = kept(other, tmp_path / "mixed", "server.key", "online.json")
    with pytest.raises(SetupError, match="is not of the server of this backup"):
        restore(tmp_path / "backup", folder, clock)
    (tmp_path / "used").mkdir()
    (tmp_path / "used" / "pdd.sqlite").write_bytes(b"")
    with pytest.raises(SetupError, match="is there already; move it"):
        restore(tmp_path / "backup", Folder(tmp_path / "used"), clock)
    for each in (server, other):
        each.store.dispose()


def test_a_backup_of_an_earlier_version_is_restored(
    tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A backup whose database is of an earlier schema is migrated when it is restored."""
    server = new_server(tmp_path, clock)
    back_up(server, made := tmp_path / "backup", with_keys=True)
    before = published(server)
    take_next_version(monkeypatch, tmp_path)
    folder = Folder(tmp_path / "new")
    restore(made, folder, clock)
    assert problems(folder, clock) == []
    again = open_folder(folder, clock)
    assert revision(again.store) == NEXT
    assert published(again) == before
    for each in (server, again):
        each.store.dispose()


def test_the_commands(tmp_path: Path, clock: HandClock, capsys: pytest.CaptureFixture[str]) -> None:
    """`backup`, `restore` and `check` say in a line or two what they did; `check` ends with an exit code."""
    server = new_server(tmp_path, clock)
    server.store.dispose()
    (tmp_path / "now").write_text(clock.now.isoformat())
    time = ["--rehearsal-clock", str(tmp_path / "now")]
    old, new, copy = server.folder.path, tmp_path / "new", str(tmp_path / "copy")
    assert main(["backup", copy, "--data", str(old), *time]) == 0
    assert "whole, without the secret keys; 1 rows" in capsys.readouterr().out
    assert main(["restore", copy, "--data", str(new), *time]) == 2
    assert "server.key: No such file or directory; restore the server's key" in capsys.readouterr().err
    for name in ("server.key", "identity.key"):
        shutil.copy(old / name, new / name)
    # A folder whose restore has not ended is opened by no other command.
    assert main(["status", "--data", str(new), *time]) == 2
    capsys.readouterr()
    assert main(["restore", copy, "--data", str(new), *time]) == 0
    assert "restored from the backup of 2026-11-20, as reset" in capsys.readouterr().out
    assert main(["check", "--data", str(new), *time]) == 0
    names = ("settings", "keys", "database", "schema", "clock", "second factors", "ledger")
    names += ("epochs and chain of keys", "log for witnesses", "published numbers", "published files")
    assert capsys.readouterr().out.splitlines() == [f"{name}: ok" for name in names]
    (new / "published" / "ledger.jsonl").write_text("{}\n")
    assert main(["check", "--data", str(new), *time]) == 2
    printed = capsys.readouterr()
    assert printed.out.splitlines()[-1].startswith(f"ledger: {new}/published/ledger.jsonl: line 1 is no entry")
    assert printed.err == f"pdd-server: {new}: 1 of the checks above failed\n"


# --- killed


@pytest.mark.sqlite
@pytest.mark.parametrize("every", [pytest.param(3, marks=pytest.mark.slow), 37])
def test_a_backup_killed_anywhere_is_whole_or_absent(tmp_path: Path, clock: HandClock, every: int) -> None:
    """Killed at any step, a backup leaves no folder of its name or a whole one, and can be made again."""
    server = new_server(tmp_path, clock)
    server.store.dispose()
    to = tmp_path / "backup"
    work = partial(back_up, to=to, with_keys=True)
    for _ in kills(lambda: work(open_folder(server.folder, clock)), every=every, least=60):
        if to.exists():
            verify(to)
            shutil.rmtree(to)
    again = open_folder(server.folder, clock)
    back_up(again, to, with_keys=True)
    again.store.dispose()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup", "data"]


@pytest.mark.sqlite
def test_an_unfinished_backup_counts_as_none(tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A backup that fails leaves nothing. What a killed one leaves is hidden from a list of backups, and the next one
    deletes it, under whichever name. A backup of another server that is being made stays.
    """

    def fail(_: Path) -> None:
        raise SetupError("can't be read back")

    server, folder = new_server(tmp_path, clock), tmp_path / "backups"
    other = folder / ".2026-11-20.00000000.unfinished-backup"
    other.mkdir(parents=True)
    with monkeypatch.context() as broken:
        broken.setattr(backup, "verify", fail)
        with pytest.raises(SetupError, match="can't be read back"):
            back_up(server, folder / "failed", with_keys=False)
    assert list(folder.iterdir()) == [other]
    with monkeypatch.context() as broken:
        broken.setattr(shutil, "rmtree", lambda *_, **__: None)
        broken.setattr(backup, "verify", fail)
        with pytest.raises(SetupError, match="can't be read back"):
            back_up(server, folder / "killed", with_keys=False)
    assert [one.name[0] for one in folder.iterdir()] == [".", "."]
    back_up(server, folder / "whole", with_keys=False)
    assert {one.name for one in folder.iterdir()} == {other.name, "whole"}
    server.store.dispose()


@pytest.mark.sqlite
@pytest.mark.parametrize("every", [pytest.param(3, marks=pytest.mark.slow), 61])
def test_a_restore_killed_anywhere_is_run_again(
    running: tuple[Deployment, list[CohortPlayer]], clock: HandClock, tmp_path: Path, every: int
) -> None:
    """Killed at any step, a restore leaves a folder that nothing else opens. Run again, it has the same end."""
    server, crowd = running
    a_day(server, clock, crowd)
    expected = numbers(server), server.ledger.read().charges.keys()
    server.store.dispose()
    folder = Folder(tmp_path / "new")

    def put_back() -> None:
        shutil.rmtree(folder.path, ignore_errors=True)
        kept(server, folder.path, *OWN)

    for _ in kills(lambda: restore(tmp_path / "backup", folder, clock), put_back, every=every, least=100):
        if not folder.restoring.exists() and folder.config.exists():
            continue  # the very last step, or none: all is done
        with pytest.raises(SetupError, match=r"has not ended here; run it again|make a data folder with"):
            open_folder(folder, clock)
        restore(tmp_path / "backup", folder, clock)
        again = open_folder(folder, clock)
        assert numbers(again) == expected[0]
        assert again.ledger.read().charges.keys() >= expected[1]
        assert numbers(again).keys() | missing(again) == days_until(clock)
        again.store.dispose()
        assert problems(folder, clock) == []
