"""The donor's home: its permissions, its keys, and what it deletes."""

import json
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from errno import EIO
from pathlib import Path
from secrets import token_bytes
from threading import Barrier

import keyring
import pytest
from keyring.errors import KeyringLocked, PasswordDeleteError
from sqlite_utils import Database

from pdd_client.core.donation.ledger import GivenDay
from pdd_client.core.donation.period_days import KeptDay
from pdd_client.core.errors import Code, DonorError
from pdd_client.donor.cohort.erasure import erase_by_calendar
from pdd_client.donor.donor import Donor
from pdd_client.gateways.home_files.damage import SetAside
from pdd_client.gateways.home_store.local_store import FIRST_MIGRATION, LAST_MIGRATION, LocalStore
from pdd_client.gateways.home_store.schema import migrations
from pdd_client.gateways.keychain import KEY_FILES, Credentials, FileKeychain, Keychain, SystemKeychain
from pdd_shared.privacy.accounting.charges import Charge, charge_of_terms
from pdd_shared.protocol.keys import DonorSecrets
from pdd_shared.protocol.terms import NumberNoise, PartNoise
from tests.client.fakes import DAY, NOON, URL, Clock, FakeServer, open_donor
from tests.client.gateways.homes import made_before
from tests.support.processes.timeouts import PATIENCE
from tests.support.terms import cohort_terms

KEYS = Credentials(DonorSecrets(b"i" * 32, b"e" * 32), "ab" * 32)
SKELLAM = NumberNoise(law="skellam", scale=Decimal("3.5"), unit=1)


def test_nobody_else_can_read_the_home(home: Path, server: FakeServer, history: Path) -> None:
    """The home's folder is 0700 and every file in it 0600, also while it is in use."""
    home.mkdir(mode=0o755)
    with open_donor(home, server) as donor:
        donor.campaigns.join(URL)
        donor.check_in([history])
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in home.iterdir()}
        assert set(modes) >= {"donor.sqlite", "donor.sqlite-wal", "keys.json", "lock"}
        assert set(modes.values()) == {0o600}
    assert stat.S_IMODE(home.stat().st_mode) == 0o700


def test_a_folder_with_other_files_is_left_as_it_is(home: Path, server: FakeServer) -> None:
    """A home in an existing folder keeps the folder's mode, and the donor's own files are still private."""
    home.mkdir(mode=0o755)
    (home / "other").touch(mode=0o644)
    open_donor(home, server).close()
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in [home, *home.iterdir()]}
    assert modes == {"home": 0o755, "other": 0o644, "donor.sqlite": 0o600, "lock": 0o600}


def test_erased_bytes_are_gone_from_the_file(home: Path, server: FakeServer, history: Path, clock: Clock) -> None:
    """Blinded bytes that were erased are not even in the database's free pages."""
    with open_donor(home, server) as donor:
        donor.campaigns.join(URL)
        clock.now = NOON + DAY
        server.offer(server.plan(NOON.date()))
        donor.check_in([history])
    ((data,),) = server.vectors.values()
    assert data in (home / "donor.sqlite").read_bytes()
    server.offered.clear()
    with open_donor(home, server) as donor:
        donor.check_in([history])
    assert data not in (home / "donor.sqlite").read_bytes()


def test_opening_a_home_twice_keeps_its_locks(home: Path, server: FakeServer) -> None:
    """A home opened twice by one process stays locked against check-ins of other processes."""
    script = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('BEGIN EXCLUSIVE')"
    with open_donor(home, server) as donor, donor.installation.store.exclusive():
        open_donor(home, server).close()
        command = [sys.executable, "-c", script, str(home / "lock")]
        other = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert "database is locked" in other.stderr


def test_a_new_home_may_be_opened_by_many_at_once(tmp_path: Path) -> None:
    """Processes that open a new home while another makes it wait, and all find the same home.

    Without waiting, about one home in thirty was refused to somebody.
    """
    together = Barrier(6)

    def secret(home: Path) -> str | None:
        together.wait()
        store = LocalStore(home, token_bytes)
        found = store.fact("secret")
        store.close()
        return found

    with ThreadPoolExecutor(together.parties) as many:
        for number in range(150):
            assert len(set(many.map(secret, [tmp_path / str(number)] * together.parties))) == 1


