"""Releasing a search log with a proof: one interface, one file an algorithm, on data frames."""

from pdd_research.log_release import korolova, set_union
from pdd_research.log_release.korolova_theorem import Parameters, guarantee, optimal
from pdd_research.log_release.log import Log, read_log
from pdd_research.log_release.release import Release, write

__all__ = ["Log", "Parameters", "Release", "guarantee", "korolova", "optimal", "read_log", "set_union", "write"]
