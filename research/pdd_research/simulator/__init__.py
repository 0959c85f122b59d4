"""Simulation of a campaign before it starts: donors' days, searches and both protocols (PDD, WWW '19, section 4).

Random numbers here are seeded and fast. They model donors and noise, and protect nobody.
"""

from pdd_research.simulator.activity import Activity, Holiday
from pdd_research.simulator.noise import DayNoise
from pdd_research.simulator.queries import Queries
from pdd_research.simulator.repeated_runs import Repeated, repeat
from pdd_research.simulator.run import Day, Setting, simulate
from pdd_research.simulator.volume import Volume

__all__ = [
    "Activity",
    "Day",
    "DayNoise",
    "Holiday",
    "Queries",
    "Repeated",
    "Setting",
    "Volume",
    "repeat",
    "simulate",
]
