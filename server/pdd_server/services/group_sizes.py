"""How many groups a day's donors make, and of which sizes; rounds and forecasts follow the same rule."""

from math import ceil

from pdd_server.config import LARGEST_GROUP


def group_sizes(donors: int, group_size: int) -> tuple[int, int, int]:
    """Divide donors into groups of nearly `group_size`, none of more than 255.

    Args:
        donors: How many donors there are, at least one.
        group_size: The size that the settings ask for.

    Returns:
        How many groups there are, the smaller of their two sizes, and how many groups have one donor more than that.

    """
    number = max(1, donors // group_size, ceil(donors / LARGEST_GROUP))
    return number, *divmod(donors, number)
