"""By how much estimates are better than those from rates alone, with an interval by a block bootstrap over weeks.

Errors of neighbouring weeks are alike, so weeks are drawn in blocks (circular block bootstrap: Politis and Romano,
1992). Both estimates of a week are drawn together. Each replicate also draws one of the simulated campaigns, so that
the interval is of a single campaign.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pdd_papers.flu.series import Floats
from pdd_research.seeded_randomness import Generator

BLOCK = 13
"""The weeks of a block, a quarter of a year."""
REPLICATES = 2_000
_BOUNDS = (2.5, 97.5)


@dataclass(frozen=True)
class Gain:
    """By which part an error is smaller, with a 95% interval; below 0 if it is larger."""

    part: float
    low: float
    high: float


@dataclass(frozen=True)
class Compared:
    """The errors of estimates, on average over campaigns, and their gains; None for a baseline itself."""

    mae: float
    rmse: float
    mae_gain: Gain
    rmse_gain: Gain


def compared(errors: Floats, baseline: Floats, rng: Generator) -> Compared:
    """Return the errors of estimates and their gains over a baseline.

    Args:
        errors: estimates less rates (campaigns, weeks).
        baseline: the same of the baseline (weeks).
        rng: the source of the bootstrap's draws.
    """
    weeks = _drawn_weeks(len(baseline), rng)
    drawn = errors[rng.integers(len(errors), size=(REPLICATES, 1)), weeks]
    gains = [_gain(measure, errors, baseline, drawn, baseline[weeks]) for measure in (_mae, _rmse)]
    return Compared(float(_mae(errors).mean()), float(_rmse(errors).mean()), *gains)


def _gain(measure: Callable[[Floats], Floats], errors: Floats, base: Floats, drawn: Floats, drawn_base: Floats) -> Gain:
    part = 1 - float(measure(errors).mean() / measure(base))
    low, high = np.percentile(1 - measure(drawn) / measure(drawn_base), _BOUNDS)
    return Gain(part, float(low), float(high))


def _drawn_weeks(weeks: int, rng: Generator) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """Return weeks in blocks that wrap around the end (replicates, weeks)."""
    block = min(BLOCK, weeks)
    starts = rng.integers(weeks, size=(REPLICATES, -(-weeks // block), 1))
    return ((starts + np.arange(block)) % weeks).reshape(REPLICATES, -1)[:, :weeks]


def _mae(errors: Floats) -> Floats:
    mean: Floats = np.maximum(np.abs(errors).mean(axis=-1), np.finfo(float).tiny)
    return mean


def _rmse(errors: Floats) -> Floats:
    mean: Floats = np.sqrt(np.maximum((errors**2).mean(axis=-1), np.finfo(float).tiny))
    return mean
