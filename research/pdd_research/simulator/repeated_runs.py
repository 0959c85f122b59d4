"""A setting simulated several times: each figure with its spread over the runs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, fsum
from statistics import fmean, median, stdev

import polars as pl

from pdd_research.errors import SettingError
from pdd_research.simulator.run import CohortDay, Day, Setting, simulate

Progress = Callable[[int, int], None]
"""Called with the number of simulated days and the number in all."""


@dataclass(frozen=True)
class Figure:
    """A figure's mean over the runs and its standard deviation from run to run; 0 for a single run."""

    mean: float
    sd: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Figure":
        """Return the figure of a list with one value for each run."""
        return cls(fmean(values), stdev(values) if len(values) > 1 else 0.0)


@dataclass(frozen=True)
class CohortFigures:
    """Figures of `cohort` alone: when days are published, how many never are, and how noisy they are.

    Attributes:
        median: the median night of publication; night 1 ends the data day. None if no day is published.
        p90: the night by which nine in ten published days are out; None likewise.
        days_lost: days of a run that are never published, on average; a cohort counts as its part of a day.
        days_dropped: how many of these were charged to the privacy budget.
        noise_sd: mean standard deviation of a published day's noise, in units of one central draw.
        most_noise_sd: the largest of these standard deviations.
    """

    median: float | None
    p90: int | None
    days_lost: float
    days_dropped: float
    noise_sd: float | None
    most_noise_sd: float | None

    @classmethod
    def of(cls, runs: Sequence[Sequence[Day]]) -> "CohortFigures | None":
        """Return the figures of some runs; None for `plain`."""
        days = [day for run in runs for day in run if isinstance(day, CohortDay)]
        if not days:
            return None
        nights = sorted(day.night for day in days if day.night is not None)
        noise = [day.noise_sd for day in days if day.night is not None]
        return cls(
            median=median(nights) if nights else None,
            p90=nights[ceil(0.9 * len(nights)) - 1] if nights else None,
            days_lost=fsum((day.lost + day.dropped) / day.cohorts for day in days) / len(runs),
            days_dropped=fsum(day.dropped / day.cohorts for day in days) / len(runs),
            noise_sd=fmean(noise) if noise else None,
            most_noise_sd=max(noise, default=None),
        )


@dataclass(frozen=True)
class Repeated:
    """The results of all runs.

    Attributes:
        days: a row a run and day.
        confidence: coverage, the share of a day's donors whose counts are published.
        mre: the mean relative error of a donor's count (PDD, equation 4): the share of donors' searches that did not
            arrive. Two searches of a donor for one query on one day count twice here and once in the equation, which
            hardly matters if there are many queries.
        count_error: see `Day`; None without queries.
        frequency_error: see `Day`; None without queries.
        cohort: figures of `cohort`; None for `plain`.
    """

    days: pl.DataFrame
    confidence: Figure
    mre: Figure
    count_error: Figure | None
    frequency_error: Figure | None
    cohort: CohortFigures | None


def repeat(setting: Setting, seeds: Sequence[int], progress: Progress | None = None) -> Repeated:
    """Simulate a setting once for each seed.

    Args:
        setting: what is simulated.
        seeds: the seed of each run.
        progress: called with the number of simulated days and the number in all.

    Raises:
        SettingError: if there are no seeds.
    """
    if not seeds:
        raise SettingError("no seed is given; give one a run")
    runs = [list(simulate(setting, seed, _from(progress, index, len(seeds)))) for index, seed in enumerate(seeds)]
    return Repeated(
        _frame(seeds, runs),
        Figure.of([fmean(day.confidence for day in run) for run in runs]),
        Figure.of([_loss(run) for run in runs]),
        _error(runs, lambda day: day.count_error),
        _error(runs, lambda day: day.frequency_error),
        CohortFigures.of(runs),
    )


def _loss(run: Sequence[Day]) -> float:
    """Return the share of a run's searches that are not in the totals."""
    made = sum(day.searches for day in run)
    return 1 - sum(day.counted_searches for day in run) / made if made else 0.0


def _error(runs: Sequence[Sequence[Day]], error: Callable[[Day], float | None]) -> Figure | None:
    means = [fmean(found) for run in runs if (found := [e for day in run if (e := error(day)) is not None])]
    return Figure.of(means) if means else None


def _frame(seeds: Sequence[int], runs: Sequence[Sequence[Day]]) -> pl.DataFrame:
    rows = [
        {"seed": seed, **vars(day), "confidence": day.confidence}
        for seed, run in zip(seeds, runs, strict=True)
        for day in run
    ]
    return pl.DataFrame(rows, infer_schema_length=None)


def _from(progress: Progress | None, run: int, runs: int) -> Progress | None:
    """Return a callback for one run that reports the progress of all runs."""
    return None if progress is None else lambda done, of: progress(run * of + done, runs * of)
