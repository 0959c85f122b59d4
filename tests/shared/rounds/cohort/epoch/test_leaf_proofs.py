"""The message of leaves and their proof: its bytes, and truncated messages."""

import pytest

from pdd_shared.rounds.cohort.epoch.leaf_proofs import ShownLeaves, read_shown, write_shown
from pdd_shared.rounds.cohort.epoch.tree import Leaf
from pdd_shared.rounds.refusals import Reason, Refused

LEAVES = tuple(Leaf(index, bytes([index]) * 32, bytes([index + 100]) * 32) for index in (3, 1, 2))
PROOF = (b"a" * 32, b"b" * 32)


def test_the_bytes_are_those_of_the_reference_page() -> None:
    """The message has the number of leaves in 4 bytes, then 68 bytes a leaf and 32 bytes a hash, in order."""
    leaf = (3).to_bytes(4, "little") + bytes([3]) * 32 + bytes([103]) * 32
    assert write_shown(LEAVES[:1], PROOF) == b"\1\0\0\0" + leaf + b"a" * 32 + b"b" * 32
    assert write_shown([], []) == bytes(4)


@pytest.mark.parametrize("leaves", [LEAVES, LEAVES[:1], ()])
@pytest.mark.parametrize("proof", [PROOF, PROOF[:1], ()])
def test_what_is_written_is_read_back(leaves: tuple[Leaf, ...], proof: tuple[bytes, ...]) -> None:
    """A message that is written is read back, also without leaves or hashes."""
    assert read_shown(write_shown(leaves, proof)) == ShownLeaves(leaves, proof)


@pytest.mark.parametrize("leaves", [LEAVES, ()])
@pytest.mark.parametrize("proof", [PROOF, ()])
def test_nothing_cut_off_is_read(leaves: tuple[Leaf, ...], proof: tuple[bytes, ...]) -> None:
    """A truncated message is refused, or read as one with fewer hashes if it ends after a whole hash."""
    data = write_shown(leaves, proof)
    whole = {len(write_shown(leaves, proof[:kept])) for kept in range(len(proof))}
    for size in set(range(len(data))) - whole:
        with pytest.raises(Refused) as refused:
            read_shown(data[:size])
        assert refused.value.reason is Reason.WRONG_SIZE


def test_more_leaves_than_the_bytes_have_are_refused() -> None:
    """A message that claims more leaves than it has is refused, so a server can't make a home wait or use memory."""
    data = write_shown(LEAVES, PROOF)
    for number in (4, 5, 2**32 - 1):
        with pytest.raises(Refused):
            read_shown(number.to_bytes(4, "little") + data[4:])
