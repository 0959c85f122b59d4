"""Unmasking many groups in processes of their own."""

from collections.abc import Iterator

import numpy as np
import pytest

from pdd_server.services.recoverable import workers
from pdd_shared.layout import Vector
from pdd_shared.rounds.recoverable.server import Lost, Revealing, Unmasked
from pdd_shared.rounds.recoverable.signatures import SIGNATURE_SIZE
from tests.support.recoverable_group import MemoryRound


def job(number: int, revealed: tuple[int, ...], *, last: bool = False) -> workers.Job:
    """A group of four of whom the first three survive, and these have revealed."""
    group = MemoryRound.of(4, 1, group=number, seed=number)
    roster = group.roster(range(4))
    survivors = group.survivors(roster, range(3))
    sent = [group.vector(place, roster) for place in range(3)]
    vectors = [np.frombuffer(data[:-SIGNATURE_SIZE], dtype=np.uint32) for data in sent]
    total: Vector = np.sum(vectors, axis=0, dtype=np.uint32)
    reveals = {place: group.reveal(place, roster, survivors) for place in revealed}
    return workers.Job(number, Revealing(frozenset(range(3)), total, reveals), group.server_roster(roster), last)


def jobs() -> Iterator[workers.Job]:
    yield job(0, (0, 1, 2))
    yield job(1, (0, 1))
    yield job(2, (0, 1), last=True)
    yield job(3, (1, 2, 3))


@pytest.mark.parametrize(("few", "processes"), [(4, 2), (1, 2), (1, 1)])
def test_groups_are_unmasked_in_order_whoever_does_it(
    monkeypatch: pytest.MonkeyPatch, few: int, processes: int
) -> None:
    """In this process or in others: exact sums, what waits for shares, what is lost, each under its number."""
    monkeypatch.setattr(workers, "FEW", few)
    monkeypatch.setattr(workers, "WAITING", 1)
    found = dict(workers.unmask_all(jobs(), processes))
    assert list(found) == [0, 1, 2, 3]
    for number in (0, 3):
        outcome = found[number]
        assert isinstance(outcome, Unmasked)
        assert outcome.total.tolist() == [0, 0, 1, 1, 1, 0]
    assert found[1] is None
    assert found[2] == Lost()


def test_sums_and_shares_show_in_no_representation() -> None:
    """What a log line or a traceback might print of a job or its outcome holds no share and no number of a sum."""
    one = job(0, (0, 1, 2))
    _, outcome = workers.unmask(one)
    assert "1, 1, 1" not in repr(outcome)
    assert "array" not in repr(one) + repr(outcome)
    assert "reveals" not in repr(one)
