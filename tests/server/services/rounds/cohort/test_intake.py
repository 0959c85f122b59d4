"""Uploads that arrive together: how they are batched, and what each waiting sender is told."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from threading import Event, Thread

import pytest
from sqlalchemy.exc import OperationalError

from pdd_server.errors import Rejected, Rejection
from pdd_server.services.donors.group_commit import Batches, Turn
from pdd_server.services.rounds.cohort.days import intake
from pdd_server.services.rounds.cohort.days.upload_checks import AddedUpload, UploadRequest
from pdd_server.services.token_hash import token_hash
from pdd_server.store.engine import Store
from pdd_shared.protocol.messages import UploadTask
from pdd_shared.rounds.refusals import Reason, Refused
from tests.server.services.rounds.cohort.simulated_donors import (
    CohortPlayer,
    begin_day,
    cohort_players,
    cohort_server,
    everybody,
)
from tests.server.simulated_server import DAY, HandClock

SECONDS = 10
"""Longer than any of these waits."""


def sent(donor: str) -> UploadRequest:
    return UploadRequest(donor.encode(), date(2026, 11, 20), bytes(32), b"", date(2026, 11, 21))


def counted(one: UploadRequest) -> AddedUpload:
    return AddedUpload(ord(one.hashed[:1]), one.hashed)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(f"sqlite:///{tmp_path / 'some.sqlite'}")


class Slow:
    """A stand-in for transactions: the first batch waits until it is released; batches of several may fail."""

    def __init__(self, *, fails: Exception | None = None) -> None:
        self.begun, self.go, self.batches, self.fails = Event(), Event(), list[int](), fails

    def __call__(self, _store: Store, batch: Sequence[UploadRequest]) -> list[AddedUpload]:
        self.batches.append(len(batch))
        self.begun.set()
        assert self.go.wait(SECONDS)
        if self.fails and len(batch) > 1:
            raise self.fails
        if any(one.hashed == b"bad" for one in batch):
            raise RuntimeError("bad")
        return [counted(one) for one in batch]


def waiting_uploads(store: Store) -> Batches[UploadRequest, AddedUpload]:
    """Return a new queue of uploads."""
    return Batches(store, intake.take_in, Turn())


def name_of(told: object) -> Rejection | None:
    """Return the name of a rejection, or None for anything else."""
    return told.name if isinstance(told, Rejected) else None


def send(slow: Slow, store: Store, donors: Sequence[str]) -> dict[str, object]:
    """Send one upload of each donor, all but the first while its batch is written, and return each answer."""
    queue, told = waiting_uploads(store), dict[str, object]()

    def one(donor: str) -> None:
        try:
            told[donor] = queue.add(sent(donor)) == counted(sent(donor))
        except RuntimeError as error:
            told[donor] = str(error)
        except Rejected as busy:
            told[donor] = busy

    senders = [Thread(target=one, args=[donor]) for donor in donors]
    senders[0].start()
    assert slow.begun.wait(SECONDS)
    for sender in senders[1:]:
        sender.start()
    while len(queue._waiting) < len(donors) - 1:
        pass
    slow.go.set()
    for sender in senders:
        sender.join(SECONDS)
        assert not sender.is_alive()
    assert not queue._is_led
    return told


def test_uploads_that_wait_make_one_batch(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Uploads that arrive while a batch is written wait for one common batch, and each sender is told its own nonce."""
    slow = Slow()
    monkeypatch.setattr(intake, "_take_in_together", slow)
    assert send(slow, store, ["a", "b", "c", "d", "e"]) == dict.fromkeys("abcde", True)
    assert slow.batches == [1, 4]


