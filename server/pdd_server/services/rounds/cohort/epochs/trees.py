"""Epochs' trees, draws and committees, kept in memory.

A tree of a million leaves takes seconds to make, and many requests need it. Everything kept here is found by the root
of its tree. The root determines it, so it can't be out of date.
"""

from collections.abc import Hashable, Mapping
from functools import lru_cache
from threading import Lock
from typing import Protocol

from cachetools import LRUCache, cached
from sqlalchemy import Connection

from pdd_server.store.rounds.cohort import cohort_epochs
from pdd_server.store.rounds.cohort.cohort_epochs import StoredEpoch
from pdd_shared.rounds.cohort.epoch.draws import Draw
from pdd_shared.rounds.cohort.epoch.tree import Leaf, Leaves, Tree

_EPOCHS = 4
"""The most trees kept in memory. Open days belong to four epochs at most, unless some lasted less than a week."""
_COMMITTEES = 1024
"""The most committees kept in memory."""
_trees: LRUCache[Hashable, Tree] = LRUCache(_EPOCHS)
_making = Lock()
_committees: LRUCache[Hashable, tuple[Leaf, ...]] = LRUCache(_COMMITTEES)


def tree_of(connection: Connection, epoch: StoredEpoch) -> Tree:
    """Return the tree of an epoch whose leaves have not been deleted."""
    with _making:
        found = _trees.get(epoch.root)
        if found is None:
            found = _trees[epoch.root] = read_tree(connection, epoch.number, epoch.size)
        return found


def read_tree(connection: Connection, epoch: int, size: int) -> Tree:
    """Return the tree of an epoch's stored leaves; `size` is how many of them are in the tree."""
    return Tree(Leaves(cohort_epochs.encoded(connection, epoch, size)))


def keep(tree: Tree) -> None:
    """Keep a tree that was just made, because donors will soon ask for their places in it."""
    with _making:
        _trees[tree.root.hex()] = tree


class NamesTree(Protocol):
    """Something that names an epoch's tree, such as a `StoredEpoch`, or a plan of the epoch.

    Attributes:
        root: The root of the tree, in hex.
        size: The number of its leaves.
    """

    @property
    def root(self) -> str: ...  # noqa: D102

    @property
    def size(self) -> int: ...  # noqa: D102


def draw_of(epoch: NamesTree) -> Draw:
    """Return the draw of an epoch: its cohorts and committees."""
    return _draw(bytes.fromhex(epoch.root), epoch.size)


def duties_of(epoch: NamesTree) -> Mapping[int, tuple[tuple[int, int], ...]]:
    """Return the committees on which each leaf serves.

    Returns:
        By the leaf's index, pairs of cohort and place in its committee, from 1. Leaves without a duty are left out.
    """
    return _duties(draw_of(epoch))


@cached(_committees, key=lambda _, epoch, cohort: (epoch.root, cohort), lock=Lock())
def committee_of(connection: Connection, epoch: StoredEpoch, cohort: int) -> tuple[Leaf, ...]:
    """Return the leaves of a cohort's committee members, place 1 first."""
    indices = draw_of(epoch).committee(cohort)
    return tuple(cohort_epochs.leaves_at(connection, epoch.number, indices))


@lru_cache(_EPOCHS)
def _draw(root: bytes, size: int) -> Draw:
    return Draw(root, size)


@lru_cache(_EPOCHS)
def _duties(draw: Draw) -> Mapping[int, tuple[tuple[int, int], ...]]:
    serving: dict[int, list[tuple[int, int]]] = {}
    for cohort in range(draw.tree_size.cohorts):
        for place, leaf in enumerate(draw.committee(cohort), start=1):
            serving.setdefault(leaf, []).append((cohort, place))
    return {leaf: tuple(places) for leaf, places in serving.items()}
