"""How often a cohort campaign's intervals hold, from the homes' sampler to the published half width."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from pdd_server.services.results.results import results
from pdd_server.services.rounds.cohort.days import publication
from pdd_server.store.campaigns import campaigns
from pdd_server.store.migrate import upgrade
from pdd_server.store.results.growing_days import Decoys
from pdd_shared.privacy.noise.distributions import DiscreteLaplace, half_width
from pdd_shared.protocol.messages import Campaign
from pdd_shared.rounds.cohort.day.floors import server_floor
from pdd_shared.rounds.cohort.day.layout import cohort_layout
from pdd_shared.rounds.cohort.day.server import Opened
from pdd_shared.rounds.cohort.messages import CohortDay, CohortPlan
from pdd_shared.rounds.cohort.parameters import TreeSize
from tests.server.services.rounds.cohort.synthetic_days import cohort_campaign, plan_of
from tests.server.services.rounds.cohort.test_publication import fits_the_law
from tests.server.simulated_server import DAY, store_of_tests
from tests.support.cohort.memory_cohort import random_from

WORDS, SCALE = 10_000, 20
THERE = Fraction(96, 100)
"""Of a tree's leaves, those whose uploads are in: the paper's activity, delay 1."""


def campaign_of(words: int) -> Campaign:
    """Return a campaign with so many words."""
    return cohort_campaign(str(SCALE)).model_copy(update={"vocabulary": tuple(f"word{n}" for n in range(words))})


def summed(plan: CohortPlan, cohort: int, uploads: int) -> Opened:
    """Return the sum of so many uploads of zeros, each with the noise that a home draws."""
    layout = cohort_layout(plan.layout, TreeSize(plan.size), plan.cohorts[cohort])
    numbers = np.zeros(layout.entries, dtype=np.int64)
    for home in range(uploads):
        numbers += layout.draw_noise(random_from(10_000 * cohort + home))
    return Opened(layout, uploads, numbers, frozenset())


def plan_for(made: Campaign, donors: int) -> CohortPlan:
    """Return the plan of a day on a server with so many donors."""
    size = TreeSize(donors)
    floor = server_floor(size, [10], 1, [THERE] * 14)
    cohorts = (CohortDay(floor=floor, sub_cohorts=1),) * size.cohorts
    return plan_of(made).model_copy(update={"size": donors, "cohorts": cohorts})


@pytest.mark.slow
@pytest.mark.parametrize("donors", [60, 1_000, 10_000])
def test_intervals_cover_what_they_say(tmp_path: Path, donors: int) -> None:
    """Of 10,000 numbers 94% to 97% are within the published 95% interval, with one cohort and with two.

    The interval of one draw would hold less than 92%: all donors add noise, and the draw counts on fewer.
    """
    plan = plan_for(made := campaign_of(WORDS), donors)
    cohorts = len(plan.cohorts)
    store = store_of_tests(tmp_path)
    upgrade(store)
    with store.write() as connection:
        campaigns.add(connection, made)
        for cohort in range(cohorts):
            publication.charge_shown(connection, plan, plan.cohorts[cohort])
            opened = summed(plan, cohort, round(THERE * donors / cohorts))
            publication.add_opened(connection, plan, donors, opened)
        publication.finish(connection, plan, donors, Counter(opened=cohorts))
        (day,) = results(connection, made.id)["days"]
    store.dispose()
    noise = np.array(list(day["totals"].values()))
    half = day["noise"]["half_width_95"]
    print(f"{donors} donors: {np.mean(abs(noise) <= half):.4f} within {half}, sd {noise.std():.1f}")
    assert len(noise) == WORDS
    assert 0.94 <= np.mean(abs(noise) <= half) <= 0.97
    assert np.mean(abs(noise) <= half_width([DiscreteLaplace(SCALE)])) < 0.92


@pytest.mark.parametrize(("stated", "fits"), [(1, True), (2, False)])
def test_what_homes_draw_has_the_law(stated: int, fits: bool) -> None:
    """The noise of 58 homes passes the decoys' test, and fails if twice as much noise were stated."""
    opened = summed(plan_for(campaign_of(1_000), 60), 0, 58)
    (law,) = opened.layout.laws
    noise = tuple(opened.numbers.tolist())
    assert fits_the_law([Decoys(DAY, law.noise.law, law.noise.scale * stated, 58, law.makers, noise)]) is fits
