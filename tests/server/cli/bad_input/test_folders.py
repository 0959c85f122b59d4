"""Data folders, keys, databases, ledgers and disks that can't be used: one line each, and nothing half done."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pdd_server.cli import main
from pdd_server.services.operations.data_folder import Folder, nightly_alone, served
from pdd_server.services.operations.signing_keys import REPLACE_IT
from pdd_server.store.engine import Store
from pdd_server.store.migrate import revision, upgrade
from tests.server.cli.bad_input.refused_commands import NOBODY, contents, open_to_all, refused, refused_to_nobody
from tests.server.store.upgrades.former_schemas import REVISIONS, take_next_version

Break = Callable[[Path], object]
CLOSED = "it has to be a file that the server's user may write, in a folder that this user may write"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder after its first nightly run."""
    folder = tmp_path_factory.mktemp("folders") / "data"
    (folder.parent / "now").write_text("2026-11-20T09:00:00+00:00")
    for command in (["init"], ["nightly", "--rehearsal-clock", str(folder.parent / "now")]):
        assert main([*command, "--data", str(folder)]) == 0
    return folder


@pytest.fixture
def data(sound: Path, tmp_path: Path) -> Path:
    shutil.copytree(sound, tmp_path / "data")
    (tmp_path / "now").write_text("2026-11-20T10:00:00+00:00")
    return tmp_path / "data"


def clock(data: Path) -> tuple[str, Path]:
    return "--rehearsal-clock", data.parent / "now"


def run_sql(data: Path, statement: str) -> None:
    with closing(sqlite3.connect(data / "pdd.sqlite")) as connection, connection:
        connection.execute(statement)


def replaced_by_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


# --- keys


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            lambda data: (data / "server.key").unlink(),
            "server.key: No such file or directory; restore the server's key",
        ),
        (lambda data: (data / "server.key").write_text("hello"), "server.key: is no key of 64 hex digits; restore"),
        (lambda data: replaced_by_folder(data / "server.key"), "server.key: Is a directory; restore the server's key"),
        (
            lambda data: [(data / name).unlink() for name in ("identity.key", "online.json")],
            "identity.key: is not there; restore it from its backup",
        ),
        (
            lambda data: (data / "server.key").write_text("ab" * 32) and (data / "identity.key").unlink(),
            "online.json: does not vouch for server.key; restore the server's key from its backup, or write a request",
        ),
    ],
)
def test_keys_that_are_missing_or_wrong(
    data: Path, capsys: pytest.CaptureFixture[str], change: Break, says: str
) -> None:
    """Commands name the key's file and what to do, and leave everything as it is."""
    change(data)
    before = contents(data)
    for command in (("status",), ("nightly",), ("run", "--port", "0"), ("backup", data.parent / "copy")):
        assert says in refused(capsys, *command, "--data", data, *clock(data))
    assert contents(data) == before


