"""The flu study's weekly campaign: caps on hits as in the product, noise of the same budget, and less of it."""

from collections import Counter, defaultdict
from decimal import Decimal

import numpy as np
import pytest
from numpy.typing import NDArray

from pdd_papers.flu import weekly
from pdd_papers.flu.collection import Collected, published
from pdd_papers.flu.weekly import CAPS, CollectedWeeks, WeeklyNoise, capped_counts, collect_weeks, published_weeks
from pdd_research.seeded_randomness import seeded
from pdd_research.simulator import DayNoise
from pdd_shared.counting.hits import within_caps
from pdd_shared.privacy.accounting.charges import PartsCharge, charge_of_terms
from pdd_shared.privacy.accounting.composition import epsilon
from pdd_shared.protocol.terms import NumberNoise, PartNoise
from tests.support.terms import cohort_terms


class Scripted:
    """A source of draws that says who makes which hit, in which order."""

    def __init__(self, hits: list[int], order: NDArray[np.int64], searches: NDArray[np.int64]) -> None:
        self._hits, self._order, self._searches = hits, order, searches

    def multinomial(self, total: int, _shares: NDArray[np.float64]) -> NDArray[np.int64]:
        return np.array([*self._hits, total - sum(self._hits)])

    def permutation(self, queries: NDArray[np.int64]) -> NDArray[np.int64]:
        return queries[self._order]

    def integers(self, _most: int, **_: int) -> NDArray[np.int64]:
        return self._searches


@pytest.mark.parametrize("seed", range(20))
def test_hits_are_capped_as_donors_cap_them(seed: int) -> None:
    """Of any hits, those count that the donors' own rule lets count, donor by donor and the first ones first."""
    rng = seeded(seed)
    hits = rng.integers(0, 6, 4).tolist()
    order, searches = rng.permutation(sum(hits)), rng.integers(0, 12, sum(hits))
    of_donors = np.array([5, 0, 4, 3])
    found = capped_counts(of_donors, np.full(4, 0.1), Scripted(hits, order, searches))  # type: ignore[arg-type]
    by_donor: defaultdict[int, list[int]] = defaultdict(list)
    for query, search in zip(np.repeat(np.arange(4), hits)[order].tolist(), searches.tolist(), strict=True):
        by_donor[int(np.searchsorted([5, 5, 9, 12], search, side="right"))].append(query)
    counted = Counter[int]()
    for queries in by_donor.values():
        kept = within_caps([(query, 0) for query in queries], CAPS)
        counted.update(query for query, counts in zip(queries, kept, strict=True) if counts)
    assert found.tolist() == [counted[query] for query in range(4)]


def test_rare_hits_are_hardly_ever_capped() -> None:
    """Of hits as rare as the study's, as many count as were searched; of frequent ones, two a donor at most."""
    searches = np.full(2_000, 8)
    rare = sum(capped_counts(searches, np.full(60, 5e-5), seeded(seed)).sum() for seed in range(50))
    assert rare == pytest.approx(50 * 16_000 * 60 * 5e-5, rel=0.06)
    assert capped_counts(searches, np.full(60, 0.016), seeded(1)).sum() == pytest.approx(4_000, rel=0.01)


def law_of(law: str, scale: float) -> NumberNoise:
    return NumberNoise(law=law, scale=Decimal(str(scale)), unit=1)


def test_hits_of_all_weeks_are_capped() -> None:
    """In 18 weeks of many hits each donor adds as many as the cap; in the next campaign as many again."""
    caps = weekly.CAMPAIGN_CAPS[0]
    silent = WeeklyNoise(DayNoise(1e-3, "skellam"), DayNoise(1e-3, "skellam"))
    weeks = CollectedWeeks((np.full(500, 10),), np.array([1.0]))
    found = published_weeks(np.full((weekly.WEEKS + 2, 3), 0.1), weeks, silent, seeded(1), caps) * 5_000
    assert found[: weekly.WEEKS].sum() == pytest.approx(500 * caps.hits)
    assert found[0].sum() == pytest.approx(found[weekly.WEEKS].sum(), rel=0.1)
    assert found[weekly.WEEKS - 1].sum() == pytest.approx(0, abs=1e-6)


