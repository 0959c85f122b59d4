"""One simulated collection: each data day whose window is over, with its active donors and the counts that arrived."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from pdd_research.errors import SettingError
from pdd_research.seeded_randomness import Generator, seeded
from pdd_research.simulator.activity import Activity, Holiday, Present
from pdd_research.simulator.cohort import ANSWER_DAYS, LATEST_CLOSE, WARM_UP, Outcome, Rules, play
from pdd_research.simulator.grouping import Donors, Strategy, arrange, of_whole_groups
from pdd_research.simulator.noise import DayNoise
from pdd_research.simulator.queries import Queries
from pdd_research.simulator.volume import Volume
from pdd_shared.protocol.limits import LEAST_TREE
from pdd_shared.protocol.terms import Protocol

Progress = Callable[[int, int], None]
"""Called after each day with the number of days done and the number of all."""


@dataclass(frozen=True)
class Setting:
    """What is simulated: donors and days, the server's settings, and models of donors' behaviour.

    Attributes:
        donors: the number of donors.
        days: in `plain` all simulated days. In `cohort` the data days; the days before and after them that are needed
            are simulated as well.
        group_size: the size of a group, for `plain`.
        delay: the server's delay in days.
        protocol: `plain` or `cohort`.
        strategy: how the server forms groups, for `plain`; see `grouping.arrange`.
        contacts: for `cohort`, as the next four; see `Rules`.
        colluders: see `Rules`.
        leaving: see `Rules`.
        reviewing: see `Rules`.
        approving: see `Rules`.
        activity: on which days donors are active.
        volume: how many searches they make.
        queries: what they search; None to count searches alone.
        noise: the noise on the counts of queries; None for none.
    """

    donors: int = 100_000
    days: int = 100
    group_size: int = 100
    delay: int = 2
    protocol: Protocol = "plain"
    strategy: Strategy = "shuffled"
    contacts: int = 2
    colluders: int = 10
    leaving: float = 0.0
    reviewing: float = 0.0
    approving: float = 0.6
    activity: Activity = field(default_factory=Activity)
    volume: Volume = field(default_factory=Volume)
    queries: Queries | None = None
    noise: DayNoise | None = None

    def __post_init__(self) -> None:
        """Raise SettingError, which names the value and its range, if one can't be simulated."""
        least_donors = LEAST_TREE if self.protocol == "cohort" else 1
        for name, least in (("donors", least_donors), ("group_size", 1), ("delay", 0)):
            if getattr(self, name) < least:
                raise SettingError(f"{name} is {getattr(self, name)}; it must be {least} or more")
        if self.protocol == "cohort":
            self._check_cohort()
        elif more := [name for name in ("leaving", "reviewing") if getattr(self, name)]:
            raise SettingError(f"{more[0]} is simulated in the cohort protocol alone; leave it at 0")
        elif self.days < (least := 1 + self.days_after):
            raise SettingError(f"days is {self.days}; no day's windows are over before {least} days have been")
        if self.noise is not None and self.queries is None:
            raise SettingError("noise is added to the counts of queries; give queries too")

    @property
    def rules(self) -> Rules:
        """The settings of `cohort`. Raises SettingError if a value is out of its range."""
        return Rules(self.delay, self.contacts, self.colluders, self.leaving, self.reviewing, self.approving)

    def _check_cohort(self) -> None:
        _ = self.rules
        if self.days < 1:
            raise SettingError(f"days is {self.days}; it must be 1 or more")

    @property
    def days_after(self) -> int:
        """In `plain`, the number of days after a data day on which its vectors may arrive."""
        return self.delay + 1

    def with_data_days(self, days: int) -> "Setting":
        """Return the same setting with so many data days, whichever its protocol."""
        return replace(self, days=days if self.protocol == "cohort" else days + self.days_after)


@dataclass(frozen=True)
class Day:
    """One data day.

    Attributes:
        day: its number.
        donors: how many donors were active.
        counted: how many of their counts are in the totals.
        searches: the searches of all active donors.
        counted_searches: the searches in the totals.
        count_error: the mean of |published - true| / true over the queries that were searched; None without queries.
        frequency_error: the same error for each query's share of all searches.
    """

    day: int
    donors: int
    counted: int
    searches: int
    counted_searches: int
    count_error: float | None = None
    frequency_error: float | None = None

    @property
    def confidence(self) -> float:
        """The day's coverage: the share of its donors whose counts are in the totals (PDD, section 4.5)."""
        return self.counted / self.donors if self.donors else 0.0

    @property
    def loss(self) -> float:
        """The share of the day's searches that are not in the totals."""
        return 1 - self.counted_searches / self.searches if self.searches else 0.0


@dataclass(frozen=True)
class CohortDay(Day):
    """A data day of `cohort`. The attributes of `Day` come first.

    Attributes:
        cohorts: the number of cohorts.
        lost: how many of them never met their floor.
        dropped: how many closed, but never had a quorum of answers.
        night: the night after which all published cohorts are in; 1 is the night that ends the day. None if no cohort
            is published.
        noise_sd: the standard deviation of the day's noise, in units of one central draw.
    """

    cohorts: int = 1
    lost: int = 0
    dropped: int = 0
    night: int | None = None
    noise_sd: float = 0.0


