"""Published files of several machines, in a store that speaks S3 over HTTP."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from pdd_server.store.published.bucket import Bucket, BucketSettings
from pdd_server.store.published.shared_files import SharedFiles
from tests.support.processes import s3_server
from tests.support.processes.s3_server import S3Server, on_s3

pytestmark = on_s3


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[S3Server]:
    with s3_server.running(tmp_path_factory.mktemp("s3")) as server:
        yield server


@pytest.fixture
def store(running: S3Server) -> Iterator[S3Server]:
    """Return the store with an empty bucket, which takes every key."""
    running.take_keys()
    bucket = running.bucket()
    for name in (*bucket.list("files"), *bucket.list("ledger")):
        bucket.delete(name)
    yield running
    running.take_keys()


LEDGER = "files/ledger.jsonl"


def machine(store: S3Server, folder: Path) -> SharedFiles:
    """Return the published files of a machine with this folder."""
    return SharedFiles(folder, store.bucket())


def write(files: SharedFiles, name: str, text: str) -> None:
    (files.folder / name).parent.mkdir(parents=True, exist_ok=True)
    (files.folder / name).write_text(text)


def texts(files: SharedFiles) -> dict[str, str]:
    """Return the texts of the published files that readers may see, by name."""
    found = [file for file in files.folder.rglob("*") if file.is_file() and not file.name.startswith(".")]
    return {file.relative_to(files.folder).as_posix(): file.read_text() for file in found}


def test_what_one_machine_writes_another_reads(store: S3Server, tmp_path: Path) -> None:
    """New, changed and deleted files of one machine come to another."""
    one, other = machine(store, tmp_path / "one"), machine(store, tmp_path / "other")
    for name in ("keys.json", "flu/totals.csv", "flu/totals.parquet", "flu/datapackage.json", "epochs/0.json"):
        write(one, name, f"first {name}")
    write(one, "ledger.jsonl", "not shared")
    one.push()
    other.pull()
    assert texts(other) == {name: text for name, text in texts(one).items() if name != "ledger.jsonl"}
    tags = store.bucket().list("files")
    write(one, "flu/totals.csv", "second, of another length")
    (one.folder / "flu" / "totals.parquet").unlink()
    one.push()
    assert [name for name, tag in store.bucket().list("files").items() if tags[name] != tag] == ["files/flu/totals.csv"]
    other.pull()
    assert texts(other) == {name: text for name, text in texts(one).items() if name != "ledger.jsonl"}


def test_a_large_file_comes_whole(store: S3Server, tmp_path: Path) -> None:
    """A file of 12 MB, which goes in parts, comes as it was."""
    one, other = machine(store, tmp_path / "one"), machine(store, tmp_path / "other")
    write(one, "flu/totals.sqlite", "0123456789ab" * 1_000_000)
    one.push()
    other.pull()
    assert texts(other) == texts(one)


def test_a_store_that_was_emptied_takes_nothing_away(store: S3Server, tmp_path: Path) -> None:
    """A machine keeps its files when all of a campaign's are gone from the store."""
    one, other = machine(store, tmp_path / "one"), machine(store, tmp_path / "other")
    write(one, "flu/totals.csv", "kept")
    one.push()
    other.pull()
    store.bucket().delete("files/flu/totals.csv")
    other.pull()
    assert texts(other) == {"flu/totals.csv": "kept"}


def test_a_folder_that_was_emptied_takes_nothing_from_the_store(store: S3Server, tmp_path: Path) -> None:
    """Files that were lost on a machine, at the top or with all of their folder, stay in the store, and come again."""
    one = machine(store, tmp_path / "one")
    for name in ("keys.json", "epochs/0.json", "flu/totals.csv", "flu/totals.parquet"):
        write(one, name, f"first {name}")
    one.push()
    before, tags = texts(one), store.bucket().list("files")
    for name in ("epochs", "flu"):
        shutil.rmtree(one.folder / name)
    (one.folder / "keys.json").unlink()
    one.push()
    assert store.bucket().list("files") == tags
    one.pull()
    assert texts(one) == before
    # What was deleted by itself is not fetched again before it could be deleted in the store.
    (one.folder / "flu" / "totals.parquet").unlink()
    one.pull()
    one.push()
    assert store.bucket().list("files").keys() == tags.keys() - {"files/flu/totals.parquet"}


class Interrupted(Bucket):
    """A store during whose next work of one kind another process does something."""

    during: str = ""
    work: Callable[[], object] = staticmethod(lambda: None)

    def put(self, name: str, file: Path) -> str:
        tag = super().put(name, file)
        self._interrupt("put")
        return tag

    def list(self, under: str, after: str | None = None) -> dict[str, str]:
        found = super().list(under, after)
        self._interrupt("list")
        return found

    def _interrupt(self, during: str) -> None:
        if during == self.during:
            self.during = ""
            self.work()


