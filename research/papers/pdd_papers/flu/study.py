"""The whole study: every way of collecting, season by season, in as many draws as asked for."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from statistics import fmean

import numpy as np

from pdd_papers.flu.collection import (
    PROTOCOLS,
    TOTAL_SHARE,
    Collected,
    collect,
    errors_of,
    noise_of,
    published,
    shares_of,
)
from pdd_papers.flu.error_model import ErrorModel, fitted
from pdd_papers.flu.errors import StudyError
from pdd_papers.flu.model import estimate
from pdd_papers.flu.seasons import BASELINES, Season, baseline
from pdd_papers.flu.series import Floats, Series
from pdd_papers.flu.weekly import (
    CAMPAIGN_CAPS,
    CAPS,
    WEEKS,
    collect_weeks,
    daily_noise,
    published_weeks,
    weekly_noise,
)
from pdd_research.seeded_randomness import Generator, seeded
from pdd_shared.protocol.limits import LEAST_TREE

TRUE = "true frequencies"
"""The name of the way that knows all frequencies without any error."""
SAMPLES = 2_000
"""The number of simulated weeks that errors are fitted to."""
MOST_DONORS = 10_000_000
LEAST_EPSILON, MOST_EPSILON = 1e-2, 1e3
"""The range of a day's epsilon: below it there is only noise, which donors refuse to draw; above it there is none."""
Moved = Callable[[], None]
"""Called after each draw."""


@dataclass(frozen=True)
class Plan:
    """What the study tries.

    Attributes:
        draws: draws of signs, and for each as many of errors.
        donors: the number of donors that the errors of `plain` and `cohort` are simulated with.
        panels: numbers of donors that are tried with noise.
        epsilons: of a day, for each panel; None for no noise.
        budgets: epsilons of `WEEKS` weeks, for each panel: spent by a daily campaign, and by weekly ones.
        share: the share of all searches that are for any of the queries.
        seed: of all random numbers.
    """

    draws: int = 50
    donors: int = 1_000_000
    panels: tuple[int, ...] = (10_000, 100_000, 1_000_000)
    epsilons: tuple[float | None, ...] = (None, 4.0, 1.0, 0.25)
    budgets: tuple[float, ...] = ()
    share: float = TOTAL_SHARE
    seed: int = 1

    def __post_init__(self) -> None:
        """Raise StudyError if an option is out of its range, or too large to simulate."""
        if self.draws < 1:
            raise StudyError(f"--draws: is {self.draws}; it must be 1 or more")
        for name, number in (("donors", self.donors), *(("panel", panel) for panel in self.panels)):
            if not LEAST_TREE <= number <= MOST_DONORS:
                raise StudyError(f"--{name}: is {number}; it must be from {LEAST_TREE} to {MOST_DONORS}")
        if not 0 < self.share < 1:
            raise StudyError(f"--share: is {self.share}; it must be between 0 and 1")
        named = [("epsilon", epsilon) for epsilon in self.epsilons if epsilon is not None]
        for name, epsilon in (*named, *(("budget", budget) for budget in self.budgets)):
            if not LEAST_EPSILON <= epsilon <= MOST_EPSILON:
                raise StudyError(f"--{name}: is {epsilon:g}; it must be from {LEAST_EPSILON:g} to {MOST_EPSILON:g}")

    @property
    def fits(self) -> int:
        """The number of draws in all."""
        of_a_panel = len(self.epsilons) + (2 + len(CAMPAIGN_CAPS)) * len(self.budgets)
        return 1 + len(PROTOCOLS) * self.draws**2 + len(self.panels) * of_a_panel * self.draws


@dataclass(frozen=True)
class Way:
    """A way to know the frequencies of queries, or a baseline, and the rates that it estimates.

    Attributes:
        name: as in the table.
        estimates: for each season an array (draws, weeks).
        weekly_error: by how much a query's frequency of a week is off on average, as a share of the mean frequency;
            only of panels.
    """

    name: str
    estimates: tuple[Floats, ...] = field(repr=False)
    weekly_error: float | None = None


