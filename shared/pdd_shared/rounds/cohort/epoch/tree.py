"""The tree of an epoch: everybody's one-week keys under one root (RFC 9162, section 2.1.1, with BLAKE2b-256).

There is one tree for all donors of a server. Its root is signed and published. A server that shows one donor a tree of
its own must show that donor another root, and whoever compares the roots sees it. Cohorts and committees are drawn from
the root, so the server cannot choose them either.

A home does not fetch the tree. It fetches the leaves that it needs, and one proof for all of them: the hashes of the
subtrees that hold none of them. With these it computes the root.

A tree is built bottom up: neighbours are hashed in pairs, and the last node of an odd level moves up unchanged. This
gives the tree of the RFC, which splits at the largest power of two below the size.
"""

import hashlib
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import overload

from pdd_shared.protocol.encoding import DIGEST_SIZE
from pdd_shared.protocol.keys import KEY_SIZE

_INDEX_SIZE = 4
LEAF_SIZE = _INDEX_SIZE + 2 * KEY_SIZE
"""Bytes of an encoded leaf."""
_MOST_LEAVES = 2**32


@dataclass(frozen=True, slots=True)
class Leaf:
    """A ticket's place in a tree: its index, and its X25519 and Ed25519 public keys of 32 bytes each."""

    index: int
    exchange: bytes
    signing: bytes

    def __post_init__(self) -> None:
        """Refuse what would not be encoded as it should be: ValueError."""
        if len(self.exchange) != KEY_SIZE or len(self.signing) != KEY_SIZE or not 0 <= self.index < _MOST_LEAVES:
            raise ValueError("not an index below 2^32 and two keys of 32 bytes")

    @property
    def encoded(self) -> bytes:
        """Return the 68 bytes that stand in the tree, in committee digests and in lists."""
        return self.index.to_bytes(_INDEX_SIZE, "little") + self.exchange + self.signing

    @classmethod
    def from_bytes(cls, data: bytes) -> "Leaf":
        """Read a leaf from its 68 bytes; ValueError for another number of bytes."""
        if len(data) != LEAF_SIZE:
            raise ValueError(f"a leaf has {LEAF_SIZE} bytes, not {len(data)}")
        index, exchange, signing = data[:_INDEX_SIZE], data[_INDEX_SIZE:-KEY_SIZE], data[-KEY_SIZE:]
        return cls(int.from_bytes(index, "little"), exchange, signing)


class Leaves(Sequence[Leaf]):
    """The leaves of a tree, decoded from their bytes one by one: a million take 68 MB."""

    def __init__(self, encoded: bytes) -> None:
        """Take the leaves' 68 bytes one after the other; ValueError if the last leaf lacks some."""
        if len(encoded) % LEAF_SIZE:
            raise ValueError(f"leaves have {LEAF_SIZE} bytes each")
        self.encoded = encoded

    def __len__(self) -> int:
        return len(self.encoded) // LEAF_SIZE

    @overload
    def __getitem__(self, place: int) -> Leaf: ...
    @overload
    def __getitem__(self, place: slice) -> "list[Leaf]": ...
    def __getitem__(self, place: int | slice) -> "Leaf | list[Leaf]":
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        start = range(len(self))[place] * LEAF_SIZE
        return Leaf.from_bytes(self.encoded[start : start + LEAF_SIZE])

    @classmethod
    def of(cls, leaves: Iterable[Leaf]) -> "Leaves":
        """Return the same leaves, held as one run of bytes."""
        return leaves if isinstance(leaves, Leaves) else cls(b"".join(leaf.encoded for leaf in leaves))


