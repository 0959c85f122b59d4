"""Seeded random numbers for simulations, generated logs and attacks: fast, and the same again for the same seed.

They model people or drive an attack. Noise that protects somebody never comes from here: releases draw theirs from
`log_release/algorithms/noise.py`, which takes the operating system's randomness and samples exactly.
"""

from numpy import random as numpy_random  # noqa: TID251  a simulation protects nobody

from pdd_research.errors import SettingError

Generator = numpy_random.Generator


def seeded(seed: int) -> Generator:
    """Return the random generator of one run.

    Raises:
        SettingError: if the seed is negative.
    """
    if seed < 0:
        raise SettingError(f"a seed of {seed} is none; it must be 0 or more")
    return Generator(numpy_random.SFC64(seed))
