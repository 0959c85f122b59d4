"""Ridge regression whose penalty is chosen by leaving out each week learnt from in turn, in closed form.

A column's scale is its prior: a ridge shrinks the weight of a column less, the larger its values are.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pdd_papers.flu.series import Floats

PENALTIES = np.logspace(-2, 2.5, 14)
"""Squared weights cost so much, where the columns have about variance 1."""


@dataclass(frozen=True)
class Fitted:
    """A ridge with the penalty that has the least error.

    Attributes:
        error: the mean squared error of the weeks left out in turn.
        estimate: of the row asked for.
    """

    error: float
    estimate: float


def ridge(features: Floats, target: Floats, asked: Floats) -> Fitted:
    """Fit a ridge with an intercept that is not penalised.

    Args:
        features: the weeks to learn from (weeks, columns).
        target: their values.
        asked: the row to estimate (columns).
    """
    mean, level = features.mean(axis=0), target.mean()
    values, vectors = np.linalg.eigh((centred := features - mean).T @ centred)
    turned, off = centred @ vectors, target - level
    shrunk = 1 / (np.maximum(values, 0)[:, None] + PENALTIES)
    weights = shrunk * (turned.T @ off)[:, None]
    # Leaving a week out changes its residual by one over one minus its leverage (Allen's PRESS). The intercept's
    # leverage is one over the number of weeks.
    leverage = turned**2 @ shrunk + 1 / len(target)
    errors = (((off[:, None] - turned @ weights) / (1 - leverage)) ** 2).mean(axis=0)
    best = int(errors.argmin())
    return Fitted(float(errors[best]), float(level + (asked - mean) @ vectors @ weights[:, best]))


def best_estimate(candidates: Sequence[Floats], target: Floats) -> float:
    """Return the estimate of the candidate with the least error, each with its own best penalty.

    Args:
        candidates: features of the weeks to learn from, with those of the week asked for below (weeks + 1, columns).
        target: the values of the weeks to learn from.
    """
    return min((ridge(rows[:-1], target, rows[-1]) for rows in candidates), key=lambda fit: fit.error).estimate
