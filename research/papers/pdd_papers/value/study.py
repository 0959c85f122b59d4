"""The whole study: nowcasts of all weeks of the last seasons, for each lag, with and without each campaign's counts."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from pdd_papers.flu.collection import TOTAL_SHARE, shares_of
from pdd_papers.flu.errors import StudyError
from pdd_papers.flu.seasons import Season
from pdd_papers.flu.series import Floats, Series
from pdd_papers.value.argo import argo
from pdd_papers.value.calendar import WINDOW, Calendar, Places
from pdd_papers.value.calibration import Donated
from pdd_papers.value.donations import LAWS, PERIODS, Collected, Noise, collect, count, exact, noise_of, publish
from pdd_papers.value.gains import Compared, compared
from pdd_papers.value.nowcasts import from_counts, from_rates, last_value
from pdd_research.seeded_randomness import Generator, seeded
from pdd_shared.privacy.accounting.parts.ratios import LawName
from pdd_shared.protocol.limits import LEAST_TREE

MOST_DONORS = 1_000_000
BUDGETS = (0.1, 100.0)
"""The range of epsilons of 18 weeks."""
LONGEST_LAG = 8
RATES, COUNTS, BOTH, LAST = "rates alone", "counts alone", "both", "last value"
AUTOREGRESSION, ARGO = "ARGO, rates alone", "ARGO"
TRUE, SHUFFLED = "true frequencies", "shuffled weeks"
Moved = Callable[[], None]
"""Called after each pair of estimates."""


@dataclass(frozen=True)
class Plan:
    """What the study tries.

    Attributes:
        lags: after how many weeks a rate is out.
        donors: numbers of donors.
        budgets: epsilons of 18 weeks.
        periods: of the campaigns: day, week.
        laws: of the noise.
        draws: campaigns that are simulated for each setting.
        share: the share of all searches that are for any of the queries.
        seed: of all random numbers.
    """

    lags: tuple[int, ...] = (1, 2)
    donors: tuple[int, ...] = (1_000, 10_000, 100_000)
    budgets: tuple[float, ...] = (1.0, 10.0)
    periods: tuple[str, ...] = tuple(PERIODS)
    laws: tuple[LawName, ...] = LAWS
    draws: int = 3
    share: float = TOTAL_SHARE
    seed: int = 1

    def __post_init__(self) -> None:
        """Raise StudyError if an option is out of its range, or nothing is asked for."""
        bounds = (
            ("lag", self.lags, 1, LONGEST_LAG),
            ("donors", self.donors, LEAST_TREE, MOST_DONORS),
            ("budget", self.budgets, *BUDGETS),
            ("draws", (self.draws,), 1, 1_000),
        )
        for name, values, least, most in bounds:
            for value in values:
                if not least <= value <= most:
                    raise StudyError(f"--{name}: is {value:.15g}; it must be from {least:g} to {most:.15g}")
        if not 0 < self.share < 1:
            raise StudyError(f"--share: is {self.share}; it must be between 0 and 1")

    @property
    def steps(self) -> int:
        """The number of calls of `moved`."""
        noises = len(self.budgets) * len(self.laws)
        return len(self.lags) * (3 + len(self.donors) * len(self.periods) * (1 + noises) * self.draws)


@dataclass(frozen=True)
class Campaign:
    """A campaign whose counts are used: so many donors, or all the frequencies there are."""

    donors: int | None
    period: str | None
    law: str | None
    epsilon: float | None
    name: str = ""


@dataclass(frozen=True)
class Row:
    """A way to estimate rates, and how good it was; `campaign` is None without counts."""

    lag: int
    way: str
    campaign: Campaign | None
    found: Compared


@dataclass(frozen=True)
class _Asked:
    """What is estimated: some weeks of a calendar, with rates that are out after a lag."""

    series: Series
    calendar: Calendar
    weeks: Places
    lag: int

    def errors(self, estimates: Floats) -> Floats:
        """Return how far estimates are from the rates, in percentage points."""
        off: Floats = estimates - self.series.rates[self.weeks]
        return off

    def counted(self, donated: Donated) -> dict[str, Floats]:
        """Return the errors of both ways that use counts."""
        alone = from_counts(self.calendar, self.weeks, self.lag, donated)
        both = from_rates(self.calendar, self.weeks, self.lag, donated)
        return {COUNTS: self.errors(alone), BOTH: self.errors(both)}


def run(series: Series, seasons: tuple[Season, ...], plan: Plan, moved: Moved = lambda: None) -> tuple[Row, ...]:
    """Return all rows: ways without counts, with true frequencies, and with those of each campaign.

    Args:
        series: the data.
        seasons: the seasons to estimate.
        plan: what to try.
        moved: called after each step, `plan.steps` times in all.

    Raises:
        StudyError: if a rate is no percentage, shares exceed all searches, or no noise keeps to a budget.
        SettingError: if the seed is negative.
    """
    rng, calendar = seeded(plan.seed), Calendar.of(series)
    shares = shares_of(series.frequencies, seasons[0].start, plan.share)
    noises = {each: noise_of(*each) for each in _noisy(plan)}
    weeks = np.concatenate([np.arange(season.start, season.end) for season in seasons])
    asked = [_Asked(series, calendar, weeks, lag) for lag in plan.lags]
    baselines = {each.lag: each.errors(from_rates(calendar, weeks, each.lag)) for each in asked}
    found = [row for each in asked for row in _known(each, shares, plan, moved)]
    for donors in plan.donors:
        found += _donated(donors, shares, noises, asked, plan, moved)
    return tuple(Row(*row, compared(errors, baselines[row[0]], rng)) for row, errors in found)


_Errors = tuple[tuple[int, str, Campaign | None], Floats]
"""Lag, way and campaign of a row, and its errors (campaigns drawn, weeks)."""


def _noisy(plan: Plan) -> list[tuple[float, str, LawName]]:
    return [(budget, period, law) for period in plan.periods for budget in plan.budgets for law in plan.laws]


def _known(asked: _Asked, shares: Floats, plan: Plan, moved: Moved) -> Iterator[_Errors]:
    """Yield ways that use no donors: the rates that are out, and the frequencies themselves."""
    calendar, weeks, lag = asked.calendar, asked.weeks, asked.lag
    ways = {
        LAST: last_value(calendar, weeks, lag),
        RATES: from_rates(calendar, weeks, lag),
        AUTOREGRESSION: argo(calendar, weeks, lag, None),
        ARGO: argo(calendar, weeks, lag, _volumes(asked.series, int(weeks[0]))),
    }
    moved()
    for way, estimates in ways.items():
        yield (lag, way, Campaign(None, None, None, None, TRUE) if way == ARGO else None), asked.errors(estimates)[None]
    order = seeded(plan.seed).permutation(len(shares))
    for name, frequencies in {TRUE: shares, SHUFFLED: shares[order]}.items():
        for way, errors in asked.counted(exact(frequencies)).items():
            yield (lag, way, Campaign(None, None, None, None, name)), errors[None]
        moved()


def _volumes(series: Series, before: int) -> Floats:
    """Return volumes in the unit of Google Trends, but with 100 for the largest of the first weeks alone."""
    volumes: Floats = series.frequencies * (100 / series.frequencies[:before].max(axis=0))
    return volumes


def _donated(
    donors: int,
    shares: Floats,
    noises: dict[tuple[float, str, LawName], Noise],
    asked: list[_Asked],
    plan: Plan,
    moved: Moved,
) -> Iterator[_Errors]:
    """Yield the ways with counts of so many donors, without noise and with each noise.

    All noises are added to the same counts, so that they can be compared with fewer draws.
    """
    found: dict[tuple[int, str, Campaign], list[Floats]] = {}
    for period in plan.periods:
        collected, rng = collect(donors, period, plan.seed), seeded(plan.seed)
        for _ in range(plan.draws):
            for campaign, donated in _campaigns(donors, period, shares, collected, noises, asked, rng):
                for each in asked:
                    for way, errors in each.counted(donated).items():
                        found.setdefault((each.lag, way, campaign), []).append(errors)
                    moved()
    for row, drawn in found.items():
        yield row, np.array(drawn)


def _campaigns(
    donors: int,
    period: str,
    shares: Floats,
    collected: Collected,
    noises: dict[tuple[float, str, LawName], Noise],
    asked: list[_Asked],
    rng: Generator,
) -> Iterator[tuple[Campaign, Donated]]:
    """Yield what campaigns publish on one draw of donors' searches; weeks that no model looks at stay empty."""
    first = max(int(asked[0].weeks[0]) - WINDOW - 2 * max(each.lag for each in asked), 0)
    counted = count(shares[first:], collected, rng)
    quiet = Campaign(donors, period, None, None)
    yield quiet, _from(first, publish(counted, None, rng))
    for (budget, of_period, law), noise in noises.items():
        if of_period == period:
            yield Campaign(donors, period, law, budget), _from(first, publish(counted, noise, rng))


def _from(first: int, donated: Donated) -> Donated:
    """Return counts of all weeks, of which the first ones are unknown: nan."""
    shares = np.vstack([np.full((first, donated.shares.shape[1]), np.nan), donated.shares])
    unknown = np.full(first, np.nan)
    return Donated(shares, np.append(unknown, donated.noise), np.append(unknown, donated.searches))
