"""The number and sizes of a day's `plain` groups: one rule for rounds and for forecasts."""

from math import ceil

LARGEST_GROUP = 255
"""The most donors in a group of `plain`. It is small because one absent member costs the whole group its counts."""


def group_sizes(donors: int, group_size: int) -> tuple[int, int, int]:
    """Divide donors into groups of about `group_size`, none larger than LARGEST_GROUP.

    Args:
        donors: How many donors there are.
        group_size: The size that the settings ask for.

    Returns:
        The number of groups, at least 1; the size of the smaller groups; and how many groups have one donor more.
    """
    number = max(1, donors // group_size, ceil(donors / LARGEST_GROUP))
    return number, *divmod(donors, number)
