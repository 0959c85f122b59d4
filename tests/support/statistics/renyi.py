"""Renyi divergences and their conversion to epsilon: an independent accountant to compare bounds with."""

from collections.abc import Callable
from math import inf, log, log1p

_MOST_ORDER = 4096


def skellam_renyi(order: int, squared_l2: float, l1: float, variance: float) -> float:
    """Return a bound on the Renyi divergence of Skellam noise moved by a vector of integers.

    Args:
        order: The order of the divergence, a whole number above 1.
        squared_l2: The vector's squared L2 norm.
        l1: Its L1 norm.
        variance: The variance of the noise on each number.

    Source: Agarwal, Kairouz and Liu (NeurIPS '21), corollary 3.6.
    """
    more = min(((2 * order - 1) * squared_l2 + 6 * l1) / (4 * variance**2), 3 * l1 / (2 * variance))
    return order * squared_l2 / (2 * variance) + more


def renyi_epsilon(renyi: Callable[[int], float], delta: float) -> float:
    """Return an epsilon at this delta from Renyi divergences by their order, at the best whole order.

    Source: Canonne, Kamath and Steinke (NeurIPS '20), proposition 12.
    """
    best, order = inf, 2
    while order <= _MOST_ORDER:
        best = min(best, renyi(order) + log1p(-1 / order) - log(delta * order) / (order - 1))
        order += 1 + order // 32
    return max(0.0, best)
