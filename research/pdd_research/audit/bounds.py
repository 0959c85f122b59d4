"""What trials in two worlds prove: a lower bound on a mechanism's epsilon, and on a membership attack's advantage.

The two worlds are a data set with the attacked donor and one without. A score is larger if a trial looks more like the
world with the donor. The first half of the trials chooses the threshold and the second half is counted, so the choice
needs no correction. Bounds are Clopper and Pearson's (Biometrika '34). That epsilon-delta privacy bounds every
threshold on both sides is from Kairouz, Oh and Viswanath ('15). Lower bounds from trials follow Jagielski, Ullman and
Oprea (NeurIPS '20) and Nasr et al. (USENIX Security '23).
"""

from dataclasses import dataclass
from math import exp, inf, log

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import ndtri
from scipy.stats import beta

from pdd_research.log_release.algorithms.set_union_accounting import delta_of

CONFIDENCE = 0.999
"""The probability with which each single bound holds."""
FEWEST = 100
"""The fewest trials of an attack; fewer prove next to nothing."""
_THRESHOLDS = 500
"""About how many thresholds are tried, if there are more different scores."""
Scores = NDArray[np.float64]


@dataclass(frozen=True)
class Bound:
    """What the trials prove with probability CONFIDENCE.

    Attributes:
        epsilon: the mechanism's epsilon is at least this, at the given delta.
        provable: the largest epsilon that so many trials could have proven.
        advantage: true positive rate minus false positive rate at the best threshold.
        advantage_low: lower bound on the advantage.
    """

    epsilon: float
    provable: float
    advantage: float
    advantage_low: float


def bound(ones: Scores, others: Scores, delta: float) -> Bound:
    """Return what the scores of trials prove about a mechanism with this delta.

    All bounds together hold with probability CONFIDENCE.

    Args:
        ones: one score for each trial with the donor; larger scores speak for the donor.
        others: scores of as many trials without it.
        delta: the delta at which epsilon is bounded.
    """
    half = len(ones) // 2
    # The error probability is split over four bounds: two directions, and in each a bound on either rate.
    alpha = (1 - CONFIDENCE) / 4
    directions = ((ones, others), (-others, -ones))
    epsilons = [_epsilon(likely, less, half, delta, alpha) for likely, less in directions]
    advantage, low = _advantage(ones, others, half, (1 - CONFIDENCE) / 2)
    certain = np.array([half])
    provable = _ratio(_least(certain, half, alpha), _most(0 * certain, half, alpha), delta)[0]
    return Bound(max(0.0, *epsilons), float(provable), advantage, low)


def gaussian_bound(ones: Scores, others: Scores, delta: float) -> float:
    """Return a lower bound on epsilon at this delta, for noise that is known to be Gaussian, of unknown size.

    The true and false positive rates at a threshold bound from below the distance of two normal laws of deviation 1.
    That distance has an epsilon. It proves far more than rare events can.

    Source: Dong, Roth and Su '22, for the distance; Nasr et al., section 4, for its use in audits.
    """
    half, alpha = len(ones) // 2, (1 - CONFIDENCE) / 2
    thresholds = _thresholds(ones[:half], others[:half])
    apart = _apart(ones[:half], others[:half], thresholds, alpha)
    chosen = thresholds[[int(apart.argmax())]]
    distance = float(_apart(ones[half : 2 * half], others[half : 2 * half], chosen, alpha)[0])
    if distance <= 0 or delta_of(1 / distance, 0.0) <= delta:
        return 0.0
    return float(brentq(lambda epsilon: delta_of(1 / distance, epsilon) - delta, 0.0, 700.0))


def allowed_advantage(epsilon: float, delta: float) -> float:
    """Return the largest advantage under epsilon and delta: (e^epsilon - 1 + 2 delta) / (e^epsilon + 1)."""
    if epsilon == inf:
        return 1.0
    return min(1.0, (1 - exp(-epsilon) * (1 - 2 * delta)) / (1 + exp(-epsilon)))


def _epsilon(likely: Scores, less: Scores, half: int, delta: float, alpha: float) -> float:
    """Return the lower bound on epsilon from the second half, at the threshold that proves most in the first half."""
    thresholds = _thresholds(likely[:half], less[:half])
    hits, false = (_reaching(scores[:half], thresholds) for scores in (likely, less))
    best = int(_ratio(_least(hits, half, alpha), _most(false, half, alpha), delta).argmax())
    chosen = thresholds[best : best + 1]
    hits, false = (_reaching(scores[half : 2 * half], chosen) for scores in (likely, less))
    return float(_ratio(_least(hits, half, alpha), _most(false, half, alpha), delta)[0])


def _advantage(ones: Scores, others: Scores, half: int, alpha: float) -> tuple[float, float]:
    """Return the advantage in the second half at the first half's best threshold, and a lower bound on it."""
    thresholds = _thresholds(ones[:half], others[:half])
    better = _reaching(ones[:half], thresholds) - _reaching(others[:half], thresholds)
    chosen = thresholds[[int(better.argmax())]]
    true, false = (_reaching(scores[half : 2 * half], chosen) for scores in (ones, others))
    low = _least(true, half, alpha) - _most(false, half, alpha)
    return float((true - false)[0] / half), float(low[0])


def _apart(ones: Scores, others: Scores, thresholds: Scores, alpha: float) -> Scores:
    """Return for each threshold a lower bound on the distance of two normal laws of deviation 1 with these rates.

    It is minus infinity where a bound on a rate is 0 or 1, because such a rate fits laws at any distance.
    """
    true = _least(_reaching(ones, thresholds), len(ones), alpha)
    false = _most(_reaching(others, thresholds), len(others), alpha)
    far: Scores = np.nan_to_num(ndtri(true) - ndtri(false), nan=-np.inf, posinf=-np.inf)
    return far


def _thresholds(ones: Scores, others: Scores) -> Scores:
    """Return thresholds to try: evenly spread, and closer at the top, where events are rare and prove most."""
    both = np.unique(np.concatenate([ones, others]))
    if len(both) <= _THRESHOLDS:
        return both
    parts = np.concatenate([np.linspace(0, 1, _THRESHOLDS // 2), 1 - np.geomspace(1 / len(both), 1, _THRESHOLDS // 2)])
    return np.unique(np.quantile(np.concatenate([ones, others]), parts))


def _reaching(scores: Scores, thresholds: Scores) -> NDArray[np.int64]:
    """Return for each threshold how many scores are at least as large."""
    return (len(scores) - np.searchsorted(np.sort(scores), thresholds)).astype(np.int64)


def _least(hits: NDArray[np.int64], trials: int, alpha: float) -> Scores:
    """Return Clopper and Pearson's lower bounds on rates; 0 where there were no hits, for which scipy returns nan."""
    return np.nan_to_num(beta.ppf(alpha, hits, trials - hits + 1))


def _most(hits: NDArray[np.int64], trials: int, alpha: float) -> Scores:
    """Return Clopper and Pearson's upper bounds on rates; 1 where all trials hit."""
    return np.nan_to_num(beta.ppf(1 - alpha, hits + 1, trials - hits), nan=1.0)


def _ratio(likely: Scores, less: Scores, delta: float) -> Scores:
    """Return ln((likely - delta) / less), or 0 where it is undefined or negative."""
    return np.array([log((p - delta) / q) if p > delta else 0.0 for p, q in zip(likely, less, strict=True)])
