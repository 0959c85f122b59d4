"""Whether groups of numbers can be told apart: a permutation test, and a guess by the nearest numbers."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

_PERMUTATIONS = 200_000
_NEIGHBOURS = 5


def kruskal_wallis(groups: Mapping[str, Sequence[float]]) -> float:
    """Return the p-value that all groups are of one law, by permutations of the sum of squared ranks.

    Source: Kruskal and Wallis 1952; the p-value counts the groups as they are among the permutations.
    """
    sizes = [len(group) for group in groups.values()]
    ranks, rng = rankdata(np.concatenate(list(map(np.asarray, groups.values())))), np.random.default_rng()  # noqa: TID251 - no secret
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])

    def spread(ordered: NDArray[np.float64]) -> NDArray[np.float64]:
        sums: NDArray[np.float64] = np.add.reduceat(ordered, starts, axis=-1)
        return np.asarray((sums**2 / sizes).sum(axis=-1))

    seen, larger = float(spread(ranks)), 0
    for _ in range(_PERMUTATIONS // 1000):
        larger += int((spread(rng.permuted(np.tile(ranks, (1000, 1)), axis=1)) >= seen - 1e-9).sum())
    return (1 + larger) / (1 + _PERMUTATIONS)


def by_nearest(groups: Mapping[str, Sequence[float]]) -> float:
    """Return in which share of cases a number's group is that of most of its five nearest numbers, without itself."""
    numbers = np.concatenate(list(map(np.asarray, groups.values())))
    owners = np.repeat(np.arange(len(groups)), [len(group) for group in groups.values()])
    away = np.abs(numbers[:, None] - numbers[None, :])
    np.fill_diagonal(away, np.inf)
    nearest = owners[np.argsort(away, axis=1)[:, :_NEIGHBOURS]]
    votes = np.stack([(nearest == group).sum(axis=1) for group in range(len(groups))], axis=1)
    return float((votes.argmax(axis=1) == owners).mean())