def test_an_online_key_that_ended(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where the identity key is kept on another computer, commands go on. They say how that computer signs the next
    key, and sign nothing themselves.
    """
    (data / "identity.key").unlink()
    (data.parent / "now").write_text("2028-11-20T10:00:00+00:00")
    signed = {name: (data / name).read_bytes() for name in ("online.json", "published/keys.json")}
    remedy = f"{REPLACE_IT}\n"
    given = ("--data", str(data), *map(str, clock(data)))
    assert main(["backup", str(data.parent / "copy"), *given]) == 0
    for command, code in (("nightly", 0), ("status", 0), ("check", 2)):
        assert main([command, *given]) == code
        told = "".join(capsys.readouterr())
        assert "ended on 2027-11-21; " in told
        assert remedy in told
    assert f"identity.key: is not there; {remedy}" in refused(capsys, "keys", "replace", *given)
    assert {name: (data / name).read_bytes() for name in signed} == signed
    assert not (data / "server.key.next").exists()


def test_a_key_that_others_can_read_is_found(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`check` names a key that every user of the machine can read."""
    (data / "server.key").chmod(0o644)
    assert main(["check", "--data", str(data), *map(str, clock(data))]) == 2
    told = capsys.readouterr().out
    assert f"keys: {data / 'server.key'}: other users of this machine can read it; chmod 600 it\n" in told


def test_status_makes_no_database(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`status` names a database that is not there, has no tables or is of an earlier schema, and writes nothing."""
    (data / "pdd.sqlite").unlink()
    before = contents(data)
    given = ("status", "--data", data, *clock(data))
    told = refused(capsys, *given)
    assert f"{data / 'pdd.sqlite'}: is not there; docs/guides/operator.md, A damaged database, says" in told
    assert contents(data) == before
    (data / "pdd.sqlite").touch()
    assert "pdd.sqlite: has no tables yet; start the server, which makes them" in refused(capsys, *given)
    store = Store(f"sqlite:///{data / 'pdd.sqlite'}")
    upgrade(store)
    take_next_version(monkeypatch, tmp_path)
    says = f"pdd.sqlite: has schema {REVISIONS[-1]}; start the server, which migrates it"
    assert says in refused(capsys, *given)
    assert revision(store) == REVISIONS[-1]
    store.dispose()


def test_nothing_is_wrong_right_after_init(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On a folder on which no server has run, `status` tells when the online key will end. `check` and
    `keys list` say what the first start does, and `check` finds a key that is no key. None changes the folder.
    """
    data = tmp_path / "data"
    assert main(["init", "--data", str(data)]) == 0
    before = contents(data)
    assert main(["status", "--data", str(data)]) == 0
    assert "online key: donors take it until " in capsys.readouterr().out
    assert main(["check", "--data", str(data)]) == 0
    told = capsys.readouterr().out
    assert "keys: ok, identity.key has not signed server.key yet; it does when the server starts\n" in told
    assert "ledger: ok, not begun yet; the server begins it at its first start\n" in told
    assert main(["keys", "list", "--data", str(data)]) == 0
    assert capsys.readouterr().out == "no link yet: identity.key signs the first one when the server starts\n"
    says = "online.json: is not there yet; start the server, which signs the first link"
    assert says in refused(capsys, "keys", "request", data.parent / "request", "--data", data)
    assert contents(data) == before
    (data / "identity.key").write_text("hello")
    assert main(["check", "--data", str(data)]) == 2
    assert f"keys: {data / 'identity.key'}: is no key of 64 hex digits" in capsys.readouterr().out


def test_a_server_that_lost_its_statement_is_not_new(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`check` finds a lost online.json also where the published chain is lost, too: the ledger's end is there."""
    shutil.rmtree(data / "published")
    (data / "online.json").unlink()
    assert main(["check", "--data", str(data)]) == 2
    assert f"keys: {data / 'online.json'}: can't be read; restore it from its backup" in capsys.readouterr().out


def test_files_of_another_user() -> None:
    """A folder whose settings, key or database belong to another user is named with the permission that lacks."""
    with open_to_all() as folder:
        data = folder / "data"
        assert main(["init", "--data", str(data)]) == 0
        assert main(["status", "--data", str(data)]) == 0
        given = ("status", "--data", data)
        data.chmod(0o755)
        (data / "config.toml").chmod(0o000)
        assert "config.toml: Permission denied; run the command as the user of the server" in refused_to_nobody(*given)
        (data / "config.toml").chmod(0o644)
        (data / "server.key").chmod(0o000)
        assert "server.key: Permission denied; let the server's user own it" in refused_to_nobody(*given)
        (data / "server.key").chmod(0o644)
        (data / "pdd.sqlite").chmod(0o000)
        assert f"pdd.sqlite: Permission denied; {CLOSED}" in refused_to_nobody(*given)


def test_a_folder_that_cannot_be_written() -> None:
    """`init` in a folder that another user owns says so, and makes nothing."""
    with open_to_all() as folder:
        for command in (("init", "--data", folder / "data"), ("init", "--data", folder)):
            assert "run the command as the user of the server" in refused_to_nobody(*command)
        assert list(folder.iterdir()) == []


def test_commands_write_nothing_into_a_folder_of_another_user() -> None:
    """Each command that writes to a path it is given names that path and what to do, and leaves nothing half done."""
    with open_to_all() as folder:
        data, copy, closed = folder / "data", folder / "copy", folder / "closed"
        for command in (["init"], ["nightly"], ["backup", str(copy), "--with-keys"]):
            assert main([*command, "--data", str(data)]) == 0
        for path in (folder, *folder.rglob("*")):
            if os.geteuid() == 0:
                os.chown(path, NOBODY, NOBODY)
        closed.mkdir(mode=0o555)
        given = ("--data", data)
        for command in (
            ("restore", copy, "--data", closed),
            ("restore", copy, "--data", closed / "new"),
            ("backup", closed / "copy", *given),
            ("keys", "request", closed / "request", *given),
            ("move", f"sqlite:///{closed}/other.sqlite", *given),
        ):
            line = refused_to_nobody(*command)
            assert f": {closed}" in line
            assert "Permission denied; " in line
        assert list(closed.iterdir()) == []
        if os.geteuid() == 0:  # a backup that root makes by hand must not stop those of the server's user
            (data / ".backup").unlink(missing_ok=True)
            assert main(["backup", str(folder / "by-root"), "--data", str(data)]) == 0
            assert {(data / name).stat().st_uid for name in (".backup", "last-backup.json")} == {NOBODY}


# --- databases


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            lambda data: (data / "pdd.sqlite").write_text("garbage" * 999),
            "is damaged: file is not a database; stop",
        ),
        (lambda data: replaced_by_folder(data / "pdd.sqlite"), f"unable to open database file; {CLOSED}"),
        (lambda data: run_sql(data, "DROP TABLE versions"), "lacks the table versions; restore it from its backup"),
        (
            lambda data: run_sql(data, "UPDATE alembic_version SET version_num = 'schema_9999'"),
            "has schema 'schema_9999' of a newer version of this program; install that version",
        ),
        (lambda data: run_sql(data, "DELETE FROM alembic_version"), "does not have the tables of its schema"),
        (
            lambda data: run_sql(data, "UPDATE alembic_version SET version_num = 'tables_0006'"),
            "was made by a development version of this program, and cannot be used; make a new data folder",
        ),
    ],
)
def test_databases_that_cannot_be_used(
    data: Path, capsys: pytest.CaptureFixture[str], change: Break, says: str
) -> None:
    """A damaged or foreign file, a newer, older or half migrated schema, and a lost table are named by each command."""
    change(data)
    before = contents(data)
    for command in (("status",), ("nightly",), ("run", "--port", "0"), ("backup", data.parent / "copy")):
        line = refused(capsys, *command, "--data", data, *clock(data))
        assert line.startswith(f"pdd-server: {data / 'pdd.sqlite'}: {says}")
    assert contents(data) == before
    assert not (data.parent / "copy").exists()
    assert main(["check", "--data", str(data), *map(str, clock(data))]) == 2


