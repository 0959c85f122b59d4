"""A keyword's share of all searches, with the interval of the noise. Pure functions.

The intervals cover the noise only: they contain the true share of the donors who are in the sums. Whether people who
don't donate search alike is another question, on which the intervals say nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from pdd_shared.privacy.noise.distributions import Law
from pdd_shared.privacy.noise.ratios import ratio


@dataclass(frozen=True)
class Share:
    """A keyword's share of all searches, with its interval.

    The true share is from 0 to 1. Noise can take the published share and the bounds below 0 and above 1.

    Attributes:
        share: The published total divided by the published searches; None if these are not above zero. It always lies
            between the bounds.
        low: The lower bound of the interval.
        high: The upper bound of the interval.
    """

    share: float | None
    low: float
    high: float


def share_of(total: int, searches: int, laws: Mapping[Law, int], of_searches: Mapping[Law, int] | None = None) -> Share:
    """Return the share total / searches, with a 95% interval for the true quotient (`ratios.ratio`).

    The bounds are not cut at 0 and 1. If the searches could be noise alone, the quotient has no bounds. Then only the
    range from 0 to 1 is known, because a search adds at most 1 to a keyword's total.

    Args:
        total: The keyword's published total.
        searches: All published searches of the same days and strata.
        laws: How many draws of each law are in `total`.
        of_searches: How many are in `searches`; None for the same as in `total`.
    """
    share, low, high = ratio(total, searches, laws, laws if of_searches is None else of_searches)
    if low is None or high is None:
        return Share(share, min(0.0, share or 0.0), max(1.0, share or 1.0))
    return Share(share, low, high)
