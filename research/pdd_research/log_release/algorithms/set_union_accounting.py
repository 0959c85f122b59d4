"""What private set union costs: Gaussian noise on weights, in one round or in several, and thresholds.

Each user shares a weight of L2 norm 1 among its items. One round is the weighted Gaussian of Gopi et al. (ICML '20);
several are in the line of DP-SIPS (Swanberg et al. '23) and MAD2R (Chen et al. '25). docs/reference/privacy.md has the
proof.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import exp, log1p, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.special import log_ndtr, ndtr

from pdd_research.errors import ParameterError
from pdd_research.log_release.algorithms.korolova_accounting import check_cost

Floats = NDArray[np.float64]

SHARES = ((1.0,), (0.4, 0.6), (0.17, 0.26, 0.57))
"""The shares of the Gaussian budget 1 / sigma^2 of the rounds, for one, two and three rounds."""
HOPELESS = ((), (1.5,), (0.45, 1.55))
"""For each round but the last: an item with a smaller noisy weight, in standard deviations of the noise, is hopeless.
Users drop it, and give its weight to other items."""
AMPLE = 0.95
"""The share of the next round's threshold above which an item's noisy weight is ample: it needs less weight to pass.

Its squared weight in that round is halved, and halved again at each further factor of sqrt(2), down to 1 / MOST.
"""
MOST = 8
"""The largest emphasis, a power of 2. An item with ample weight has half of it, or a quarter, down to 1."""
EARLY_DELTA = 0.02
"""The share of the thresholds' delta for each round but the last: these only release very frequent items."""
NOISE_DELTA = 0.93
"""The share of delta for the noise of users without an item of their own; other users' noise needs less."""
_GRID = np.linspace(0, 1, 4_096, endpoint=False)
"""The squared weights at which `passing` compares a line with the tail of the noise."""


@dataclass(frozen=True)
class Round:
    """One round.

    Attributes:
        sigma: the standard deviation of its noise.
        threshold: an item with a larger noisy weight is released.
        hopeless: an item with a smaller noisy weight is dropped from the next round; None in the last round.
        ample: rising noisy weights; above each of them the item's emphasis in the next round halves.
    """

    sigma: float
    threshold: float
    hopeless: float | None = None
    ample: tuple[float, ...] = ()


@dataclass(frozen=True)
class Union:
    """A plan that is fixed before the data are seen: at most `d` items of a user, the rounds, and their total cost."""

    d: int
    rounds: tuple[Round, ...]
    epsilon: float
    delta: float


def plan(epsilon: float, delta: float, d: int, rounds: int = len(SHARES)) -> Union:
    """Return the noise and the thresholds of a private set union.

    Args:
        epsilon: the cost of all rounds together.
        delta: the delta of all rounds together.
        d: the most items of one user that count.
        rounds: how many rounds, from 1 to 3.

    Raises:
        ParameterError: if a value is out of its range, or epsilon is too small beside this delta.
    """
    check_cost(epsilon, delta)
    if d < 1:
        raise ParameterError(f"d is {d}; a user must be let count at least 1")
    if not 1 <= rounds <= len(SHARES):
        raise ParameterError(f"rounds is {rounds}; there are 1 to {len(SHARES)}")
    # If none of a user's own items passes, the release is likelier without the user, by at most 1 / (1 - delta).
    left = epsilon + log1p(-delta)
    if left <= 0:
        raise ParameterError(f"epsilon is {epsilon}; beside a delta of {delta} it must be above {-log1p(-delta):.3g}")
    sigma = sigma_for(left, NOISE_DELTA * delta)
    sigmas = [sigma / sqrt(share) for share in SHARES[rounds - 1]]
    items = np.arange(1.0, d + 1)
    room = delta - noise_of_owners(sigmas, left, items)
    return Union(d, _rounds(sigmas, HOPELESS[rounds - 1], items, room), epsilon, delta)


def _rounds(sigmas: Sequence[float], hopeless: Sequence[float], items: Floats, room: Floats) -> tuple[Round, ...]:
    """Return rounds with this noise whose thresholds pass one user's items with at most the probability in `room`."""
    made: list[Round] = []
    for number, sigma in enumerate(sigmas):
        final = number == len(sigmas) - 1
        part = room * (1 - EARLY_DELTA * number if final else EARLY_DELTA)
        threshold = least(partial(_holds, made, sigma, items, part, final))
        made.append(Round(sigma, threshold, None if final else hopeless[number] * sigma))
    return tuple(replace(one, ample=_ample(one, after)) for one, after in zip(made, [*made[1:], None], strict=True))