def test_half_a_migration(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A schema that is not what its revision says is found when it is migrated, which `status` does not do."""
    run_sql(data, "CREATE TABLE notes (campaign)")
    take_next_version(monkeypatch, tmp_path)
    before = contents(data)
    assert f"has schema {REVISIONS[-1]}; start the server" in refused(capsys, "status", "--data", data, *clock(data))
    for command in (("nightly",), ("run", "--port", "0"), ("backup", data.parent / "copy")):
        says = "pdd.sqlite: does not have the tables of its schema, and is left as it is"
        assert says in refused(capsys, *command, "--data", data, *clock(data))
    assert contents(data) == before


def test_a_database_of_another_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`init` beside the database of another program leaves it alone, and writes no settings."""
    (tmp_path / "data").mkdir()
    run_sql(tmp_path / "data", "CREATE TABLE customers (id)")
    assert "has tables of another program; name an empty" in refused(capsys, "init", "--data", tmp_path / "data")
    assert not (tmp_path / "data" / "config.toml").exists()


@pytest.mark.parametrize("url", ["sqlite:////nowhere/pdd.sqlite", "postgresql://pdd:very-secret@127.0.0.1:1/pdd"])
def test_a_database_that_cannot_be_reached(data: Path, capsys: pytest.CaptureFixture[str], url: str) -> None:
    """A database in a folder or at an address that is not there is named without its password."""
    pytest.importorskip("psycopg")
    settings = data / "config.toml"
    settings.write_text(f'database = "{url}"\n' + settings.read_text())
    for command in (("status",), ("run", "--port", "0"), ("backup", data.parent / "copy")):
        line = refused(capsys, *command, "--data", data, *clock(data))
        assert "very-secret" not in line
        lost = "is not there; docs/guides" if command == ("status",) else f"No such file or directory; {CLOSED}"
        assert "Connection refused; start PostgreSQL" in line or lost in line


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("mysql://localhost/pdd", "must be an SQLite URL with a whole path"),
        ("postgresql://pdd@localhost:port/pdd", "must be an SQLite URL with a whole path"),
        ("sqlite:////nowhere/pdd.sqlite", f"No such file or directory; {CLOSED}"),
    ],
)
def test_databases_that_nothing_can_be_moved_to(
    data: Path, capsys: pytest.CaptureFixture[str], url: str, says: str
) -> None:
    """`move` and `restore` to such a URL change nothing."""
    given = ("--data", data, *clock(data))
    assert main(["backup", str(data.parent / "copy"), "--with-keys", *map(str, given)]) == 0
    before = contents(data)
    assert says in refused(capsys, "move", url, *given)
    assert contents(data) == before
    new = data.parent / "new"
    assert says in refused(capsys, "restore", data.parent / "copy", "--database", url, "--data", new)
    assert not (new / "config.toml").exists()


