"""The searches of simulated donors, week by week: most are for nothing that the campaign counts."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime

import numpy as np
from numpy.typing import NDArray

from pdd_client.core.searches import Search
from pdd_research.seeded_randomness import Generator
from pdd_research.simulator import Volume
from pdd_research.simulator.activity import Present
from scripts.studies.caps.setting import Setting

OTHER = "weather"
_SPREAD = Volume().deviation / Volume().mean
"""By how much donors' searches of a day vary, as a share of their mean (PDD, section 4.1)."""


def keyword(number: int) -> str:
    """Return the text of a keyword."""
    return f"keyword{number:04}"


@dataclass(frozen=True)
class DonorWeek:
    """A donor's searches of a week.

    Attributes:
        searches: the searches, the oldest first.
        truth: for each keyword, how many of them are for it.
    """

    searches: tuple[Search, ...]
    truth: NDArray[np.int64]


class Searching:
    """Makes weeks of searches.

    Args:
        setting: what donors search.
        day: a day of the week, which all searches of a week get.
        rng: the source of all draws.
    """

    def __init__(self, setting: Setting, day: date, rng: Generator) -> None:
        self._setting, self._rng = setting, rng
        self._volume = Volume(setting.searches, setting.searches * _SPREAD)
        self._other = _search(OTHER, day)
        self._nothing = np.zeros(setting.keywords, np.int64)
        self._for = [_search(keyword(number), day) for number in range(setting.keywords)]

    def weeks(self, active: Present) -> Iterator[DonorWeek]:
        """Yield the week of each donor, given on which days they were active (7, donors)."""
        made = sum(self._volume.draw(active.shape[1], self._rng) * day for day in active)
        share = self._setting.rate * self._setting.keywords / self._setting.burst
        for searches, episodes in zip(made.tolist(), self._rng.binomial(made, share).tolist(), strict=True):
            yield self._week(searches, episodes)

    def _week(self, number: int, episodes: int) -> DonorWeek:
        """Return a week of so many searches, in which so many times an illness makes some of them hits."""
        hits: dict[int, int] = {}
        for _ in range(episodes):
            first = int(self._rng.integers(max(1, number - self._setting.burst + 1)))
            hits |= dict(enumerate(self._episode()[: number - first], first))
        searches = [self._other] * number
        for place, hit in hits.items():
            searches[place] = self._for[hit]
        truth = np.bincount([*hits.values()], minlength=self._setting.keywords) if hits else self._nothing
        return DonorWeek(tuple(searches), truth)

    def _episode(self) -> list[int]:
        """Return the keywords that an ill person searches, one after the other."""
        if self._setting.same_keyword:
            return [int(self._rng.integers(self._setting.keywords))] * self._setting.burst
        drawn: list[int] = self._rng.integers(self._setting.keywords, size=self._setting.burst).tolist()
        return drawn


def _search(query: str, day: date) -> Search:
    moment = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    return Search(query, query.encode(), day, moment, moment, "engine", query, "browser", 1)
