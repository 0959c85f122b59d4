"""Composition: the epsilon that many days cost together at a delta, and the noise that keeps to an epsilon.

Days of discrete Laplace noise are composed by privacy loss distributions, days of discrete Gaussian noise by
zero-concentrated differential privacy. Neighbours differ in one donor's whole participation. A day's vector is
dominated by a pair that differs in one number alone, by the whole sensitivity (docs/reference/privacy.md, section 5).
So each day is composed as if it had a single number.

A day of discrete Laplace noise of scale b that hides a distance s has a privacy loss of (s - 2j) / b, with j from 0 to
s. These losses lie on a lattice, so days of one scale compose exactly, by the law of the sum of their j. The losses of
different scales are first rounded to one grid (`loss_grid.py`), and then all convolved together (`fourier.py`). The
extension computes the same in `extension/src/privacy/accounting/`, except for rounding. If a donor's privacy account is
almost exactly full, app and extension may disagree on its last day.

Where a day has noise of its own for each kind of number, all days but the Gaussian ones are one release, which
`parts/release.py` composes.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping
from decimal import ROUND_CEILING, Decimal
from functools import lru_cache
from math import ceil, inf, log, sqrt

import numpy as np

from pdd_shared.privacy.accounting.charges import Charge, Charges, DayCharge, PartsCharge
from pdd_shared.privacy.accounting.fourier import Draws, places_of, sums_of
from pdd_shared.privacy.accounting.loss_grid import cell_of, losses_on_grid
from pdd_shared.privacy.accounting.parts import release
from pdd_shared.privacy.accounting.releases import has_parts, release_of, separate_releases
from pdd_shared.protocol.limits import MAX_SCALE

_WITHIN_ROUNDING = 1 + 1e-12
"""The factor by which a cost may pass its bound through rounding in `scale_for`."""
_CONVOLVED = 1e-12
"""The least part of delta that is kept for what convolution leaves out (OUTSIDE of the losses' law) or rounds."""
_CONVOLVED_A_DAY = 2e-16
"""The part of delta that is kept for the rounding of each day, where the days are many.

A transform of 2^15 numbers rounds each by some 1e-16, and raising it to the power of the days multiplies that by them.
Only the sums up to the largest delta, 0.001, matter. Where it was measured, rounding made them too small by about 1e-16
for each day at most, half of this. That is not a proof (tests/shared/privacy/accounting/test_composition_rounding.py).
"""
_UPWARD = 1 + 1e-9
"""The factor that covers rounding on the way from probabilities to epsilon. The extension has the same."""
_ORDERS = 400
"""How many Renyi orders are tried around the best one, from a tenth to ten times its distance from 1."""
_SCALE_STEP = Decimal("0.001")
"""The step of the scales that `scale_for` returns, in counts."""


def basic_epsilon(charges: Charges, delta: float) -> float:
    """Return the epsilon of basic composition, the sum of the days' epsilons.

    The epsilon of each day without a pure one is taken at an equal share of delta. The result is infinite if delta is
    too small for the deltas of the days.
    """
    whole = {charge: days for charge, days in _whole(charges).items() if days}
    of_parts = {charge: days for charge, days in charges.items() if days and isinstance(charge, PartsCharge)}
    releases = [(Counter(parts), times) for parts, times in separate_releases(of_parts)]
    left = delta - _sampling_delta(charges)
    sharing = sum(times for _, times in releases)
    sharing += sum(days for charge, days in whole.items() if charge.law == "discrete-gaussian")
    if left < 0 or (sharing and left == 0):
        return inf
    share = left / max(sharing, 1)
    days_of_parts = sum(times * release.epsilon(parts, share) for parts, times in releases)
    return days_of_parts + sum(days * _day_epsilon(charge, share) for charge, days in whole.items())


def epsilon(charges: Charges, delta: float) -> float:
    """Return an upper bound on the epsilon of all these days together at this delta.

    It is never above that of basic composition, and is basic composition for delta 0, a pure guarantee. It is infinite
    if no epsilon holds at this delta.
    """
    return _epsilon(frozenset(item for item in charges.items() if item[1]), delta)


def scale_for(charge_at: Callable[[Decimal], Charge], days: int, total_epsilon: float, delta: float) -> Decimal:
    """Return the smallest scale of noise with which so many days cost at most this epsilon at this delta.

    The result is in thousandths of a count. It is exact for a pure guarantee, else at most a ten-thousandth too large.

    Args:
        charge_at: Returns the charge of a day at a scale.
        days: How many days are charged.
        total_epsilon: The most that they may cost together.
        delta: The delta of the guarantee; 0 for a pure one.

    Raises:
        ValueError: No noise up to MAX_SCALE is enough.
    """

    def cost(steps: int) -> float:
        """Return the cost at a scale of so many thousandths, as a share of the allowed one: up to 1 is enough noise."""
        return epsilon({charge_at(steps * _SCALE_STEP): days}, delta) / (total_epsilon * _WITHIN_ROUNDING)

    most = int(MAX_SCALE / _SCALE_STEP)
    pure = charge_at(Decimal(1))
    if pure.law == "discrete-laplace":  # the scale of basic composition is mostly enough, and shortens the search
        basic = ceil(pure.sensitivity * days / total_epsilon / float(_SCALE_STEP) / _WITHIN_ROUNDING)
        most = basic if basic < most and cost(basic) <= 1 else most
    found = least_enough(cost, most)
    if found is None:
        raise ValueError(f"{days} days at epsilon {total_epsilon:g} and delta {delta:g} need noise beyond {MAX_SCALE}")
    return (found * _SCALE_STEP).quantize(_SCALE_STEP, ROUND_CEILING)


def least_enough(cost: Callable[[int], float], most: int) -> int | None:
    """Return the smallest number up to `most` that costs at most 1, or one up to a ten-thousandth larger.

    None if no such number does. The cost falls with the number, roughly as a power of it. So the search interpolates
    between the logarithms of the two known numbers around the answer. Every sixth step bisects, so that a bad
    interpolation costs little.
    """
    low, high, tried = (0, inf), (most, cost(most)), 0
    if high[1] > 1:
        return None
    enough = True
    while high[0] - low[0] > (within := max(1, high[0] // 10_000)):
        tried += 1
        # Aim a little beside the interpolated place, on the side that was not found last, so that both bounds close in.
        beside = -(within // 3) if enough else max(1, within // 3)
        aim = _where_one(low, high) + beside if tried % 6 else (low[0] + high[0]) / 2
        middle = min(max(int(aim), low[0] + 1), high[0] - 1)
        found = (middle, cost(middle))
        enough = found[1] <= 1
        low, high = (low, found) if enough else (found, high)
    return high[0]


def _where_one(low: tuple[int, float], high: tuple[int, float]) -> float:
    """Return about where the cost is 1, interpolated between a number that costs more than 1 and one that does not."""
    if low[1] == inf or high[1] <= 0:
        return high[0] * high[1] if low[0] == 0 else (low[0] + high[0]) / 2
    share = log(low[1]) / (log(low[1]) - log(high[1]))
    return float(low[0] * (high[0] / low[0]) ** share)


def gaussian_rho(charges: Charges) -> float:
    """Return the zero-concentrated cost of all days of discrete Gaussian noise; 0 without such days."""
    return sum(days * charge.rho for charge, days in _whole(charges).items() if charge.law == "discrete-gaussian")


@lru_cache(maxsize=4096)
def _epsilon(charges: frozenset[tuple[DayCharge, int]], delta: float) -> float:
    counted = dict(charges)
    basic = basic_epsilon(counted, delta)
    rho = gaussian_rho(counted)
    if has_parts(counted):
        return min(basic, _parts(counted, rho, delta))
    left = delta - _sampling_delta(counted)
    laplace = {charge: days for charge, days in _whole(counted).items() if charge.law == "discrete-laplace"}
    if left <= 0 or not charges:
        return basic
    if laplace and rho:
        return min(basic, _laplace(laplace, left / 2) + _gaussian(rho, left / 2))
    return min(basic, _laplace(laplace, left) if laplace else _gaussian(rho, left))


def _whole(charges: Charges) -> dict[Charge, int]:
    """Return the days on which all numbers have the same noise."""
    return {charge: days for charge, days in charges.items() if isinstance(charge, Charge)}


def _sampling_delta(charges: Charges) -> float:
    """Return the delta of sampling from finite tables. A release of parts counts its own."""
    return sum(days * charge.delta for charge, days in _whole(charges).items())


def _day_epsilon(charge: Charge, delta: float) -> float:
    """Return the epsilon of one day, at this delta if it has no pure one."""
    return charge.epsilon if charge.law == "discrete-laplace" else _gaussian(charge.rho, delta)


def _parts(charges: Charges, rho: float, delta: float) -> float:
    """Return the epsilon of days of parts and of other days. Gaussian days, of cost rho, get half of delta."""
    if not rho:
        return release.epsilon(release_of(charges), delta)
    if delta <= 0:
        return inf
    return release.epsilon(release_of(charges), delta / 2) + _gaussian(rho, delta / 2)


def set_aside(charges: Mapping[Charge, int]) -> float:
    """Return the part of delta that is kept for what the convolution of these days leaves out or rounds."""
    return max(_CONVOLVED, _CONVOLVED_A_DAY * sum(charges.values()))


def _laplace(charges: Mapping[Charge, int], delta: float) -> float:
    """Return the epsilon at which the sum of P(loss) (1 - e^(epsilon - loss)), over all larger losses, is delta.

    It is never below the true epsilon. Each computed probability is at least the true one, except for rounding, and the
    probabilities that are not computed add up to less than `set_aside`.

    Source: privacy loss distributions (Koskela et al., AISTATS '20; Doroshenko et al., PETS '22).
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
        """Return the sum of the probabilities of losses down to this place, each times e^(loss here - its loss)."""
        return float((probabilities[last::-1] * fading[: last + 1]).sum())

    # For an epsilon between the loss at `last` and the next lower one, the sum is beyond - e^(epsilon - loss) weighed.
    # It grows from place to place. `last` is the first place after which it passes the allowed delta.
    last = bisect_right(range(len(places)), allowed, key=lambda at: beyond[at] - weighed(at) * fading[1])
    if last == len(places):
        return 0.0
    largest = sum(days * charge.epsilon for charge, days in charges.items())
    found = largest - cell * places[last] + log((beyond[last] - allowed) / weighed(last))
    return max(0.0, found) * _UPWARD


def _gaussian(rho: float, delta: float) -> float:
    """Convert rho-zCDP to (epsilon, delta), at the best Renyi order.

    Source: Canonne, Kamath and Steinke (NeurIPS '20), proposition 12.
    """
    above = sqrt(log(1 / delta) / rho) * np.geomspace(0.1, 10, _ORDERS)  # orders less 1, around the best
    found = rho * (1 + above) + np.log(above) - np.log1p(above) - (log(delta) + np.log1p(above)) / above
    return max(0.0, float(found.min())) * _UPWARD
