"""Tickets and trees: which donors have a leaf of an epoch, in which cohort, and who serves on which committee."""

import numpy as np
from numpy.typing import NDArray

from pdd_research.seeded_randomness import Generator
from pdd_research.simulator.activity import Present
from pdd_shared.protocol.limits import LEAST_TREE
from pdd_shared.rounds.cohort.parameters import TreeSize

EPOCH_DAYS = 7
"""The number of days after which the next epoch starts, if there are tickets enough."""
MOST_EPOCH_DAYS = 14
"""The most days of an epoch, even if no other one follows."""
_NEVER = np.iinfo(np.int32).max
_GROWTH = (6, 5)
"""A ratio of two numbers, 6 to 5: the next tree is made at once if it is so many times as large as the last one."""


class Epoch:
    """An epoch. Cohorts and committees are drawn uniformly; in the protocol they follow from hashes, which are uniform.

    Attributes:
        start: the epoch's first day.
        tree: for each donor whether it has a leaf of the epoch's tree.
        appended_on: for each donor the day on which it was appended after the tree was made; a number beyond all days
            if it was not.
        size: the tree's size, with the numbers that follow from it.
        cohort_of: for each donor its cohort, also for donors who may still be appended.
        committees: a row for each cohort with the donors at its committee's places.
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
        """Whether a day is within the epoch's longest possible duration. A later epoch may start before."""
        return self.start <= day < self.start + MOST_EPOCH_DAYS

    def holders(self, data_day: int) -> Present:
        """Return which donors may submit a data day: those whose ticket was made by that day, and who have a leaf."""
        return self.tree | (self.appended_on <= data_day)

    def append(self, day: int, present: Present) -> None:
        """Append the donors present on this day who have no leaf yet; nothing if the epoch doesn't hold the day."""
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
        """Return the epoch that begins on day `start`; None if none is due, or there are too few tickets for a tree."""
        tickets = int(self._left.sum())
        if tickets < LEAST_TREE or not (last is None or _due(start, tickets, last)):
            return None
        tree, self._left = self._left, np.zeros_like(self._left)
        return Epoch(start, tree, rng)


def _due(start: int, tickets: int, last: Epoch) -> bool:
    """Whether the last epoch is old enough for the next one, or the next tree would be so much larger."""
    more, than = _GROWTH
    return start - last.start >= EPOCH_DAYS or than * tickets >= more * last.size.leaves
