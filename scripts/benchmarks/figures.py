"""A measured figure, and how two ways of doing a thing are timed against each other."""

import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass


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
    times: list[list[float]] = [[] for _ in ways]
    for _ in range(rounds + 1):
        for taken, way in zip(times, ways, strict=True):
            start = time.perf_counter()
            way()
            taken.append(time.perf_counter() - start)
    return [statistics.median(taken[1:]) for taken in times]
