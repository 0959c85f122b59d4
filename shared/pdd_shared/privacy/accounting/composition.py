"""What many charges cost together: the epsilon of their composition at a delta, and the noise for an epsilon.

Discrete Laplace composes by privacy loss distributions, discrete Gaussian by zero-concentrated privacy. Neighbours are
one donor's whole participation: a day's vector is dominated by the pair that differs in one number by the whole
sensitivity (docs/reference/privacy.md, section 5), so that days compose as if they had one.

A day of discrete Laplace noise of scale b that hides a distance s has a privacy loss of (s - 2j) / b, j from 0 to s:
on a lattice, so that days of one scale compose exactly, by the law of the sum of their j. The losses of different
scales are first rounded to one grid (grid.py), and then convolved all together (fourier.py). The extension computes
the same in `extension/src/privacy/accounting/`, but for rounding: where a ledger is full almost exactly, app and
extension may disagree on its last day.
"""

from bisect import bisect_right
from collections.abc import Callable
from decimal import ROUND_CEILING, Decimal
from functools import lru_cache
from math import ceil, inf, log, sqrt

import numpy as np

from pdd_shared.privacy.accounting.charges import Charge, Charges
from pdd_shared.privacy.accounting.fourier import Draws, places_of, sums_of
from pdd_shared.privacy.accounting.loss_grid import cell_of, losses_on_grid
from pdd_shared.protocol.limits import MAX_SCALE

_WITHIN_ROUNDING = 1 + 1e-12
_CONVOLVED = 1e-12
"""Set aside of delta, at least, for what is not computed: OUTSIDE of the losses' law, and rounding."""
_CONVOLVED_A_DAY = 2e-16
"""Set aside of delta for each day's rounding, where the days are many.

A transform of 2^15 numbers rounds each by some 1e-16, and raising it to the power of the days multiplies that by them.
Only the sums up to the largest delta, 0.001, matter. Where it was measured, rounding made them too small by about 1e-16
for each day at most, half of this. That is not a proof (tests/shared/privacy/accounting/test_composition_rounding.py).
"""
_UPWARD = 1 + 1e-9
"""Rounding on the way from probabilities to epsilon: sums and logarithms of many numbers. As in the extension."""
_ORDERS = 400
"""Renyi orders tried about the best one, from a tenth to ten times as far from 1."""
_SCALE_STEP = Decimal("0.001")


def basic_epsilon(charges: Charges, delta: float) -> float:
    """The sum of the days' epsilons; a Gaussian's at its equal share of delta. Infinite where there is none."""
    charged = [(charge, days) for charge, days in charges.items() if days]
    left = delta - sum(days * charge.delta for charge, days in charged)
    gaussian_days = sum(days for charge, days in charged if charge.law == "discrete-gaussian")
    if left < 0 or (gaussian_days and left == 0):
        return inf
    return sum(
        days * (charge.epsilon if charge.law == "discrete-laplace" else _gaussian(charge.rho, left / gaussian_days))
        for charge, days in charged
    )


def epsilon(charges: Charges, delta: float) -> float:
    """The epsilon of all these days together at this delta: an upper bound, never above basic composition's.

    A pure guarantee, delta 0, is basic composition. Infinite where no epsilon holds at this delta.
    """
    return _epsilon(frozenset(item for item in charges.items() if item[1]), delta)


def scale_for(charge_at: Callable[[Decimal], Charge], days: int, total_epsilon: float, delta: float) -> Decimal:
    """The least noise with which so many days cost at most this epsilon at this delta, in thousandths of a count.

    `charge_at` gives a day's charge at a scale. Exact for a pure guarantee, else at most a ten-thousandth too large.
    ValueError if no noise up to MAX_SCALE is enough.
    """

    def cost(steps: int) -> float:
        """What so many thousandths cost, as a share of what they may; 1 or less is enough."""
        return epsilon({charge_at(steps * _SCALE_STEP): days}, delta) / (total_epsilon * _WITHIN_ROUNDING)

    most = int(MAX_SCALE / _SCALE_STEP)
    pure = charge_at(Decimal(1))
    if pure.law == "discrete-laplace":  # what basic composition needs: mostly enough, which makes the search short
        basic = ceil(pure.sensitivity * days / total_epsilon / float(_SCALE_STEP) / _WITHIN_ROUNDING)
        most = basic if basic < most and cost(basic) <= 1 else most
    found = _least_enough(cost, most)
    if found is None:
        raise ValueError(f"{days} days at epsilon {total_epsilon:g} and delta {delta:g} need noise beyond {MAX_SCALE}")
    return (found * _SCALE_STEP).quantize(_SCALE_STEP, ROUND_CEILING)