# --- others at work, and clocks


def test_two_at_once(data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A second server, a second nightly run, and a reset or move beside a server are refused."""
    monkeypatch.setattr("pdd_server.cli.operations.NIGHTLY_PATIENCE", 0)
    given = ("--data", data, *clock(data))
    with served(Folder(data)):
        for command in (("run", "--port", "0"), ("reset",), ("move", "sqlite:////tmp/other.sqlite")):
            assert "is served by another pdd-server already; stop that one first" in refused(capsys, *command, *given)
    with nightly_alone(Folder(data)):
        for command in (("nightly",), ("reset",)):
            assert "another process is doing the nightly run; wait until it has ended" in refused(
                capsys, *command, *given
            )


def test_a_clock_before_the_last_night(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A nightly run under a clock that was set back does nothing and says so in one line."""
    (data.parent / "now").write_text("2026-11-16T09:00:00+00:00")
    before = contents(data / "published")
    assert main(["nightly", "--data", str(data), *map(str, clock(data))]) == 0
    told = capsys.readouterr().err
    assert told == (
        "pdd-server: warning: the last night, 2026-11-20, is later than today, 2026-11-16: check the clock; "
        "once it is right, run pdd-server nightly --clock-was-ahead\n"
    )
    assert contents(data / "published") == before


# --- ledger and backups


@pytest.mark.parametrize("command", [("nightly",), ("run", "--port", "0"), ("reset",)])
def test_a_damaged_ledger(data: Path, capsys: pytest.CaptureFixture[str], command: tuple[str, ...]) -> None:
    """A line that was added to the ledger by hand stops what would write it, and stays for the operator to see."""
    ledger = data / "published" / "ledger.jsonl"
    ledger.write_text(ledger.read_text() + "junk\n")
    line = refused(capsys, *command, "--data", data, *clock(data))
    assert line.startswith(
        f"pdd-server: {ledger}: line 2 is no entry, so the file was changed; restore its newest copy"
    )
    assert ledger.read_text().endswith("junk\n")


@pytest.mark.parametrize("command", [("nightly",), ("run", "--port", "0")])
def test_a_database_that_is_older_than_its_ledger(
    data: Path, capsys: pytest.CaptureFixture[str], command: tuple[str, ...]
) -> None:
    """A database that lacks what the ledger says is refused, with the command that brings it up to it."""
    given = ("--data", data, *clock(data))
    shutil.copy(data / "pdd.sqlite", data.parent / "older")
    assert main(["reset", *map(str, given)]) == 0
    for file in data.glob("pdd.sqlite*"):
        file.unlink()
    shutil.copy(data.parent / "older", data / "pdd.sqlite")
    assert "stop the server and run pdd-server reset" in refused(capsys, *command, *given)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("init", "--data", "{}"), "holds a server's data already; give another folder"),
        (("init", "--data", "{}/config.toml"), "config.toml: is a file; give a folder"),
        (("backup", "{}", "--data", "{}"), "exists already; give a folder that does not exist yet"),
        (("restore", "{}/none", "--data", "{}/new"), "backup.json: No such file or directory; give the folder of"),
        (("restore", "{}", "--data", "{}/new"), "backup.json: No such file or directory; give the folder of"),
        (("status", "--data", "{}/none"), "config.toml: No such file or directory; make a data folder"),
    ],
)
def test_folders_that_cannot_be_used(
    data: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: str
) -> None:
    """A folder that is taken, missing or of another kind is named, and nothing is made."""
    before = contents(data)
    given = [*(one.replace("{}", str(data)) for one in arguments), *(clock(data) if "backup" in arguments else ())]
    assert says in refused(capsys, *given)
    assert contents(data) == before


