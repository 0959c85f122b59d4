"""The exact composition of the Gaussian mechanism: a mark to compare noise with, and where the search for it begins.

Nothing is charged by it. Noise among donors is of integers, and a sum of discrete Gaussians is no discrete Gaussian.
"""

from collections.abc import Callable
from math import erfc, exp, sqrt


def gaussian_delta(mu: float, epsilon: float) -> float:
    """Return the delta of Gaussian noise at an epsilon.

    T Gaussian mechanisms with mu_1 .. mu_T compose to one with mu = sqrt(sum of mu_i^2) (Dong, Roth, Su, JRSS B '22).

    Args:
        mu: The L2 sensitivity over the standard deviation.
        epsilon: The epsilon of the guarantee.

    Source: Balle and Wang (ICML '18), theorem 8.
    """
    return _normal(mu / 2 - epsilon / mu) - exp(epsilon) * _normal(-mu / 2 - epsilon / mu)


def gaussian_mu(epsilon: float, delta: float) -> float:
    """Return the largest mu of Gaussian noise that keeps to epsilon and delta, to 40 bits."""
    return _largest(lambda mu: gaussian_delta(mu, epsilon) <= delta, 2 * sqrt(epsilon) + 40.0)


def _largest(enough: Callable[[float], bool], most: float) -> float:
    """Return the largest number up to `most` that is small enough, to 40 bits of `most`, by halving."""
    low, high = 0.0, most
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if enough(middle) else (low, middle)
    return low


def _normal(x: float) -> float:
    """Return the standard normal distribution function."""
    return erfc(-x / sqrt(2)) / 2
