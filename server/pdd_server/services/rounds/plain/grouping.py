"""Which of a day's donors are put together: PDD (WWW '19), sections 3.4 and 4.4. Pure functions."""

from collections.abc import Sequence
from typing import TypeVar

from pdd_server.config import Strategy
from pdd_server.services.group_sizes import group_sizes
from pdd_server.services.rounds.nightly_context import Shuffle
from pdd_server.store.donors import Attendance

T = TypeVar("T")


def arrange(strategy: Strategy, present: Sequence[Attendance], delay: int, shuffle: Shuffle) -> list[Attendance]:
    """The donors to group, in the order in which consecutive runs of them become groups."""
    donors = list(present)
    shuffle(donors)
    if strategy == "frequent":
        return [donor for donor in donors if is_frequent(donor, delay)]
    if strategy == "ranked":
        # A group needs all its members, so the rarely active are best lost together. Ties stay shuffled.
        return sorted(donors, key=_share, reverse=True)
    return donors


def is_frequent(donor: Attendance, delay: int) -> bool:
    """Whether a donor was there on at least one of `delay` earlier days: equation 5, from the day it registered on.

    As in the paper it is asked only where there is a delay, and of donors with enough days behind them (d > delay,
    with d - 1 earlier days).
    """
    if delay == 0 or donor.days + 1 <= delay or donor.days == 0:
        return True
    return donor.seen * delay >= donor.days


def split(donors: Sequence[T], group_size: int) -> list[Sequence[T]]:
    """Consecutive runs of balanced sizes: floor(N / group_size) groups, more where one would pass 255 donors.

    Sizes differ by at most 1. No donors give no groups; fewer than `group_size` one group.
    """
    if not donors:
        return []
    number, size, larger = group_sizes(len(donors), group_size)
    ends = [size * (index + 1) + min(index + 1, larger) for index in range(number)]
    return [donors[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def _share(donor: Attendance) -> float:
    return donor.seen / donor.days if donor.days else 0.0
