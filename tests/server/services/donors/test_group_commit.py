"""Group commit: donors' messages that are written together, and what each sender is told."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from threading import Barrier, Event, Thread

import pytest
from sqlalchemy import Connection, event, select
from sqlalchemy.exc import OperationalError

from pdd_server.errors import Rejected, Rejection, busy
from pdd_server.services.donors import group_commit
from pdd_server.services.donors.group_commit import Batches, DonorsWrite, GaveUp, Turn, write_for
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.token_hash import token_hash
from pdd_server.store import donors as stored_donors
from pdd_server.store.engine import Store
from pdd_server.store.tables import donors as donors_table
from tests.server.simulated_server import Donor, HandClock, donors, new_server
from tests.support.processes.timeouts import PATIENCE

CROWD = 4
Outcome = object


def names(outcomes: Sequence[Outcome]) -> list[object]:
    """Return outcomes with rejections as their names, so that they can be compared."""
    return [one.name if isinstance(one, Rejected) else one for one in outcomes]


def write_all(store: Store, *messages: tuple[Donor, Callable[[Connection], object]]) -> list[Outcome]:
    """Write messages of donors as one batch."""
    batch = [DonorsWrite(token_hash(donor.token), write) for donor, write in messages]
    return names(group_commit.write_all(store, batch))


def mark(number: int) -> Callable[[Connection], int]:
    """Return a message that notes an active day of the first donor, a day that its number names."""

    def write(connection: Connection) -> int:
        first = connection.execute(select(donors_table.c.id).order_by(donors_table.c.id)).scalars().first()
        assert first is not None
        stored_donors.note_active(connection, [first], date(2030, 1, number))
        return number

    return write


def marked(server: Deployment) -> list[int]:
    """Return the numbers of the messages that are in the database."""
    with server.store.read() as connection:
        days = connection.exec_driver_sql("SELECT day FROM activity WHERE day >= '2030-01-01' ORDER BY day").scalars()
        return [int(str(day)[-2:]) for day in days]


def test_a_message_that_fails_is_undone_alone(tmp_path: Path, clock: HandClock) -> None:
    """What a failed message of a batch wrote is undone; the others' is kept, and each is told its own outcome."""
    server = new_server(tmp_path, clock)
    first, second, third = donors(server, 3)

    def fails(connection: Connection) -> int:
        mark(2)(connection)
        raise Rejected(Rejection.STALE_STATE, "this one")

    outcomes = write_all(server.store, (first, mark(1)), (second, fails), (third, mark(3)))
    assert outcomes == [1, Rejection.STALE_STATE, 3]
    assert marked(server) == [1, 3]
    server.store.dispose()


@pytest.mark.sqlite
def test_nothing_is_confirmed_that_sqlite_rolled_back_by_itself(tmp_path: Path, clock: HandClock) -> None:
    """If the disk is full at one message, SQLite undoes its whole batch. Then each sender gets BUSY, and none is kept.

    The messages have savepoints, because another one of them failed first.
    """
    server = new_server(tmp_path, clock)
    first, second, third, fourth = donors(server, 4)

    def fails(_connection: Connection) -> int:
        raise Rejected(Rejection.STALE_STATE, "this one")

    def fills(connection: Connection) -> int:
        fill_disk(connection)
        return 3

    messages = (first, mark(1)), (second, fails), (third, fills), (fourth, mark(4))
    assert write_all(server.store, *messages) == [Rejection.BUSY] * 4
    assert marked(server) == []
    server.store.dispose()


@pytest.mark.sqlite
def test_a_message_that_ignores_a_full_disk_confirms_nothing(tmp_path: Path, clock: HandClock) -> None:
    """A message that catches the error at which SQLite undid its whole batch gets an error, and so do the others."""
    server = new_server(tmp_path, clock)
    first, second = donors(server, 2)

    def ignores(connection: Connection) -> int:
        with suppress(OperationalError):
            fill_disk(connection)
        return 2

    outcomes = write_all(server.store, (first, mark(1)), (second, ignores))
    assert all(isinstance(one, Exception) for one in outcomes)
    assert marked(server) == []
    server.store.dispose()


def fill_disk(connection: Connection) -> None:
    """Write more than the database may take. SQLite answers as for a full disk, and rolls the transaction back."""
    connection.exec_driver_sql("PRAGMA max_page_count = 1")  # as many as it has
    connection.exec_driver_sql("INSERT INTO campaigns (id, payload) VALUES ('long', hex(zeroblob(1000000)))")


