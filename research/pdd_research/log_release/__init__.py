"""Private releases of search logs: reading a log, the release algorithms, and writing what they release."""

from pdd_research.log_release.algorithms import korolova, set_union
from pdd_research.log_release.algorithms.korolova_accounting import Parameters, guarantee, optimal
from pdd_research.log_release.logs.log import Log, read_log
from pdd_research.log_release.release import Release, write

__all__ = ["Log", "Parameters", "Release", "guarantee", "korolova", "optimal", "read_log", "set_union", "write"]
