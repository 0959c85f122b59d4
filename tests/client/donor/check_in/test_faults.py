"""Faults of home, disk and keychain: the person gets one line, and nothing is sent before it is stored."""

import sqlite3
from contextlib import closing
from pathlib import Path
from types import FunctionType

import keyring
import pytest
from keyring.backends import fail

from pdd_client.cli import main
from pdd_client.core.errors import DonorError
from pdd_client.donor.donor import Donor
from pdd_client.gateways.home_files.damage import SetAside
from tests.client.fakes import DAY, NOON, URL, Clock, FakeServer, by_itself, campaign, open_donor
from tests.client.gateways.test_home import MemoryKeyring, memory

__all__ = ["memory"]
ROUND = NOON.date()
USE_CASES = ("campaigns", "days", "exclusions", "settings", "account", "extensions")


def names(home: Path) -> set[str]:
    return {path.name for path in home.iterdir()}


def overwrite(home: Path, start: int, size: int) -> None:
    """Damage the home's database, after writing its log into it."""
    with closing(sqlite3.connect(home / "donor.sqlite")) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with (home / "donor.sqlite").open("r+b") as file:
        file.seek(start)
        file.write(b"\xff" * size)


def overwrite_table(home: Path, name: str) -> None:
    """Damage one table, so that the home opens and fails only when that table is read."""
    with closing(sqlite3.connect(home / "donor.sqlite")) as database:
        page = database.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [name]).fetchone()[0]
        size = database.execute("PRAGMA page_size").fetchone()[0]
    overwrite(home, (page - 1) * size, size)


def assert_begins_anew(home: Path, server: FakeServer) -> None:
    """Assert that the home is as new, and that joining makes another donor with other keys."""
    before = dict(server.donors)
    with open_donor(home, server) as donor:
        assert donor.status().server is None
        assert donor.installation.credentials() is None
        donor.campaigns.join(URL)
    (token,) = set(server.donors) - set(before)
    identities = [entry[0].identity for entry in before.values()]
    assert server.donors[token][0].identity not in identities


@pytest.mark.parametrize(("start", "size"), [(0, 100), (100, 4000)], ids=["no database", "malformed"])
def test_a_damaged_home_is_set_aside(home: Path, server: FakeServer, history: Path, start: int, size: int) -> None:
    """Opening a damaged home says so in one line with the folder; the file is kept and its keys are not used again."""
    with open_donor(home, server) as donor:
        donor.campaigns.join(URL)
        donor.check_in([history])
    overwrite(home, start, size)
    damaged = (home / "donor.sqlite").read_bytes()
    with pytest.raises(SetAside, match="damaged") as caught:
        open_donor(home, server)
    assert str(home) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert (home / f"donor.sqlite.damaged-{ROUND}").read_bytes() == damaged
    assert "keys.json" not in names(home)
    assert_begins_anew(home, server)


def test_a_home_that_breaks_while_it_is_used(home: Path, server: FakeServer, history: Path) -> None:
    """A home found damaged in the middle of a check-in is set aside then, and nothing was sent."""
    with open_donor(home, server) as donor:
        donor.campaigns.join(URL)
    overwrite_table(home, "consents")
    server.requests.clear()
    with open_donor(home, server) as donor, pytest.raises(SetAside):
        donor.check_in([history])
    assert server.requests == []
    assert f"donor.sqlite.damaged-{ROUND}" in names(home)
    assert_begins_anew(home, server)


def test_a_second_damage_on_one_day_keeps_both_files(home: Path, server: FakeServer) -> None:
    """A second damaged file of one day does not overwrite the first; erasing the donor deletes both."""
    for _ in range(2):
        open_donor(home, server).close()
        (home / "donor.sqlite").write_bytes(b"not a database" * 100)
        with pytest.raises(SetAside):
            open_donor(home, server)
    aside = f"donor.sqlite.damaged-{ROUND}"
    assert {aside, f"{aside}-2"} <= names(home)
    with open_donor(home, server) as donor:
        donor.erase_me()
    assert not home.exists()


def test_a_damaged_lock_is_named(donor: Donor, home: Path, history: Path) -> None:
    """A damaged lock file, which contains nothing, is named, and everything works once it is removed."""
    donor.campaigns.join(URL)
    (home / "lock").write_bytes(b"not a database" * 100)
    with pytest.raises(DonorError, match="remove that file"):
        donor.check_in([history])
    (home / "lock").unlink()
    donor.check_in([history])


def test_keys_in_the_keychain_go_with_a_damaged_home(tmp_path: Path, server: FakeServer, memory: MemoryKeyring) -> None:
    """The keys of a damaged home are removed from the keychain if the database still names them."""
    home = tmp_path / "home"
    with Donor.open(home, clock=server.clock, connect=server.connect, find=list) as donor:
        donor.campaigns.join(URL)
        installation = donor.installation.store.fact("installation")
    assert [name for _, name in memory.kept] == [installation]
    overwrite_table(home, "log")
    with Donor.open(home, clock=server.clock, connect=server.connect, find=list) as donor, pytest.raises(SetAside):
        donor.log()
    assert memory.kept == {}


