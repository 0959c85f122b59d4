"""The advice of the page on noisy totals is right in simulations."""

import re
from pathlib import Path

import numpy as np
import pytest

from pdd_shared.privacy.noise.distributions import DiscreteLaplace, half_width
from pdd_shared.privacy.noise.sums import sum_half_width

PAGE = (Path(__file__).parents[2] / "docs/guides/noisy-totals.md").read_text()
SCALE, WEEKS = 100.0, 60_000
LAW = DiscreteLaplace(SCALE)


def laplace(random: np.random.Generator, *shape: int) -> np.ndarray:  # noqa: TID251 - a simulation in a test
    """Return draws of discrete Laplace noise."""
    one, other = random.geometric(1 - np.exp(-1 / SCALE), (2, *shape))
    return np.asarray(one - other)


@pytest.fixture
def random() -> np.random.Generator:  # noqa: TID251 - a simulation in a test
    return np.random.default_rng(11)  # noqa: TID251 - a simulation in a test


def test_half_widths_do_not_add_up() -> None:
    """A week's half width is about 2.5 times a day's, as the page says."""
    assert "about 2.5 times that of a day" in PAGE
    assert sum_half_width({LAW: 7}) / half_width([LAW]) == pytest.approx(2.5, abs=0.1)


def test_a_half_width_gives_the_variance() -> None:
    """1.96 standard deviations make the half width of a week, and 2.12 that of a single draw."""
    assert sum_half_width({LAW: 14}) / (14 * LAW.variance) ** 0.5 == pytest.approx(1.96, rel=0.02)
    assert half_width([LAW]) / LAW.variance**0.5 == pytest.approx(2.12, rel=0.01)
    assert "divide by 2.12" in PAGE


@pytest.mark.parametrize("reliability", [0.5, 0.8])
def test_a_slope_is_pulled_to_zero_and_can_be_corrected(random: np.random.Generator, reliability: float) -> None:  # noqa: TID251
    """The plain slope is the true one times the reliability, and the page's lines correct it."""
    noise = laplace(random, WEEKS, 7).sum(axis=1)
    spread = (7 * LAW.variance * reliability / (1 - reliability)) ** 0.5
    true = 5_000 + spread * random.standard_normal(WEEKS)
    outcome = 2 * true + spread * random.standard_normal(WEEKS)
    half = sum_half_width({LAW: 7})
    seen, known = true + noise, {"high_95": true + noise + half, "low_95": true + noise - half}
    plain = np.polyfit(seen, outcome, 1)[0]
    assert plain == pytest.approx(2 * reliability, rel=0.03)
    variance = (((known["high_95"] - known["low_95"]) / 2 / 1.96) ** 2).mean()
    assert plain / (1 - variance / seen.var()) == pytest.approx(2, rel=0.05)
    assert all(line in PAGE for line in ("/ 2 / 1.96) ** 2).mean()", "reliability = 1 - noise / weeks.value.var()"))


def test_noise_in_the_outcome_leaves_the_slope(random: np.random.Generator) -> None:  # noqa: TID251
    """A slope on an exact predictor has its mean, whatever noise is in the outcome."""
    exact = random.uniform(0, 1_000, WEEKS)
    assert np.polyfit(exact, 2 * exact + laplace(random, WEEKS), 1)[0] == pytest.approx(2, rel=0.01)


def test_cutting_and_picking_mislead(random: np.random.Generator) -> None:  # noqa: TID251
    """Noise alone has a mean of zero, but not if it is cut at zero; the largest of many misses more often than 5%."""
    noise = laplace(random, 5_000, 20)
    assert abs(noise.mean()) < 5 * (LAW.variance / noise.size) ** 0.5
    assert np.maximum(noise, 0).mean() > 0.4 * SCALE
    largest = noise.max(axis=1)
    assert (largest > half_width([LAW])).mean() > 0.3
    assert re.search(r"Don't cut numbers at zero.*Don't pick the largest", PAGE, re.DOTALL)


def test_the_mean_of_ratios_is_off(random: np.random.Generator) -> None:  # noqa: TID251
    """With small denominators the ratio of sums is near the true one, and the mean of daily ratios is not."""
    tops, bottoms = 60 + laplace(random, 4_000, 30), 600 + laplace(random, 4_000, 30)
    of_sums = tops.sum(axis=1) / bottoms.sum(axis=1)
    of_days = (tops / np.where(bottoms == 0, 1, bottoms)).mean(axis=1)
    off = [float(np.sqrt(np.mean((found - 0.1) ** 2))) for found in (of_sums, of_days)]
    assert 3 * off[0] < off[1]


def test_smoothed_numbers_look_like_changes(random: np.random.Generator) -> None:  # noqa: TID251
    """Neighbouring 7-day means of noise have a correlation of about 6/7, and those seven days apart about none."""
    days = laplace(random, WEEKS)
    means = np.convolve(days, np.ones(7) / 7, "valid")
    assert np.corrcoef(means[:-1], means[1:])[0, 1] == pytest.approx(6 / 7, abs=0.02)
    assert abs(np.corrcoef(means[:-7], means[7:])[0, 1]) < 0.03
