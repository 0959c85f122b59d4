"""How the donors of a day are divided into groups. Pure functions.

A group's sum can be read only if all its members send their vectors. So two of the three strategies look at how often a
donor was active before: `frequent` leaves out donors who are rarely active, and `ranked` puts them together. The third,
`shuffled`, takes all donors in random order.

Source: PDD (WWW '19), sections 3.4 and 4.4.
"""

from collections.abc import Sequence
from typing import TypeVar

from pdd_server.config import Strategy
from pdd_server.services.rounds.nightly_context import Shuffle
from pdd_server.store.donors import Attendance
from pdd_shared.rounds.plain.group_sizes import group_sizes

T = TypeVar("T")


def arrange(strategy: Strategy, present: Sequence[Attendance], delay: int, shuffle: Shuffle) -> list[Attendance]:
    """Return the donors to group, in the order in which `split` cuts them into groups.

    Args:
        strategy: How donors are chosen and ordered.
        present: The donors who were active on the data day.
        delay: The days that a round waits for vectors, of the settings.
        shuffle: Puts donors into a random order.
    """
    donors = list(present)
    shuffle(donors)
    if strategy == "frequent":
        return [donor for donor in donors if is_frequent(donor, delay)]
    if strategy == "ranked":
        # A group needs all its members, so donors who are rarely active are best put together: one group is lost, not
        # several. Donors who are equally active stay in random order.
        return sorted(donors, key=_share, reverse=True)
    return donors


def is_frequent(donor: Attendance, delay: int) -> bool:
    """Return whether a donor was active on at least one in `delay` of the days before, on average.

    Donors who registered too recently to tell count as frequent: the test needs at least `delay` earlier days. All
    donors do where there is no delay.

    Args:
        donor: The donor, with the number of earlier days since it registered, and of its active days among them.
        delay: The days that a round waits for vectors, of the settings.

    Source: PDD (WWW '19), equation 5, with days counted from the donor's registration (d - 1 earlier days, d > delay).
    """
    if delay == 0 or donor.days + 1 <= delay or donor.days == 0:
        return True
    return donor.seen * delay >= donor.days


def split(donors: Sequence[T], group_size: int) -> list[Sequence[T]]:
    """Cut N donors into consecutive groups whose sizes differ by at most 1.

    There are floor(N / group_size) groups, and more where a group would have more than 255 donors. Fewer donors than
    `group_size` make one group; no donors make none.
    """
    if not donors:
        return []
    number, size, larger = group_sizes(len(donors), group_size)
    ends = [size * (index + 1) + min(index + 1, larger) for index in range(number)]
    return [donors[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def _share(donor: Attendance) -> float:
    """Return the share of earlier days on which a donor was active; 0 for one that registered on the data day."""
    return donor.seen / donor.days if donor.days else 0.0