def test_the_store_is_durable(home: Path, server: FakeServer) -> None:
    """A commit is on the disk before the next step (synchronous FULL), and deleted data is overwritten."""
    with open_donor(home, server) as donor:
        database = donor.installation.store._database
        pragmas = {name: database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "secure_delete")}
    assert pragmas == {"synchronous": 2, "secure_delete": 1}


def test_charges_of_one_noise_and_of_parts_are_kept(home: Path, server: FakeServer) -> None:
    """Both kinds of charges come back from a home as they were given to it, oldest first."""
    parts = cohort_terms(noise=PartNoise(joined=SKELLAM, searches=SKELLAM, counts=SKELLAM), max_searches=9)
    given = tuple(
        GivenDay(NOON.date() + ahead * DAY, "flu", charge_of_terms(terms, "flu"))
        for ahead, terms in enumerate((cohort_terms(), parts))
    )
    with open_donor(home, server) as donor:
        store = donor.installation.store
        with store.transaction():
            store.charges.add(reversed(given))
        assert store.charges.given() == given


def test_a_transaction_is_all_or_nothing(home: Path, server: FakeServer) -> None:
    """A transaction that fails stores nothing."""
    with open_donor(home, server) as donor:
        store = donor.installation.store
        with pytest.raises(ZeroDivisionError), store.transaction():
            store.exclusions.block("flu")
            raise ZeroDivisionError
        assert store.exclusions.blocked() == []


def test_a_damaged_home_is_named(home: Path, server: FakeServer) -> None:
    """A home whose file is no database is an error that names the folder."""
    home.mkdir()
    (home / "donor.sqlite").write_bytes(b"not a database" * 100)
    with pytest.raises(DonorError, match=str(home)):
        open_donor(home, server)


def test_a_home_that_can_not_be_opened_is_closed_again(home: Path) -> None:
    """A home that can't be opened is closed even while its error is shown; otherwise it could not be moved on
    Windows.
    """

    def without_randomness(_size: int) -> bytes:
        raise OSError(EIO, "Input/output error")

    with pytest.raises(DonorError, match="can't be used") as caught:
        LocalStore(home, without_randomness)
    assert caught.tb is not None  # what refers to the store, which would close its file when it is collected
    assert [path.name for path in home.iterdir()] == ["donor.sqlite"], "SQLite deletes its log when it closes the file"


@pytest.mark.parametrize("lose", [lambda file: file.write_bytes(b""), Path.unlink], ids=["empty", "gone"])
def test_a_home_that_lost_its_database_is_named(home: Path, server: FakeServer, lose: Callable[[Path], object]) -> None:
    """A home with an empty database, which SQLite would take for a new one, is reported, and its old keys are
    erased.
    """
    with open_donor(home, server) as donor:
        donor.campaigns.join(URL)
    lose(home / "donor.sqlite")
    with pytest.raises(SetAside, match="damaged or gone"):
        open_donor(home, server)
    assert not (home / "keys.json").exists()
    with open_donor(home, server) as donor:
        assert donor.status().next == "join"


def test_an_empty_database_beside_a_lock_is_lost(home: Path, server: FakeServer) -> None:
    """An empty database beside a lock counts as lost, also with keys in the system's keychain."""
    open_donor(home, server).close()
    (home / "donor.sqlite").write_bytes(b"")
    with pytest.raises(SetAside):
        open_donor(home, server)
    open_donor(home, server).close()


def test_a_home_that_was_never_finished_is_new(home: Path, server: FakeServer) -> None:
    """A home whose making was interrupted before its tables is treated as new."""
    home.mkdir()
    (home / "donor.sqlite").touch()
    open_donor(home, server).close()


def test_a_home_opens_again_after_its_first_use(home: Path, server: FakeServer) -> None:
    """Migrations run once; the installation's secret stays, so that ids and removed searches stay."""
    with open_donor(home, server) as donor:
        secret = donor.installation.store.fact("secret")
    with open_donor(home, server) as donor:
        assert donor.installation.store.fact("secret") == secret
    with closing(sqlite3.connect(home / "donor.sqlite")) as database:
        done = database.execute("SELECT name FROM _sqlite_migrations ORDER BY id").fetchall()
    assert (done[0], done[-1]) == ((FIRST_MIGRATION,), (LAST_MIGRATION,))
    assert [(one.name,) for one in migrations.pending(Database(memory=True))] == done


