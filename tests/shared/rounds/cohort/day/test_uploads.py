"""Uploads: their bytes, what the server refuses, and the running sums."""

import numpy as np
import pytest

from pdd_shared.rounds.cohort.day import donor
from pdd_shared.rounds.cohort.day.uploads import Sums, fold, largest_upload, read_upload, upload_digest, write_upload
from pdd_shared.rounds.cohort.encoding import digest
from pdd_shared.rounds.cohort.masking.ring import blocks_for
from pdd_shared.rounds.cohort.parameters import Q, TreeSize
from pdd_shared.rounds.refusals import Reason, Refused
from tests.support.cohort.memory_cohort import MemoryCohort, leaf_of, secrets_of

COHORT = MemoryCohort(5)
FRAME = COHORT.frame.upload
UPLOAD = COHORT.submission(0).upload


def reason(data: bytes, home: int = 0, cohort: MemoryCohort = COHORT) -> Reason | None:
    try:
        read_upload(cohort.frame.upload, leaf_of(home), data)
    except Refused as refused:
        return refused.reason
    return None


def test_an_upload_has_the_size_of_the_book() -> None:
    """An upload is a nonce, 4 N B bytes of c, 4 K m of z and a signature: 66,640 bytes at 10,000 numbers and 256
    members.
    """
    committee = FRAME.committee
    assert len(UPLOAD) == FRAME.size == 16 + 4 * 2048 + 4 * committee.columns * committee.members + 64
    full = donor.UploadFrame(b"", 5, MemoryCohort(300).tree_size.committee)
    assert full.size == 66_640


@pytest.mark.parametrize("numbers", [1, 10_000])
def test_no_tree_has_larger_uploads_than_the_largest(numbers: int) -> None:
    """The largest upload of any committee passes the server's limit for requests, which it checks before reading."""
    sizes = {donor.UploadFrame(b"", blocks_for(numbers), TreeSize(leaves).committee).size for leaves in range(4, 600)}
    assert largest_upload(numbers) == max(sizes)


def test_an_uploads_digest_leaves_out_the_signature() -> None:
    """A home's journal names an upload by it: H("upload", nonce, c, z), as the reference page has it."""
    c_size = 4 * 2048 * FRAME.blocks
    parts = UPLOAD[:16], UPLOAD[16 : 16 + c_size], UPLOAD[16 + c_size : -64]
    assert upload_digest(FRAME, UPLOAD) == digest("upload", *parts)


def test_a_written_upload_is_read_back() -> None:
    """Reading gives the frame's context, the sender's leaf and nonce, and both arrays as they were."""
    upload = read_upload(FRAME, leaf_of(0), UPLOAD)
    assert (upload.context, upload.leaf, upload.nonce) == (FRAME.context, leaf_of(0), UPLOAD[:16])
    again = write_upload(FRAME, 0, upload.nonce, upload.ciphertext, upload.shares, secrets_of(0).signing)
    assert again == UPLOAD


@pytest.mark.parametrize("data", [b"", UPLOAD[:-1], UPLOAD + b"\0"])
def test_another_size_is_refused(data: bytes) -> None:
    """An upload whose length does not fit the day's layout and committee is refused."""
    assert reason(data) == Reason.WRONG_SIZE


@pytest.mark.parametrize("place", [16, 16 + 4 * 2048, len(UPLOAD) - 68])
@pytest.mark.parametrize("word", [Q, 2**32 - 1])
def test_a_word_that_is_no_field_element_is_refused(place: int, word: int) -> None:
    """A word that is not a field element is refused and never reduced, wherever it stands."""
    assert reason(UPLOAD[:place] + word.to_bytes(4, "little") + UPLOAD[place + 4 :]) == Reason.WRONG_SIZE


@pytest.mark.parametrize("place", [0, 15, 16, 16 + 4 * 2048, len(UPLOAD) - 68, len(UPLOAD) - 64, len(UPLOAD) - 1])
def test_every_byte_is_signed(place: int) -> None:
    """A changed bit in nonce, masked vector, shares or signature is refused."""
    assert reason(UPLOAD[:place] + bytes([UPLOAD[place] ^ 1]) + UPLOAD[place + 1 :]) == Reason.BAD_SIGNATURE


def test_an_upload_counts_for_one_leaf_and_one_context() -> None:
    """An upload is refused for another leaf, and on a day with another plan."""
    assert reason(UPLOAD) is None
    assert reason(UPLOAD, home=1) == Reason.BAD_SIGNATURE
    assert reason(UPLOAD, cohort=COHORT.with_plan(capacity=100)) == Reason.BAD_SIGNATURE


def test_sums_do_not_depend_on_batches() -> None:
    """The sums modulo q are the same for any batches and order, and the previous state is unchanged."""
    uploads = [COHORT.upload(home) for home in range(5)]
    none = Sums.none(FRAME)
    at_once, one_by_one = fold(none, uploads), none
    for upload in reversed(uploads):
        one_by_one = fold(one_by_one, [upload])
    assert np.array_equal(at_once.ciphertext, one_by_one.ciphertext)
    assert np.array_equal(at_once.shares, one_by_one.shares)
    assert at_once.ciphertext.max() < Q
    assert not none.ciphertext.any()
    exact = sum(upload.shares.astype(object) for upload in uploads) % Q
    assert np.array_equal(at_once.shares.astype(object), exact)


def test_what_holds_arrays_is_compared_by_identity() -> None:
    """Uploads and sums, which hold arrays, are compared by identity and can be in a set."""
    upload, again = (read_upload(FRAME, leaf_of(0), UPLOAD) for _ in range(2))
    assert upload != again
    assert Sums.none(FRAME) != Sums.none(FRAME)
    assert len({upload, again, Sums.none(FRAME)}) == 3
