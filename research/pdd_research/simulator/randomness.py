"""The one source of random numbers of the simulator: seeded, so that a figure can be drawn again, and quick.

It models donors. Nothing that protects anybody may come from here, and the rest of the project may not use it.
"""

from numpy import random as numpy_random  # noqa: TID251  a simulation protects nobody

from pdd_research.simulator.errors import SettingError

Generator = numpy_random.Generator


def seeded(seed: int) -> Generator:
    """The generator of one run. SettingError for a seed below 0."""
    if seed < 0:
        raise SettingError(f"a seed of {seed} is none; it must be 0 or more")
    return Generator(numpy_random.SFC64(seed))