def _least_enough(cost: Callable[[int], float], most: int) -> int | None:
    """The least number up to `most` that costs at most 1, or one at most a ten-thousandth larger; None if none does.

    The larger the number, the less it costs, roughly as a power of it: a line between the logarithms of the two known
    numbers around the answer says where to look. Every sixth time it is halfway, so that a bad line costs little.
    """
    low, high, tried = (0, inf), (most, cost(most)), 0
    if high[1] > 1:
        return None
    enough = True
    while high[0] - low[0] > (within := max(1, high[0] // 10_000)):
        tried += 1
        # A little beside the place, on the side that was not found last: the answer ends between two near numbers.
        beside = -(within // 3) if enough else max(1, within // 3)
        aim = _where_one(low, high) + beside if tried % 6 else (low[0] + high[0]) / 2
        middle = min(max(int(aim), low[0] + 1), high[0] - 1)
        found = (middle, cost(middle))
        enough = found[1] <= 1
        low, high = (low, found) if enough else (found, high)
    return high[0]


def _where_one(low: tuple[int, float], high: tuple[int, float]) -> float:
    """About where the cost is 1, between a number that costs more and one that costs no more."""
    if low[1] == inf or high[1] <= 0:
        return high[0] * high[1] if low[0] == 0 else (low[0] + high[0]) / 2
    share = log(low[1]) / (log(low[1]) - log(high[1]))
    return float(low[0] * (high[0] / low[0]) ** share)


@lru_cache(maxsize=4096)
def _epsilon(charges: frozenset[tuple[Charge, int]], delta: float) -> float:
    counted = dict(charges)
    basic = basic_epsilon(counted, delta)
    left = delta - sum(days * charge.delta for charge, days in charges)
    laplace = {charge: days for charge, days in charges if charge.law == "discrete-laplace"}
    rho = sum(days * charge.rho for charge, days in charges if charge.law == "discrete-gaussian")
    if left <= 0 or not charges:
        return basic
    if laplace and rho:
        return min(basic, _laplace(laplace, left / 2) + _gaussian(rho, left / 2))
    return min(basic, _laplace(laplace, left) if laplace else _gaussian(rho, left))


def set_aside(charges: Charges) -> float:
    """Return how much of delta is kept for what convolving these days leaves out or rounds."""
    return max(_CONVOLVED, _CONVOLVED_A_DAY * sum(charges.values()))


def _laplace(charges: Charges, delta: float) -> float:
    """Return the least epsilon for which the sum over losses above it of P(loss) (1 - e^(epsilon - loss)) is delta.

    By privacy loss distributions (Koskela et al., AISTATS '20; Doroshenko et al., PETS '22). Each probability is no
    less than the true one but for rounding, and those that are not computed are together less than what is set aside:
    so the sum, and with it epsilon, is no less than the true one.
    """
    allowed = delta - set_aside(charges)
    if allowed <= 0:
        return inf
    cell = cell_of(charges)
    daily = [Draws(losses_on_grid(charge, cell), days) for charge, days in charges.items()]
    places = places_of(daily)
    probabilities = np.maximum(sums_of(daily, places), 0)
    beyond = np.cumsum(probabilities)
    fading = np.exp(-cell * np.arange(len(places) + 1))

    def weighed(last: int) -> float:
        """Return the probability of the losses down to this place, each times e^(loss at this place - loss)."""
        return float((probabilities[last::-1] * fading[: last + 1]).sum())

    # At an epsilon below the loss at `last`, and above the next one, the sum is beyond - e^(epsilon - loss) weighed.
    # It grows from place to place: the first is sought where it passes what is allowed at the next loss down.
    last = bisect_right(range(len(places)), allowed, key=lambda at: beyond[at] - weighed(at) * fading[1])
    if last == len(places):
        return 0.0
    largest = sum(days * charge.epsilon for charge, days in charges.items())
    found = largest - cell * places[last] + log((beyond[last] - allowed) / weighed(last))
    return max(0.0, found) * _UPWARD


def _gaussian(rho: float, delta: float) -> float:
    """From rho-zCDP to (epsilon, delta), at the best Renyi order (Canonne, Kamath, Steinke, NeurIPS '20, prop. 12)."""
    above = sqrt(log(1 / delta) / rho) * np.geomspace(0.1, 10, _ORDERS)  # orders less 1, around the best
    found = rho * (1 + above) + np.log(above) - np.log1p(above) - (log(delta) + np.log1p(above)) / above
    return max(0.0, float(found.min())) * _UPWARD
