"""Elastic net from query frequencies to rates (PDD, section 5.2), which never uses data from the future.

For each set of training weeks it chooses anew which queries correlate with the rate, their means and deviations, and
the strength of regularisation. The strength is chosen on the last years of the training weeks, each estimated from the
weeks before it: a single year may be one without a flu.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import enet_path  # type: ignore[import-untyped]

from pdd_papers.flu.series import Floats

LEAST_CORRELATION = 0.3
MIXTURES = (0.1, 0.5, 0.9)
"""Shares of the L1 norm in the penalty of elastic net (scikit-learn's `l1_ratio`)."""
STRENGTHS = np.logspace(0, -2, 12)
"""Strengths of the penalty, relative to the smallest at which no query has a weight."""
YEAR, YEARS = 52, 3
"""The weeks of a year, and the number of last years on which mixture and strength are chosen.

With less data there are fewer such years: one more year must be left to learn from.
"""


@dataclass(frozen=True)
class _Scaled:
    """Training weeks, scaled, of the queries that correlate with the rate.

    Attributes:
        kept: the indices of these queries.
        mean: their means before scaling.
        deviation: their standard deviations before scaling.
        features: their frequencies with mean 0 and variance 1 (weeks, queries).
        target: the rates less their mean.
        level: the mean rate.
    """

    kept: NDArray[np.intp]
    mean: Floats
    deviation: Floats
    features: Floats
    target: Floats
    level: float

    def of(self, frequencies: Floats) -> Floats:
        """Return other weeks on the same scale."""
        scaled: Floats = (frequencies[:, self.kept] - self.mean) / self.deviation
        return scaled


def estimate(known: Floats, rates: Floats, asked: Floats) -> Floats:
    """Learn from earlier weeks, and return the estimated rates of other weeks.

    Args:
        known: frequencies of earlier weeks, (weeks, queries).
        rates: their rates.
        asked: frequencies of the weeks to estimate.
    """
    mixture, strength = _chosen(known, rates)
    estimated: Floats = _estimates(_scaled(known, rates), asked, mixture, strength + 1)[-1]
    return estimated


def _chosen(known: Floats, rates: Floats) -> tuple[float, int]:
    """Return the mixture, and the index of the strength, with the least squared error over the last years together."""
    errors = np.zeros((len(MIXTURES), len(STRENGTHS)))
    for years in range(1, min(YEARS, len(known) // YEAR - 1) + 1):
        start = len(known) - years * YEAR
        year = slice(start, start + YEAR)
        earlier = _scaled(known[:start], rates[:start])
        for place, mixture in enumerate(MIXTURES):
            off = _estimates(earlier, known[year], mixture, len(STRENGTHS)) - rates[year]
            errors[place] += (off**2).sum(axis=1)
    least = np.unravel_index(errors.argmin(), errors.shape)
    return MIXTURES[least[0]], int(least[1])


def _scaled(known: Floats, rates: Floats) -> _Scaled:
    """Scale training weeks (weeks, queries), and keep the queries that correlate with the rate and ever change."""
    mean, deviation, level = known.mean(axis=0), known.std(axis=0), float(rates.mean())
    target = rates - level
    moving = deviation > 0
    scale = np.where(moving, deviation, 1.0)
    features = (known - mean) / scale
    spread = max(float(target.std()), np.finfo(float).tiny)
    correlation = features.T @ target / len(target) / spread
    kept = np.flatnonzero(moving & (correlation >= LEAST_CORRELATION))
    chosen = np.asfortranarray(features[:, kept])
    return _Scaled(kept, mean[kept], scale[kept], chosen, target, level)


def _estimates(scaled: _Scaled, asked: Floats, mixture: float, strengths: int) -> Floats:
    """Return estimates (strengths, weeks) for the first `strengths` strengths; the mean rate if no query passes."""
    if len(scaled.kept) == 0:
        return np.full((strengths, len(asked)), scaled.level)
    products = scaled.features.T @ scaled.target
    strongest = max(float(np.abs(products).max()) / len(scaled.target) / mixture, np.finfo(float).tiny)
    _, weights, _ = enet_path(
        scaled.features,
        scaled.target,
        l1_ratio=mixture,
        alphas=strongest * STRENGTHS[:strengths],
        precompute=scaled.features.T @ scaled.features,
        Xy=products,
        check_input=False,
        max_iter=10_000,
        tol=1e-3,
    )
    estimated: Floats = scaled.level + (scaled.of(asked) @ weights).T
    return estimated