def test_all_campaigns_cost_the_same_budget() -> None:
    """All noises just keep to epsilon 10 over 18 weeks at the stated delta, by the product's accounting."""
    daily, weeks = weekly.daily_noise(10), weekly.weekly_noise(10)
    law = law_of("discrete-laplace", daily.scale)
    one = PartNoise(joined=law, searches=law, counts=law)
    days = cohort_terms(max_searches=10, max_matches=1, noise=one)
    assert epsilon({charge_of_terms(days, "flu"): 126}, 1e-6) == pytest.approx(10, rel=1e-3)
    scales = {"joined": 10.21, "searches": weeks.searches.scale, "counts": weeks.counts.scale}
    parts = PartNoise(**{kind: law_of("skellam", scale) for kind, scale in scales.items()})
    caps = {"max_searches": 70, "max_matches": None, "max_hits": 2, "max_hits_per_keyword": 1}
    charge = PartsCharge.of_terms(cohort_terms(noise=parts, **caps), "flu")
    assert 9.9 < epsilon({charge: 18}, 1e-6) < 10.1
    assert (weeks.counts.law, weeks.counts.scale) == ("skellam", 3.404)
    capped = weekly.weekly_noise(10, weekly.CAMPAIGN_CAPS[0])
    assert capped.counts.scale * 2**0.5 == pytest.approx(3.404 / 2, rel=0.3)
    kinds = {"joined": law_of("skellam", 10.21), "searches": law_of("skellam", capped.searches.scale)}
    counts = law_of(capped.counts.law, capped.counts.scale)
    of_all = {"max_matches": None, "max_searches": 70, "max_campaign_hits": 8, "max_hits_per_keyword": 4}
    charge = PartsCharge.of_terms(cohort_terms(noise=PartNoise(**kinds, counts=counts), **of_all), "flu")
    assert 9.8 < epsilon({charge: 18}, 1e-6) <= 10


def test_a_weeks_numbers_have_the_noise_of_their_kind() -> None:
    """The spread of published frequencies is that of sampling, plus the draws on each count and on all searches."""
    shares = np.full((4_000, 1), 0.01)
    searches = (np.ones(100_000, np.int64),)
    collected = CollectedWeeks(searches, np.array([3.0]))
    loud, quiet = DayNoise(40.0, "skellam"), DayNoise(1e-3, "skellam")
    for noise, more in (((quiet, quiet), 0), ((loud, quiet), 3 * 1600), ((quiet, loud), 0)):
        found = published_weeks(shares, collected, WeeklyNoise(*noise), seeded(1)) * 100_000
        assert found.var() == pytest.approx(1_000 * 0.99 + more, rel=0.1)
    wide = published_weeks(shares, collected, WeeklyNoise(quiet, DayNoise(5_000.0, "skellam")), seeded(1)) * 100_000
    assert wide.var() == pytest.approx(990 + 3 * (1_000 * 0.05) ** 2, rel=0.15)


def test_a_weekly_campaign_is_much_closer_for_the_same_budget() -> None:
    """With 20,000 donors a frequency of a week is off by less than a fiftieth of what a daily campaign is off."""
    shares = np.full((60, 20), 5e-5)
    weeks = collect_weeks(20_000, 1)
    by_week = published_weeks(shares, weeks, weekly.weekly_noise(10), seeded(2))
    searches = np.array([each.sum() for each in weeks.searches])
    days = Collected(searches, searches, 7 * weeks.draws)
    by_day = published(shares, days, weekly.daily_noise(10), seeded(2))
    off = [np.abs(found - shares).mean() for found in (by_week, by_day)]
    assert off[0] < off[1] / 50


def test_whole_weeks_arrive() -> None:
    """Of a week nearly all donors are in the list, with a few searches each on the days when they were active."""
    weeks = collect_weeks(3_000, 1)
    assert all(2_800 < len(searches) <= 3_000 for searches in weeks.searches)
    assert 6.5 < np.concatenate(weeks.searches).mean() < 9
    assert weeks.draws == pytest.approx(np.full(8, 1.65), rel=0.1)
