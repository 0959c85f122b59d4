"""Noise on what is published: OpenDP's exact samplers over the integers. The only place that imports opendp."""

from collections.abc import Callable
from functools import lru_cache

# Not opendp.prelude: it loads every library there is that OpenDP could work with, which takes seconds.
from opendp.domains import atom_domain, vector_domain
from opendp.measurements import make_gaussian, make_laplace
from opendp.metrics import l1_distance, l2_distance
from opendp.mod import Measurement, enable_features

from pdd_shared.terms import Noise

AddNoise = Callable[[list[int], Noise], list[int]]
"""The numbers, each with a draw of its own of the noise's law and scale."""


def add_noise(numbers: list[int], noise: Noise) -> list[int]:
    """Each number plus an independent draw: P(k) proportional to exp(-|k| / scale), or to exp(-k^2 / (2 scale^2)).

    Sampled without floating point from the operating system's random source (Canonne, Kamath, Steinke, NeurIPS '20).
    """
    noised: list[int] = _measurement(noise)(numbers)
    return noised


@lru_cache
def _measurement(noise: Noise) -> Measurement:
    enable_features("contrib")
    # i64: OpenDP's plain `int` has 32 bits, and saturates.
    numbers = vector_domain(atom_domain(T="i64"))
    if noise.law == "discrete-gaussian":
        return make_gaussian(numbers, l2_distance(T="f64"), scale=float(noise.scale))
    return make_laplace(numbers, l1_distance(T="i64"), scale=float(noise.scale))
