"""Whether groups of numbers can be told apart: a permutation test, and a guess by the nearest numbers."""

from collections.abc import Mapping, Sequence
from math import isqrt

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

_PERMUTATIONS = 200_000
_AT_ONCE = 500
_FEWEST_NEIGHBOURS = 5


def kruskal_wallis(groups: Mapping[str, Sequence[float] | Sequence[Sequence[float]]]) -> float:
    """Return the p-value that all groups are of one law, by permutations of the sum of squared ranks.

    Where each member has several numbers, the largest of their sums counts. So one number that tells groups apart is
    enough, and many numbers make no false alarm more likely.

    Source: Kruskal and Wallis 1952; the p-value counts the groups as they are among the permutations.
    """
    sizes = [len(group) for group in groups.values()]
    members = np.concatenate(list(map(np.asarray, groups.values()))).reshape(sum(sizes), -1)
    ranks, rng = rankdata(members, axis=0), np.random.default_rng()  # noqa: TID251 - no secret
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])

    def spread(ordered: NDArray[np.float64]) -> NDArray[np.float64]:
        sums: NDArray[np.float64] = np.add.reduceat(ordered, starts, axis=-2)
        return np.asarray((sums**2 / np.reshape(sizes, (-1, 1))).sum(axis=-2).max(axis=-1))

    seen, larger = float(spread(ranks)), 0
    for _ in range(_PERMUTATIONS // _AT_ONCE):
        orders = rng.permuted(np.tile(np.arange(len(ranks)), (_AT_ONCE, 1)), axis=1)
        larger += int((spread(ranks[orders]) >= seen - 1e-9).sum())
    return (1 + larger) / (1 + _PERMUTATIONS)


def by_nearest(groups: Mapping[str, Sequence[float]]) -> float:
    """Return in which share of cases a number's group is that of most of its nearest numbers, without itself.

    These are as many as the square root of a group's size, and at least five.
    """
    numbers = np.concatenate(list(map(np.asarray, groups.values())))
    owners = np.repeat(np.arange(len(groups)), [len(group) for group in groups.values()])
    away = np.abs(numbers[:, None] - numbers[None, :])
    np.fill_diagonal(away, np.inf)
    neighbours = max(_FEWEST_NEIGHBOURS, isqrt(len(numbers) // len(groups)))
    nearest = owners[np.argsort(away, axis=1)[:, :neighbours]]
    votes = np.stack([(nearest == group).sum(axis=1) for group in range(len(groups))], axis=1)
    return float((votes.argmax(axis=1) == owners).mean())