def simulate(setting: Setting, seed: int, progress: Progress | None = None) -> Iterator[Day]:
    """Yield the decided days of one run, in order.

    Args:
        setting: what is simulated.
        seed: of all random numbers.
        progress: called after each day with the number of simulated days and the number in all.
    """
    rng = seeded(seed)
    if setting.protocol == "cohort":
        yield from _cohort_days(setting, rng, progress)
        return
    history = _History(setting)
    for number, present in enumerate(setting.activity.days(setting.donors, setting.days, rng)):
        if (data_day := history.add(present)) is not None:
            yield _day(setting, data_day, history, rng)
        if progress is not None:
            progress(number + 1, setting.days)


class _History:
    """In `plain`, a data day, the days after it on which its vectors may arrive, and donors' activity before it.

    `seen` counts for each donor the active days before that data day.
    """

    def __init__(self, setting: Setting) -> None:
        self._last: deque[Present] = deque(maxlen=1 + setting.days_after)
        self._days = 0
        self.seen = np.zeros(setting.donors, np.int32)

    def add(self, present: Present) -> int | None:
        """Add a day and return the number of the data day whose window it ends, if any."""
        if len(self._last) == self._last.maxlen:
            self.seen += self._last[0]
        self._last.append(present)
        self._days += 1
        return self._days - len(self._last) if len(self._last) == self._last.maxlen else None

    @property
    def present(self) -> Present:
        """The donors who were active on the data day."""
        return self._last[0]

    @property
    def arrived(self) -> Present:
        """The donors who were active on any day after it while its window was open, so their vectors arrived."""
        first, *others = islice(self._last, 1, None)
        found = first.copy()
        for present in others:
            found |= present
        return found


def _day(setting: Setting, day: int, history: _History, rng: Generator) -> Day:
    there = np.flatnonzero(history.present)
    order = arrange(setting.strategy, there, history.seen, day, setting.delay, rng)
    counted = of_whole_groups(order, history.arrived, setting.group_size)
    return _with_errors(_with_searches(setting, day, there, counted, rng), setting, 1, rng)


def _with_searches(setting: Setting, day: int, there: Donors, counted: Donors, rng: Generator) -> Day:
    made = setting.volume.draw(len(there), rng)
    searches = np.zeros(setting.donors, np.int32)
    searches[there] = setting.volume.capped(made)
    return Day(day, len(there), len(counted), int(made.sum()), int(searches[counted].sum()))


def _cohort_days(setting: Setting, rng: Generator, progress: Progress | None) -> Iterator[CohortDay]:
    """Yield the data days of one run, numbered from 0.

    The days before them in which epochs settle are simulated too, and the days after them until all are decided.
    """
    days = WARM_UP + setting.days + LATEST_CLOSE + ANSWER_DAYS
    presence = _later(setting.activity, WARM_UP).days(setting.donors, days, rng)
    for number, outcome in enumerate(islice(play(presence, setting.rules, rng), setting.days)):
        yield _cohort_day(setting, number, outcome, rng)
        if progress is not None:
            progress(number + 1, setting.days)


def _later(activity: Activity, days: int) -> Activity:
    """Return the same activity with holidays counted from a day `days` earlier; whole weeks leave weekends in place."""
    moved = (Holiday(holiday.first + days, holiday.last + days, holiday.share) for holiday in activity.holidays)
    return replace(activity, holidays=tuple(moved))


def _cohort_day(setting: Setting, number: int, outcome: Outcome, rng: Generator) -> CohortDay:
    there, counted = np.flatnonzero(outcome.active), np.flatnonzero(outcome.counted)
    day = _with_errors(_with_searches(setting, number, there, counted, rng), setting, outcome.noise, rng)
    return CohortDay(
        **vars(day),
        cohorts=outcome.cohorts,
        lost=outcome.lost,
        dropped=outcome.dropped,
        night=outcome.night,
        noise_sd=sqrt(outcome.noise),
    )


def _with_errors(day: Day, setting: Setting, draws: float, rng: Generator) -> Day:
    """Return the day with the errors of counts and frequencies over the day's queries, if the setting has queries.

    Noise has the variance of `draws` draws of its law.
    """
    queries = setting.queries
    if queries is None:
        return day
    published = queries.counts(day.counted_searches, rng)
    truth = published + queries.counts(day.searches - day.counted_searches, rng)
    if setting.noise is not None:
        published = published + setting.noise.draw(len(published), rng, draws)
    searched = truth > 0
    of_counts = _mean_error(published[searched], truth[searched])
    frequencies, true_frequencies = published / max(day.counted_searches, 1), truth / max(day.searches, 1)
    of_frequencies = _mean_error(frequencies[searched], true_frequencies[searched])
    return replace(day, count_error=of_counts, frequency_error=of_frequencies)


Numbers = NDArray[np.floating] | NDArray[np.integer]


def _mean_error(published: Numbers, truth: Numbers) -> float:
    return float(np.mean(np.abs(published - truth) / truth)) if len(truth) else 0.0
