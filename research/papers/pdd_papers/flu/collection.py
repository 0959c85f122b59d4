"""True query frequencies turned into those that a simulated campaign publishes: losses, sampling and noise.

The simulator says how many searches were made and how many arrived. Searches are independent of each other and of who
makes them, so their queries are drawn afterwards, as often as needed (`simulator/queries.py`).
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from pdd_papers.flu.errors import StudyError
from pdd_papers.flu.series import Floats
from pdd_research.seeded_randomness import Generator
from pdd_research.simulator import DayNoise, Queries, Setting, Volume, repeat, simulate
from pdd_research.simulator.run import CohortDay

TOTAL_SHARE = 0.0034
"""The share of all searches that are for any of the queries (PDD, section 5.1)."""
MAX_SEARCHES, MAX_MATCHES = 10, 1
"""The caps of a donor's day; a search matches at most one query."""
DAYS = 7
SIMULATED_WEEKS = 8
DELAYS = (0, 1, 2, 3, 4, 5)
_PLAIN = Setting(protocol="plain", delay=2, group_size=100, volume=Volume(max_searches=MAX_SEARCHES))
_COHORT = Setting(protocol="cohort", delay=1, volume=Volume(max_searches=MAX_SEARCHES))
PROTOCOLS = {"plain": _PLAIN, "cohort": _COHORT}
"""The paper's collection, and ours with a server's default settings."""


@dataclass(frozen=True)
class Collected:
    """Simulated weeks; each array has an element for each week.

    Attributes:
        made: the searches that donors made.
        arrived: the searches that are in the totals.
        draws: the variance of the week's noise, in units of one draw of its law. In `plain` the server adds one draw a
            day; in `cohort` donors add more.
    """

    made: NDArray[np.int64] = field(repr=False)
    arrived: NDArray[np.int64] = field(repr=False)
    draws: Floats = field(repr=False)


def collect(setting: Setting, donors: int, seed: int) -> Collected:
    """Simulate this many donors for SIMULATED_WEEKS weeks.

    Raises:
        SettingError: if the number of donors is out of range.
    """
    days = list(simulate(replace(setting, donors=donors).with_data_days(SIMULATED_WEEKS * DAYS), seed))
    searches = np.array([(day.searches, day.counted_searches) for day in days], np.int64)
    draws = np.array([day.noise_sd**2 if isinstance(day, CohortDay) else 1.0 for day in days])
    made, arrived = searches.reshape(SIMULATED_WEEKS, DAYS, 2).sum(axis=1).T
    return Collected(made, arrived, draws.reshape(SIMULATED_WEEKS, DAYS).sum(axis=1))


def shares_of(frequencies: Floats, before: int, total: float = TOTAL_SHARE) -> Floats:
    """Return each query's share of all searches by week, for series of which only the shape is known.

    In the first `before` weeks all queries are equally frequent on average, and add up to `total` of all searches.

    Raises:
        StudyError: if the shares of another week would then exceed all searches.
    """
    shares: Floats = frequencies * (total / frequencies.shape[1] / frequencies[:before].mean(axis=0))
    if (most := shares.sum(axis=1).max()) >= 1:
        raise StudyError(
            f"--share: is {total}; in one week {most:.0%} of all searches would be for the queries; give less"
        )
    return shares


def errors_of(shares: Floats, collected: Collected, samples: int, rng: Generator) -> Floats:
    """Return samples of the relative errors of frequencies: (true - estimated) / true, nan if nobody searched a query.

    Each sample combines a random week of the collection with the shares of a random week of the series.

    Args:
        shares: each query's share of all searches (weeks, queries).
        collected: the simulated weeks.
        samples: how many.
        rng: the source of all draws.

    Returns:
        An array (samples, queries).
    """
    week = rng.integers(len(shares), size=samples)
    collection = rng.integers(len(collected.made), size=samples)
    made, arrived = collected.made[collection], collected.arrived[collection]
    counted = _counts(arrived, shares[week], rng)
    true = (counted + _counts(made - arrived, shares[week], rng)) / np.maximum(made, 1)[:, None]
    estimated = counted / np.maximum(arrived, 1)[:, None]
    return np.where(true > 0, (true - estimated) / np.where(true > 0, true, 1.0), np.nan)


def published(shares: Floats, collected: Collected, noise: DayNoise | None, rng: Generator) -> Floats:
    """Return frequencies as a researcher computes them: noisy counts divided by the noisy number of searches.

    Args:
        shares: each query's share of all searches (weeks, queries).
        collected: simulated weeks, of which one is drawn for each week.
        noise: the noise on each number; None for none.
        rng: the source of all draws.

    Returns:
        An array (weeks, queries).
    """
    week = rng.integers(len(collected.made), size=len(shares))
    arrived = collected.arrived[week]
    counts = np.column_stack([_counts(arrived, shares, rng), arrived])
    if noise is not None:
        counts += np.array([noise.draw(counts.shape[1], rng, draws) for draws in collected.draws[week]])
    return counts[:, :-1] / np.maximum(counts[:, -1:], 1)


def noise_of(epsilon: float | None) -> DayNoise | None:
    """Return the noise of a campaign in which a day costs epsilon; None for None.

    Raises:
        SettingError: if epsilon is out of range.
    """
    return None if epsilon is None else DayNoise.of_day(epsilon, MAX_SEARCHES, MAX_SEARCHES * MAX_MATCHES)


def frequency_errors(
    names: tuple[str, ...], shares: Floats, donors: int, seed: int, moved: Callable[[], None]
) -> list[dict[str, float]]:
    """Return the mean relative error of a query's frequency on a day, for both protocols and each delay."""
    searched = shares.mean(axis=0)
    queries = Queries((*names, ""), np.append(searched, 1 - searched.sum()))
    return [_at_delay(delay, queries, donors, seed, moved) for delay in DELAYS]


def _at_delay(delay: int, queries: Queries, donors: int, seed: int, moved: Callable[[], None]) -> dict[str, float]:
    row: dict[str, float] = {"delay": delay}
    for name, setting in PROTOCOLS.items():
        given = replace(setting, delay=delay, donors=donors, queries=queries).with_data_days(2 * DAYS)
        found = repeat(given, [seed]).frequency_error
        row[name] = found.mean if found is not None else 0.0
        moved()
    return row


def _counts(searches: NDArray[np.int64], shares: Floats, rng: Generator) -> NDArray[np.int64]:
    """Return how often each query occurs among each week's searches, (weeks, queries)."""
    rest = 1 - shares.sum(axis=1, keepdims=True)
    drawn: NDArray[np.int64] = rng.multinomial(searches, np.hstack([shares, rest]))[:, :-1]
    return drawn
