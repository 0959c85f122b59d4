"""A made-up series in which counts must help: rates that jump from week to week, and queries that follow at once."""

from dataclasses import replace
from datetime import date, timedelta

import numpy as np

from pdd_papers.flu.series import Faults, Floats, Series
from pdd_research.seeded_randomness import seeded

FIRST = date(2008, 1, 5)
WEEKS, QUERIES = 320, 5


def series(weeks: int = WEEKS, seed: int = 1) -> Series:
    """Return logits that forget half of their distance from the mean each week, and frequencies with 5% of error."""
    drawn = seeded(seed)
    logits = np.full(weeks, -3.5)
    for week in range(1, weeks):
        logits[week] = -3.5 + 0.5 * (logits[week - 1] + 3.5) + drawn.normal(0, 0.3)
    rates = 100 / (1 + np.exp(-logits))
    frequencies = rates[:, None] * np.exp(drawn.normal(0, 0.05, (weeks, QUERIES)))
    dates = tuple(FIRST + timedelta(weeks=week) for week in range(weeks))
    return Series(dates, tuple(f"flu {number}" for number in range(QUERIES)), frequencies, rates, Faults())


def changed(given: Series, rates_from: int, frequencies_from: int, seed: int) -> Series:
    """Return a series with other rates from one row on, and other frequencies from another one on."""
    drawn = seeded(seed)
    rates, frequencies = given.rates.copy(), given.frequencies.copy()
    rates[rates_from:] = drawn.uniform(1, 9, len(rates[rates_from:]))
    frequencies[frequencies_from:] = drawn.uniform(1, 9, frequencies[frequencies_from:].shape)
    return replace(given, rates=rates, frequencies=frequencies)


def without(given: Series, rows: list[int]) -> Series:
    """Return a series that lacks some weeks."""
    kept = np.setdiff1d(np.arange(len(given.weeks)), rows)
    weeks = tuple(given.weeks[row] for row in kept)
    return replace(given, weeks=weeks, frequencies=given.frequencies[kept], rates=given.rates[kept])


def mean_error(estimates: Floats, given: Series, weeks: np.ndarray[tuple[int], np.dtype[np.intp]]) -> float:
    """Return the mean absolute error of estimates, in percentage points."""
    return float(np.abs(estimates - given.rates[weeks]).mean())
