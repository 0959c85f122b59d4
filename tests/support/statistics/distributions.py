"""Exact laws over the integers, and statistical tests of draws against them, all with the same false alarm rate.

The laws are computed here from their definitions, by other means than the code that is tested.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.signal import fftconvolve
from scipy.stats import beta, chi2, nbinom

FALSE_ALARM = 1e-9
"""How often a statistical test rejects what is right: there are some fifty of them in a run, with fresh draws."""
DRAWS = 100_000
"""Draws of a test that always runs; `slow` ones make MANY."""
MANY = 1_000_000
_LEAST_EXPECTED = 10
Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Pmf:
    """P(X = first + i) = weights[i]; what is left out is below 1e-12."""

    first: int
    weights: NDArray[np.float64]

    @property
    def numbers(self) -> Integers:
        return np.arange(self.first, self.first + len(self.weights))

    @property
    def variance(self) -> float:
        return float(self.numbers**2 @ self.weights - (self.numbers @ self.weights) ** 2)

    def within(self, half: int) -> float:
        """Return P(|X| <= half)."""
        return float(self.weights[abs(self.numbers) <= half].sum())

    def plus(self, other: "Pmf") -> "Pmf":
        """Return the law of the sum of independent draws of both."""
        return Pmf(self.first + other.first, np.clip(fftconvolve(self.weights, other.weights), 0, None))


def binned(draws: Integers, law: Pmf, width: int) -> tuple[Integers, Pmf]:
    """Return draws and law in cells of so many numbers, for laws too wide for a test of single numbers."""
    return (draws - law.first) // width, Pmf(0, np.add.reduceat(law.weights, np.arange(0, len(law.weights), width)))


def folded(draws: Integers, law: Pmf, modulus: int) -> tuple[Integers, Pmf]:
    """Return draws and law by their remainders, to notice faults within the cells of `binned`."""
    return draws % modulus, Pmf(0, np.bincount(law.numbers % modulus, law.weights, modulus))


def _symmetric(weight: Callable[[Integers], NDArray[np.float64]], reach: int) -> Pmf:
    weights = weight(np.arange(-reach, reach + 1))
    return Pmf(-reach, weights / weights.sum())


def discrete_laplace(scale: float) -> Pmf:
    return _symmetric(lambda k: np.exp(-abs(k) / scale), int(40 * scale) + 40)


def discrete_gaussian(scale: float) -> Pmf:
    return _symmetric(lambda k: np.exp(-(k.astype(float) ** 2) / (2 * scale**2)), int(12 * scale) + 12)


def laplace_shares(scale: float, shares: int, of: int) -> Pmf:
    """The sum of `shares` differences of two NB(1 / of), by scipy's negative binomial and one convolution."""
    reach = int((40 + 4 * shares / of) * scale) + 40
    drawn = nbinom.pmf(np.arange(reach), shares / of, -np.expm1(-1 / scale))
    return Pmf(0, drawn).plus(Pmf(1 - reach, drawn[::-1]))


def follows(draws: Integers, law: Pmf) -> bool:
    """Chi-square test: cells are the integers that expect at least 10 draws, and all beyond on either side.

    A side that expects fewer than 10 in all joins the outermost cell.
    """
    expected = law.weights * len(draws)
    cells = np.flatnonzero(expected >= _LEAST_EXPECTED)
    low, high = int(cells[0]), int(cells[-1])
    assert len(cells) == high - low + 1, "a law without gaps"
    assert high > low, "a law that one number does not have alone"
    wanted = expected[low : high + 1].copy()
    seen = np.bincount(np.clip(draws - law.first, low - 1, high + 1) - low + 1, minlength=high - low + 3)
    wanted, seen = _with_side(wanted, seen, expected[:low].sum())
    wanted, seen = _with_side(wanted[::-1], seen[::-1], expected[high + 1 :].sum())
    statistic = ((seen - wanted) ** 2 / wanted).sum()
    return bool(chi2.sf(statistic, len(wanted) - 1) >= FALSE_ALARM)


def _with_side(wanted: NDArray[np.float64], seen: Integers, beyond: float) -> tuple[NDArray[np.float64], Integers]:
    """Make the numbers beyond the first cell a cell of its own, or add them to it if they expect too few draws."""
    if beyond >= _LEAST_EXPECTED:
        return np.concatenate([[beyond], wanted]), seen
    joined = seen[1:].copy()
    joined[0] += seen[0]
    wanted = wanted.copy()
    wanted[0] += beyond
    return wanted, joined


def keeps_to(epsilon: float, ones: NDArray[np.float64], others: NDArray[np.float64], delta: float = 0) -> bool:
    """Whether P(ratio >= t) <= e^epsilon P'(ratio >= t) + delta may hold for each t, given likelihood ratios of draws.

    `ones` are of draws in one world, `others` in the other. By exact binomial confidence bounds (Clopper, Pearson,
    Biometrika '34) that share the false alarm rate.
    """
    events = np.unique(np.round(ones, 9))
    alpha = FALSE_ALARM / (2 * len(events))
    hits, fewer = (len(found) - np.searchsorted(np.sort(np.round(found, 9)), events) for found in (ones, others))
    least = np.nan_to_num(beta.ppf(alpha, hits, len(ones) - hits + 1))
    most = np.nan_to_num(beta.ppf(1 - alpha, fewer + 1, len(others) - fewer), nan=1.0)
    return bool((least <= np.exp(epsilon) * most + delta).all())
