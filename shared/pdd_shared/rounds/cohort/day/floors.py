"""The floor that a server states for a day, the smallest list that it opens; and the list that a window waits for.

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
_LEAST = Fraction(3, 10)
_AWAITED = Fraction(9, 10)


def server_floor(size: TreeSize, percents: Iterable[int], sub_cohorts: int, shares: Iterable[Fraction]) -> int:
    """Return the floor of a day, in entries of a list that are leaves of the tree.

    `percents` are the shares of colluders that the day's campaigns tolerate. `shares` has one number for each of the
    last `DAYS_REMEMBERED` data days of which a window is over, lost ones among them: the smallest that one of the day's
    parts had of uploads from leaves of the tree, divided by `TreeSize.share` of its epoch and its sub-cohorts. Without
    lost days a floor that became too high would stay, and lose every day. The floor is never below what a home accepts
    for these campaigns. docs/reference/cohort.md, "Parameters".

    One short list, of a holiday say, does not make the noise of two weeks many times larger: at least half as many
    donors make it as with a floor that followed the largest of `shares`.
    """
    known, part = tuple(shares) or (Fraction(1),), size.share(sub_cohorts)
    tolerated = (0, *percents)
    accepted = max(size.least_floor(percent, sub_cohorts) for percent in tolerated)
    colluders = max(size.colluders(percent, sub_cohorts) for percent in tolerated)
    low = ceil(max(_LEAST, _USUAL * min(known)) * part)
    high = max(accepted, ceil(_USUAL * max(known) * part))
    return max(accepted, low, colluders + ceil(Fraction(high - colluders, 2)))


def awaited_entries(size: TreeSize, floor: int, sub_cohorts: int, shares: Iterable[Fraction]) -> int:
    """Return the entries, leaves of the tree, with which a window closes before it has waited `LONGEST_WAIT`.

    Nine tenths of the largest of `shares`, which are those of `server_floor`, and the day's `floor` at least. Each day
    counts with the smallest of its parts, so that a part to which few leaves were dealt does not wait in vain.
    docs/reference/cohort.md, "Parameters".
    """
    return max(floor, ceil(_AWAITED * max(shares, default=Fraction(1)) * size.share(sub_cohorts)))
