"""Noise that the server adds to `plain` totals, from the operating system's random source."""

import secrets
from collections.abc import Callable

from pdd_shared.privacy.noise import sampling
from pdd_shared.protocol.terms import Noise

AddNoise = Callable[[list[int], Noise], list[int]]
"""Returns the numbers, each with an independent draw of noise of this law and scale added."""


def add_noise(numbers: list[int], noise: Noise) -> list[int]:
    """Return each number plus an independent draw, whose probabilities are exactly those of the noise's law."""
    return sampling.add_noise(numbers, noise, secrets.token_bytes)
