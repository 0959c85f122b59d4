"""Sticky groups: from day to day only joiners and leavers move. Pure functions.

Groups reshuffled every night would let a server that compares their sums over many days isolate a donor.
"""

from collections.abc import Callable, Collection, Hashable, Sequence
from heapq import heapify, heapreplace
from itertools import count
from typing import TypeVar

LARGEST_GROUP = 255
T = TypeVar("T", bound=Hashable)


def regroup(
    before: Sequence[Sequence[T]],
    eligible: Collection[T],
    group_size: int,
    min_group: int,
    shuffle: Callable[[list[T]], None],
) -> list[list[T]]:
    """The groups of a day, from those of the day before and the donors eligible now.

    Who is no longer eligible leaves. A group left below `min_group` is dissolved, and its members join anew. Joiners
    make new groups of `group_size` while there are enough of them, and the rest go where there are fewest. A group
    that reaches twice `group_size`, or passes 255, is split. No groups where fewer than `min_group` are eligible.
    """
    current = set(eligible)
    kept = [[donor for donor in group if donor in current] for group in before]
    groups = [group for group in kept if len(group) >= min_group]
    joiners = list(current.difference(*groups))
    shuffle(joiners)
    fresh = len(joiners) - len(joiners) % group_size if len(joiners) >= group_size else 0
    if not groups and fresh == 0:
        return [joiners] if len(joiners) >= min_group else []
    groups += [joiners[start : start + group_size] for start in range(0, fresh, group_size)]
    _spread(groups, joiners[fresh:])
    return [part for group in groups for part in _split(group, group_size, shuffle)]


def _spread(groups: list[list[T]], joiners: Sequence[T]) -> None:
    """Put each joiner into the smallest group."""
    order = count()
    sizes = [(len(group), next(order), group) for group in groups]
    heapify(sizes)
    for joiner in joiners:
        group = sizes[0][2]
        group.append(joiner)
        heapreplace(sizes, (len(group), next(order), group))


def _split(group: list[T], group_size: int, shuffle: Callable[[list[T]], None]) -> list[list[T]]:
    """The group, or its members at random in balanced parts where it has become too large."""
    if len(group) < 2 * group_size and len(group) <= LARGEST_GROUP:
        return [group]
    shuffle(group)
    parts = max(len(group) // group_size, -(-len(group) // LARGEST_GROUP))
    return [group[part::parts] for part in range(parts)]
