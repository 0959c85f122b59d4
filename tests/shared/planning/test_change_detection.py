"""The chance to see a change through noise: compared with simulated totals."""

import numpy as np
import pytest
from numpy.random import Generator  # noqa: TID251 - a simulation in a test

from pdd_shared.planning.change_detection import ENOUGH, chance_to_see, is_seen_about
from pdd_shared.privacy.forecast import Repeated
from pdd_shared.privacy.noise.distributions import LaplaceShares, Law, half_width
from pdd_shared.privacy.noise.skellam import Skellam

RUNS = 200_000


def noise_of(law: Law, generator: Generator) -> np.ndarray:
    """Return simulated draws of a law of donors' noise."""
    if isinstance(law, Repeated):
        return sum(noise_of(law.law, generator) for _ in range(law.times))
    if isinstance(law, LaplaceShares):
        success, shape = 1 - np.exp(-1 / law.scale), law.shares / law.of
        return generator.negative_binomial(shape, success, RUNS) - generator.negative_binomial(shape, success, RUNS)
    return generator.poisson(law.variance / 2, RUNS) - generator.poisson(law.variance / 2, RUNS)


@pytest.mark.parametrize(
    ("before", "after", "law"),
    [
        (9.0, 10.8, Skellam(3.4, 170, 100)),
        (100.0, 150.0, Skellam(10.0)),
        (30.0, 60.0, LaplaceShares(0.4, 150, 100)),
        (400.0, 480.0, Repeated(Skellam(5.0), 7)),
        (3000.0, 3600.0, LaplaceShares(180.0, 3, 2)),
    ],
)
def test_the_chance_is_that_of_simulated_weeks(before: float, after: float, law: Law) -> None:
    """Two simulated weeks with noise: as often as stated the rise is beyond the interval of no change.

    Where nothing changed, at most 5% of the differences are outside of it.
    """
    generator = np.random.default_rng(7)  # noqa: TID251 - a simulation in a test
    width = half_width([law, law, Skellam((2 * before) ** 0.5)])

    def differences(second: float) -> np.ndarray:
        counts = generator.poisson(second, RUNS) - generator.poisson(before, RUNS)
        return counts + noise_of(law, generator) - noise_of(law, generator)

    assert chance_to_see(before, after, law) == pytest.approx((differences(after) > width).mean(), abs=0.005)
    assert (np.abs(differences(before)) > width).mean() <= 0.052


def test_no_change_is_seen_where_nothing_is_counted() -> None:
    """Without hits there is nothing to see, and no number of donors changes that."""
    assert chance_to_see(0.0, 0.0, Skellam(3.0)) == 0
    assert not is_seen_about(0.0, 0.0, 9.0)


@pytest.mark.parametrize("deviation", [3.0, 40.0])
def test_the_normal_rule_is_close_to_the_exact_chance(deviation: float) -> None:
    """At the smallest total of which the normal rule says that a rise of 20% is seen, the exact chance is about 80%."""
    least = next(n for n in range(1, 10_000) if is_seen_about(n, 1.2 * n, deviation**2))
    assert chance_to_see(least, 1.2 * least, Skellam(deviation)) == pytest.approx(ENOUGH, abs=0.01)
