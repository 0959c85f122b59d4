"""The groups of `plain`: which donors form a group, and whose counts arrive.

The rules are the server's (PDD, sections 3.4 and 4.4, and docs/reference/protocol.md). They are array operations here,
so that a day of a hundred thousand donors is fast.
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
    """Return a day's donors in the order in which consecutive runs of them become groups.

    Args:
        strategy: `shuffled` puts donors in random order. `frequent` also leaves out donors who were active on fewer
            than one in `delay` days (equation 5; applied if delay > 0 and day > delay). `ranked` puts donors of similar
            activity together.
        present: the donors who were active on the day.
        seen: for each donor, on how many of the `day` days before this one it was active.
        day: the day's number.
        delay: the server's delay in days.
        rng: the source of the order.
    """
    order: Donors = rng.permutation(present)
    if strategy == "frequent" and 0 < delay < day:
        order = order[seen[order] * delay >= day]
    if strategy == "ranked":
        order = order[np.argsort(-seen[order], kind="stable")]
    return order


def starts(donors: int, group_size: int) -> Donors:
    """Return the index in an ordered list of donors at which each group begins.

    There are floor(donors / group_size) groups of nearly equal size, at least one; none if there are no donors.
    """
    if donors == 0:
        return np.empty(0, np.intp)
    groups = max(1, donors // group_size)
    first: Donors = np.arange(groups, dtype=np.intp) * donors // groups
    return first


def of_whole_groups(order: Donors, arrived: NDArray[np.bool_], group_size: int) -> Donors:
    """Return the donors of complete groups. A group is complete if the vectors of all its members arrived.

    Args:
        order: the day's donors as `arrange` returns them.
        arrived: for each donor, by its number, whether its vector arrived.
        group_size: the server's group size.
    """
    first = starts(len(order), group_size)
    if len(first) == 0:
        return order
    whole = np.logical_and.reduceat(arrived[order], first)
    counted: Donors = order[np.repeat(whole, np.diff(first, append=len(order)))]
    return counted
