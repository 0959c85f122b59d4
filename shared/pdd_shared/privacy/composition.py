"""What many charges cost together: the epsilon of their composition at a delta, and the noise for an epsilon.

Discrete Laplace composes by privacy loss distributions, discrete Gaussian by zero-concentrated privacy, both with
Google's dp-accounting. Neighbours are one donor's whole participation: a day's vector is dominated by the pair that
differs in one number by the whole sensitivity (docs/privacy.md, step 3), so that days compose as if they had one.
"""

from collections.abc import Callable
from decimal import ROUND_CEILING, Decimal
from functools import lru_cache
from math import ceil, inf, log, sqrt

import numpy as np

from pdd_shared.privacy.charges import Charge, Charges
from pdd_shared.terms import MAX_SCALE

_CELLS = 2**18
"""How finely losses are told apart: their whole range has twice as many cells; what lies between goes to both ends."""
_WITHIN_ROUNDING = 1 + 1e-12
_COMPOSABLE = 500
"""A larger daily epsilon protects nobody, and its exponential leaves floating point: it is only added up."""
_CONVOLVED = 1e-12
"""Set aside of delta for the rounding of Fourier transforms, whose effect on it stays below 1e-14 (measured)."""
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


def _laplace(charges: Charges, delta: float) -> float:
    """By privacy loss distributions (Koskela et al., AISTATS '20; Doroshenko et al., PETS '22), rounded up."""
    if max(charge.epsilon for charge in charges) > _COMPOSABLE or delta <= _CONVOLVED:
        return inf
    # Most of a second and 60 MB, which only who composes has to spend.
    from dp_accounting.pld import privacy_loss_distribution as pld  # type: ignore[import-untyped]

    cell = sum(days * charge.epsilon for charge, days in charges.items()) / _CELLS
    parts = [
        pld.from_discrete_laplace_mechanism(
            parameter=1 / float(charge.scale),
            sensitivity=charge.sensitivity,
            value_discretization_interval=cell,
            use_connect_dots=True,
        ).self_compose(days)
        for charge, days in charges.items()
    ]
    whole = parts[0]
    for part in parts[1:]:
        whole = whole.compose(part)
    # Where e^-loss leaves floating point the answer is infinite, and basic composition stands.
    with np.errstate(over="ignore"):
        return float(whole.get_epsilon_for_delta(delta - _CONVOLVED))


def _gaussian(rho: float, delta: float) -> float:
    """From rho-zCDP to (epsilon, delta), at the best Renyi order (Canonne, Kamath, Steinke, NeurIPS '20, prop. 12)."""
    import dp_accounting  # type: ignore[import-untyped]

    near = sqrt(log(1 / delta) / rho)
    orders = 1 + near * np.geomspace(0.1, 10, 400)
    accountant = dp_accounting.rdp.RdpAccountant(orders.tolist())
    accountant.compose(dp_accounting.ZCDpEvent(rho))
    return float(accountant.get_epsilon(delta))
