"""The groups of `plain`: which donors are put together, and whose counts arrive, as array operations.

The rules are the server's (PDD, sections 3.4 and 4.4, and docs/reference/protocol.md), on a hundred thousand donors a
day.
"""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pdd_research.seeded_randomness import Generator

Strategy = Literal["shuffled", "frequent", "ranked"]
Donors = NDArray[np.intp]
"""Donors by their number."""


def arrange(
    strategy: Strategy, present: Donors, seen: NDArray[np.int32], day: int, delay: int, rng: Generator
) -> Donors:
    """The donors of a day in the order in which consecutive runs of them become groups.

    `seen` is on how many of the `day` days before this one each donor was there. `frequent` leaves out those that were
    there on fewer than one of `delay` days (equation 5, asked where delay > 0 and day > delay); `ranked` puts donors of
    like activity together.
    """
    order: Donors = rng.permutation(present)
    if strategy == "frequent" and 0 < delay < day:
        order = order[seen[order] * delay >= day]
    if strategy == "ranked":
        order = order[np.argsort(-seen[order], kind="stable")]
    return order


def starts(donors: int, group_size: int) -> Donors:
    """Where the groups of an ordered list begin: floor(donors / group_size) balanced ones, at least one."""
    if donors == 0:
        return np.empty(0, np.intp)
    groups = max(1, donors // group_size)
    first: Donors = np.arange(groups, dtype=np.intp) * donors // groups
    return first


def of_whole_groups(order: Donors, arrived: NDArray[np.bool_], group_size: int) -> Donors:
    """Return the donors of the groups all of whose members arrived; `arrived` is in the order of all donors."""
    first = starts(len(order), group_size)
    if len(first) == 0:
        return order
    whole = np.logical_and.reduceat(arrived[order], first)
    counted: Donors = order[np.repeat(whole, np.diff(first, append=len(order)))]
    return counted
