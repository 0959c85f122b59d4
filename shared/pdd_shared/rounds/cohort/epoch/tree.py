"""The tree of an epoch: a Merkle tree of all donors' keys for a week (RFC 9162, section 2.1.1, with BLAKE2b-256).

There is one tree for all donors of a server. Its root is signed and published. If a server shows one donor a different
tree, that donor has a different root, and anybody who compares the roots sees it. Cohorts and committees are drawn from
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


@dataclass(frozen=True)
class Leaf:
    """A ticket's keys with their index, in a tree or appended after it.

    Attributes:
        index: From 0, below 2^32.
        exchange: The X25519 public key, 32 bytes.
        signing: The Ed25519 public key, 32 bytes.

    Raises:
        ValueError: The index or the size of a key is wrong.
    """

    index: int
    exchange: bytes
    signing: bytes

    def __post_init__(self) -> None:
        """Raise ValueError for an index or a key that does not fit the 68 bytes of an encoded leaf."""
        if len(self.exchange) != KEY_SIZE or len(self.signing) != KEY_SIZE or not 0 <= self.index < _MOST_LEAVES:
            raise ValueError("not an index below 2^32 and two keys of 32 bytes")

    @property
    def encoded(self) -> bytes:
        """Return the leaf's 68 bytes, as they are hashed in the tree and in committee digests, and sent in lists."""
        return self.index.to_bytes(_INDEX_SIZE, "little") + self.exchange + self.signing

    @classmethod
    def from_bytes(cls, data: bytes) -> "Leaf":
        """Read a leaf from its 68 bytes; ValueError if there are more or fewer."""
        if len(data) != LEAF_SIZE:
            raise ValueError(f"a leaf has {LEAF_SIZE} bytes, not {len(data)}")
        index, exchange, signing = data[:_INDEX_SIZE], data[_INDEX_SIZE:-KEY_SIZE], data[-KEY_SIZE:]
        return cls(int.from_bytes(index, "little"), exchange, signing)


class Leaves(Sequence[Leaf]):
    """The leaves of a tree, kept as bytes and decoded one by one. A million take 68 MB."""

    def __init__(self, encoded: bytes) -> None:
        """Keep the bytes of all leaves, 68 each, in order; ValueError if the last leaf is cut off."""
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
        """Return the same leaves as one `Leaves`."""
        return leaves if isinstance(leaves, Leaves) else cls(b"".join(leaf.encoded for leaf in leaves))


class Tree:
    """The server's whole tree. To build one of a million leaves takes about 2 s and 132 MB."""

    def __init__(self, leaves: Iterable[Leaf]) -> None:
        """Hash the leaves into a tree; ValueError if there are none, or if their indices are not 0, 1, 2, ..."""
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
        """Return the proof for the leaves at these indices: with it, `root_from` computes the root from them.

        It has the hash of each largest subtree without any of these leaves, depth first, left before right
        (docs/reference/cohort.md, "Tickets, tree, draws").

        Raises:
            ValueError: The tree has no leaf at some index.
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
    """Return the root of a tree, computed from some of its leaves and a proof for the others.

    If it is the root that the caller expects, the leaves are in the tree. The work grows with the number of leaves and
    hashes given, not with the size that a server claims.

    Args:
        leaves: Some leaves, rising by index.
        size: How many leaves the whole tree has.
        proof: The hashes from `Tree.prove`, 32 bytes each.

    Raises:
        ValueError: The indices do not rise or are past the tree, or the proof has a hash too few or too many, or one of
            another size.
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
    """Return the hash of the subtree of leaves start .. end - 1; `indices` has those of its leaves that are given."""
    if not indices:
        return next(proof)
    if end - start == 1:
        return hashes[start]
    middle = start + (1 << (end - start - 1).bit_length() - 1)
    split = bisect_left(indices, middle)
    left = _root(start, middle, indices[:split], hashes, proof)
    return _node_hash(left + _root(middle, end, indices[split:], hashes, proof))


def _levels(encoded: bytes) -> Iterator[bytes]:
    """Yield each level of a tree as its hashes joined together, from the leaves' hashes up to the root."""
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
    """Yield the offset of each leaf in the bytes; ValueError if the indices are not 0, 1, 2, ..."""
    for index, start in enumerate(range(0, len(encoded), LEAF_SIZE)):
        if encoded[start : start + _INDEX_SIZE] != index.to_bytes(_INDEX_SIZE, "little"):
            raise ValueError(f"leaf {index} has another index")
        yield start


def _leaf_hash(leaf: bytes) -> bytes:
    return hashlib.blake2b(b"\0" + leaf, digest_size=DIGEST_SIZE).digest()


def _node_hash(children: bytes) -> bytes:
    """Return the hash of an inner node. `children` is the left hash followed by the right one.

    The first byte differs from a leaf's (RFC 9162), so that no inner node can be passed off as a leaf.
    """
    return hashlib.blake2b(b"\1" + children, digest_size=DIGEST_SIZE).digest()
