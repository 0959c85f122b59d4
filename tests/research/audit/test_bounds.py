"""What trials prove: never more than is true, and nearly as much."""

from math import inf

import numpy as np
import pytest

from pdd_research.audit.bounds import allowed_advantage, bound, gaussian_bound
from pdd_research.audit.findings import Finding, shadow
from pdd_research.seeded_randomness import seeded

TRIALS = 40_000


def _laplace(epsilon: float, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Return continuous Laplace noise on 1 and on 0."""
    drawn = seeded(seed).laplace(0, 1 / epsilon, (2, TRIALS))
    return drawn[0] + 1, drawn[1]


@pytest.mark.parametrize("epsilon", [0.2, 1.0, 3.0])
def test_laplace_is_bounded_from_below_and_closely(epsilon: float) -> None:
    """The lower bound is below the true epsilon by no more than trials leave open, and refutes half of it."""
    worlds = _laplace(epsilon)
    found = bound(*worlds, 0.0)
    assert 0.75 * epsilon - 0.05 < found.epsilon <= epsilon
    assert not Finding.of("", (epsilon, 0.0), worlds).broken
    assert Finding.of("", (epsilon / 2, 0.0), worlds).broken
    assert found.advantage_low <= found.advantage <= allowed_advantage(epsilon, 0.0) + 0.02


def test_the_other_direction_counts_too() -> None:
    """An event that only happens without the donor proves as much as one that only happens with it."""
    rare = (seeded(1).random(TRIALS) < 0.05).astype(float)
    assert bound(np.ones(TRIALS), 1 - rare, 0.0).epsilon > 4
    assert bound(rare, np.zeros(TRIALS), 0.0).epsilon > 4


def test_delta_is_counted() -> None:
    """An event with probability delta proves nothing, and a likelier one does."""
    worlds = ((seeded(1).random(TRIALS) < 0.01).astype(float), np.zeros(TRIALS))
    assert bound(*worlds, 0.0).epsilon > 2
    assert bound(*worlds, 0.02).epsilon == 0
    assert allowed_advantage(0.0, 0.02) == pytest.approx(0.02)


def test_nothing_is_proven_of_worlds_that_are_alike() -> None:
    """Equal worlds prove nothing, even by the thresholds that look best: these are counted on other trials."""
    for seed in range(20):
        drawn = seeded(seed).normal(0, 1, (2, 2_000))
        found = bound(drawn[0], drawn[1], 0.0)
        assert found.epsilon == 0
        assert found.advantage_low <= 0


def test_what_trials_cannot_show_is_said() -> None:
    """Worlds that never look alike prove what so many trials can, and no more."""
    found = bound(np.ones(TRIALS), np.zeros(TRIALS), 0.0)
    assert found.epsilon == pytest.approx(found.provable)
    assert 7 < found.provable < 8
    assert allowed_advantage(inf, 0.0) == 1


def test_gaussian_noise_is_measured_by_its_size() -> None:
    """Half the Gaussian noise is refuted at a small delta, where rare events alone could not; the right noise
    passes.
    """
    drawn = seeded(1).normal(0, 1, (2, TRIALS))
    # Of deviation 1 / 0.26, for epsilon 1 at delta 1e-5 (Balle and Wang '18).
    right, half = ((drawn[0] + apart, drawn[1]) for apart in (0.26, 0.52))
    assert 0.7 < gaussian_bound(*right, 1e-5) <= 1.0
    assert gaussian_bound(*half, 1e-5) > 1.7
    assert bound(*half, 1e-5).epsilon < 1.7
    assert gaussian_bound(drawn[0], drawn[1], 1e-5) == 0


def test_shadow_models_learn_what_moves() -> None:
    """A shadow model finds the one of many features that distinguishes the worlds, and nothing where none does."""
    drawn = seeded(1).normal(0, 1, (2, 4_000, 3))
    moved = drawn[0] + np.array([0.0, 1.5, 0.0])
    assert bound(*shadow(moved, drawn[1]), 0.0).advantage > 0.4
    assert bound(*shadow(drawn[0], drawn[1]), 0.0).advantage_low < 0


def test_a_number_constant_in_training_does_not_change_scores() -> None:
    """A number that is constant in the first half does not change the scores when it varies in the second."""
    drawn = seeded(1).normal(0, 1, (2, 4_000, 2)) + np.array([[[1.0, 0.0]], [[0.0, 0.0]]])
    drawn[:, :2_000, 1] = 7.0
    still = drawn.copy()
    still[:, 2_000:, 1] = 7.0
    for one, other in zip(shadow(*drawn), shadow(*still), strict=True):
        assert one == pytest.approx(other)