def run(series: Series, seasons: tuple[Season, ...], plan: Plan, moved: Moved = lambda: None) -> tuple[Way, ...]:
    """Return all ways: true frequencies, both protocols as in the paper, panels by epsilons, and no queries at all.

    Args:
        series: the data.
        seasons: the seasons to estimate.
        plan: what to try.
        moved: called after each draw, `plan.fits` times in all.

    Raises:
        StudyError: if errors can't be modelled, shares exceed all searches, or a baseline's rate is unknown.
    """
    rng = seeded(plan.seed)
    ways = [_estimated(TRUE, iter([series.frequencies]), series, seasons, moved)]
    shares = shares_of(series.frequencies, seasons[0].start, plan.share)
    for name in PROTOCOLS:
        model = _error_model(name, series, shares[: seasons[0].start], plan, rng)
        ways.append(_estimated(name, _with_errors(model, series, plan.draws, rng), series, seasons, moved))
    for donors in plan.panels:
        ways += _panel(donors, series, shares, seasons, plan, rng, moved)
    for name, ago in BASELINES.items():
        ways.append(Way(name, tuple(baseline(series, season, ago)[None] for season in seasons)))
    return tuple(ways)


def _error_model(name: str, series: Series, known: Floats, plan: Plan, rng: Generator) -> ErrorModel:
    """Return the error model, fitted on the frequencies of weeks before all seasons."""
    collected = collect(PROTOCOLS[name], plan.donors, plan.seed)
    return fitted(errors_of(known, collected, SAMPLES, rng), series.queries)


def _with_errors(model: ErrorModel, series: Series, draws: int, rng: Generator) -> Iterator[Floats]:
    """Yield frequencies with errors: `draws` draws of signs, and for each of them as many draws of errors."""
    for _ in range(draws):
        signs = model.signs(len(series.weeks), rng)
        for _ in range(draws):
            yield model.applied(series.frequencies, signs, rng)


def _panel(
    donors: int, series: Series, shares: Floats, seasons: tuple[Season, ...], plan: Plan, rng: Generator, moved: Moved
) -> Iterator[Way]:
    """Yield the results of a `cohort` panel with the noise of each epsilon.

    Its counts are drawn from the simulated weeks, not from fitted laws of errors.
    """
    collected = collect(PROTOCOLS["cohort"], donors, plan.seed)
    for epsilon in plan.epsilons:
        noise = noise_of(epsilon)
        drawn = (published(shares, collected, noise, rng) for _ in range(plan.draws))
        cost = "no noise" if epsilon is None else f"epsilon {epsilon:.15g} a day"
        yield _estimated(f"{donors:,} donors, {cost}", drawn, series, seasons, moved, shares)
    for budget in plan.budgets:
        yield from _campaigns(donors, collected, budget, series, shares, seasons, plan, rng, moved)


def _campaigns(
    donors: int,
    collected: Collected,
    budget: float,
    series: Series,
    shares: Floats,
    seasons: tuple[Season, ...],
    plan: Plan,
    rng: Generator,
    moved: Moved,
) -> Iterator[Way]:
    """Yield the results of a daily campaign and of weekly ones that cost as much."""
    of_days, weeks = daily_noise(budget), collect_weeks(donors, plan.seed)
    name = f"{donors:,} donors, epsilon {budget:.15g} in {WEEKS} weeks"
    by_day = (published(shares, collected, of_days, rng) for _ in range(plan.draws))
    yield _estimated(f"{name}, by day", by_day, series, seasons, moved, shares)
    for kind, caps in (("by week", CAPS), *((f"by week, C = {caps.hits}", caps) for caps in CAMPAIGN_CAPS)):
        noise = weekly_noise(budget, caps)
        by_week = (published_weeks(shares, weeks, noise, rng, caps) for _ in range(plan.draws))
        yield _estimated(f"{name}, {kind}", by_week, series, seasons, moved, shares)


def _estimated(
    name: str,
    drawn: Iterator[Floats],
    series: Series,
    seasons: tuple[Season, ...],
    moved: Moved,
    shares: Floats | None = None,
) -> Way:
    """Estimate all seasons from each draw of frequencies (weeks, queries); compare these with true shares if given."""
    estimates: list[list[Floats]] = [[] for _ in seasons]
    errors: list[float] = []
    for frequencies in drawn:
        errors += [] if shares is None else [float(np.abs(frequencies - shares).mean() / shares.mean())]
        for season, found in zip(seasons, estimates, strict=True):
            known, asked = frequencies[: season.learnt], frequencies[season.start : season.end]
            found.append(estimate(known, series.rates[: season.learnt], asked))
        moved()
    return Way(name, tuple(np.array(found) for found in estimates), fmean(errors) if errors else None)