def test_kept_counts_of_earlier_rules_are_deleted(tmp_path: Path) -> None:
    """By the rules of today the day has fewer searches, which would look like a history that was cleared."""
    (tmp_path / "home").mkdir()
    old = Database(tmp_path / "home" / "donor.sqlite")
    migrations.apply(old, stop_before="m0006_counts_by_rules_3")
    old.table("kept_days").insert({"campaign": "week", "day": "2026-11-24", "searches": 4, "hits": "[]", "seen": 4})
    old.close()
    with closing(LocalStore(tmp_path / "home", token_bytes)) as store:
        assert store.kept.every() == {}


def test_charges_of_columns_become_texts(tmp_path: Path) -> None:
    """A home from before charges by parts keeps each of its charges when it is opened."""
    (tmp_path / "home").mkdir()
    old = Database(tmp_path / "home" / "donor.sqlite")
    migrations.apply(old, stop_before="m0002_charges_as_texts")
    row = {"day": "2026-11-20", "campaign": "flu", "law": "discrete-laplace", "scale": "80", "sensitivity": 7}
    old.table("charges").insert(row | {"delta": 1.5e-20})
    old.close()
    store = LocalStore(tmp_path / "home", token_bytes)
    charge = Charge("discrete-laplace", Decimal(80), 7, 1.5e-20)
    assert store.charges.given() == (GivenDay(date(2026, 11, 20), "flu", charge),)
    store.close()


def test_kept_days_come_back_as_they_were_kept(tmp_path: Path) -> None:
    """A home from before weeks gets their table. A kept day replaces one of the same day, and goes with its week."""
    (tmp_path / "home").mkdir()
    old = Database(tmp_path / "home" / "donor.sqlite")
    migrations.apply(old, stop_before="m0003_kept_days")
    old.close()
    monday, later = date(2026, 11, 23), timedelta(days=7)
    store = LocalStore(tmp_path / "home", token_bytes)
    one, two = (KeptDay("week", monday, searches, ((0, 2), (1, 0))[:searches], 3) for searches in (1, 2))
    other, next_week = replace(one, campaign="other"), replace(one, day=monday + later)
    with store.transaction():
        store.kept.keep([one, other, next_week])
        store.kept.keep([two])
    assert store.kept.every() == {"other": {monday: other}, "week": {monday: two, monday + later: next_week}}
    with store.transaction():
        store.kept.forget("week", monday + later)
    assert store.kept.every() == {"other": {monday: other}, "week": {monday: two}}
    erase_by_calendar(store, monday + timedelta(days=6 + 34))
    assert store.kept.every() != {}
    erase_by_calendar(store, monday + timedelta(days=6 + 35))
    assert store.kept.every() == {}
    store.close()


def test_a_home_made_before_is_refused_and_left_as_it_is(home: Path, server: FakeServer) -> None:
    """A home of an earlier version is refused in one line with the folder and what to do, and is unchanged."""
    made_before(home)
    before = {path.name: path.read_bytes() for path in home.iterdir()}
    for _ in range(2):
        with pytest.raises(DonorError, match="an earlier version of this program made") as caught:
            open_donor(home, server)
        assert caught.value.code is Code.HOME_OF_BEFORE
        line = str(caught.value)
        assert str(home) in line
        assert "move that folder away, or choose another with --home, and join again" in line
        assert "the server keeps the old registration until it ends by itself" in line
        assert "\n" not in line
        assert {path.name: path.read_bytes() for path in home.iterdir()} == before
    assert server.requests == []


def test_a_home_of_a_later_version_is_refused_and_left_as_it_is(home: Path, server: FakeServer) -> None:
    """A version that may not know how charges are stored gives nothing, says what to do, and changes nothing."""
    open_donor(home, server).close()
    with closing(sqlite3.connect(home / "donor.sqlite", isolation_level=None)) as database:
        database.execute("INSERT INTO _sqlite_migrations (migration_set, name) VALUES ('donor', 'm9999_more')")
        before = list(database.iterdump())
        with pytest.raises(DonorError, match="a newer version of this program changed") as caught:
            open_donor(home, server)
        assert list(database.iterdump()) == before
    assert caught.value.code is Code.STORE_NEWER
    assert str(home) in str(caught.value)
    assert "install the newer version again" in str(caught.value)
    assert server.requests == []


