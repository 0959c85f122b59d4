"""Counts as a `cohort` campaign would publish them: simulated donors, caps on their hits, and the noise of a budget.

The noise of a budget is what a campaign of 18 weeks has that may cost each donor this epsilon at a delta of 0.000001:
5% of rho for the number of donors, 5% for that of searches, 90% for keywords, as in `flu/weekly.py`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from pdd_papers.flu.collection import DAYS, MAX_SEARCHES, SIMULATED_WEEKS
from pdd_papers.flu.errors import StudyError
from pdd_papers.flu.series import Floats
from pdd_papers.flu.weekly import CAPS, DELTA, SHARES, WEEKS, capped_counts, collect_weeks
from pdd_papers.value.calibration import Donated
from pdd_research.seeded_randomness import Generator, seeded
from pdd_research.simulator import Activity, DayNoise, Volume
from pdd_research.simulator.cohort import ANSWER_DAYS, LATEST_CLOSE, Rules, play
from pdd_shared.privacy.accounting.parts.contributions import parts_of
from pdd_shared.privacy.accounting.parts.ratios import LawName
from pdd_shared.privacy.accounting.parts.release import Part
from pdd_shared.privacy.accounting.parts.scales import Limit, Wanted, deviation, skellam_parts
from pdd_shared.protocol.limits import LEAST_WEEK_DELAY
from pdd_shared.protocol.terms import Caps

PERIODS = {"day": 1, "week": DAYS}
"""The days of a period."""
LAWS: tuple[LawName, ...] = ("skellam", "discrete-laplace")
"""The laws of keywords' noise. The other numbers have discrete Laplace noise."""
Collected = tuple["Week", ...]


@dataclass(frozen=True)
class Week:
    """A simulated week.

    Attributes:
        searches: for each of its periods, how many searches of each donor in the sum count.
        draws: the variance of the week's noise, in units of one draw of its law.
    """

    searches: tuple[NDArray[np.int64], ...] = field(repr=False)
    draws: float

    @property
    def total(self) -> int:
        """The searches of the week."""
        return sum(int(searches.sum()) for searches in self.searches)


@dataclass(frozen=True)
class Noise:
    """The noise on each query's count of a period, and on the number of searches."""

    counts: Part
    searches: Part


@dataclass(frozen=True)
class Counted:
    """What donors searched, before noise.

    Attributes:
        counts: how many hits count (weeks, queries).
        searches: all searches that count (weeks).
        draws: the variance of each week's noise, in units of one draw of its law (weeks).
    """

    counts: NDArray[np.int64] = field(repr=False)
    searches: NDArray[np.int64] = field(repr=False)
    draws: Floats = field(repr=False)


def noise_of(budget: float, period: str, law: LawName) -> Noise:
    """Return the noise with which `WEEKS` weeks cost this epsilon, published by day or by week.

    Raises:
        StudyError: if no noise is accounted for that keeps to it.
    """
    days = PERIODS[period]
    kinds = parts_of(Caps(days * MAX_SEARCHES, CAPS.hits, CAPS.hits_per_keyword), keywords=CAPS.hits)
    wanted = {name: Wanted(kinds[name], share) for name, share in SHARES.items()}
    laplace = [name for name in wanted if law != "skellam" or name != "keywords"]
    try:
        parts = skellam_parts(wanted, Limit(budget, DELTA, WEEKS * DAYS // days), laplace)
    except (ValueError, OverflowError):
        raise StudyError(f"--budget: no noise is known that keeps to {budget:g} by {period}; give another") from None
    return Noise(parts["keywords"], parts["searches"])


def collect(donors: int, period: str, seed: int) -> Collected:
    """Simulate this many donors for SIMULATED_WEEKS weeks of a campaign by day or by week."""
    if period == "day":
        return tuple(_days(donors, seeded(seed)))
    found = collect_weeks(donors, seed)
    return tuple(Week((searches,), float(draws)) for searches, draws in zip(found.searches, found.draws, strict=True))


def count(shares: Floats, collected: Collected, rng: Generator) -> Counted:
    """Return what donors searched, each week as one of the simulated weeks at random, under the caps of each period.

    Args:
        shares: each query's share of all searches (weeks, queries).
        collected: the simulated weeks.
        rng: the source of all draws.
    """
    weeks = [collected[drawn] for drawn in rng.integers(len(collected), size=len(shares))]
    counts = [
        sum(capped_counts(searches, share, rng) for searches in week.searches)
        for share, week in zip(shares, weeks, strict=True)
    ]
    return Counted(np.array(counts), np.array([week.total for week in weeks]), np.array([week.draws for week in weeks]))


def publish(counted: Counted, noise: Noise | None, rng: Generator) -> Donated:
    """Return what a researcher computes: noisy counts as parts of the noisy number of searches, and their variance.

    Args:
        counted: what donors searched.
        noise: None for none.
        rng: the source of all draws.
    """
    counts, searches = counted.counts.astype(float), counted.searches.astype(float)
    variance = np.zeros(len(counts))
    if noise is not None:
        counts += np.array([_drawn(noise.counts, counts.shape[1], rng, draws) for draws in counted.draws])
        searches += np.array([_drawn(noise.searches, 1, rng, draws)[0] for draws in counted.draws])
        variance = counted.draws * deviation(noise.counts) ** 2
    searches = np.maximum(searches, 1)
    return Donated(counts / searches[:, None], variance / searches**2, searches)


def exact(shares: Floats) -> Donated:
    """Return the true shares, as if everybody donated without noise."""
    return Donated(shares, np.zeros(len(shares)), np.full(len(shares), np.inf))


def _drawn(part: Part, numbers: int, rng: Generator, draws: float) -> NDArray[np.int64]:
    law = "skellam" if part.law == "skellam" else "discrete-laplace"
    return DayNoise(float(part.scale), law).draw(numbers, rng, draws)  # type: ignore[arg-type]


def _days(donors: int, rng: Generator) -> Iterator[Week]:
    """Yield weeks of a daily campaign, of which each day has a list, noise and caps of its own."""
    rules, days = Rules(delay=LEAST_WEEK_DELAY), SIMULATED_WEEKS * DAYS
    presence = Activity().days(donors, rules.warm_up + days + LATEST_CLOSE + ANSWER_DAYS, rng)
    outcomes = islice(play(presence, rules, rng), days)
    while week := list(islice(outcomes, DAYS)):
        made = [Volume().draw(int(day.counted.sum()), rng).astype(np.int64) for day in week]
        yield Week(tuple(np.minimum(each, MAX_SEARCHES) for each in made), sum(day.noise for day in week))