class Tree:
    """The server's whole tree. A million leaves are built in about 2 s and take 132 MB."""

    def __init__(self, leaves: Iterable[Leaf]) -> None:
        """Hash the leaves; ValueError if there are none, or if they are not numbered from 0 on."""
        self.leaves = Leaves.of(leaves)
        self.size = len(self.leaves)
        if not self.size:
            raise ValueError("a tree has a leaf")
        self._levels = tuple(_levels(self.leaves.encoded))

    @cached_property
    def root(self) -> bytes:
        """Return the hash of the whole tree, 32 bytes."""
        return self._levels[-1]

    def prove(self, indices: Iterable[int]) -> tuple[bytes, ...]:
        """Return the hashes from which, with the leaves at these indices, anybody computes the root.

        Depth first, left before right, as in docs/reference/cohort.md. ValueError for an index past the tree.
        """
        wanted = sorted(set(indices))
        if wanted and not 0 <= wanted[0] <= wanted[-1] < self.size:
            raise ValueError(f"no such leaf in a tree of {self.size}")
        return tuple(self._proof(len(self._levels) - 1, 0, wanted))

    def _proof(self, level: int, place: int, wanted: list[int]) -> Iterator[bytes]:
        if not wanted:
            start = place * DIGEST_SIZE
            yield self._levels[level][start : start + DIGEST_SIZE]
        elif level:
            middle = bisect_left(wanted, (2 * place + 1) << (level - 1))
            yield from self._proof(level - 1, 2 * place, wanted[:middle])
            if (2 * place + 1) * DIGEST_SIZE < len(self._levels[level - 1]):
                yield from self._proof(level - 1, 2 * place + 1, wanted[middle:])


def root_from(leaves: Sequence[Leaf], size: int, proof: Sequence[bytes]) -> bytes:
    """Return the root of a tree of `size` leaves, of which some are given, rising by index, and a proof for the rest.

    ValueError if an index does not rise or is past the tree, or if the proof has not exactly the hashes that it needs.
    The root that one expects shows that the leaves are in the tree. The work grows with the leaves and hashes given.
    """
    indices = [leaf.index for leaf in leaves]
    if any(low >= high for low, high in pairwise(indices)):
        raise ValueError("the leaves do not rise by index")
    if not 0 < size <= _MOST_LEAVES or (indices and not 0 <= indices[0] <= indices[-1] < size):
        raise ValueError(f"a leaf that cannot be in a tree of {size}")
    if any(len(piece) != DIGEST_SIZE for piece in proof):
        raise ValueError(f"a proof is made of hashes of {DIGEST_SIZE} bytes")
    hashes = {leaf.index: _leaf_hash(leaf.encoded) for leaf in leaves}
    rest = iter(proof)
    try:
        root = _root(0, size, indices, hashes, rest)
    except StopIteration:
        raise ValueError("the proof lacks a hash") from None
    if next(rest, None) is not None:
        raise ValueError("the proof has a hash too many")
    return root


def _root(start: int, end: int, indices: list[int], hashes: dict[int, bytes], proof: Iterator[bytes]) -> bytes:
    """Return the hash of leaves start .. end - 1, `indices` being those of them that are given."""
    if not indices:
        return next(proof)
    if end - start == 1:
        return hashes[start]
    middle = start + (1 << (end - start - 1).bit_length() - 1)
    split = bisect_left(indices, middle)
    left = _root(start, middle, indices[:split], hashes, proof)
    return _node_hash(left + _root(middle, end, indices[split:], hashes, proof))


def _levels(encoded: bytes) -> Iterator[bytes]:
    """Yield the levels of a tree, the leaves' hashes first, each as its hashes one after the other."""
    level = b"".join(_leaf_hash(encoded[start : start + LEAF_SIZE]) for start in _numbered(encoded))
    yield level
    while len(level) > DIGEST_SIZE:
        pairs = len(level) // (2 * DIGEST_SIZE) * 2 * DIGEST_SIZE
        level = (
            b"".join(_node_hash(level[start : start + 2 * DIGEST_SIZE]) for start in range(0, pairs, 2 * DIGEST_SIZE))
            + level[pairs:]
        )
        yield level


def _numbered(encoded: bytes) -> Iterator[int]:
    """Yield where each leaf starts; ValueError for one that does not have its place as its index."""
    for index, start in enumerate(range(0, len(encoded), LEAF_SIZE)):
        if encoded[start : start + _INDEX_SIZE] != index.to_bytes(_INDEX_SIZE, "little"):
            raise ValueError(f"leaf {index} has another index")
        yield start


def _leaf_hash(leaf: bytes) -> bytes:
    return hashlib.blake2b(b"\0" + leaf, digest_size=DIGEST_SIZE).digest()


def _node_hash(children: bytes) -> bytes:
    """Return the hash of a left and a right hash, one after the other."""
    return hashlib.blake2b(b"\1" + children, digest_size=DIGEST_SIZE).digest()
