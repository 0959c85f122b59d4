"""The study of caps, small: its figures follow from the product's own code, and broken code changes them."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from pdd_client.core.donation.exclusions import Exclusions, blocked_vocabulary
from pdd_client.core.donation.expected_plan import expected_plan
from pdd_client.core.donation.ledger import Ledger
from pdd_client.core.donation.prepare_donation import DonorState, prepare_donation
from pdd_research.seeded_randomness import seeded
from pdd_shared.protocol.days import days_of
from pdd_shared.rounds.cohort.day.layout import CohortLayout, cohort_part_of
from scripts.studies.caps.campaign import START, campaign_of, consent_to
from scripts.studies.caps.collection import collect
from scripts.studies.caps.donor import Counter, searches_of
from scripts.studies.caps.figures import COLUMNS, Figures, row
from scripts.studies.caps.searches import weeks
from scripts.studies.caps.setting import INDEX, SINGLE, capped
from tests.client.fakes import Clock, FakeServer

SMALL = replace(SINGLE, donors=60, rate=0.0005, weeks=4)


def test_intervals_hold_as_often_as_the_law_says() -> None:
    """Of 400 totals as many are within their interval as the exact law of the noise keeps there, 95% or more."""
    found = Figures.of(SMALL, collect(SMALL, 1))
    assert found.weeks == 4
    assert 0.95 <= found.chance < 0.99
    assert abs(found.coverage - found.chance) < 3.5 * (0.05 / 400) ** 0.5
    assert found.noise == pytest.approx(found.forecast, rel=0.2)
    assert len(row(found).split(" | ")) == len(COLUMNS)


@pytest.mark.parametrize("times", [0, 2])
def test_wrong_noise_is_seen(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """If donors add no noise, or twice as much, intervals hold always, or much more seldom than they say."""
    draw = CohortLayout.draw_noise
    monkeypatch.setattr(CohortLayout, "draw_noise", lambda layout, source: times * draw(layout, source))
    found = Figures.of(SMALL, collect(SMALL, 1))
    assert found.coverage == 1 if times == 0 else found.coverage < 0.8


def test_loose_caps_lose_nothing() -> None:
    """Under caps that nobody reaches, the sum without noise is what the donors in the list searched for."""
    loose = replace(SMALL, max_searches=500, max_hits=10, max_hits_per_keyword=10)
    for week in collect(loose, 2):
        assert week.counted.tolist() == week.given.tolist()
        assert (week.searched >= week.given).all()
        assert week.given[2:].sum() > 30


@pytest.mark.parametrize(("same", "lost"), [(True, 0.75), (False, 0.5)])
def test_the_caps_take_their_part_of_bursts(same: bool, lost: float) -> None:
    """Of four searches in a row, k = 1 leaves one of the same keyword, and H = 2 leaves two of different ones."""
    bursts = replace(SMALL, burst=4, same_keyword=same, rate=0.0001, donors=400)
    assert Figures.of(bursts, collect(bursts, 1)).lost_to_caps == pytest.approx(lost, abs=0.04)


@pytest.mark.parametrize("used", [None, 0, 2])
def test_donors_count_as_the_whole_donor_would(used: int | None) -> None:
    """The study's counts are those of `prepare_donation`, with consents, plan, ledger and history, donor by donor.

    So they are under a cap on all weeks, for donors who have used some of their hits.
    """
    setting = replace(SMALL, burst=3, rate=0.002)
    if used is not None:
        setting = capped(setting, 4, 4)
    made, info = campaign_of(setting), FakeServer(Clock(), protocol="cohort").info()
    sunday = START + timedelta(days=6)
    now = datetime(sunday.year, sunday.month, sunday.day, tzinfo=UTC) + timedelta(days=1, hours=6)
    consents, nothing = {made.id: [consent_to(made)]}, Exclusions(blocked_vocabulary([]))
    state = DonorState(
        consents, {made.id: made}, info, Ledger((), None, {made.id: used or 0}), nothing, None, None, now
    )
    plan, counter = expected_plan(info, sunday, [cohort_part_of(made)]), Counter(made, sunday)
    for week in weeks(setting, np.ones((7, 40), np.bool_), np.ones(40), seeded(1)):
        days = zip(days_of("week", sunday), week.days, strict=True)
        history = [search for day, queries in days for search in searches_of(day, queries)]
        donation = prepare_donation(plan, state, lambda history=history: history).donation
        given, hits = counter.given(week, used or 0)
        assert donation.counts() == given
        assert [one.hits for one in donation.given] == [hits]


def test_an_index_counts_donors_once_with_k_1() -> None:
    """An index is one number: the donors who searched for any of its keywords, each once a week."""
    index = replace(INDEX, donors=60, weeks=2)
    for week in collect(index, 1):
        assert len(week.published) == 3
        assert 0 < week.counted[2] <= week.given[2]


def test_the_same_seed_gives_the_same_weeks() -> None:
    """The same seed gives the same published numbers, and another seed others."""
    tiny = replace(SMALL, donors=10, weeks=1)
    same, again, other = (collect(tiny, seed)[0].published.tolist() for seed in (1, 1, 2))
    assert same == again != other


@pytest.mark.slow
def test_what_five_hundred_and_five_thousand_donors_are_enough_for() -> None:
    """By noise, an index of .5% of searches is off by under 10% with 500 donors, a keyword by under 50% with 5,000."""
    for setting, most in ((INDEX, 0.1), (SINGLE, 0.5)):
        found = Figures.of(setting, collect(setting, 1))
        print(row(found))
        assert found.weeks == 18
        assert found.noise < most
        assert found.noise == pytest.approx(found.forecast, rel=0.1 if setting is SINGLE else 0.6)
