"""Weekly campaigns with caps on hits and noise of its own for each kind of number, beside a daily one as costly.

All have the same budget for `WEEKS` weeks. The daily one is as campaigns were at first: one discrete Laplace noise on
all numbers, paid every day. Of the weekly ones, one caps the hits of each week and one those of all weeks together.
"""

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from pdd_papers.flu.collection import DAYS, MAX_MATCHES, MAX_SEARCHES, SIMULATED_WEEKS
from pdd_papers.flu.series import Floats
from pdd_research.seeded_randomness import Generator, seeded
from pdd_research.simulator import Activity, DayNoise, Volume
from pdd_research.simulator.cohort import Rules
from pdd_research.simulator.weeks import Week, simulate_weeks
from pdd_shared.privacy.accounting.charges import Charge
from pdd_shared.privacy.accounting.composition import scale_for
from pdd_shared.privacy.accounting.parts.contributions import parts_of
from pdd_shared.privacy.accounting.parts.release import Part
from pdd_shared.privacy.accounting.parts.scales import Limit, Wanted, skellam_parts, with_better_laws
from pdd_shared.protocol.limits import LEAST_WEEK_DELAY
from pdd_shared.protocol.terms import Caps

WEEKS, DELTA = 18, 1e-6
"""A budget is for so many weeks, at this delta."""
CAPS = Caps(searches=DAYS * MAX_SEARCHES, hits=2, hits_per_keyword=1)
"""The caps of a donor's week."""
CAMPAIGN_CAPS = tuple(
    Caps(searches=DAYS * MAX_SEARCHES, hits=hits, hits_per_keyword=4, campaign_hits=hits) for hits in (8, 16)
)
"""Caps on all weeks together, and none on a week's hits. A plan chooses 16 for `TOTAL_SHARE` of all searches."""
SHARES = {"joined": 0.05, "searches": 0.05, "keywords": 0.9}
"""The shares of the budget's rho."""


@dataclass(frozen=True)
class WeeklyNoise:
    """The noise on a week's counts of queries, and on its number of searches."""

    counts: DayNoise
    searches: DayNoise


@dataclass(frozen=True)
class CollectedWeeks:
    """Simulated weeks.

    Attributes:
        searches: for each week, how many searches of each donor in the sums count.
        draws: the variance of each week's noise, in units of one draw of its law.
    """

    searches: tuple[NDArray[np.int64], ...] = field(repr=False)
    draws: Floats = field(repr=False)


def daily_noise(epsilon: float) -> DayNoise:
    """Return the noise with which all days of `WEEKS` weeks together cost epsilon.

    Raises:
        ValueError: if no noise is enough.
    """
    l1 = 1 + MAX_SEARCHES * (1 + MAX_MATCHES)
    scale = scale_for(lambda scale: Charge("discrete-laplace", scale, l1), WEEKS * DAYS, epsilon, DELTA)
    return DayNoise(float(scale))


def weekly_noise(epsilon: float, caps: Caps = CAPS) -> WeeklyNoise:
    """Return the noise with which `WEEKS` weeks together cost epsilon, each kind of number with the better law.

    Args:
        epsilon: what all weeks cost together, at `DELTA`.
        caps: the campaign's caps.

    Raises:
        ValueError: if no noise is enough.
    """
    once = frozenset({"keywords"}) if caps.campaign_hits else frozenset[str]()
    most = caps.hits if caps.campaign_hits is None else caps.campaign_hits + 1
    limit, kinds = Limit(epsilon, DELTA, WEEKS, once), parts_of(replace(caps, hits=most), keywords=most)
    wanted = {name: Wanted(kinds[name], share) for name, share in SHARES.items()}
    found = with_better_laws(skellam_parts(wanted, limit), limit)
    return WeeklyNoise(_of_part(found["keywords"]), _of_part(found["searches"]))


def collect_weeks(donors: int, seed: int) -> CollectedWeeks:
    """Simulate this many donors for SIMULATED_WEEKS weeks."""
    rng = seeded(seed)
    weeks = list(simulate_weeks(Activity(), Rules(delay=LEAST_WEEK_DELAY), donors, SIMULATED_WEEKS, rng))
    return CollectedWeeks(
        tuple(_searches(week, rng) for week in weeks), np.array([week.sunday.noise for week in weeks])
    )


def published_weeks(
    shares: Floats, collected: CollectedWeeks, noise: WeeklyNoise, rng: Generator, caps: Caps = CAPS
) -> Floats:
    """Return frequencies as a researcher computes them: noisy counts divided by the noisy number of searches.

    A donor's place in a week's list stands for the donor. Every `WEEKS` weeks a new campaign begins.

    Args:
        shares: each query's share of all searches (weeks, queries).
        collected: simulated weeks, of which one is drawn for each week.
        noise: the noise on each kind of number.
        rng: the source of all draws.
        caps: the campaign's caps.

    Returns:
        An array (weeks, queries).
    """
    rows, used = [], np.zeros(max(map(len, collected.searches)), np.int64)
    for number, week in enumerate(rng.integers(len(collected.draws), size=len(shares))):
        if number % WEEKS == 0:
            used[:] = 0
        share, searches, draws = shares[number], collected.searches[week], collected.draws[week]
        counts = capped_counts(searches, share, rng, caps, used) + noise.counts.draw(shares.shape[1], rng, draws)
        total = int(searches.sum()) + int(noise.searches.draw(1, rng, draws)[0])
        rows.append(counts / max(total, 1))
    return np.array(rows)


def capped_counts(
    searches: NDArray[np.int64], share: Floats, rng: Generator, caps: Caps = CAPS, used: NDArray[np.int64] | None = None
) -> NDArray[np.int64]:
    """Return how many hits of each query count in a week, under the caps on each donor's hits.

    Args:
        searches: how many searches each donor made.
        share: each query's share of them.
        rng: the source of who searched for what, and in which order.
        caps: the campaign's caps.
        used: how many hits of all weeks each donor has used, which grows by this week's; None without a cap on them.
    """
    total = int(searches.sum())
    hits = rng.multinomial(total, np.append(share, 1 - share.sum()))[:-1]
    query = rng.permutation(np.repeat(np.arange(len(share)), hits))
    donor = np.searchsorted(np.cumsum(searches), rng.integers(max(total, 1), size=len(query)), side="right")
    within = _places(donor * len(share) + query) < caps.hits_per_keyword
    query, donor = query[within], donor[within]
    left = np.full(len(query), caps.hits)
    if caps.campaign_hits is not None and used is not None:
        left = np.minimum(left, caps.campaign_hits - used[donor])
    counts = _places(donor) < left
    if used is not None:
        np.add.at(used, donor[counts], 1)
    return np.bincount(query[counts], minlength=len(share))


def _places(donors: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return for each element how many earlier ones are the same."""
    order = np.argsort(donors, kind="stable")
    starts = np.flatnonzero(np.diff(donors[order], prepend=-1))
    ranks = np.arange(len(donors)) - np.repeat(starts, np.diff(starts, append=len(donors)))
    places = np.empty_like(order)
    places[order] = ranks
    return places


def _searches(week: Week, rng: Generator) -> NDArray[np.int64]:
    """Return how many searches of the week count, of each donor in its list."""
    made = np.zeros(week.active.shape[1], np.int64)
    for day in week.active:
        made += Volume().draw(len(day), rng) * day
    return np.minimum(made[week.sunday.listed], CAPS.searches)


def _of_part(part: Part) -> DayNoise:
    return DayNoise(float(part.scale), "skellam" if part.law == "skellam" else "discrete-laplace")
