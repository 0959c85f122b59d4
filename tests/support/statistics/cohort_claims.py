"""Tails of binomial and Poisson laws, and a small estimator of lattice attacks, for the cohort protocol's claims.

They are computed here from their definitions, in logarithms, and share nothing with the code that is tested.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import comb, e, exp, lgamma, log, log1p, pi

import numpy as np

CLASSICAL, QUANTUM = 0.292, 0.265
"""Bits a dimension of a block: sieving (Becker, Ducas, Gama, Laarhoven, SODA '16; Laarhoven's thesis)."""
_LEAST_BLOCK, _MOST_BLOCK = 60, 1500


def binomial_above(trials: int, chance: Fraction, k: int) -> Fraction:
    """Return P(X > k), X ~ Bin(trials, chance), exactly: for a few hundred trials."""
    return sum(
        (comb(trials, i) * chance**i * (1 - chance) ** (trials - i) for i in range(k + 1, trials + 1)),
        start=Fraction(0),
    )


def log2_binomial_above(trials: int, chance: float, k: int) -> float:
    """Return log2 P(X > k), X ~ Bin(trials, chance), for a k at least the mean: its terms then fall."""
    if k >= trials:
        return -float("inf")
    first = log_choose(trials, k + 1) + (k + 1) * log(chance) + (trials - k - 1) * log1p(-chance)
    odds = chance / (1 - chance)
    return (first + log(_falling((trials - i) / (i + 1) * odds for i in range(k + 1, trials)))) / log(2)


def log2_poisson_above(mean: float, k: int) -> float:
    """Return log2 P(X > k), X ~ Poisson(mean), for a k at least the mean."""
    first = -mean + (k + 1) * log(mean) - lgamma(k + 2)
    return (first + log(_falling(mean / (i + 1) for i in range(k + 1, 20 * k)))) / log(2)


def log_choose(n: int, k: int) -> float:
    """Return the natural logarithm of n over k."""
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)


def _falling(ratios: Iterable[float]) -> float:
    """Return 1 + r_1 + r_1 r_2 + ..., up to terms that no longer count."""
    term = total = 1.0
    for ratio in ratios:
        term *= ratio
        total += term
        if term < 1e-17 * total:
            break
    return total


def block_size(dimension: int, modulus: int, variance: float) -> int:
    """Return the least BKZ block size with which the primal attack finds a ring-LWE secret of that dimension.

    The 2016 estimate (Alkim, Ducas, Poeppelmann, Schwabe, USENIX Security '16, section 6.3), for a uniform secret,
    errors of this variance, and the best number of samples. The secret of the attack is an error, by the normal form.
    """
    return min(
        _least_block(dimension, samples, modulus, variance) for samples in range(dimension // 2, 3 * dimension, 16)
    )


def _least_block(dimension: int, samples: int, modulus: int, variance: float) -> int:
    """Return the least block size for one number of samples, by bisection."""
    low, high = _LEAST_BLOCK, _MOST_BLOCK
    while low < high:
        middle = (low + high) // 2
        if _finds(middle, dimension, samples, modulus, variance):
            high = middle
        else:
            low = middle + 1
    return low


def _finds(block: int, dimension: int, samples: int, modulus: int, variance: float) -> bool:
    """Return whether the error, projected to the last block, is shorter than the basis is there."""
    full = dimension + samples + 1
    root_hermite = log((pi * block) ** (1 / block) * block / (2 * pi * e)) / (2 * (block - 1))
    return log(variance * block) / 2 <= (2 * block - full - 1) * root_hermite + samples * log(modulus) / full


def squares_tail(uploads: int, bound: float, numbers: int) -> float:
    """Return log2 of Chernoff's bound for P(mean of E^2 / variance beyond the bound), E sums of all uploads' errors.

    Above for a bound over 1, below for one under 1. An error of n uploads is Bin(42 n, 1/2) - 21 n.
    """
    coins = 42 * uploads
    ratios = np.log(np.arange(coins, 0, -1.0)) - np.log(np.arange(1.0, coins + 1))
    laws = np.concatenate(([0.0], np.cumsum(ratios))) - coins * log(2)
    squares = (np.arange(coins + 1) - coins / 2) ** 2 / (coins / 4)
    sign = 1 if bound > 1 else -1
    exponents = (sign * rate for rate in np.linspace(0.02, 0.3, 57))
    return numbers * min(float(np.logaddexp.reduce(laws + s * squares) - s * bound) for s in exponents) / log(2)


def tables_delta(epsilon: float, makers: int, sensitivity: int) -> float:
    """Return what draws from finite tables add to a day's delta (docs/reference/privacy.md, section 5)."""
    return exp(epsilon) * (1 + exp(epsilon)) * 2 * makers * sensitivity * 2.0**-99
