"""A measured figure, and how two ways of doing a thing are timed against each other."""

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
    """One row: ours beside a reference (seconds, or MB where the name says memory), and whether the bound holds.

    `ratio` is ours / reference, or for a figure named "faster than" reference / ours, which must then reach the bound.
    """

    name: str
    ours: float
    reference: float
    ratio: float
    bound: float
    holds: bool

    def row(self) -> dict[str, object]:
        """The figure as it is printed."""
        return asdict(self)


def at_most(name: str, ours: float, reference: float, bound: float) -> Figure:
    """Ours takes at most `bound` times the reference."""
    ratio = ours / reference
    return Figure(name, ours, reference, ratio, bound, ratio <= bound)


def faster_than(name: str, ours: float, reference: float, bound: float) -> Figure:
    """Ours is at least `bound` times faster than the reference."""
    ratio = reference / ours
    return Figure(name, ours, reference, ratio, bound, ratio >= bound)


def alternate(rounds: int, *ways: Callable[[], object]) -> list[float]:
    """The median seconds of each way, run in turn so that a drifting machine slows all alike."""
    return medians(rounds, *(partial(_seconds, way) for way in ways))


def alternate_cpu(rounds: int, *ways: Callable[[], object]) -> list[float]:
    """The median seconds of processor time of each way, run in turn: other work on the machine hardly changes them."""
    return medians(rounds, *(partial(_cpu_seconds, way) for way in ways))


def medians(rounds: int, *ways: Callable[[], float]) -> list[float]:
    """The median of what each way says that it took, run in turn; the first time only warms up."""
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
    """The most memory that this process has had, in GB.

    Not what getrusage says: that counts in what the process had that started this one.
    """
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) * 1024 / 1e9


def in_process(module: str, way: str, file: Path, peaks: list[float]) -> float:
    """The seconds that a way takes in a process of its own, and its peak of memory in GB among `peaks`."""
    command = [sys.executable, "-m", f"scripts.benchmarks.{module}", way, str(file)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds, peak = map(float, done.stdout.split())
    peaks.append(peak)
    return seconds
