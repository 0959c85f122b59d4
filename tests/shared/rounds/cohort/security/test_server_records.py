"""The audit of a server's records finds each planted leak in real messages, and nothing in an honest day."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from pdd_shared.rounds.cohort.day import donor, server
from pdd_shared.rounds.cohort.day.journal import Journal
from pdd_shared.rounds.cohort.day.layout import CohortLayout
from pdd_shared.rounds.cohort.day.uploads import NONCE_SIZE, read_upload
from pdd_shared.rounds.cohort.masking.field import total
from scripts.rehearsal.recorded_randomness import RecordedRandomness
from tests.support.cohort.memory_cohort import CLOSED, MemoryCohort, leaf_of, secrets_of
from tests.support.cohort.server_records import Answered, Homes, Records, Unexplained, findings
from tests.support.cohort.server_traces import Copies, find, told, traces

SIZE = 7
COHORT = MemoryCohort(SIZE)
BAD = frozenset([0, 1])
LISTED = range(SIZE - 1)


class OneNonce(RecordedRandomness):
    """A random source that gives the same nonce every time."""

    def draw(self, size: int) -> bytes:
        return b"n" * size if size == NONCE_SIZE else super().draw(size)


class OfHome(Homes):
    """Homes with the ticket secrets of `MemoryCohort`."""

    def secrets(self, leaf):
        return leaf.index, secrets_of(leaf.index).exchange_secret


def upload(home: int, draws: RecordedRandomness) -> bytes:
    """Return what a home with an empty journal sends."""
    given = {"secrets": secrets_of(home), "home": COHORT.view, "journal": Journal(), "random_bytes": draws}
    made = donor.submit(COHORT.donor_day(home), COHORT.given(home), **given)
    return made.release(Journal().with_entries(made.entries))


def a_day(draws: dict[int, RecordedRandomness]) -> Records:
    """Run a day of seven donors, of whom the last stays away; all members answer."""
    records = Records(OfHome(draws, lambda home, _day: COHORT.given(home)))
    sent = [records.add_upload(COHORT.frame, leaf_of(home), upload(home, draws[home])) for home in LISTED]
    state = server.receive(server.Collecting.start(COHORT.frame), [each.upload for each in sent])[0]
    closed = server.close(state, CLOSED, 0)
    assert isinstance(closed, server.Certifying)
    records.add_list(COHORT.frame, closed.listed.entries.values())
    opening = COHORT.opening(closed)
    for place in range(1, SIZE + 1):
        records.add_answer(COHORT.frame, place, COHORT.answer(place, opening))
    return records


@pytest.fixture
def draws() -> dict[int, RecordedRandomness]:
    return {home: RecordedRandomness() for home in range(SIZE)}


def audit(records: Records) -> list[str]:
    """Return what the server knows beyond the certified sum, with the keys of c members."""
    return findings(records, records.view(BAD), BAD)


def test_an_honest_day_tells_the_certified_sum(draws):
    """An honest day, with all answers and c members' keys, reveals only the sum of the list's honest donors."""
    records = a_day(draws)
    assert audit(records) == []
    honest = frozenset(range(SIZE)) - BAD
    seen = records.view(BAD)
    assert (seen.fewest_keys(honest), seen.fewest_counts(honest)) == (4, 4)


def test_a_nonce_used_twice_is_found():
    """A restored home that repeats a nonce reveals the difference of its two keys, and is found."""
    draws = {home: OneNonce() if home == 3 else RecordedRandomness() for home in range(SIZE)}
    records = a_day(draws)
    assert audit(records) == []
    records.add_upload(COHORT.frame, leaf_of(3), upload(3, draws[3]))
    assert "a key that is not a certified sum" in audit(records)


def test_a_restored_home_with_another_nonce_tells_nothing(draws):
    """Two independent uploads of a restored home, one of them on the list, reveal nothing."""
    records = a_day(draws)
    records.add_upload(COHORT.frame, leaf_of(3), upload(3, draws[3]))
    assert audit(records) == []


def without_one(records: Records) -> None:
    """Members also reveal the sum over a second list."""
    for place in range(3, 6):
        streams = [sent.streams[place - 1] for sent in records.sent if sent.donor != 4]
        records.answered.append(Answered(COHORT.frame, place, total(np.array(streams))))


def of_one(records: Records) -> None:
    """Members reveal the streams of one donor."""
    for place in range(3, 6):
        records.answered.append(Answered(COHORT.frame, place, records.sent[4].streams[place - 1]))


@pytest.mark.parametrize("leak", [without_one, of_one])
def test_another_list_is_found(draws, leak: Callable[[Records], None]):
    """Answers for a second list or for one donor reveal a key beyond the certified sum, and are found."""
    records = a_day(draws)
    leak(records)
    assert "a key that is not a certified sum" in audit(records)


def test_missing_noise_is_found(draws, monkeypatch):
    """A donor that adds no noise is found missing from the sum's noise."""
    drawn = CohortLayout.draw_noise
    silent = draws[4]
    monkeypatch.setattr(
        CohortLayout, "draw_noise", lambda layout, random: drawn(layout, random) * (random is not silent)
    )
    assert audit(a_day(draws)) == ["a sum without the noise of all honest donors in it"]


