"""The ledger in a store: machines add to one chain, and nobody can change or take out a line unseen."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from threading import Thread

import pytest

from pdd_server.errors import SetupError
from pdd_server.services.ledger.entries import Charged, Entry, Ledger, Server
from pdd_server.services.ledger.ledger_file import LedgerFile
from pdd_server.services.ledger.shared_ledger import SharedLedger
from pdd_server.store.published.bucket import Bucket
from tests.support.processes import s3_server
from tests.support.processes.s3_server import S3Server, on_s3

pytestmark = on_s3
DAY = date(2026, 11, 20)
IDENTITY = bytes(32)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[S3Server]:
    with s3_server.running(tmp_path_factory.mktemp("s3")) as server:
        yield server


@pytest.fixture
def store(running: S3Server) -> S3Server:
    """Return the store with an empty bucket."""
    bucket = running.bucket()
    for name in (*bucket.list("ledger"), *bucket.list("times-forgotten"), "conditional-writes"):
        bucket.delete(name)
    return running


def machine(store: S3Server, folder: Path) -> SharedLedger:
    """Return the ledger as a process of the machine with this folder opens it."""
    return SharedLedger(folder / "ledger.jsonl", IDENTITY, store.bucket())


def charged(number: int) -> Charged:
    return Charged(campaign="flu", day=DAY + timedelta(days=number), charge="{}")


def test_machines_share_one_chain(store: S3Server, tmp_path: Path) -> None:
    """What one machine adds another reads and goes on from, and a new process reads the same. Nothing is said twice."""
    one, other = machine(store, tmp_path / "one"), machine(store, tmp_path / "other")
    one.add([Server(identity=IDENTITY.hex()), charged(0)])
    other.add([charged(0), charged(1)])
    assert one.read() == other.read() == machine(store, tmp_path / "new").read()
    assert {entry.day for entry in one.read().charges.values()} == {DAY, DAY + timedelta(days=1)}
    assert list(store.bucket().list("ledger")) == ["ledger/000000000000.jsonl", "ledger/000000000002.jsonl"]
    # The objects together are the file that a server without a store has.
    (tmp_path / "copy.jsonl").write_bytes(machine(store, tmp_path / "new").text())
    assert LedgerFile(tmp_path / "copy.jsonl", IDENTITY).read() == one.read()


def test_machines_that_add_at_once_lose_nothing(store: S3Server, tmp_path: Path) -> None:
    """Four machines add five entries each at the same time: all 20 are in the chain, once."""
    machines = [machine(store, tmp_path / str(number)) for number in range(4)]

    def add(number: int) -> None:
        for place in range(5):
            machines[number].add([charged(number * 5 + place)])

    threads = [Thread(target=add, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    last = machine(store, tmp_path / "last")
    assert len(last.read().charges) == 20
    assert last.text().count(b"\n") == 20


def test_what_is_lacking_is_found_again_after_another_machine(store: S3Server, tmp_path: Path) -> None:
    """A machine that another one overtakes looks again at what is lacking, with the other's lines in the ledger."""
    one, other, seen = machine(store, tmp_path / "one"), machine(store, tmp_path / "other"), list[int]()

    def find(ledger: Ledger) -> list[Entry]:
        seen.append(len(ledger.charges))
        if len(seen) == 1:
            other.add([charged(0)])
        return [charged(0), charged(1)]

    one.add_found(find)
    assert seen == [0, 1]
    assert other.text().count(b"\n") == 2


def test_a_folders_ledger_becomes_the_stores(store: S3Server, tmp_path: Path) -> None:
    """An empty store begins with the ledger that the folder had, whole, and before it is written it is read so."""
    LedgerFile(tmp_path / "ledger.jsonl", IDENTITY).add([Server(identity=IDENTITY.hex()), charged(0)])
    before = (tmp_path / "ledger.jsonl").read_bytes()
    one = machine(store, tmp_path)
    assert set(one.read().charges) == {("flu", DAY)}
    assert one.text() == before
    one.add([charged(1)])
    other = machine(store, tmp_path / "other")
    assert other.text().startswith(before)
    assert len(other.read().charges) == 2


class Noting(Bucket):
    """A store whose objects' names are noted when they are written again."""

    written: list[str]

    def put(self, name: str, file: Path) -> str:
        self.written.append(name)
        return super().put(name, file)


def test_the_times_of_lines_are_forgotten(store: S3Server, tmp_path: Path) -> None:
    """After a nightly run, no object has the time at which its lines were added, each stays as it was, and a further
    run writes the new ones alone. The machine's copies are made by that run, and not when somebody asks.
    """
    other, noting, written = machine(store, tmp_path / "other"), Noting(store.bucket_settings()), list[str]()
    noting.written = written
    one = SharedLedger(tmp_path / "one" / "ledger.jsonl", IDENTITY, noting)
    for new in (range(3), range(3, 3), range(3, 4)):
        written.clear()
        for number in new:
            other.add([charged(number)])
        before = other.text()
        assert one.text() == before
        copies = tmp_path / "one" / ".ledger"
        assert not any((copies / f"{number:012}.jsonl").exists() for number in new)
        one.forget_times()
        assert all((copies / f"{number:012}.jsonl").exists() for number in new)
        assert written == [f"ledger/{number:012}.jsonl" for number in new]
        assert machine(store, tmp_path / f"new{new}").text() == before
    assert not (tmp_path / "other" / ".ledger").exists()