def test_strangers_never_wait_for_the_write_lock(
    tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A batch of messages without registered tokens begins no write transaction."""
    server = new_server(tmp_path, clock)
    (stranger,) = donors(server, 1)
    stranger.token = "f" * 64
    monkeypatch.setattr(Store, "write", lambda _: pytest.fail("asked for the write lock"))
    assert write_all(server.store, (stranger, mark(1))) == [Rejection.NOT_REGISTERED]
    server.store.dispose()


def test_a_failed_commit_confirms_nothing(tmp_path: Path, clock: HandClock) -> None:
    """If a batch can't be committed, every sender gets the error, and none of the batch is in the database."""
    server = new_server(tmp_path, clock)
    first, second = donors(server, 2)
    full = OSError("no space left")

    def note(connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        connection.info["writes"] = statement != "BEGIN DEFERRED" and connection.info.get("writes", False)
        # SQLite's writers, and PostgreSQL's.
        if statement == "BEGIN IMMEDIATE" or "READ COMMITTED" in connection.get_execution_options().values():
            connection.info["writes"] = True

    def commit(connection: Connection) -> None:
        if connection.info["writes"]:
            raise full

    event.listen(server.store.engine, "before_cursor_execute", note)
    event.listen(server.store.engine, "commit", commit)
    assert write_all(server.store, (first, mark(1)), (second, mark(2))) == [full, full]
    event.remove(server.store.engine, "commit", commit)
    event.remove(server.store.engine, "before_cursor_execute", note)
    assert marked(server) == []
    server.store.dispose()


def test_messages_of_many_threads_are_all_written(tmp_path: Path, clock: HandClock) -> None:
    """Sixteen threads that write at once each get their own result, and all of it is in the database."""
    server, told = new_server(tmp_path, clock), dict[int, int]()
    (donor,) = donors(server, 1)
    together = Barrier(16)

    def send(number: int) -> None:
        together.wait(10)
        told[number] = write_for(server.store, token_hash(donor.token), mark(number))

    threads = [Thread(target=send, args=[number]) for number in range(1, 17)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert told == {number: number for number in range(1, 17)}
    assert marked(server) == list(range(1, 17))
    server.store.dispose()


def test_donors_of_all_kinds_are_told_at_once_that_the_database_is_locked(tmp_path: Path, clock: HandClock) -> None:
    """Messages of every kind that wait behind a batch that gives up a locked database get BUSY when it does.

    They don't begin to wait for the database themselves. A message that comes later is tried again.
    """
    server = new_server(tmp_path, clock)
    store, turn, begun, give_up, told = server.store, Turn(), Event(), Event(), list[Rejection]()

    def locked(_store: Store, batch: Sequence[str]) -> list[str | Exception]:
        begun.set()
        assert give_up.wait(PATIENCE)
        return [GaveUp() for _ in batch]

    first, second = Batches(store, locked, turn), Batches[str, str](store, lambda _, batch: list(batch), turn)

    def send(queue: Batches[str, str]) -> None:
        with pytest.raises(Rejected) as raised:
            queue.add("a message")
        told.append(raised.value.name)

    threads = [Thread(target=send, args=[queue]) for queue in (first, first, second)]
    threads[0].start()
    assert begun.wait(PATIENCE)
    for thread in threads[1:]:
        thread.start()
    while not (first._waiting and second._waiting):
        pass
    give_up.set()
    for thread in threads:
        thread.join(PATIENCE)
    assert told == [Rejection.BUSY] * 3
    assert second.add("another") == "another"
    store.dispose()


def test_a_message_that_is_told_busy_for_a_reason_of_its_own_sends_nobody_away(
    tmp_path: Path, clock: HandClock
) -> None:
    """Messages beside and behind one that is told BUSY while the database is free are written as usual."""
    server = new_server(tmp_path, clock)
    store, begun, go, told = server.store, Event(), Event(), dict[int, object]()
    (donor,) = donors(server, 1)

    def tree_is_forming(_connection: Connection) -> int:
        begun.set()
        assert go.wait(PATIENCE)
        raise busy()

    def send(number: int) -> None:
        try:
            told[number] = write_for(store, token_hash(donor.token), tree_is_forming if number == 1 else mark(number))
        except Rejected as error:
            told[number] = error.name

    threads = [Thread(target=send, args=[number]) for number in (1, 2, 3)]
    threads[0].start()
    assert begun.wait(PATIENCE)
    for thread in threads[1:]:
        thread.start()
    while len(group_commit.batches_of(store, group_commit.write_all)._waiting) < 2:
        pass
    go.set()
    for thread in threads:
        thread.join(PATIENCE)
    assert told == {1: Rejection.BUSY, 2: 2, 3: 3}
    assert marked(server) == [2, 3]
    store.dispose()


_CHILD = """
import sys
from dataclasses import replace
from threading import Thread
from pdd_server.clock import system_clock
from pdd_server.services.donors.group_commit import write_for
from pdd_server.services.operations.data_folder import Folder, open_folder
from pdd_server.store import donors
from pathlib import Path

server = open_folder(Folder(Path(sys.argv[1])), system_clock)

def send(hashed):
    for number in range(1, 100_000):
        def write(connection):
            donor = donors.by_token(connection, hashed)
            donors.set_contacts(connection, [replace(donor, number=number, nonce="0" * 64)])
            return number
        told = write_for(server.store, hashed, write)
        sys.stdout.write(f"{hashed.hex()} {told}\\n")
        sys.stdout.flush()

for text in sys.argv[2:]:
    Thread(target=send, args=[bytes.fromhex(text)], daemon=True).start()
Thread(target=sys.stdin.read).start()
"""


def test_a_killed_server_has_kept_all_that_it_answered(tmp_path: Path, clock: HandClock) -> None:
    """A process that is killed while eight donors send keeps each message that it had answered."""
    server = new_server(tmp_path, clock)
    hashes = [token_hash(donor.token) for donor in donors(server, 8)]
    command = [sys.executable, "-c", _CHILD, str(server.folder.path), *(hashed.hex() for hashed in hashes)]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(200)]
        process.kill()
        lines += process.stdout.readlines()
    answered = dict.fromkeys(hashes, 0)
    for line in lines:
        if line.endswith("\n"):
            hashed, number = line.split()
            answered[bytes.fromhex(hashed)] = int(number)
    with server.store.read() as connection:
        kept = {hashed: stored_donors.by_token(connection, hashed) for hashed in hashes}
    assert all(donor is not None and donor.number >= answered[hashed] for hashed, donor in kept.items())
    server.store.dispose()
