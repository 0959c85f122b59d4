"""Donors' days and searches: how often, when, and the same again from the same seed."""

import numpy as np
import pytest
from scipy import stats

from pdd_research.errors import SettingError
from pdd_research.seeded_randomness import seeded
from pdd_research.simulator.activity import Activity, Holiday
from pdd_research.simulator.volume import Volume

DONORS = 20_000


def presence(activity: Activity, days: int, donors: int = DONORS, seed: int = 1) -> np.ndarray:
    """Return days by donors."""
    return np.array(list(activity.days(donors, days, seeded(seed))))


def test_shares_of_days_are_beta() -> None:
    """The share of active days over a long time has the paper's distribution (mean 82.7%)."""
    shares = presence(Activity(), 1_000).mean(axis=0)
    assert abs(shares.mean() - 0.827) < 0.006
    edges = np.array([0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95])
    found = [(shares < edge).mean() for edge in edges]
    assert np.allclose(found, stats.beta(2.2170, 0.4634).cdf(edges), atol=0.015)


def test_no_day_is_likelier_than_another() -> None:
    """First, middle and last days are alike, because each donor's days are drawn at random."""
    by_day = presence(Activity(), 10).sum(axis=1)
    assert stats.chisquare(by_day).pvalue > 1e-6


def test_each_donor_has_its_number_of_days() -> None:
    """With a nearly fixed share of a half every donor is active on exactly half of the days."""
    assert set(presence(Activity(alpha=1e9, beta=1e9), 40).sum(axis=0)) == {20}


def test_weekends_keep_away_whom_they_concern() -> None:
    """Half of the donors are absent on days 5 and 6 of each week, and the other half is not."""
    always = Activity(alpha=1e9, beta=1, weekday_donors=0.5)
    by_day = presence(always, 14).mean(axis=1)
    weekend = [5, 6, 12, 13]
    assert np.all(np.abs(by_day[weekend] - 0.5) < 0.02)
    assert np.all(np.delete(by_day, weekend) == 1)


def test_a_holiday_keeps_the_same_donors_away() -> None:
    """Donors away on a holiday's first day are away on all its days, and unaffected on others."""
    always = Activity(alpha=1e9, beta=1, holidays=(Holiday(3, 5, 0.3),))
    there = presence(always, 8)
    assert abs(there[3].mean() - 0.7) < 0.02
    assert np.array_equal(there[3], there[4])
    assert np.array_equal(there[3], there[5])
    assert there[[0, 1, 2, 6, 7]].all()


def test_the_same_seed_gives_the_same_days() -> None:
    """The same seed gives the same days, and another seed others."""
    assert np.array_equal(presence(Activity(), 5, seed=7), presence(Activity(), 5, seed=7))
    assert not np.array_equal(presence(Activity(), 5, seed=7), presence(Activity(), 5, seed=8))


def test_a_days_searches() -> None:
    """Each number of searches has the rounded normal's probability, and the cap collects the rest."""
    volume = Volume(max_searches=2)
    drawn = volume.draw(200_000, seeded(3))
    edges = [-np.inf, 0.5, 1.5, 2.5, 3.5, np.inf]
    expected = np.diff(stats.norm(1.3020, 0.7603).cdf(edges)) * len(drawn)
    found = np.bincount(np.minimum(drawn, 4), minlength=5)
    assert stats.chisquare(found, expected).pvalue > 1e-6
    assert np.array_equal(volume.capped(drawn), np.minimum(drawn, 2))


@pytest.mark.parametrize(
    "make",
    [
        lambda: Activity(alpha=0),
        lambda: Activity(weekday_donors=1.1),
        lambda: Holiday(3, 2, 0.5),
        lambda: Holiday(0, 1, -0.1),
        lambda: Volume(deviation=-1),
        lambda: Volume(max_searches=0),
        lambda: seeded(-1),
    ],
)
def test_impossible_parameters_are_refused(make: object) -> None:
    """Impossible settings are refused with their name and what they must be."""
    with pytest.raises(SettingError, match=r"must be|is none|is from|first day"):
        make()  # type: ignore[operator]
