"""Noise on what the server publishes, from the operating system's random source."""

import secrets
from collections.abc import Callable

from pdd_shared.privacy.noise import sampling
from pdd_shared.protocol.terms import Noise

AddNoise = Callable[[list[int], Noise], list[int]]
"""The numbers, each with a draw of its own of the noise's law and scale."""


def add_noise(numbers: list[int], noise: Noise) -> list[int]:
    """Return each number plus an independent draw: P(k) is exactly as the noise's law and scale say."""
    return sampling.add_noise(numbers, noise, secrets.token_bytes)
