"""The server's schedule of epochs: when it makes a new tree, and which number the epoch has."""

from collections.abc import Collection
from datetime import date

from pdd_shared.protocol.limits import LEAST_EPOCH, LEAST_TREE
from pdd_shared.rounds.cohort.messages import Reset


def due(today: date, start: date, size: int, tickets: int) -> bool:
    """Return whether a server makes a new tree today.

    Every home accepts an epoch that is made when it is due, whichever earlier ones the home has missed.

    Args:
        today: The day of the nightly run.
        start: The first day of the epoch that runs.
        size: How many leaves the tree of that epoch has.
        tickets: How many tickets the server has for the new tree.
    """
    if tickets < LEAST_TREE or today <= start:
        return False
    return today >= start + LEAST_EPOCH or 5 * tickets >= 6 * size


def first_epoch_size(min_cohorts: Collection[int]) -> int:
    """Return how many tickets a server needs for its first tree.

    They must be enough for the least demanding campaign, if a list has 7 of 10 leaves as usual. `min_cohorts` has the
    smallest floor that each campaign accepts.
    """
    return max(LEAST_TREE, -(-10 * min(min_cohorts, default=0) // 7))


def due_after_reset(today: date, reset: date, tickets: int) -> bool:
    """Return whether a server that was restored from a backup makes its first tree today.

    It waits for the day after the restore. Homes may know an epoch that began on the day of the restore, and may have
    signed messages for that day, although the restored server knows neither.

    Args:
        today: The day of the nightly run.
        reset: The day of the restore.
        tickets: How many tickets the server has received since.
    """
    return today > reset and tickets >= LEAST_TREE


def number_after_reset(founded: date, reset: Reset) -> int:
    """Return the number of a restored server's first epoch, one that it cannot have used or promised before.

    Homes refuse a second tree under a number that they know for ever. The numbers in the backup are no help: the server
    may have been restored from an older backup before, and have used higher numbers since. So the number follows from
    the calendar. The first epoch had number 0, there is at most one new epoch a night, and receipts name the next one,
    so two more numbers for each reset are enough.

    Args:
        founded: The day on which the server was set up.
        reset: The reset that the server announces.
    """
    return (reset.day - founded).days + 2 * reset.number
