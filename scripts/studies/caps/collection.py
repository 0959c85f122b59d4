"""A simulated campaign from donors' searches to the server's published results."""

from collections import Counter as Tally
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pdd_research.seeded_randomness import Generator, seeded
from pdd_research.simulator import Activity
from pdd_research.simulator.cohort import Rules
from pdd_research.simulator.weeks import Week, simulate_weeks
from pdd_server.services.results.results import results
from pdd_server.services.rounds.cohort.days import publication
from pdd_server.store.campaigns import campaigns
from pdd_server.store.engine import Store
from pdd_server.store.migrate import upgrade
from pdd_shared.privacy.noise.distributions import spread
from pdd_shared.protocol.limits import LEAST_WEEK_DELAY
from pdd_shared.protocol.messages import Campaign
from pdd_shared.rounds.cohort.day.layout import cohort_layout
from pdd_shared.rounds.cohort.day.server import Opened
from pdd_shared.rounds.cohort.parameters import TreeSize
from pdd_shared.rounds.layout import LEADING
from pdd_shared.series.published_days import law_in
from scripts.studies.caps.campaign import START, campaign_of, plan_of
from scripts.studies.caps.donor import Counter
from scripts.studies.caps.searches import rates_of, uncapped, weeks
from scripts.studies.caps.setting import Setting

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Collected:
    """One published week, and what it should have been. Arrays of numbers have donors, searches and each entry.

    Attributes:
        published: the published numbers.
        half_widths: half the width of each number's published 95% interval.
        chance: the probability with which the law of the noise keeps an entry's number within its interval. It is above
            95%, because an interval ends at whole numbers.
        counted: the same numbers without noise.
        given: what the same donors searched, without caps.
        searched: what all donors searched.
        full: the published number of donors who used their last hit; 0 without a cap on all weeks.
        variance: the variance of the noise on `full` and on each entry's number.
    """

    published: Integers = field(repr=False)
    half_widths: Integers = field(repr=False)
    chance: float
    counted: Integers = field(repr=False)
    given: Integers = field(repr=False)
    searched: Integers = field(repr=False)
    full: int = 0
    variance: float = 0


@dataclass(frozen=True)
class People:
    """The donors of a campaign: `rates_of` each, and the hits that each has used, both of shape (donors,)."""

    rates: NDArray[np.float64] = field(repr=False)
    used: Integers = field(repr=False)


def collect(setting: Setting, seed: int) -> list[Collected]:
    """Return the weeks of one simulated campaign; weeks that are not published are left out."""
    rng, campaign = seeded(seed), campaign_of(setting)
    people = People(rates_of(setting, rng), np.zeros(setting.donors, np.int64))
    simulated = simulate_weeks(Activity(), Rules(delay=LEAST_WEEK_DELAY), setting.donors, setting.weeks, rng)
    with _database(campaign) as store:
        true = {}
        for number, week in enumerate(simulated):
            sunday = START + timedelta(weeks=number, days=6)
            true[sunday.isoformat()] = _hold(store, campaign, setting, people, sunday, week, rng)
        with store.read() as connection:
            days = results(connection, campaign.id)["days"]
    return [
        Collected(*_published(day), *true[day["day"]], day.get("full", 0), law_in(day["noise"]).variance)
        for day in days
    ]


@contextmanager
def _database(campaign: Campaign) -> Iterator[Store]:
    """Open a server's new database that has the campaign."""
    with TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{Path(folder) / 'pdd.sqlite'}")
        upgrade(store)
        with store.write() as connection:
            campaigns.add(connection, campaign)
        yield store
        store.dispose()


def _hold(
    store: Store, campaign: Campaign, setting: Setting, people: People, sunday: date, week: Week, rng: Generator
) -> tuple[Integers, Integers, Integers]:
    """Let donors count a week, add up their vectors and publish it; return `counted`, `given` and `searched`."""
    made, counter = list(weeks(setting, week.active, people.rates, rng)), Counter(campaign, sunday)
    plan, epoch = plan_of(campaign, sunday, week.sunday), week.sunday.epoch
    counted, ended = np.zeros(LEADING + len(campaign.vocabulary), np.int64), Tally[str]()
    with store.write() as connection:
        for cohort, day in enumerate(plan.cohorts):
            listed = np.flatnonzero(week.sunday.listed & (epoch.cohort_of == cohort))
            ended["opened" if len(listed) else "lost"] += 1
            if not len(listed):
                continue
            layout = cohort_layout(plan.layout, TreeSize(plan.size), day)
            vectors = np.zeros(layout.entries, np.int64)
            for donor in listed:
                given, hits = counter.given(made[donor], int(people.used[donor]))
                people.used[donor] += hits
                vectors += layout.fill(given)
            noise = sum(layout.draw_noise(rng.bytes) for _ in listed)
            publication.charge_shown(connection, plan, day)
            opened = Opened(layout, len(listed), vectors + noise, frozenset())
            publication.add_opened(connection, plan, setting.donors, opened)
            counted += vectors[: len(counted)]
        publication.finish(connection, plan, setting.donors, ended)
    there = [made[donor] for donor in np.flatnonzero(week.sunday.listed)]
    return counted, uncapped(setting, there), uncapped(setting, made)


def _published(day: dict[str, Any]) -> tuple[Integers, Integers, float]:
    """Return a week's numbers, half the widths of their intervals, and how likely an entry's interval holds."""
    noise, totals = day["noise"], list(day["totals"].values())
    half = noise["half_width_95"]
    widths = [noise["donors"]["half_width_95"], noise["searches"]["half_width_95"], *[half] * len(totals)]
    chance = float(spread((law_in(noise),)).within[half])
    return np.array([day["donors"], day["searches"], *totals], np.int64), np.array(widths, np.int64), chance
