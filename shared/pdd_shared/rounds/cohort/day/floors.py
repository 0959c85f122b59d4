"""The server's choice of two numbers for a day: the floor of its list, and the list length that a window waits for.

The floor is the smallest list whose sum the server opens. It is counted in entries that are leaves of the epoch's tree.

Noise is calibrated to the floor, so a floor far below the usual list makes a day noisier than it has to be. A floor
above the lists that come loses days. The server therefore follows the lists of the last two weeks. Homes do not trust
it: they compute their own least floor from the tree and refuse a lower one.

If each window closed on the first night on which its floor is met, lists would shrink for good. A list that closes
early lowers the floors of the next two weeks, and those days close early too. Where many donors are away at weekends,
every Friday would close without them after one holiday. So a window waits a few nights for a list that is nearly as
long as others were. Homes need not check this: the server opens no list below the floor, and none later than the plan
says.
"""

from collections.abc import Iterable
from datetime import timedelta
from fractions import Fraction
from math import ceil

from pdd_shared.rounds.cohort.parameters import TreeSize

DAYS_REMEMBERED = 14
"""How many earlier data days decide on a day's floor, and on the list that its window waits for."""
LONGEST_WAIT = timedelta(days=2)
"""How long a window waits for a usual list, from the first night on which it could have closed with its floor met."""
_USUAL = Fraction(7, 10)
"""The part of an earlier list that a floor follows. Most days have longer lists, so few days are lost."""
_AWAITED = Fraction(9, 10)
"""The list that a window waits for, as a part of the largest remembered list."""


def server_floor(
    size: TreeSize, percents: Iterable[int], sub_cohorts: int, shares: Iterable[Fraction], recent: int = 0
) -> int:
    """Return a day's floor: the fewest entries of a list that are leaves of the tree.

    The floor is never below what a home accepts for these campaigns. A single short list, such as a holiday's, does
    not make two weeks many times noisier: at least half as many donors make the noise as with a floor that followed the
    largest of `shares`.

    Args:
        size: What follows from the size of the epoch's tree.
        percents: The percentages of colluders that the day's campaigns tolerate, one for each campaign.
        sub_cohorts: Into how many sub-cohorts each cohort is divided.
        shares: One number for each of the last `DAYS_REMEMBERED` data days whose window is over: its uploads from
            leaves of the tree, divided by `TreeSize.share` of that day's epoch and sub-cohorts. Of a day's parts the
            one with the smallest share counts. Lost days belong in it: otherwise a floor that became too high would
            stay and lose every day.
        recent: The most leaves of a recent tree, as `PublicLog.largest_tree`.

    Source: docs/reference/cohort.md, "Parameters".
    """
    known, part = tuple(shares) or (Fraction(1),), size.share(sub_cohorts)
    tolerated = (0, *percents)
    accepted = max(size.least_floor(percent, sub_cohorts, recent) for percent in tolerated)
    colluders = max(size.colluders(percent, sub_cohorts) for percent in tolerated)
    low = ceil(_USUAL * min(known) * part)
    high = max(accepted, ceil(_USUAL * max(known) * part))
    return max(accepted, low, colluders + ceil(Fraction(high - colluders, 2)))


def awaited_entries(size: TreeSize, floor: int, sub_cohorts: int, shares: Iterable[Fraction]) -> int:
    """Return how many entries that are leaves of the tree close a window before it has waited `LONGEST_WAIT`.

    It is nine tenths of the largest of `shares`, and at least the floor. Each earlier day counts with the smallest of
    its parts, so a part to which few leaves were dealt does not wait in vain.

    Args:
        size: What follows from the size of the epoch's tree.
        floor: The day's floor, from `server_floor`.
        sub_cohorts: Into how many sub-cohorts each cohort is divided.
        shares: As in `server_floor`.

    Source: docs/reference/cohort.md, "Parameters".
    """
    return max(floor, ceil(_AWAITED * max(shares, default=Fraction(1)) * size.share(sub_cohorts)))
