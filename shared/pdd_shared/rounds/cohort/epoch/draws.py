"""Who is in which cohort, and who serves on its committee: drawn from the tree's root by index.

Each draw hashes an index of the tree. Once its tree is fixed, a server cannot pass a leaf over, or choose one for a
committee. Every home recomputes the draws that concern it.

The server can still try many trees before it signs one, each with other invented donors. Such tries could double a
cohort's share of invented donors if leaves were dealt in chunks of a shuffled order, so each leaf's cohort is a hash of
its own. The size of a committee has a margin for them: where a tenth of a large tree is corrupt, more than 94 of 256
members are with a chance of about 2^-100.

Up to 256 leaves everybody serves, place by place.
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
"""Bytes of a hash from which a cohort is drawn, and a member, who is one of up to 2^32."""


@dataclass(frozen=True)
class Draw:
    """What is drawn from an epoch's root, 32 bytes, and the size of its tree. ValueError for a size below 4."""

    root: bytes
    size: int

    def __post_init__(self) -> None:
        TreeSize(self.size)

    @cached_property
    def seed(self) -> bytes:
        """Return the 32 bytes from which everything is drawn."""
        return digest("draw", self.root, self.size)

    @cached_property
    def tree_size(self) -> TreeSize:
        """Return what follows from the tree's size alone."""
        return TreeSize(self.size)

    def cohort_of(self, leaf: int) -> int:
        """Return the cohort of the leaf at this index, which may be an appended one."""
        return _dealt(digest("cohort", self.seed, leaf), self.tree_size.cohorts)

    def members_of(self, cohort: int) -> NDArray[np.int64]:
        """Return the indices of the tree's leaves in a cohort, rising.

        The first call deals the whole tree: a million leaves take about 1 s. ValueError for a cohort that is not there.
        """
        self._check(cohort)
        return np.flatnonzero(self._cohorts == cohort)

    def committee(self, cohort: int) -> tuple[int, ...]:
        """Return the leaf index of each member of a cohort's committee, place 1 first.

        ValueError for a cohort that the tree does not have.
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
        """Return the sub-cohort of a leaf on a data day on which its cohort is divided into so many."""
        return _dealt(digest("sub", self.seed, day, leaf), sub_cohorts)

    def rest_order(self, leaf: int, day: date) -> bytes:
        """Return 32 bytes: of suspects on a data day, those with the lowest rest."""
        return digest("rest", self.seed, day, leaf)

    @cached_property
    def _cohorts(self) -> NDArray[np.int64]:
        """Return the cohort of each leaf of the tree."""
        if self.tree_size.cohorts == 1:
            return np.zeros(self.size, dtype=np.int64)
        # cohort_of for all leaves at once: the statements differ in the four bytes at their end only.
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
    """Return the 32 bytes by which contexts and journals name a committee: its leaves, place 1 first."""
    return digest("committee", root, cohort, *(leaf.encoded for leaf in leaves))


def _dealt(drawn: bytes, parts: int) -> int:
    """Return which of so many equal parts a hash falls in."""
    return parts * int.from_bytes(drawn[:_WORD], "little") >> 32
