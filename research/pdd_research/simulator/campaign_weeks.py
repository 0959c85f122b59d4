"""Simulated weeks of a `cohort` campaign: a keyword's true and published totals, to hold a plan's answer against.

Donors come and go, make searches and hits one by one, and keep to the caps. Cohorts close as in `cohort`, and their
lists decide how much noise is in a total. So nothing here uses the closed forms of a plan.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from pdd_research.seeded_randomness import Generator
from pdd_research.simulator.activity import WEEK, Activity, Present
from pdd_research.simulator.cohort import ANSWER_DAYS, LATEST_CLOSE, Outcome, Rules, play
from pdd_research.simulator.noise import DayNoise
from pdd_shared.planning.measured import Measured
from pdd_shared.protocol.terms import CohortTerms


@dataclass(frozen=True)
class SimulatedWeek:
    """One week's total of a keyword.

    Attributes:
        true: the hits of the donors in the total.
        published: the same with noise.
    """

    true: int
    published: int


@dataclass(frozen=True)
class CampaignSetting:
    """What is simulated.

    Attributes:
        terms: the campaign's terms.
        strata: how many strata are added up, each with noise of its own.
        donors: donors there on a day, on average.
        searches: searches of one donor on an active day, on average.
        measured: the keyword or index, and the searches that match it or what is counted beside it.
        delay: the server's setting, in days.
    """

    terms: CohortTerms
    strata: int
    donors: int
    searches: float
    measured: Measured
    delay: int


def simulate_campaign(setting: CampaignSetting, weeks: int, rng: Generator) -> Iterator[SimulatedWeek]:
    """Yield so many weeks of a collection. Donors who are there on a day are those of the paper's activity."""
    activity = Activity()
    everybody = round(setting.donors * (activity.alpha + activity.beta) / activity.alpha)
    rules = Rules(delay=setting.delay, colluders=setting.terms.colluders)
    days = rules.warm_up + weeks * WEEK + LATEST_CLOSE + ANSWER_DAYS
    outcomes = islice(play(activity.days(everybody, days, rng), rules, rng), weeks * WEEK)
    while week := list(islice(outcomes, WEEK)):
        counted = _of_week(week) if setting.terms.period == "week" else [(day.counted, day) for day in week]
        true = sum(_hits(setting, active, rng) for active, _ in counted)
        noise = sum(_noise(setting, outcome, rng) for _, outcome in counted)
        yield SimulatedWeek(true, true + noise)


def _of_week(days: list[Outcome]) -> list[tuple[Present, Outcome]]:
    """Return on how many days each donor was active whose week is published, and the outcome of the last day."""
    active = np.sum([day.active for day in days], axis=0)
    return [(active[days[-1].listed], days[-1])]


def _hits(setting: CampaignSetting, active_days: NDArray[np.integer] | Present, rng: Generator) -> int:
    """Return the hits of donors in one period, after the caps.

    Each donor's searches are drawn one after another, and their hits taken in the vocabulary's order.
    """
    caps = setting.terms.caps
    kinds = [kind.within(caps) for kind in setting.measured.kinds]
    shares = np.array([kind.share for kind in kinds])
    own, before, after = (np.array([getattr(kind, name) for kind in kinds]) for name in ("own", "before", "after"))
    searches = np.minimum(rng.poisson(setting.searches * active_days[active_days > 0]), caps.searches)
    left = rng.binomial(searches, min(1.0, shares.sum()))
    taken, counted = np.zeros_like(left), np.zeros_like(left)
    while (searching := left > 0).any():
        made = rng.choice(len(kinds), left.size, p=shares / shares.sum())
        taken += before[made] * searching
        hit = searching & own[made] & (taken < caps.hits) & (counted < caps.hits_per_keyword)
        taken += (hit + after[made]) * searching
        counted += hit
        left -= searching
    return int(counted.sum())


def _noise(setting: CampaignSetting, outcome: Outcome, rng: Generator) -> int:
    counts = setting.terms.noise.counts
    drawn = DayNoise(float(counts.scale), counts.law).draw(setting.strata, rng, outcome.noise)
    return counts.unit * int(drawn.sum())
