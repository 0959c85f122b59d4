"""The draws of an epoch: which leaf is in which cohort, and which leaves serve on its committee.

Each draw hashes an index together with the tree's root. So once its tree is fixed, a server can neither pass a leaf
over nor choose one for a committee. Every home recomputes the draws that concern it.

The server can still try many trees before it signs one, each with other invented donors. If leaves were dealt in chunks
of a shuffled order, such tries could double a cohort's share of invented donors. So each leaf's cohort is a hash of its
own. The size of a committee has a margin for such tries: if a tenth of a large tree is corrupt, more than 94 of 256
members are corrupt with a probability of about 2^-100.

In a tree of up to 256 leaves everybody serves, and the leaf with index p - 1 has place p.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pdd_shared.protocol.encoding import DIGEST_SIZE
from pdd_shared.rounds.cohort.encoding import digest, statement
from pdd_shared.rounds.cohort.epoch.tree import Leaf
from pdd_shared.rounds.cohort.parameters import TreeSize

_WORD, _WIDE_WORD = 4, 6
"""Bytes of a hash that draw a cohort, and that draw a member. Six bytes keep the modulo's bias small for any size."""


@dataclass(frozen=True)
class Draw:
    """The draws of one epoch.

    Attributes:
        root: The root of the epoch's tree, 32 bytes.
        size: How many leaves the tree has.

    Raises:
        ValueError: The tree has fewer than LEAST_TREE leaves.
    """

    root: bytes
    size: int

    def __post_init__(self) -> None:
        TreeSize(self.size)

    @cached_property
    def seed(self) -> bytes:
        """Return the 32 bytes from which all draws of the epoch are hashed."""
        return digest("draw", self.root, self.size)

    @cached_property
    def tree_size(self) -> TreeSize:
        """Return the parameters that follow from the tree's size alone."""
        return TreeSize(self.size)

    def cohort_of(self, leaf: int) -> int:
        """Return the cohort of the leaf with this index, in the tree or appended."""
        return _dealt(digest("cohort", self.seed, leaf), self.tree_size.cohorts)

    def members_of(self, cohort: int) -> NDArray[np.int64]:
        """Return the indices of the tree's leaves in a cohort, rising.

        The first call deals the whole tree, which takes about 1 s for a million leaves.

        Raises:
            ValueError: The tree has no such cohort.
        """
        self._check(cohort)
        return np.flatnonzero(self._cohorts == cohort)

    def committee(self, cohort: int) -> tuple[int, ...]:
        """Return the leaf index of each member of a cohort's committee, place 1 first.

        Raises:
            ValueError: The tree has no such cohort.
        """
        self._check(cohort)
        members = self.tree_size.committee.members
        if self.size == members:
            return tuple(range(self.size))
        drawn: dict[int, None] = {}
        number = 0
        while len(drawn) < members:
            wide = digest("duty", self.seed, cohort, number)[:_WIDE_WORD]
            drawn.setdefault(int.from_bytes(wide, "little") % self.size)
            number += 1
        return tuple(drawn)

    def sub_cohort_of(self, leaf: int, day: date, sub_cohorts: int) -> int:
        """Return the sub-cohort of a leaf on a data day, if its cohort is divided into `sub_cohorts` that day."""
        return _dealt(digest("sub", self.seed, day, leaf), sub_cohorts)

    def rest_order(self, leaf: int, day: date) -> bytes:
        """Return the 32 bytes by which suspects are ordered on a data day: those with the lowest rest."""
        return digest("rest", self.seed, day, leaf)

    @cached_property
    def _cohorts(self) -> NDArray[np.int64]:
        """Return the cohort of each leaf of the tree."""
        if self.tree_size.cohorts == 1:
            return np.zeros(self.size, dtype=np.int64)
        # This is cohort_of for all leaves at once. Their statements differ only in the last four bytes, the index.
        start = statement("cohort", self.seed, 0)[:-_WORD]
        indices = np.arange(self.size, dtype="<u4").tobytes()
        words = b"".join(
            hashlib.blake2b(start + indices[place : place + _WORD], digest_size=DIGEST_SIZE).digest()[:_WORD]
            for place in range(0, len(indices), _WORD)
        )
        drawn = np.frombuffer(words, dtype="<u4").astype(np.uint64)
        return (drawn * np.uint64(self.tree_size.cohorts) >> np.uint64(32)).astype(np.int64)

    def _check(self, cohort: int) -> None:
        if not 0 <= cohort < self.tree_size.cohorts:
            raise ValueError(f"a tree of {self.size} leaves has no cohort {cohort}")


def committee_digest(root: bytes, cohort: int, leaves: Sequence[Leaf]) -> bytes:
    """Return a committee's digest, 32 bytes, by which contexts and journals name it; `leaves` has place 1 first."""
    return digest("committee", root, cohort, *(leaf.encoded for leaf in leaves))


def _dealt(drawn: bytes, parts: int) -> int:
    """Return the index of the part that a hash falls in, if its range is cut into so many equal parts."""
    return parts * int.from_bytes(drawn[:_WORD], "little") >> 32
