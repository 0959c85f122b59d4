"""Simulating a million donors: `plain` over 100 days, compared with its random numbers; `cohort` over 14 data days."""

import time

import numpy as np

from pdd_research.seeded_randomness import seeded
from pdd_research.simulator import Setting, simulate
from scripts.benchmarks.figures import Figure, at_most, medians

SETTING = Setting(donors=1_000_000, days=100)
COHORT = Setting(donors=1_000_000, days=14, delay=1, protocol="cohort")
SMALL_COHORT = Setting(donors=10_000, days=100, delay=1, protocol="cohort")
SECONDS = 10.0


def _simulated(setting: Setting = SETTING) -> float:
    start = time.process_time()
    for _ in simulate(setting, 1):
        pass
    return time.process_time() - start


def _drawn() -> float:
    """Return the seconds of drawing the random numbers alone.

    Each donor takes three a day: for its activity, for its searches, and for its place in a group.
    """
    rng, start = seeded(1), time.process_time()
    for _ in range(SETTING.days):
        rng.random(SETTING.donors, np.float32)
        rng.standard_normal(SETTING.donors, np.float32)
        rng.permutation(SETTING.donors)
    return time.process_time() - start


def figures() -> list[Figure]:
    """Compare ours with drawing the random numbers alone, and with 10 s of one core."""
    ours, floor = medians(1, _simulated, _drawn)
    million, small = medians(1, lambda: _simulated(COHORT), lambda: _simulated(SMALL_COHORT))
    return [
        at_most("simulator: a million donors x 100 days, beside its random numbers", ours, floor, 3),
        at_most("simulator: the same, seconds of one core", ours, SECONDS, 1),
        at_most("simulator: cohort, a million donors x 14 days, seconds of one core", million, SECONDS, 1),
        at_most("simulator: cohort, 10,000 donors x 100 days, seconds of one core", small, SECONDS, 0.2),
    ]
