"""What a cap over the whole campaign has left out, estimated from counts and `full` of donors drawn one by one."""

from math import inf

import numpy as np
import pytest

from pdd_shared.planning.left_out import LeftOut, left_out

DONORS, WEEKS = 20_000, 18
LATE = slice(-5, None)
VARIANCE = 2.0
PEAK = 1 + 3 * np.exp(-(((np.arange(WEEKS) - 10) / 3) ** 2))


class Drawn:
    """A campaign of donors with 2.75 hits on average, and a peak in the eleventh week."""

    def __init__(self, shape: float, burst: int, cap: int) -> None:
        rng = np.random.default_rng(2)  # noqa: TID251 - invented donors
        rates = np.ones(DONORS) if shape == inf else rng.gamma(shape, 1 / shape, DONORS)
        episodes = rng.poisson(np.outer(2.75 * PEAK / PEAK.sum() / burst, rates))
        made = np.cumsum(burst * episodes, axis=0)
        self._cap, self._noise = cap, rng.normal(0, VARIANCE**0.5, WEEKS).round()
        self.made = np.diff(made.sum(axis=1), prepend=0)
        self.counted = np.diff(np.minimum(made, cap).sum(axis=1), prepend=0)
        self.full = np.diff((made >= cap).sum(axis=1), prepend=0) + self._noise

    def estimated(self, *bursts: int) -> LeftOut:
        given = (bursts,) if bursts else ()
        found = left_out(self.counted, self.full, DONORS, self._cap, VARIANCE, *given)
        assert found
        return found

    def off(self, shares: np.ndarray) -> float:
        """Return by how much the corrected hits of the last five weeks are off."""
        return float((self.counted[LATE] / (1 - shares[LATE])).sum() / self.made[LATE].sum() - 1)


@pytest.mark.parametrize(("shape", "cap", "lost"), [(inf, 8, 0.12), (0.5, 24, 0.07), (0.5, 8, 0.47)])
def test_known_bursts_are_corrected_to_within_three_percent(shape: float, cap: int, lost: float) -> None:
    """Whether people are alike or differ, the last weeks are right to 3%; without correction they lack `lost`."""
    drawn = Drawn(shape, 4, cap)
    assert drawn.off(np.zeros(WEEKS)) == pytest.approx(-lost, abs=0.015)
    assert abs(drawn.off(drawn.estimated(4).share)) < 0.03


@pytest.mark.parametrize(("shape", "burst", "cap"), [(inf, 4, 8), (0.5, 4, 24), (0.5, 1, 12)])
def test_the_range_holds_the_truth_where_bursts_are_unknown(shape: float, burst: int, cap: int) -> None:
    """The range holds what was left out, and is narrow where the cap is large enough."""
    drawn = Drawn(shape, burst, cap)
    found = drawn.estimated()
    assert drawn.off(found.low) - 0.01 < 0 < drawn.off(found.high) + 0.01
    if cap == 24:
        assert drawn.off(found.high) - drawn.off(found.low) < 0.15


def test_a_cap_of_one_hit_is_estimated_too() -> None:
    """Where 30% of those left use their only hit in each period, people who are alike made ln(1 / 0.7) hits in each."""
    used = [30_000.0, 21_000.0, 14_700.0]
    found = left_out(used, used, 100_000, 1, VARIANCE, (1,))
    assert found
    assert found.share == pytest.approx(1 + np.array([0.3, 0.21, 0.147]) / np.log(0.7), abs=0.02)


def test_nothing_is_left_out_where_nobody_is_full() -> None:
    """Under a cap that nobody reaches, shares are 0; periods without hits lose nothing."""
    found = left_out([0, 50, 40, 0], [0, 1, -1, 0], 1_000, 24, VARIANCE, (1,))
    assert found
    assert found.share == pytest.approx(np.zeros(4), abs=1e-3)


def test_more_hits_than_donors_can_have_are_explained_by_nothing() -> None:
    """Where more hits are counted than the donors have, there is no estimate."""
    assert left_out([500, 600], [0, 100], 100, 8, VARIANCE, (4,)) is None