def test_copies_that_cannot_be_written_keep_nobody_from_the_ledger(store: S3Server, tmp_path: Path) -> None:
    """While a machine can write no copies, as with a full disk, it adds and reads lines, and says what is wrong once
    they are due. Then it goes on, and a new process reads the copies.
    """
    one = machine(store, tmp_path)
    (tmp_path / ".ledger").write_text("in the way")
    one.add([charged(0)])
    one.add([charged(1)])
    for work in (one.keep_copies, one.forget_times):
        with pytest.raises(FileExistsError):
            work()
        assert len(one.read().charges) == 2
    (tmp_path / ".ledger").unlink()
    one.add([charged(2)])
    one.keep_copies()
    assert b"".join(file.read_bytes() for file in sorted((tmp_path / ".ledger").iterdir())) == one.text()
    assert machine(store, tmp_path).read() == one.read()


def test_another_ledger_in_the_folder_is_refused(store: S3Server, tmp_path: Path) -> None:
    """A folder's ledger that the store does not begin with is refused, each time. The beginning of it, and a last line
    that was cut off, are not.
    """
    own, one = LedgerFile(tmp_path / "ledger.jsonl", IDENTITY), machine(store, tmp_path / "one")
    entries = [Server(identity=IDENTITY.hex()), charged(0)]
    own.add(entries)
    one.add(entries)
    one.add([charged(1)])
    with own.path.open("ab") as file:
        file.write(b"cut off")
    assert machine(store, tmp_path).read() == one.read()
    own.add([charged(2)])
    refused = machine(store, tmp_path)
    for work in (refused.read, refused.read, refused.forget_times, lambda: refused.add([charged(3)])):
        with pytest.raises(SetupError, match=r"ledger.jsonl: has lines that s3://study/pdd does not have"):
            work()
    assert len(one.read().charges) == 2
    own.path.unlink()
    assert machine(store, tmp_path).read() == one.read()


class Crowded(Bucket):
    """A store to which another process of the machine adds a line after its objects were listed."""

    other: SharedLedger | None = None

    def list(self, under: str, after: str | None = None) -> dict[str, str]:
        found = super().list(under, after)
        other, self.other = self.other, None
        if other is not None:
            other.add([charged(1)])
            other.keep_copies()
        return found


def test_a_line_that_comes_during_the_first_look_is_not_taken_for_lost(store: S3Server, tmp_path: Path) -> None:
    """A process starts while another one of the machine adds a line and copies it."""
    crowded = Crowded(store.bucket_settings())
    crowded.other = machine(store, tmp_path)
    crowded.other.add([charged(0)])
    starting = SharedLedger(tmp_path / "ledger.jsonl", IDENTITY, crowded)
    assert len(starting.read().charges) == 1
    assert len(starting.read().charges) == 2


def test_a_lost_object_is_noticed(store: S3Server, tmp_path: Path) -> None:
    """A machine with a copy of an object that the store has lost refuses, and a new one refuses the gap."""
    one = machine(store, tmp_path / "one")
    for number in range(3):
        one.add([charged(number)])
    one.keep_copies()
    store.bucket().delete("ledger/000000000001.jsonl")
    with pytest.raises(SetupError, match=r"has lost ledger/000000000001.jsonl"):
        machine(store, tmp_path / "one").read()
    with pytest.raises(SetupError, match="does not follow line 1"):
        machine(store, tmp_path / "new").read()


def test_a_changed_object_is_noticed(store: S3Server, tmp_path: Path) -> None:
    """A line that was changed in the store is refused, and nothing is added after it."""
    one = machine(store, tmp_path / "one")
    one.add([charged(0)])
    one.add([charged(1)])
    content = store.bucket().read("ledger/000000000000.jsonl")
    store.change("ledger/000000000000.jsonl", content.replace(b"flu", b"flo"))
    other = machine(store, tmp_path / "other")
    for work in (other.read, lambda: other.add([charged(2)])):
        with pytest.raises(SetupError, match="so it was changed"):
            work()
    assert len(store.bucket().list("ledger")) == 2


class Careless(Bucket):
    """A store that overwrites objects which it was told to create."""

    def create(self, name: str, content: bytes) -> bool:
        self.delete(name)
        return super().create(name, content)


def test_a_store_that_overwrites_is_refused(store: S3Server, tmp_path: Path) -> None:
    """A store that knows no conditional writes is refused before a line is added."""
    bucket = Careless(store.bucket_settings())
    with pytest.raises(SetupError, match="If-None-Match"):
        SharedLedger(tmp_path / "ledger.jsonl", IDENTITY, bucket).add([charged(0)])
    assert store.bucket().list("ledger") == {}
