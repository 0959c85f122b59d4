"""A measured figure, and how several ways of doing the same are timed against each other."""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path


@dataclass(frozen=True)
class Figure:
    """One row of the benchmarks' output.

    Attributes:
        name: what was measured.
        ours: our measurement, in seconds unless the name says another unit.
        reference: the measurement or the limit to compare with, in the same unit.
        ratio: ours / reference, or reference / ours for a figure of `faster_than`.
        bound: the largest ratio that is allowed; the least for a figure of `faster_than`.
        holds: whether the ratio keeps to the bound.
    """

    name: str
    ours: float
    reference: float
    ratio: float
    bound: float
    holds: bool

    def row(self) -> dict[str, object]:
        """Return the figure for JSON."""
        return asdict(self)


def at_most(name: str, ours: float, reference: float, bound: float) -> Figure:
    """Return a figure that holds if ours takes at most `bound` times the reference."""
    ratio = ours / reference
    return Figure(name, ours, reference, ratio, bound, ratio <= bound)


def faster_than(name: str, ours: float, reference: float, bound: float) -> Figure:
    """Return a figure that holds if ours is at least `bound` times faster than the reference."""
    ratio = reference / ours
    return Figure(name, ours, reference, ratio, bound, ratio >= bound)


def alternate(rounds: int, *ways: Callable[[], object]) -> list[float]:
    """Return the median seconds of each way, run in turn so that a machine that becomes slower slows all alike."""
    return medians(rounds, *(partial(_seconds, way) for way in ways))


def alternate_cpu(rounds: int, *ways: Callable[[], object]) -> list[float]:
    """Return the median seconds of processor time of each way, which other work on the machine hardly changes."""
    return medians(rounds, *(partial(_cpu_seconds, way) for way in ways))


def medians(rounds: int, *ways: Callable[[], float]) -> list[float]:
    """Run ways in turn and return for each the median of the measurements that it returns; the first round warms up."""
    taken = [[way() for way in ways] for _ in range(rounds + 1)]
    return [statistics.median(times) for times in zip(*taken[1:], strict=True)]


def _seconds(way: Callable[[], object]) -> float:
    start = time.perf_counter()
    way()
    return time.perf_counter() - start


def _cpu_seconds(way: Callable[[], object]) -> float:
    start = time.process_time()
    way()
    return time.process_time() - start


def peak_of_memory() -> float:
    """Return the most resident memory that this process has had, in GB.

    It isn't taken from getrusage, which also counts the memory of the process that started this one.
    """
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) * 1024 / 1e9


def in_process(module: str, way: str, file: Path, peaks: list[float]) -> float:
    """Run one way of a benchmark in a process of its own.

    Args:
        module: the benchmark, such as research.log_release, run with `way` and `file` as arguments.
        way: the way's name.
        file: its input.
        peaks: the process's peak of memory in GB is appended to this list.

    Returns:
        The seconds that it took.
    """
    command = [sys.executable, "-m", f"scripts.benchmarks.{module}", way, str(file)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds, peak = map(float, done.stdout.split())
    peaks.append(peak)
    return seconds