def test_a_bad_upload_costs_the_others_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Uploads of a batch that fails are taken one by one: the bad one gets its error, the others their nonces."""
    slow = Slow(fails=RuntimeError("one of them is bad"))
    monkeypatch.setattr(intake, "_take_in_together", slow)
    assert send(slow, store, ["a", "bad", "c", "d"]) == {"a": True, "bad": "bad", "c": True, "d": True}
    assert slow.batches == [1, 3, 1, 1, 1]


def test_a_busy_database_is_waited_for_once(tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """If another transaction holds the database for too long, all waiting senders are told so, and none is tried
    alone.
    """
    slow = Slow(fails=_busy(tmp_path))
    monkeypatch.setattr(intake, "_take_in_together", slow)
    told = send(slow, store, ["a", "b", "c"])
    assert told.pop("a") is True
    assert [name_of(one) for one in told.values()] == [Rejection.BUSY] * 2
    assert told["b"] is not told["c"]
    assert slow.batches == [1, 2]


def test_uploads_that_are_taken_in_alone_wait_for_a_busy_database_once(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a failed batch, the first upload that finds the database busy ends the attempts, and the rest is told
    so.
    """
    held, tried = _busy(tmp_path), list[bytes]()

    def taken_in(_store: Store, batch: Sequence[UploadRequest]) -> list[AddedUpload]:
        if len(batch) > 1:
            raise RuntimeError("one of them is bad")
        tried.append(batch[0].hashed)
        if batch[0].hashed == b"b":
            raise held
        return [counted(one) for one in batch]

    monkeypatch.setattr(intake, "_take_in_together", taken_in)
    first, *rest = intake.take_in(store, [sent(donor) for donor in "abcd"])
    assert first == counted(sent("a"))
    assert [name_of(one) for one in rest] == [Rejection.BUSY] * 3
    assert len(set(map(id, rest))) == 3
    assert tried == [b"a", b"b"]


def _busy(folder: Path) -> OperationalError:
    """Return the error of a transaction while another one holds the database."""
    held = Store(f"sqlite:///{folder / 'held.sqlite'}")
    with held.write(), held.engine.connect() as waiting:
        waiting.exec_driver_sql("PRAGMA busy_timeout = 1")
        waiting.rollback()
        with pytest.raises(OperationalError) as raised:
            waiting.exec_driver_sql("BEGIN IMMEDIATE")
    held.dispose()
    return raised.value


def test_a_queue_goes_on_after_a_leader_was_stopped(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception that is no `Exception` passes through, and the next sender leads the queue."""
    queue = waiting_uploads(store)

    def stopped(_store: Store, _batch: Sequence[UploadRequest]) -> list[AddedUpload]:
        raise KeyboardInterrupt

    monkeypatch.setattr(intake, "_take_in_together", stopped)
    with pytest.raises(KeyboardInterrupt):
        queue.add(sent("a"))
    slow = Slow()
    slow.go.set()
    monkeypatch.setattr(intake, "_take_in_together", slow)
    assert queue.add(sent("a")) == counted(sent("a"))


def test_a_batch_tells_each_its_own(tmp_path: Path, clock: HandClock) -> None:
    """One batch with new, repeated, forged and foreign uploads tells each sender the truth about its own."""
    server = cohort_server(tmp_path, clock)
    crowd = cohort_players(server, 4)
    everybody(crowd)
    begin_day(server, clock)
    first, second, forger, late = (_request(player, clock) for player in crowd)
    forged = UploadRequest(**{**vars(forger), "data": forger.data[:-1] + bytes([forger.data[-1] ^ 1])})
    stranger = UploadRequest(**{**vars(first), "hashed": bytes(32)})
    outcomes = intake.take_in(server.store, [first, forged, stranger, second, first])
    nonces = [one.nonce if isinstance(one, AddedUpload) else one for one in outcomes]
    assert (nonces[0], nonces[3], nonces[4]) == (first.data[:16], second.data[:16], first.data[:16])
    assert isinstance(nonces[1], Refused)
    assert nonces[1].reason is Reason.BAD_SIGNATURE
    assert isinstance(nonces[2], Rejected)
    again = intake.take_in(server.store, [late, first])
    assert [one.nonce for one in again if isinstance(one, AddedUpload)] == [late.data[:16], first.data[:16]]
    with server.store.read() as connection:
        held = connection.exec_driver_sql("SELECT uploads FROM cohort_days").scalar_one()
    assert held == 3
    server.store.dispose()


def _request(player: CohortPlayer, clock: HandClock) -> UploadRequest:
    """Return a player's upload of `DAY`, as the server reads it."""
    tasks = player.tasks()
    player.settle(tasks)
    (task,) = (task for task in tasks if isinstance(task, UploadTask))
    address, data = player.upload(task)
    token = player.headers["Authorization"].removeprefix("Bearer ")
    return UploadRequest(token_hash(token), DAY, bytes.fromhex(address[-64:]), data, clock().date())
