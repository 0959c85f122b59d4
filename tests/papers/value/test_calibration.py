"""Counts become features: exactly without noise, and shrunk by the variance of the noise that is stated."""

import numpy as np
import pytest

from pdd_papers.value.calibration import Donated, features_of
from pdd_papers.value.donations import exact
from pdd_research.seeded_randomness import seeded

WEEKS, QUERIES = 120, 8
MEAN = 1e-4


def _true(seed: int = 1) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Return shares that vary by 30% together and 20% each."""
    drawn = seeded(seed)
    together, each = drawn.normal(0, 0.3, (WEEKS, 1)), drawn.normal(0, 0.2, (WEEKS, QUERIES))
    return MEAN * np.maximum(1 + together + each, 0.2)


def test_without_noise_features_are_logarithms() -> None:
    """Without noise the features are logarithms of shares over their means, and of the mean of these."""
    shares = _true()
    found = features_of(exact(shares))
    relative = shares / shares.mean(axis=0)
    np.testing.assert_allclose(found.queries, np.log(relative), atol=0.01)
    np.testing.assert_allclose(found.index, np.log(relative.mean(axis=1)), atol=1e-9)


def test_noise_is_shrunk_by_its_variance() -> None:
    """With as much noise as signal features are closer to the truth than any that ignore the noise, or drop counts."""
    shares = _true()
    wanted = np.log(shares / shares.mean(axis=0))
    deviation = wanted.std() * MEAN
    drawn = shares + seeded(2).normal(0, deviation, shares.shape)
    known, unknown = (np.full(WEEKS, each) for each in (deviation**2, 0.0))
    off = [
        np.square(features_of(Donated(drawn, noise, np.full(WEEKS, np.inf))).queries - wanted).mean()
        for noise in (known, unknown)
    ]
    assert off[0] < 0.75 * off[1]
    assert off[0] < 0.75 * np.square(wanted).mean()


def test_a_week_with_more_noise_is_trusted_less() -> None:
    """Of two equal weeks the one whose noise has a larger variance gets the smaller feature."""
    shares = _true()
    shares[[10, 20]] = 2 * MEAN
    noise = np.full(WEEKS, (0.2 * MEAN) ** 2)
    noise[20] *= 100
    found = features_of(Donated(shares, noise, np.full(WEEKS, np.inf)))
    assert np.all(found.queries[20] < found.queries[10] / 2)
    assert found.index[20] < found.index[10] / 2


@pytest.mark.parametrize("seed", range(3))
def test_noise_alone_leaves_next_to_nothing(seed: int) -> None:
    """Where there is only noise, ten times the mean, features vary by less than a quarter of what it would make."""
    noise = np.full(WEEKS, (10 * MEAN) ** 2)
    drawn = MEAN + seeded(seed).normal(0, 10 * MEAN, (WEEKS, QUERIES))
    searches = np.full(WEEKS, 1e6)
    calibrated = features_of(Donated(drawn, noise, searches))
    assert np.isfinite(calibrated.queries).all()
    ignored = features_of(Donated(drawn, np.zeros(WEEKS), searches))
    assert calibrated.queries.std() < ignored.queries.std() / 4
    assert calibrated.index.std() < ignored.index.std() / 4


def test_counts_of_nothing_are_no_features() -> None:
    """Weeks in which nobody searched anything give features of 0."""
    found = features_of(exact(np.zeros((WEEKS, QUERIES))))
    assert found.index.std() == found.queries.std() == 0
