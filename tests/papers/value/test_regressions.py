"""The regressions against slow references: a ridge refitted without each week, and plain coordinate descent."""

import numpy as np
import pytest
from numpy.typing import NDArray

from pdd_papers.value.argo import FOLDS, PENALTIES, lasso, lassos, penalties_for
from pdd_papers.value.ridge import PENALTIES as RIDGE_PENALTIES
from pdd_papers.value.ridge import best_estimate, ridge
from pdd_research.seeded_randomness import seeded

Floats = NDArray[np.float64]


def _data(weeks: int, columns: int, seed: int) -> tuple[Floats, Floats, Floats]:
    drawn = seeded(seed)
    features = drawn.normal(2, 1, (weeks + 1, columns)) + drawn.normal(0, 1, (weeks + 1, 1))
    target = 0.7 * features[:, 0] - 0.4 * features[:, 1] + drawn.normal(0, 0.5, weeks + 1)
    return features[:-1], target[:-1], features[-1]


def _solved(features: Floats, target: Floats, asked: Floats, penalty: float) -> float:
    """Return a ridge's estimate from its normal equations."""
    mean, level = features.mean(axis=0), target.mean()
    gram = (features - mean).T @ (features - mean) + penalty * np.eye(features.shape[1])
    weights = np.linalg.solve(gram, (features - mean).T @ (target - level))
    return float(level + (asked - mean) @ weights)


@pytest.mark.parametrize(("weeks", "columns"), [(30, 4), (20, 30)])
def test_a_ridge_is_the_best_of_those_refitted_without_each_week(weeks: int, columns: int) -> None:
    """Penalty, error and estimate are those found by fitting anew without each week, also with many columns."""
    features, target, asked = _data(weeks, columns, 1)
    errors = []
    for penalty in RIDGE_PENALTIES:
        kept = [np.arange(weeks) != week for week in range(weeks)]
        off = [_solved(features[rows], target[rows], features[~rows][0], penalty) - target[~rows][0] for rows in kept]
        errors.append(np.mean(np.square(off)))
    found = ridge(features, target, asked)
    assert found.error == pytest.approx(min(errors))
    assert found.estimate == pytest.approx(_solved(features, target, asked, RIDGE_PENALTIES[np.argmin(errors)]))


def test_the_candidate_with_the_least_error_is_taken() -> None:
    """Of columns that tell the target and columns that don't, the estimate is that of the former."""
    features, target, asked = _data(60, 2, 2)
    rows = np.vstack([features, asked])
    noise = seeded(3).normal(0, 1, rows.shape)
    assert best_estimate([noise, rows, 2 * noise], target) == ridge(features, target, asked).estimate


def _descended(features: Floats, target: Floats, asked: Floats, penalty: float) -> float:
    """Return a lasso's estimate by 300 rounds of plain coordinate descent."""
    mean, scale, level = features.mean(axis=0), features.std(axis=0), float(target.mean())
    scaled, weights = (features - mean) / scale, np.zeros(features.shape[1])
    for _ in range(300):
        for column in range(len(weights)):
            weights[column] = 0
            product = scaled[:, column] @ (target - level - scaled @ weights) / len(target)
            weights[column] = np.sign(product) * max(abs(product) - penalty, 0)
    return float(level + (asked - mean) / scale @ weights)


@pytest.mark.parametrize(("weeks", "columns"), [(40, 6), (25, 40)])
def test_a_lasso_is_that_of_plain_coordinate_descent(weeks: int, columns: int) -> None:
    """From the first penalty, which leaves no weight, to the last, estimates are those of a slow lasso."""
    features, target, asked = _data(weeks, columns, 4)
    penalties = penalties_for(features, target)
    found = lassos(features, target, penalties).at(asked[None])[0]
    assert found[0] == pytest.approx(target.mean())
    for place in (1, 10, 20, PENALTIES - 1):
        # scikit-learn stops at a duality gap of a ten-thousandth of the variance.
        slow = _descended(features, target, asked, penalties[place])
        assert found[place] == pytest.approx(slow, abs=0.02 * target.std())


def test_the_penalty_is_the_largest_within_a_standard_error() -> None:
    """Each week is estimated without its fold, and the penalty is the first within a standard error of the least."""
    features, target, asked = _data(40, 6, 5)
    penalties = penalties_for(features, target)
    errors = np.empty((40, PENALTIES))
    for week in range(40):
        kept = np.arange(40) % FOLDS != week % FOLDS
        estimated = lassos(features[kept], target[kept], penalties).at(features[[week]])[0]
        errors[week] = (estimated - target[week]) ** 2
    means = errors.mean(axis=0)
    bound = means.min() + errors[:, means.argmin()].std(ddof=1) / np.sqrt(40)
    place = next(number for number, mean in enumerate(means) if mean <= bound)
    assert 0 < place < means.argmin()
    assert lasso(features, target, asked) == lassos(features, target, penalties).at(asked[None])[0, place]
