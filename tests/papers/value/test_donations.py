"""Simulated campaigns: the caps of days and weeks, noise that keeps to its budget, and the variance that is stated."""

from decimal import Decimal

import numpy as np
import pytest

from pdd_papers.flu.weekly import CAPS
from pdd_papers.value.donations import LAWS, Counted, Week, collect, count, noise_of, publish
from pdd_research.seeded_randomness import seeded
from pdd_shared.privacy.accounting.charges import PartsCharge
from pdd_shared.privacy.accounting.composition import epsilon
from pdd_shared.privacy.accounting.parts.ratios import LawName
from pdd_shared.protocol.terms import PartNoise
from tests.support.terms import cohort_terms


@pytest.mark.parametrize(("period", "periods", "searches"), [("day", 126, 10), ("week", 18, 70)])
@pytest.mark.parametrize("law", LAWS)
def test_noise_keeps_to_its_budget(period: str, periods: int, searches: int, law: LawName) -> None:
    """By the product's accounting of its terms, 18 weeks of such noise cost the budget and hardly less."""
    noise = noise_of(10, period, law)
    assert (noise.counts.law, noise.searches.law) == (law, "discrete-laplace")
    joined = noise.searches.scale / searches  # the same share of rho, and one where there are so many searches
    scales = {"joined": (LAWS[1], joined), "searches": (LAWS[1], noise.searches.scale)}
    scales["counts"] = (law, noise.counts.scale)
    parts = {
        kind: {"law": name, "scale": scale.quantize(Decimal("0.001")), "unit": 1}
        for kind, (name, scale) in scales.items()
    }
    caps = {"max_searches": searches, "max_matches": None, "max_hits": CAPS.hits, "max_hits_per_keyword": 1}
    charge = PartsCharge.of_terms(cohort_terms(noise=PartNoise.model_validate(parts), **caps), "flu")
    assert 9.9 < epsilon({charge: periods}, 1e-6) < 10.05


def test_a_day_has_seven_times_the_noise_of_a_week() -> None:
    """For one budget a week made of days has about seven times the deviation of a week published at once."""
    day, week = (noise_of(10, period, "skellam").counts.scale for period in ("day", "week"))
    assert float(day / week) * 7**0.5 == pytest.approx(7, rel=0.02)


@pytest.mark.parametrize("law", LAWS)
def test_the_stated_variance_is_that_of_the_noise(law: LawName) -> None:
    """The spread of published shares around the counts is what is stated, also where draws differ by week."""
    weeks = 4_000
    draws = np.repeat([1.5, 6.0], weeks // 2)
    counted = Counted(np.full((weeks, 2), 500), np.full(weeks, 1_000_000), draws)
    found = publish(counted, noise_of(3, "week", law), seeded(1))
    off = found.shares * found.searches[:, None] - 500
    for half in (slice(0, weeks // 2), slice(weeks // 2, weeks)):
        stated = (found.noise * found.searches**2)[half].mean()
        assert off[half].var() == pytest.approx(stated, rel=0.12)
    quiet = publish(counted, None, seeded(1))
    np.testing.assert_array_equal(quiet.shares, 500 / 1_000_000)
    assert not quiet.noise.any()


def test_caps_are_those_of_each_period() -> None:
    """Of donors who only search for queries, two hits count a day or a week, and the week is the sum of its days."""
    shares = np.full((30, 4), 0.2499)
    donors = np.full(50, 8)
    by_day, by_week = Week((donors,) * 7, 7.0), Week((7 * donors,), 1.0)
    assert (by_day.total, by_week.total) == (2_800, 2_800)
    days, weeks = (count(shares, (week,), seeded(1)) for week in (by_day, by_week))
    assert days.counts.sum(axis=1).mean() == pytest.approx(7 * 2 * 50, rel=0.02)
    assert weeks.counts.sum(axis=1).tolist() == [2 * 50] * 30


def test_whole_weeks_arrive_by_day_and_by_week() -> None:
    """Simulated donors make as many searches by day as by week, and a week of days has the noise of seven."""
    days, weeks = (collect(2_000, period, 1) for period in ("day", "week"))
    assert (len(days), len(weeks)) == (8, 8)
    assert all((len(each.searches), len(other.searches)) == (7, 1) for each, other in zip(days, weeks, strict=True))
    searches = [np.mean([week.total for week in each]) for each in (days, weeks)]
    assert searches[0] == pytest.approx(searches[1], rel=0.05)
    draws = [np.mean([week.draws for week in each]) for each in (days, weeks)]
    assert draws[0] == pytest.approx(7 * draws[1], rel=0.1)