def test_a_file_that_is_replaced_while_it_is_put_is_put_again(store: S3Server, tmp_path: Path) -> None:
    """A file that another process replaces during its upload is new to the next push."""
    bucket = Interrupted(store.bucket_settings())
    files = SharedFiles(tmp_path / "one", bucket)
    write(files, "flu/totals.csv", "first")
    bucket.during, bucket.work = "put", lambda: write(files, "flu/totals.csv", "second, of another length")
    files.push()
    files.push()
    assert store.bucket().read("files/flu/totals.csv") == b"second, of another length"


def test_a_reader_keeps_what_is_put_while_it_looks(
    store: S3Server, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """While one process fetches, another one of the machine does not put, and a reader does not wait for it. Otherwise
    what is put after the names were listed would be taken away here, as if it were gone from the store.
    """
    bucket = Interrupted(store.bucket_settings())
    looking, putting = SharedFiles(tmp_path / "one", bucket), machine(store, tmp_path / "one")
    write(putting, "epochs/0.json", "first")
    putting.push()

    def put_another() -> None:
        write(putting, "epochs/1.json", "second")
        assert (machine(store, tmp_path / "one").of("epochs") / "0.json").read_text() == "first"
        with suppress(TimeoutError):
            putting.pull(patience=0)
            putting.push()

    bucket.during, bucket.work = "list", put_another
    looking.pull()
    assert texts(looking) == {"epochs/0.json": "first", "epochs/1.json": "second"}
    assert caplog.messages == []


def test_a_bucket_writes_nowhere_else(store: S3Server, tmp_path: Path) -> None:
    """Objects with names of other folders, or of files that are not published, are not fetched."""
    bucket, source = store.bucket(), tmp_path / "source"
    source.write_text("strange")
    for name in (
        "files/flu/.lock",
        "files/a/b/c.csv",
        "files/.shared.json",
        "files/up",
        "files/flu/totals.csv",
        LEDGER,
    ):
        bucket.put(name, source)
    other = machine(store, tmp_path / "data" / "other")
    other.pull()
    assert texts(other) == {"flu/totals.csv": "strange", "up": "strange"}
    assert [file.name for file in (tmp_path / "data").iterdir()] == ["other"]


def test_readers_get_what_is_here_while_the_store_is_away(
    store: S3Server, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A reader fetches what is new, but not at each request. While keys are refused it gets older files, and the log
    says so without the key.
    """
    one, other = machine(store, tmp_path / "one"), machine(store, tmp_path / "other")
    write(one, "flu/totals.csv", "first")
    one.push()
    assert (other.of("flu") / "totals.csv").read_text() == "first"
    write(one, "flu/totals.csv", "second")
    one.push()
    assert (other.of("flu") / "totals.csv").read_text() == "first"
    store.refuse_keys()
    again = machine(store, tmp_path / "other")
    again.begin()
    assert (again.of("flu") / "totals.csv").read_text() == "first"
    (line,) = caplog.messages
    assert "published files may be old: s3://study/pdd: the store refuses the key" in line
    assert "secret\n" not in line
    store.take_keys()
    assert (machine(store, tmp_path / "other").of("flu") / "totals.csv").read_text() == "second"


@pytest.mark.parametrize(
    ("url", "address", "is_refused", "says"),
    [
        ("s3://nobodys/pdd", None, False, "there is no such bucket; make it, or correct store of [published]"),
        ("s3://study/pdd", None, True, "the store refuses the key; correct access_key and secret_key_file"),
        ("s3://study/pdd", "http://127.0.0.1:1", False, "the store can't be reached; see whether it runs"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    store: S3Server, tmp_path: Path, url: str, address: str | None, is_refused: bool, says: str
) -> None:
    """A wrong bucket, a refused key and a store that is away are each said in one line, and no file is touched."""
    if is_refused:
        store.refuse_keys()
    bucket = Bucket(BucketSettings(url, address or store.address, "us-east-1", "key", "hidden-secret"))
    assert "hidden-secret" not in repr(vars(bucket))
    files = SharedFiles(tmp_path / "one", bucket)
    write(files, "flu/totals.csv", "kept")
    for work in (files.pull, files.push, files.begin):
        with pytest.raises(OSError, match="s3://") as raised:
            work()
        assert raised.value.filename == url
        assert raised.value.strerror is not None
        assert says in raised.value.strerror
        assert "\n" not in raised.value.strerror
        assert "hidden" not in raised.value.strerror
    assert texts(files) == {"flu/totals.csv": "kept"}
