"""The message in which a server shows a home some leaves of an epoch's tree, with the proof that they are in it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pdd_shared.protocol.encoding import DIGEST_SIZE
from pdd_shared.protocol.keys import KEY_SIZE
from pdd_shared.rounds.cohort.epoch.tree import Leaf
from pdd_shared.rounds.refusals import Reason, Refused

_WORD = 4
_LEAF_SIZE = _WORD + 2 * KEY_SIZE


@dataclass(frozen=True)
class ShownLeaves:
    """Leaves in the order in which they were asked for, and the proof: the hashes with which they give the root."""

    leaves: tuple[Leaf, ...] = field(repr=False)
    proof: tuple[bytes, ...] = field(repr=False)


def write_shown(leaves: Sequence[Leaf], proof: Sequence[bytes]) -> bytes:
    """Return leaves and proof as they travel: the number of leaves (u32), 68 bytes a leaf, 32 bytes a hash."""
    return len(leaves).to_bytes(_WORD, "little") + b"".join(leaf.encoded for leaf in leaves) + b"".join(proof)


def read_shown(data: bytes) -> ShownLeaves:
    """Read leaves and proof from their bytes; Refused WRONG_SIZE if a leaf or hash is cut off.

    Nothing is checked against a root yet: `open_place`, `open_committee` and `open_cohort` do that.
    """
    end = _WORD + _LEAF_SIZE * int.from_bytes(data[:_WORD], "little")
    if len(data) < max(end, _WORD) or (len(data) - end) % DIGEST_SIZE:
        raise Refused(Reason.WRONG_SIZE, "leaves or their proof are cut off")
    leaves = tuple(Leaf.from_bytes(data[start : start + _LEAF_SIZE]) for start in range(_WORD, end, _LEAF_SIZE))
    return ShownLeaves(leaves, tuple(data[at : at + DIGEST_SIZE] for at in range(end, len(data), DIGEST_SIZE)))
