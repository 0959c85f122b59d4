"""Simulating a million donors over 100 days: beside the random numbers it takes, and in processor time."""

import time

import numpy as np

from pdd_research.simulator import Setting, simulate
from pdd_research.simulator.drawing import seeded
from scripts.benchmarks.figures import Figure, at_most, medians

SETTING = Setting(donors=1_000_000, days=100)
SECONDS = 10.0


def _simulated() -> float:
    start = time.process_time()
    for _ in simulate(SETTING, 1):
        pass
    return time.process_time() - start


def _drawn() -> float:
    """A donor's day takes a number for whether it is there, one for its searches, and one for its place in a group."""
    rng, start = seeded(1), time.process_time()
    for _ in range(SETTING.days):
        rng.random(SETTING.donors, np.float32)
        rng.standard_normal(SETTING.donors, np.float32)
        rng.permutation(SETTING.donors)
    return time.process_time() - start


def figures() -> list[Figure]:
    """Ours against the floor, and against 10 s of one core."""
    ours, floor = medians(1, _simulated, _drawn)
    return [
        at_most("simulator: a million donors x 100 days, beside its random numbers", ours, floor, 3),
        at_most("simulator: the same, seconds of one core", ours, SECONDS, 1),
    ]
