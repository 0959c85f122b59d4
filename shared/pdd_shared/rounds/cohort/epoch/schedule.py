"""When a server makes a new tree, and which number its epoch has."""

from collections.abc import Collection
from datetime import date

from pdd_shared.protocol.limits import LEAST_EPOCH, LEAST_TREE
from pdd_shared.rounds.cohort.messages import Reset


def due(today: date, start: date, size: int, tickets: int) -> bool:
    """Return whether a server makes a new tree today, with so many tickets, after one of `size` leaves on day `start`.

    Every home accepts an epoch that is made when it is due, whichever ones before it the home has missed.
    """
    if tickets < LEAST_TREE or today <= start:
        return False
    return today >= start + LEAST_EPOCH or 5 * tickets >= 6 * size


def first_epoch_size(min_cohorts: Collection[int]) -> int:
    """Return how many tickets a server needs for its first tree: the least demanding campaign's floor must be in reach.

    `min_cohorts` are the campaigns' own floors. A list is expected to have 7 of 10 leaves.
    """
    return max(LEAST_TREE, -(-10 * min(min_cohorts, default=0) // 7))


def due_after_reset(today: date, reset: date, tickets: int) -> bool:
    """Return whether a server that was restored on a day makes its first tree today, with so many tickets since.

    Homes may know an epoch that began on the day of the restore, and may have signed for that day. The server has lost
    both.
    """
    return today > reset and tickets >= LEAST_TREE


def number_after_reset(founded: date, reset: Reset) -> int:
    """Return the number of a restored server's first epoch: one that it cannot have used or promised before.

    `founded` is the day on which the server was set up. Its first epoch has number 0, and there is one new epoch a
    night at most. Its receipts name the next one, so two numbers a reset are enough. A second tree under a number
    that homes know would be refused for ever. What the backup says about numbers is no help: the server may have been
    restored from an older backup before, and have used higher ones since.
    """
    return (reset.day - founded).days + 2 * reset.number
