"""How sure somebody who sees the results can become that a donor's counts are in them.

The two guesses are that the donor gave nothing, and that it gave certain counts. A differentially private release
moves their odds by a bounded factor. Somebody who thought both equally likely then holds the right one for true with a
probability of at most factor / (1 + factor). Between two guesses at *what* the donor gave, each is compared with
nothing: the factor is up to the square of that one, and nothing here is about that.
"""

from decimal import ROUND_DOWN, Decimal
from math import exp, inf, log

from pdd_shared.protocol.terms import Budget

HIGH_COST = 5
"""From a campaign's privacy cost above this, the person is asked whether it is all right: 99.3% is nearly certain."""
_SAYS_LITTLE = 1_000_000
"""A larger factor is not shown as a number: to be 99.9999% sure is to be sure."""
_MARGIN = 1.1
"""How much the factor is above e to the power of epsilon, where there is a delta."""
_TAILS = 22
"""The factor with the margin holds except with this many times delta: 11 deltas above it, and 11 below its inverse.

Source: docs/reference/privacy.md; see `_factor` in `pdd_client.core.donation.ledger`.
"""
_LARGEST_EXPONENT = 700
_LARGEST_EXCEPTION = Decimal("0.001")
"""The largest probability of an exception that is called tiny."""


def factor_of(budget: Budget) -> float:
    """Return by how much all that a campaign publishes can move the odds about a donor; infinity if it is too large.

    It holds except with the probability `exception_of`.
    """
    exponent = float(budget.epsilon) + (log(_MARGIN) if budget.delta else 0.0)
    return exp(exponent) if exponent < _LARGEST_EXPONENT else inf


def exception_of(budget: Budget) -> Decimal:
    """Return the probability with which `factor_of` does not hold; 0 if it always does."""
    return _TAILS * budget.delta


def percent_of(budget: Budget) -> Decimal | None:
    """Return `percent_sure` for all that a campaign publishes; None also if its delta is too large to be ignored."""
    return None if exception_of(budget) > _LARGEST_EXCEPTION else percent_sure(factor_of(budget))


def is_high(budget: Budget) -> bool:
    """Return whether the person is asked if the cost is all right: it is above `HIGH_COST`, or makes almost sure."""
    return budget.epsilon > HIGH_COST or percent_of(budget) is None


def percent_sure(factor: float) -> Decimal | None:
    """Return how sure, in percent, somebody can be at most who thought it 50:50 before; None if that is nearly 100.

    It is rounded up so that it stays true: to a whole number, and above 99 to the first digit that is not a 9.
    """
    if factor > _SAYS_LITTLE:
        return None
    doubt = Decimal(format(100 / (1 + factor), ".12g"))
    place = Decimal(1).scaleb(min(0, doubt.adjusted()))
    return 100 - doubt.quantize(place, ROUND_DOWN)
