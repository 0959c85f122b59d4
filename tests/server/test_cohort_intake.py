"""Uploads that come at once: batches, and what a sender is told that waits in the queue."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from threading import Event, Thread

import pytest

from pdd_server.services.cohort import intake
from pdd_server.services.cohort.intake import Intake
from pdd_server.store.cohort_days import DayKey
from pdd_server.store.engine import Store
from pdd_shared.rounds.cohort.day.uploads import Upload
from tests.support.cohort import MemoryCohort

KEY = DayKey(date(2026, 11, 20), 0, 0)
SECONDS = 10
"""Longer than any of these waits."""


class Slow:
    """In place of the transaction: the first batch waits until it is let go; batches of more than one may fail."""

    def __init__(self, *, fails: bool = False) -> None:
        self.begun, self.go, self.batches, self.fails = Event(), Event(), list[int](), fails

    def __call__(self, _store: Store, batch: Sequence[intake._Waiting]) -> None:
        self.batches.append(len(batch))
        self.begun.set()
        assert self.go.wait(SECONDS)
        if self.fails and len(batch) > 1:
            raise RuntimeError("one of them is bad")
        for one in batch:
            if one.donor == "bad":
                raise RuntimeError("bad")
            one.nonce = one.upload.nonce


def send(slow: Slow, store: Store, queue: Intake, donors: Sequence[str]) -> dict[str, object]:
    """Send an upload of each donor, all but the first while its batch is written; what each was told."""
    cohort, told = MemoryCohort(len(donors)), dict[str, object]()

    def one(donor: str, upload: Upload) -> None:
        try:
            told[donor] = queue.add(store, KEY, donor, upload)
        except RuntimeError as error:
            told[donor] = str(error)

    uploads = [cohort.upload(home) for home in range(len(donors))]
    senders = [Thread(target=one, args=given) for given in zip(donors, uploads, strict=True)]
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
    return {donor: told[donor] == upload.nonce or told[donor] for donor, upload in zip(donors, uploads, strict=True)}


def test_uploads_that_wait_make_one_batch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes while a batch is written waits, all in one batch, and is told its own nonce; then nobody leads."""
    slow, queue = Slow(), Intake()
    monkeypatch.setattr(intake, "_add_durably", slow)
    told = send(slow, Store(f"sqlite:///{tmp_path / 'some.sqlite'}"), queue, ["a", "b", "c", "d", "e"])
    assert told == dict.fromkeys("abcde", True)
    assert slow.batches == [1, 4]
    assert not queue._is_led


def test_a_bad_upload_costs_the_others_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch that fails is written one by one: the bad one gets its error, the others their nonces."""
    slow, queue = Slow(fails=True), Intake()
    monkeypatch.setattr(intake, "_add_durably", slow)
    told = send(slow, Store(f"sqlite:///{tmp_path / 'some.sqlite'}"), queue, ["a", "bad", "c", "d"])
    assert told == {"a": True, "bad": "bad", "c": True, "d": True}
    assert slow.batches == [1, 3, 1, 1, 1]


def test_a_queue_goes_on_after_a_leader_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception that is no `Exception` passes through, and the next sender leads."""
    queue, store = Intake(), Store(f"sqlite:///{tmp_path / 'some.sqlite'}")
    upload = MemoryCohort(4).upload(0)

    def stopped(_store: Store, _batch: Sequence[intake._Waiting]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(intake, "_add_durably", stopped)
    with pytest.raises(KeyboardInterrupt):
        queue.add(store, KEY, "a", upload)
    slow = Slow()
    slow.go.set()
    monkeypatch.setattr(intake, "_add_durably", slow)
    assert queue.add(store, KEY, "a", upload) == upload.nonce