# --- a full disk


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Return the folder of a disk of 4 MB; skip where this user can't mount one."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", place], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip("a small disk can't be mounted: only root may do that")
    yield place
    subprocess.run(["umount", place], check=True)


def fill(disk: Path, leave: int = 0) -> None:
    """Fill a disk, but for so many bytes."""
    with (disk / "fill").open("wb") as file:
        free = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
        file.write(bytes(max(0, free - leave)))


def test_a_full_disk(small_disk: Path, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`init`, `backup` and `restore` on a full disk say so, and leave neither a server nor a backup. With room they
    are run again.
    """
    given = ("--data", data, *clock(data))
    assert main(["backup", str(data.parent / "copy"), "--with-keys", *map(str, given)]) == 0
    commands = (
        ("init", "--data", small_disk / "server"),
        ("restore", data.parent / "copy", "--data", small_disk / "new", *clock(data)),
        ("backup", small_disk / "backup", *given),
    )
    for leave in (0, 100_000, 300_000):
        fill(small_disk, leave)
        for command in commands:
            line = refused(capsys, *command)
            assert "make room on " in line, line
            assert not any(small_disk.glob("*/config.toml"))
            assert not list(small_disk.glob("*backup*"))
        shutil.rmtree(small_disk / "new", ignore_errors=True)
        shutil.rmtree(small_disk / "server", ignore_errors=True)
        (small_disk / "fill").unlink()
    for command in commands[:1]:
        assert main([*map(str, command)]) == 0


def test_a_server_on_a_full_disk(small_disk: Path, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A nightly run on a full disk says so, and does its work once there is room."""
    shutil.copytree(data, small_disk / "data")
    (data.parent / "now").write_text("2026-11-21T09:00:00+00:00")
    given = ("nightly", "--data", small_disk / "data", *clock(data))
    fill(small_disk)
    assert "make room on " in refused(capsys, *given)
    (small_disk / "fill").unlink()
    assert main([*map(str, given)]) == 0