def test_a_program_that_holds_a_home_another_set_aside(home: Path, server: FakeServer) -> None:
    """A program that still holds a damaged home does not set aside the new home that another program began."""
    open_donor(home, server).close()
    first = open_donor(home, server)
    overwrite_table(home, "log")
    second = open_donor(home, server)
    with pytest.raises(SetAside):
        second.log()
    with open_donor(home, server) as new:
        new.campaigns.join(URL)
    with pytest.raises(DonorError):
        first.log()
    with open_donor(home, server) as new:
        assert new.status().server == URL


def test_a_full_disk_sends_nothing(home: Path, server: FakeServer, clock: Clock, history: Path) -> None:
    """If the vector can't be stored because the disk is full, it is not sent; with room the day is sent."""
    server.campaigns = [campaign(vocabulary=tuple(f"word{i}" for i in range(5000)))]
    with open_donor(home, server) as donor:
        donor.campaigns.join(URL)
        donor.check_in([history])
        clock.now = NOON + DAY
        server.offer(server.plan(ROUND))
        pages = donor.installation.store._database.execute("PRAGMA page_count").fetchone()[0]
        donor.installation.store._database.execute(f"PRAGMA max_page_count={pages + 2}")
        with pytest.raises(DonorError, match="the disk is full") as caught:
            donor.check_in([history])
        assert "\n" not in str(caught.value)
        assert (server.vectors, donor.installation.store.days.blinded(ROUND)) == ({}, None)
        assert "vector" not in [line.what for line in donor.log()]
        donor.installation.store._database.execute("PRAGMA max_page_count=100000")
        assert len(donor.check_in([history]).sent) == 1


def test_a_locked_keychain_sends_nothing(
    tmp_path: Path, server: FakeServer, memory: MemoryKeyring, clock: Clock, history: Path
) -> None:
    """With a locked keychain nothing is sent and the status still works; unlocked, the same donor goes on."""
    with by_itself(Donor.open(tmp_path / "home", clock=clock, connect=server.connect, find=list)) as donor:
        donor.campaigns.join(URL)
        clock.now = NOON + DAY
        server.offer(server.plan(ROUND))
        server.requests.clear()
        memory.locked = True
        with pytest.raises(DonorError, match="unlock it"):
            donor.check_in([history])
        assert (server.requests, donor.status().registered) == ([], True)
        assert "unlock it" in str(donor.status().trouble)
        memory.locked = False
        assert len(donor.check_in([history]).sent) == 1
        assert donor.status().trouble is None
    assert len(server.donors) == 1


def test_a_keychain_that_can_not_be_reached_is_not_an_empty_one(
    tmp_path: Path, server: FakeServer, memory: MemoryKeyring, history: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no keychain can be reached, as in a remote login, the donor waits for its keys and does not register
    again.
    """
    with Donor.open(tmp_path / "home", clock=server.clock, connect=server.connect, find=list) as donor:
        donor.campaigns.join(URL)
        with monkeypatch.context() as elsewhere:
            elsewhere.setattr(keyring, "get_keyring", fail.Keyring)
            with pytest.raises(DonorError, match="can't be reached from here"):
                donor.check_in([history])
        donor.check_in([history])
    assert len(server.donors) == 1


def test_the_app_and_the_command_line_at_once(
    home: Path, server: FakeServer, history: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """While app or command line contacts the server the other is told so, and each sees the other's choices."""
    clock = tmp_path / "clock"
    clock.write_text(NOON.isoformat())
    with open_donor(home, server) as app:
        app.campaigns.join(URL)
        command = ["--home", str(home), "--rehearsal-clock", str(clock)]
        with app.installation.store.exclusive():
            assert main([*command, "check-in", "--history", str(history)]) == 2
        assert "another check-in is under way" in capsys.readouterr().err
        assert main([*command, "sending", "review"]) == 0
        assert main([*command, "approve", "--day", str(ROUND), "--history", str(history)]) == 0
        assert app.settings.sending() == "review"
        assert app.days.to_review()[0].state == "approved"


def test_clock_set_back_a_day_signs_no_day_twice(donor: Donor, server: FakeServer, clock: Clock, history: Path) -> None:
    """With the clock set back, a day that the server plans again gets nothing new, and the log says why."""
    donor.campaigns.join(URL)
    donor.check_in([history])
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    donor.check_in([history])
    clock.now = NOON
    server.vectors.clear()
    server.offer(server.plan(ROUND, group_size=6))
    refused = [part.reason for part in donor.check_in([history]).refused]
    clock.now = NOON + DAY
    refused += [part.reason for part in donor.check_in([history]).refused]
    assert server.vectors == {}
    assert refused == ["day-not-over", "day-signed-before"]


def test_every_use_case_translates_its_errors(donor: Donor) -> None:
    """Every method of the donor and its use cases translates SQLite errors."""
    parts = (donor, *(getattr(donor, name) for name in USE_CASES))
    methods = [
        method
        for part in parts
        for name, method in vars(type(part)).items()
        if isinstance(method, FunctionType) and not name.startswith("_") and name != "close"
    ]
    assert len(methods) > 40
    assert [method.__qualname__ for method in methods if not hasattr(method, "__wrapped__")] == []
