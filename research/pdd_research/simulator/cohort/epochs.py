"""Tickets and trees: which donors have a leaf of an epoch, in which cohort, and who serves on which committee."""

import numpy as np
from numpy.typing import NDArray

from pdd_research.seeded_randomness import Generator
from pdd_research.simulator.activity import Present
from pdd_shared.protocol.limits import LEAST_TREE
from pdd_shared.rounds.cohort.parameters import TreeSize

EPOCH_DAYS = 7
MOST_EPOCH_DAYS = 14
"""An epoch ends after so many days, also where there is no next one."""
_NEVER = np.iinfo(np.int32).max
_GROWTH = (6, 5)
"""A tree this many times as large as the last one is made at once."""


class Epoch:
    """An epoch. Its draws are uniform, as hashes are.

    `tree` says which donors have a leaf of its tree, `appended_on` on which day another donor was appended. `cohort_of`
    is each donor's cohort, also of donors who may join. `committees` has a row a cohort with the donors at its places.
    """

    def __init__(self, start: int, tree: Present, rng: Generator) -> None:
        leaves = np.flatnonzero(tree)
        self.start, self.tree = start, tree
        self.appended_on = np.full(len(tree), _NEVER, np.int32)
        self.size = TreeSize(len(leaves))
        self.cohort_of: NDArray[np.intp] = rng.integers(self.size.cohorts, size=len(tree), dtype=np.intp)
        self.committees = np.array([self._committee(leaves, rng) for _ in range(self.size.cohorts)])

    def _committee(self, leaves: NDArray[np.intp], rng: Generator) -> NDArray[np.intp]:
        """Return a committee: all leaves of a small tree, else a random draw."""
        members = self.size.committee.members
        return leaves if members == len(leaves) else rng.choice(leaves, members, replace=False, shuffle=False)

    def holds(self, day: int) -> bool:
        """Whether a day is one of the epoch's, unless a later epoch starts before."""
        return self.start <= day < self.start + MOST_EPOCH_DAYS

    def holders(self, data_day: int) -> Present:
        """Return which donors may submit a data day: those whose ticket was made by that day, and who have a leaf."""
        return self.tree | (self.appended_on <= data_day)

    def append(self, day: int, present: Present) -> None:
        """Append the donors present on a day of the epoch that have no leaf yet."""
        if self.holds(day):
            self.appended_on[present & ~self.tree & (self.appended_on == _NEVER)] = day

    def forget(self, gone: Present) -> None:
        """Take the leaves of donors who left for good. The tree's size and the committees stay."""
        self.tree &= ~gone
        self.appended_on[gone] = _NEVER


class Tickets:
    """The tickets that donors left since the last tree was made, and the epochs made of them."""

    def __init__(self, donors: int) -> None:
        self._left: Present = np.zeros(donors, np.bool_)

    def leave(self, present: Present) -> None:
        """Take a ticket from each donor present."""
        self._left |= present

    def forget(self, gone: Present) -> None:
        """Drop the tickets of donors who left for good."""
        self._left &= ~gone

    def next_epoch(self, start: int, last: Epoch | None, rng: Generator) -> Epoch | None:
        """Return the epoch that begins on day `start`, or None if the last one goes on."""
        tickets = int(self._left.sum())
        if tickets < LEAST_TREE or not (last is None or _due(start, tickets, last)):
            return None
        tree, self._left = self._left, np.zeros_like(self._left)
        return Epoch(start, tree, rng)


def _due(start: int, tickets: int, last: Epoch) -> bool:
    more, than = _GROWTH
    return start - last.start >= EPOCH_DAYS or than * tickets >= more * last.size.leaves
