"""What a campaign can expect, in closed form: how many of a day's donors make it into the sums.

Donors' activity is Beta(a, b): the share of days a donor is active (PDD, WWW '19, section 4.1). Who is active on the
data day is drawn in proportion to activity, so among them it is Beta(a + 1, b).
"""

from collections.abc import Sequence
from math import prod

ACTIVITY = (2.2170, 0.4634)
"""The paper's fit to Mozilla's week of 4,802 users (section 4.1)."""


def absence(delay: int, activity: tuple[float, float] = ACTIVITY) -> float:
    """The probability that a donor active on the data day is away on all of the `delay + 1` days after it.

    E[(1 - theta)^(delay + 1)] under Beta(a + 1, b).
    """
    a, b = activity[0] + 1, activity[1]
    return prod((b + day) / (a + b + day) for day in range(delay + 1))


def plain_confidence(group_sizes: Sequence[int], delay: int, activity: tuple[float, float] = ACTIVITY) -> float:
    """The expected share of grouped donors whose counts arrive: a group needs every one of its members."""
    present = 1 - absence(delay, activity)
    return sum(size * present**size for size in group_sizes) / sum(group_sizes)


def plain_loss(group_size: int, delay: int, activity: tuple[float, float] = ACTIVITY) -> float:
    """The expected mean relative error of a count (PDD, equation 4): 1 - (1 - p)^group_size."""
    return 1 - plain_confidence([group_size], delay, activity)
