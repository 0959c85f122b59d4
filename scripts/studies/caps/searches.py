"""What simulated donors search, week by week: most of it is nothing that the campaign counts."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise

import numpy as np
from numpy.typing import NDArray

from pdd_research.seeded_randomness import Generator
from pdd_research.simulator import Volume
from pdd_research.simulator.activity import Present
from scripts.studies.caps.setting import Setting

OTHER = -1
"""A search for something else, in place of a keyword's number."""
_SPREAD = Volume().deviation / Volume().mean
"""By how much donors' searches of a day vary, as a share of their mean (PDD, section 4.1)."""


@dataclass(frozen=True)
class DonorWeek:
    """A donor's searches of a week: for each day the keywords' numbers or OTHER, the oldest first."""

    days: tuple[tuple[int, ...], ...]

    @property
    def searches(self) -> int:
        """The number of searches."""
        return sum(map(len, self.days))

    @property
    def hits(self) -> list[int]:
        """The keywords' numbers of the searches that are for one."""
        return [query for query in chain(*self.days) if query != OTHER]


def rates_of(setting: Setting, rng: Generator) -> NDArray[np.float64]:
    """Return by how much each donor searches more for keywords than the mean, for the whole campaign (donors,)."""
    if setting.shape is None:
        return np.ones(setting.donors)
    drawn: NDArray[np.float64] = rng.gamma(setting.shape, 1 / setting.shape, setting.donors)
    return drawn


def weeks(setting: Setting, active: Present, rates: NDArray[np.float64], rng: Generator) -> Iterator[DonorWeek]:
    """Yield the week of each donor.

    Args:
        setting: what donors search.
        active: for each day and donor, whether the donor is active (7, donors).
        rates: as `rates_of` draws them.
        rng: the source of all draws.
    """
    volume = Volume(setting.searches, setting.searches * _SPREAD)
    made = np.array([volume.draw(active.shape[1], rng) * day for day in active]).T
    share = np.minimum(1, rates * setting.rate * setting.keywords / setting.burst)
    episodes = rng.binomial(made.sum(axis=1), share)
    for of_days, ill in zip(made.tolist(), episodes.tolist(), strict=True):
        queries = _queries(setting, sum(of_days), ill, rng)
        ends = list(accumulate(of_days, initial=0))
        yield DonorWeek(tuple(tuple(queries[first:end]) for first, end in pairwise(ends)))


def uncapped(setting: Setting, donors: list[DonorWeek]) -> NDArray[np.int64]:
    """Return how many donors there are, how much they searched, and how often for each entry, without caps."""
    found = np.fromiter(chain(*(donor.hits for donor in donors)), np.int64)
    hits = [len(found)] if setting.is_index else np.bincount(found, minlength=setting.keywords)
    return np.array([len(donors), sum(donor.searches for donor in donors), *hits], np.int64)


def _queries(setting: Setting, number: int, episodes: int, rng: Generator) -> list[int]:
    """Return a week's searches. In each episode an ill person makes some for keywords, one after the other."""
    queries = [OTHER] * number
    for _ in range(episodes):
        first = int(rng.integers(max(1, number - setting.burst + 1)))
        queries[first : first + setting.burst] = _episode(setting, rng)[: number - first]
    return queries


def _episode(setting: Setting, rng: Generator) -> list[int]:
    if setting.same_keyword:
        return [int(rng.integers(setting.keywords))] * setting.burst
    drawn: list[int] = rng.integers(setting.keywords, size=setting.burst).tolist()
    return drawn
