"""A setting simulated several times: each figure with its spread over the runs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

import polars as pl

from pdd_research.simulator.errors import SettingError
from pdd_research.simulator.run import Day, Setting, simulate

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Figure:
    """The mean of a figure over runs, and its standard deviation from run to run; 0 for a single run."""

    mean: float
    sd: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Figure":
        """That of one value a run."""
        return cls(fmean(values), stdev(values) if len(values) > 1 else 0.0)


@dataclass(frozen=True)
class Repeated:
    """What the runs gave: a row a run and day in `days`, and the figures a researcher asks for.

    `mre` is the mean relative error of a donor's count (PDD, equation 4): the share of donors' searches that did not
    arrive. Two searches of one donor for the same query on one day are two here and one in the equation, which hardly
    differs where queries are many. `count_error` and `frequency_error` are those of `Day`, None without queries.
    """

    days: pl.DataFrame
    confidence: Figure
    mre: Figure
    count_error: Figure | None
    frequency_error: Figure | None


def repeat(setting: Setting, seeds: Sequence[int], progress: Progress | None = None) -> Repeated:
    """Simulate once a seed, SettingError for none; `progress` hears how many days of all runs are done."""
    if not seeds:
        raise SettingError("no seed is given; give one a run")
    runs = [list(simulate(setting, seed, _from(progress, index, len(seeds)))) for index, seed in enumerate(seeds)]
    return Repeated(
        _frame(seeds, runs),
        Figure.of([fmean(day.confidence for day in run) for run in runs]),
        Figure.of([_loss(run) for run in runs]),
        _error(runs, lambda day: day.count_error),
        _error(runs, lambda day: day.frequency_error),
    )


def _loss(run: Sequence[Day]) -> float:
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
    return None if progress is None else lambda done, of: progress(run * of + done, runs * of)