class MemoryKeyring:
    """A keychain in memory that can be locked. It is no KeyringBackend, since those offer themselves to every test."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}
        self.locked = False

    def get_password(self, service: str, username: str) -> str | None:
        if self.locked:
            raise KeyringLocked
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        if self.locked:
            raise KeyringLocked
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> MemoryKeyring:
    backend = MemoryKeyring()
    monkeypatch.setattr(keyring, "get_keyring", lambda: backend)
    monkeypatch.setattr(keyring, "get_password", backend.get_password)
    monkeypatch.setattr(keyring, "set_password", backend.set_password)
    monkeypatch.setattr(keyring, "delete_password", backend.delete_password)
    return backend


def holds(keychain: Keychain, installation: str) -> bool:
    """Return whether these are the same keys and token; secrets themselves have no equality."""
    found = keychain.get(installation)
    return found is not None and found.encode() == KEYS.encode()


def keeps(keychain: Keychain) -> None:
    """Assert that keys are found only under their own installation, until they are deleted."""
    assert keychain.get("one") is None
    keychain.put("one", KEYS)
    assert holds(keychain, "one")
    assert keychain.get("two") is None
    keychain.delete("two")
    assert holds(keychain, "one")
    keychain.delete("one")
    keychain.delete("one")
    assert keychain.get("one") is None


def test_keys_in_a_file(tmp_path: Path) -> None:
    """Without a keychain the keys are in a file of the home."""
    keeps(FileKeychain(tmp_path))


def test_a_file_that_is_in_the_way_gives_the_keys_no_mode(tmp_path: Path) -> None:
    """Nobody else can read keys that are written where a temporary file with another mode was left."""
    left = tmp_path / KEY_FILES[1]
    left.write_text("left by a crash")
    left.chmod(0o644)
    SystemKeychain(tmp_path).put("one", KEYS)
    assert stat.S_IMODE((tmp_path / KEY_FILES[0]).stat().st_mode) == 0o600
    assert not left.exists()


def test_keys_in_the_keychain(tmp_path: Path, memory: MemoryKeyring) -> None:
    """With a keychain no key file is written."""
    keeps(SystemKeychain(tmp_path))
    SystemKeychain(tmp_path).put("one", KEYS)
    assert list(tmp_path.iterdir()) == []
    assert len(memory.kept) == 1


def test_keys_where_there_is_no_keychain(tmp_path: Path) -> None:
    """On a machine without a keychain the file takes its place."""
    keeps(SystemKeychain(tmp_path))
    SystemKeychain(tmp_path).put("one", KEYS)
    assert [path.name for path in tmp_path.iterdir()] == ["keys.json"]


def test_a_locked_keychain_is_not_an_empty_one(tmp_path: Path, memory: MemoryKeyring) -> None:
    """Keys in a locked keychain are an error and not lost, and new ones go to the file."""
    keychain = SystemKeychain(tmp_path)
    keychain.put("one", KEYS)
    memory.locked = True
    with pytest.raises(DonorError, match="unlock it"):
        keychain.get("one")
    keychain.put("two", KEYS)
    assert holds(keychain, "two")


@pytest.mark.parametrize("text", ["", "[]", '{"one": 3}', '{"one": "{}"}', '{"one": "nothing"}'])
def test_a_damaged_key_file_holds_no_keys(tmp_path: Path, text: str) -> None:
    """With an unreadable key file the donor registers again."""
    (tmp_path / "keys.json").write_text(text)
    assert FileKeychain(tmp_path).get("one") is None


def test_secrets_do_not_show() -> None:
    """Neither keys nor token are in a repr."""
    parts = json.loads(KEYS.encode())
    assert set(parts) == {"identity", "exchange", "token"}
    assert not any(part in repr(KEYS) for part in parts.values())


def test_old_keys_are_deleted_on_registering_anew(tmp_path: Path, server: FakeServer, memory: MemoryKeyring) -> None:
    """The keychain has one set of keys for a home, and none after it was erased."""
    home = tmp_path / "home"
    with Donor.open(home, clock=server.clock, connect=server.connect, find=list) as donor:
        donor.campaigns.join(URL)
        (old,) = memory.kept.values()
        server.donors.clear()
        donor.check_in([])
        (new,) = memory.kept.values()
        assert old != new
        donor.erase_me()
    assert memory.kept == {}