def _holds(before: Sequence[Round], sigma: float, items: Floats, room: Floats, final: bool, threshold: float) -> bool:
    """Whether a threshold passes a user's own items with at most the probability in `room`, for each number of them."""
    return bool((passing(before, Round(sigma, threshold), items, final) <= room).all())


def _ample(one: Round, after: Round | None) -> tuple[float, ...]:
    """Return the noisy weights above which an item needs less weight in the next round; none for the last round."""
    if after is None:
        return ()
    levels = (AMPLE * after.threshold * 2 ** (halving / 2) for halving in range(MOST.bit_length() - 1))
    return tuple(level for level in levels if (one.hopeless or 0) < level < one.threshold)


def passing(before: Sequence[Round], one: Round, items: Floats, final: bool = True) -> Floats:
    """Return an upper bound on the probability that a round releases an item of the user who alone has it.

    In the first round each such item weighs at most 1 / sqrt(items). In the final one, k items that are still open pass
    with a probability of at most (k - 1) base + top: a line above the tail at each squared weight. In rounds between,
    each may weigh 1. The proof is in docs/reference/privacy.md.

    Args:
        before: the rounds before.
        one: this round.
        items: numbers of items that one user alone has.
        final: whether this round is the last.

    Returns:
        A bound for each number of items.
    """
    if not before:
        return -np.expm1(items * log_ndtr((one.threshold - 1 / np.sqrt(items)) / one.sigma))
    still_open = np.ones(len(items))
    for early, weight in zip(before, (1 / np.sqrt(items), *(np.ones(1),) * len(before)), strict=False):
        still_open = still_open * ndtr((weight - (early.hopeless or 0.0)) / early.sigma)
    top = float(ndtr((1 - one.threshold) / one.sigma))
    tails = ndtr((_GRID - one.threshold) / one.sigma)
    # Between the grid's points the quotient moves by far less than the thousandth that is added.
    base = 1.001 * float(((tails - _GRID**2 * top) / (1 - _GRID**2)).max()) if final else top
    any_open = -np.expm1(items * np.log1p(-np.minimum(still_open, 1 - 1e-15)))
    found: Floats = items * still_open * base + (top - base) * any_open
    return found


def noise_of_owners(sigmas: Sequence[float], epsilon: float, items: Floats) -> Floats:
    """Return the delta of the noise for a user, for each number of items that the user alone has.

    The more items a user alone has, the less of its weight in round 1 is on items of others: of d items, k own ones
    leave a squared weight of 1 - k / d.

    Args:
        sigmas: the standard deviations of the rounds' noise.
        epsilon: the epsilon that goes with the delta.
        items: numbers of own items; the largest is d.
    """
    later = sum(1 / sigma**2 for sigma in sigmas[1:])
    precision = (1 - items / items.max()) / sigmas[0] ** 2 + later
    return np.array([delta_of(1 / sqrt(p), epsilon) if p > 0 else 0.0 for p in precision])


def delta_of(sigma: float, epsilon: float) -> float:
    """Return the least delta of Gaussian noise with this standard deviation, for L2 sensitivity 1.

    Source: Balle and Wang '18, theorem 8.
    """
    upper = exp(log_ndtr(1 / (2 * sigma) - epsilon * sigma))
    lower = exp(epsilon + log_ndtr(-1 / (2 * sigma) - epsilon * sigma))
    return max(0.0, upper - lower)


def sigma_for(epsilon: float, delta: float) -> float:
    """Return the least standard deviation for this epsilon and delta, and a billionth more against rounding errors."""
    return least(lambda sigma: delta_of(sigma, epsilon) <= delta)


def least(holds: Callable[[float], bool]) -> float:
    """Return the least positive number from which on a condition holds, and a billionth more."""
    low, high = 0.0, 1.0
    while not holds(high):
        low, high = high, high * 2
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high * (1 + 1e-9)


def together(sigmas: Sequence[float]) -> float:
    """Return the standard deviation of the single Gaussian noise that costs as much as all rounds.

    Gaussian differential privacy composes by adding 1 / sigma^2, also if each round depends on the outcomes before.

    Source: Dong, Roth and Su '22, corollary 3.3.
    """
    return 1 / sqrt(sum(1 / sigma**2 for sigma in sigmas))
