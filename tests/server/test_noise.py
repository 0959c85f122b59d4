"""The samplers of the server's noise, against their laws."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any, Literal

import numpy as np
import pytest

from pdd_server.services.noise import add_noise
from pdd_shared.terms import Noise
from tests.support.distributions import DRAWS, MANY, Integers, Pmf, discrete_gaussian, discrete_laplace, follows

Law = Literal["discrete-laplace", "discrete-gaussian"]
LAWS: dict[str, Callable[[float], Pmf]] = {
    "discrete-laplace": discrete_laplace,
    "discrete-gaussian": discrete_gaussian,
}


def noise(law: Law, scale: str) -> Noise:
    return Noise(law=law, scale=Decimal(scale), added_by="server", colluders=0)


@pytest.mark.parametrize("draws", [DRAWS, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("scale", ["0.5", "3", "81.5"])
@pytest.mark.parametrize("law", LAWS)
def test_each_sampler_draws_its_law(law: Law, scale: str, draws: int) -> None:
    """OpenDP's draws pass a chi-square test against the exact law."""
    drawn = np.array(add_noise([0] * draws, noise(law, scale)))
    assert follows(drawn, LAWS[law](float(scale)))


BROKEN: dict[str, tuple[str, Callable[[Any, int], Integers]]] = {
    "a rounded normal": ("discrete-laplace", lambda r, n: np.rint(r.normal(0, 3 * 2**0.5, n))),
    "a rounded Laplace": ("discrete-laplace", lambda r, n: np.rint(r.laplace(0, 3, n))),
    "a Laplace cut towards zero": ("discrete-laplace", lambda r, n: np.trunc(r.laplace(0, 3, n))),
    "a scale 5% too large": ("discrete-laplace", lambda r, n: two_sided(r, 3.15, n)),
    "a scale 5% too small": ("discrete-laplace", lambda r, n: two_sided(r, 2.85, n)),
    "one side alone": ("discrete-laplace", lambda r, n: abs(two_sided(r, 3, n))),
    "no noise": ("discrete-laplace", lambda _, n: np.zeros(n)),
    "a Gaussian cut towards zero": ("discrete-gaussian", lambda r, n: np.trunc(r.normal(0, 3, n))),
    "a Gaussian 5% too narrow": ("discrete-gaussian", lambda r, n: np.rint(r.normal(0, 2.85, n))),
    "a rounded Laplace of its variance": ("discrete-gaussian", lambda r, n: np.rint(r.laplace(0, 3 / 2**0.5, n))),
}


def two_sided(generator: Any, scale: float, draws: int) -> Integers:
    """The difference of two geometric draws."""
    p = -np.expm1(-1 / scale)
    drawn: Integers = generator.geometric(p, draws) - generator.geometric(p, draws)
    return drawn


@pytest.mark.parametrize("name", BROKEN)
def test_the_test_catches_broken_samplers(name: str) -> None:
    """A million draws of each are rejected."""
    law, broken = BROKEN[name]
    generator = np.random.default_rng(1)  # noqa: TID251 - nothing drawn here is published
    assert not follows(broken(generator, MANY).astype(np.int64), LAWS[law](3.0))


def test_the_test_passes_a_right_sampler_of_floats() -> None:
    """What is rejected is not rejected for its size: a million right draws pass."""
    generator = np.random.default_rng(1)  # noqa: TID251 - nothing drawn here is published
    assert follows(two_sided(generator, 3, MANY), discrete_laplace(3.0))


@pytest.mark.parametrize("law", LAWS)
def test_each_number_keeps_its_size_and_has_its_own_draw(law: Law) -> None:
    """Numbers beyond 32 bits, and below zero, come back near themselves, each with a draw of its own."""
    numbers = [2**40, -(2**40)] * 50
    moved = [noised - number for number, noised in zip(numbers, add_noise(numbers, noise(law, "5")), strict=True)]
    assert max(abs(move) for move in moved) < 5 * 60
    assert len(set(moved)) > 5