def test_words_that_nothing_explains_are_no_view(draws):
    """An answer that is no sum of streams, or an upload from other draws, is reported as unexplained."""
    records = a_day(draws)
    with pytest.raises(Unexplained):
        records.add_upload(COHORT.frame, leaf_of(6), upload(6, RecordedRandomness()))
    records.answered.append(Answered(COHORT.frame, 3, np.zeros_like(records.sent[0].streams[2])))
    with pytest.raises(Unexplained):
        audit(records)


def test_what_a_server_writes_is_searched(draws, tmp_path: Path):
    """An upload, share or vector in a file of the server is found, and the rank test counts what it reveals."""
    records = a_day(draws)
    wanted, sent = traces(records), records.sent[4]
    sums = COHORT.certifying(LISTED).sums
    (tmp_path / "sums").write_bytes(sums.ciphertext.tobytes() + sums.shares.tobytes())
    copies = Copies(tmp_path)
    copies.take()
    assert find(wanted, copies.text) == []
    stored = upload_bytes(sent)
    (tmp_path / "sums").write_bytes(b"x" * 77 + stored)
    copies.take()
    assert told(find(wanted, copies.text)) == {"ciphertext": 1, "hidden": 1}
    (tmp_path / "sums").write_text(f"vector: {vector(records, 4)}")
    copies.take()
    found = find(wanted, copies.text)
    assert told(found) == {"ciphertext": 1, "hidden": 1, "vector": 1}
    seen = records.view(BAD)
    for trace in found:
        seen.observe(trace.forms)
    assert "a message that is not a certified sum" in findings(records, seen, BAD)
    assert seen.fewest_counts(frozenset(range(SIZE)) - BAD) == 1


def upload_bytes(sent) -> bytes:
    """Return an upload's c and z as words of eight bytes."""
    return sent.upload.ciphertext.tobytes() + sent.upload.shares.tobytes()


def vector(records: Records, home: int) -> list[int]:
    """Return the vector in a home's upload."""
    sent = records.sent[home]
    numbers = COHORT.frame.layout.fill(COHORT.given(home)) + sent.drawn.shares(COHORT.frame.layout)
    return numbers.tolist()


def test_read_upload_is_what_records_explain(draws):
    """The explanation of records reads an upload exactly as the server does."""
    data = upload(2, draws[2])
    records = Records(OfHome(draws, lambda home, _day: COHORT.given(home)))
    sent = records.add_upload(COHORT.frame, leaf_of(2), data)
    assert sent.noisy
    assert np.array_equal(sent.upload.ciphertext, read_upload(COHORT.frame.upload, leaf_of(2), data).ciphertext)
