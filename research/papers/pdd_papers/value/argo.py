"""ARGO: autoregression with Google searches (Yang, Santillana and Kou, PNAS 2015), written anew from the paper.

The logit of a week's rate is regressed on those of 52 weeks before and on logarithms of search frequencies, over the
last 104 weeks, with one L1 penalty on all weights. Ten-fold cross-validation chooses the penalty: the largest one whose
error is within a standard error of the least. Columns are scaled to variance 1. A frequency of 0 has no logarithm, so
one is added to the volumes, whose largest is 100. With a lag of more than a week, the 52 weeks begin with the last rate
that is out.
"""

from dataclasses import dataclass

import numpy as np
from sklearn.linear_model import lasso_path  # type: ignore[import-untyped]

from pdd_papers.flu.series import Floats
from pdd_papers.value.calendar import Calendar, Places, percent

LAGS = 52
FOLDS = 10
PENALTIES = 40
_SMALLEST = 1e-2
"""The smallest penalty, as a part of the one at which all weights are 0."""


@dataclass(frozen=True)
class Lassos:
    """The regressions at all penalties.

    Attributes:
        mean: of each column.
        deviation: of each column.
        level: the mean of the target.
        weights: of the scaled columns (columns, penalties).
    """

    mean: Floats
    deviation: Floats
    level: float
    weights: Floats

    def at(self, rows: Floats) -> Floats:
        """Return the estimates of some rows at each penalty (rows, penalties)."""
        estimates: Floats = self.level + (rows - self.mean) / self.deviation @ self.weights
        return estimates


def argo(calendar: Calendar, weeks: Places, lag: int, volumes: Floats | None) -> Floats:
    """Return ARGO's estimated rates of some weeks, in percent.

    Args:
        calendar: the weeks and their rates.
        weeks: the rows to estimate.
        lag: after how many weeks a rate is out; the paper's is 1.
        volumes: how often each query was searched (weeks, queries), from 0 to 100; None for the autoregression alone.
    """
    logarithms = np.empty((len(calendar.days), 0)) if volumes is None else np.log(volumes + 1)
    return percent(np.array([_week(calendar, int(week), lag, logarithms) for week in weeks]))


def lasso(features: Floats, target: Floats, asked: Floats) -> float:
    """Return the estimate of a row by a lasso whose penalty ten-fold cross-validation chooses.

    Args:
        features: the weeks to learn from (weeks, columns).
        target: their values.
        asked: the row to estimate (columns).
    """
    penalties = penalties_for(features, target)
    folds = np.arange(len(target)) % FOLDS
    errors = np.empty((len(target), PENALTIES))
    for fold in range(FOLDS):
        out = folds == fold
        estimated = lassos(features[~out], target[~out], penalties).at(features[out])
        errors[out] = (estimated - target[out, None]) ** 2
    return float(lassos(features, target, penalties).at(asked[None])[0, one_error(errors)])


def _week(calendar: Calendar, week: int, lag: int, logarithms: Floats) -> float:
    lags = range(lag, lag + LAGS)
    learnt = calendar.learnt(week, lag, lags[-1])
    rows = np.append(learnt, week)
    features = np.hstack([calendar.lagged(rows, lags), logarithms[rows]])
    return lasso(features[:-1], calendar.logits[learnt], features[-1])


def one_error(errors: Floats) -> int:
    """Return the first penalty, the largest, whose mean error is within one standard error of the least mean error."""
    means = errors.mean(axis=0)
    least = int(means.argmin())
    return int((means <= means[least] + errors[:, least].std(ddof=1) / np.sqrt(len(errors))).argmax())


def penalties_for(features: Floats, target: Floats) -> Floats:
    """Return penalties from the smallest that leaves no weight downwards."""
    mean, deviation = _scale(features)
    products = ((features - mean) / deviation).T @ (target - target.mean())
    strongest = max(float(np.abs(products).max()) / len(target), np.finfo(float).tiny)
    penalties: Floats = strongest * np.geomspace(1, _SMALLEST, PENALTIES)
    return penalties


def lassos(features: Floats, target: Floats, penalties: Floats) -> Lassos:
    """Return a lasso on scaled columns for each penalty, which counts per week: 1/2 mean squared error + penalty L1.

    Args:
        features: the weeks to learn from (weeks, columns).
        target: their values.
        penalties: the largest first.
    """
    mean, deviation = _scale(features)
    level = float(target.mean())
    scaled = np.asfortranarray((features - mean) / deviation)
    off = target - level
    gram, products = scaled.T @ scaled, scaled.T @ off
    _, weights, _ = lasso_path(
        scaled, off, alphas=penalties, precompute=gram, Xy=products, check_input=False, max_iter=10_000, tol=1e-4
    )
    return Lassos(mean, deviation, level, weights)


def _scale(features: Floats) -> tuple[Floats, Floats]:
    deviation = features.std(axis=0)
    return features.mean(axis=0), np.where(deviation > 0, deviation, 1.0)
