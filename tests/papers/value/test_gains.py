"""Gains and their intervals: exact where they must be, as wide as theory says, and paired week by week."""

import numpy as np
import pytest

from pdd_papers.value.gains import compared
from pdd_research.seeded_randomness import seeded


def test_a_gain_is_the_part_of_the_error_that_is_saved() -> None:
    """Half of each week's error is a gain of exactly a half, with an interval of no width; the same error is none."""
    baseline = seeded(1).normal(0, 1, 150)
    for part in (0.5, 0.0, -0.25):
        found = compared((1 - part) * baseline[None], baseline, seeded(2))
        for gain in (found.mae_gain, found.rmse_gain):
            assert (gain.part, gain.low, gain.high) == pytest.approx((part, part, part))
    assert found.mae == pytest.approx(1.25 * np.abs(baseline).mean())
    assert found.rmse == pytest.approx(1.25 * np.sqrt(np.square(baseline).mean()))


def test_errors_are_averaged_over_campaigns() -> None:
    """Of two campaigns the mean error counts, and the interval reaches from the better to the worse one."""
    baseline = np.ones(60)
    found = compared(np.array([0.2 * baseline, 0.6 * baseline]), baseline, seeded(1))
    assert (found.mae, found.rmse) == pytest.approx((0.4, 0.4))
    assert (found.mae_gain.part, found.mae_gain.low, found.mae_gain.high) == pytest.approx((0.6, 0.4, 0.8))


def test_independent_weeks_have_the_interval_of_theory() -> None:
    """For independent errors the interval of a gain in MAE is that of the delta method, within a sixth."""
    drawn = seeded(3)
    errors, baseline = drawn.normal(0, 0.8, 3_000), drawn.normal(0, 1, 3_000)
    found = compared(errors[None], baseline, seeded(4)).mae_gain
    ratio = np.abs(errors).mean() / np.abs(baseline).mean()
    spread = np.std(np.abs(errors) - ratio * np.abs(baseline)) / np.abs(baseline).mean() / np.sqrt(3_000)
    assert found.high - found.low == pytest.approx(2 * 1.96 * spread, rel=1 / 6)


def test_weeks_that_are_alike_widen_the_interval() -> None:
    """Errors that last for a season have a far wider interval than the same ones in random order."""
    drawn = seeded(5)
    errors = np.repeat(np.abs(drawn.normal(0, 1, 60)), 13)
    baseline = np.ones(len(errors))
    widths = []
    for order in (np.arange(len(errors)), drawn.permutation(len(errors))):
        gain = compared(errors[None, order], baseline, seeded(6)).mae_gain
        widths.append(gain.high - gain.low)
    assert widths[0] > 2 * widths[1]
