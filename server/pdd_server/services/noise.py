"""Noise on what is published: OpenDP's exact discrete Laplace sampler. The only place that imports opendp."""

from collections.abc import Callable
from functools import lru_cache

import opendp.prelude as dp

AddNoise = Callable[[list[int], float], list[int]]
"""The numbers, each with its own discrete Laplace noise of that scale."""


def add_discrete_laplace(numbers: list[int], scale: float) -> list[int]:
    """Each number plus an independent draw with P(k) proportional to exp(-|k| / scale).

    Sampled without floating point from the operating system's random source (Canonne, Kamath, Steinke, NeurIPS '20).
    """
    noised: list[int] = _measurement(scale)(numbers)
    return noised


@lru_cache
def _measurement(scale: float) -> dp.Measurement:
    dp.enable_features("contrib")
    # i64: OpenDP's plain `int` has 32 bits, and saturates.
    return dp.m.make_laplace(dp.vector_domain(dp.atom_domain(T="i64")), dp.l1_distance(T="i64"), scale=scale)
