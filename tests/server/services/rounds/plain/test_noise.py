"""The samplers of the server's noise, compared with their laws and with OpenDP's."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any, Literal

import numpy as np
import pytest
from opendp import prelude as opendp
from scipy.stats import chi2_contingency

from pdd_server.services.rounds.plain.noise import add_noise
from pdd_shared.protocol.terms import Noise
from tests.support.statistics.distributions import (
    DRAWS,
    FALSE_ALARM,
    MANY,
    Integers,
    Pmf,
    binned,
    discrete_gaussian,
    discrete_laplace,
    folded,
    follows,
)

Law = Literal["discrete-laplace", "discrete-gaussian"]
LAWS: dict[str, Callable[[float], Pmf]] = {
    "discrete-laplace": discrete_laplace,
    "discrete-gaussian": discrete_gaussian,
}


def noise(law: Law, scale: str) -> Noise:
    return Noise(law=law, scale=Decimal(scale))


@pytest.mark.parametrize("draws", [DRAWS, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("scale", ["0.3", "0.5", "3", "15.99", "81.5"])
@pytest.mark.parametrize("law", LAWS)
def test_each_sampler_draws_its_law(law: Law, scale: str, draws: int) -> None:
    """Each sampler's draws pass a chi-square test against the exact law."""
    drawn = np.array(add_noise([0] * draws, noise(law, scale)))
    assert follows(drawn, LAWS[law](float(scale)))


@pytest.mark.parametrize("draws", [DRAWS, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("scale", ["447", "10000"])
@pytest.mark.parametrize("law", LAWS)
def test_each_sampler_draws_its_law_when_it_is_wide(law: Law, scale: str, draws: int) -> None:
    """Draws of wide laws fit in cells of a tenth of a scale and by their remainders modulo 61 and 64."""
    drawn, exact = np.array(add_noise([0] * draws, noise(law, scale))), LAWS[law](float(scale))
    assert follows(*binned(drawn, exact, int(scale) // 10))
    for modulus in (61, 64):
        assert follows(*folded(drawn, exact, modulus))


def opendps(law: Law, scale: str, draws: int) -> Integers:
    """Return draws of OpenDP's exact samplers (Canonne, Kamath, Steinke, NeurIPS '20)."""
    opendp.enable_features("contrib")
    numbers = opendp.vector_domain(opendp.atom_domain(T="i64"))
    if law == "discrete-laplace":
        sampler = opendp.m.make_laplace(numbers, opendp.l1_distance(T="i64"), scale=float(scale))
    else:
        sampler = opendp.m.make_gaussian(numbers, opendp.l2_distance(T="f64"), scale=float(scale))
    return np.array(sampler([0] * draws))


@pytest.mark.parametrize("scale", ["0.3", "3", "81.5", "10000"])
@pytest.mark.parametrize("law", LAWS)
def test_opendp_draws_the_same_law(law: Law, scale: str) -> None:
    """OpenDP's draws and ours fall into cells alike, by a two-sample test."""
    ours, theirs = np.array(add_noise([0] * 30_000, noise(law, scale))), opendps(law, scale, 30_000)
    cells = [np.clip(drawn // max(1, int(float(scale)) // 10), -30, 30) + 30 for drawn in (ours, theirs)]
    table = np.array([np.bincount(cell, minlength=61) for cell in cells])
    assert chi2_contingency(table[:, table.sum(axis=0) >= 20]).pvalue >= FALSE_ALARM


@pytest.mark.parametrize("law", LAWS)
def test_draws_are_independent_of_those_beside_them(law: Law) -> None:
    """Draws of neighbouring numbers, and of numbers a hundred apart, are independent."""
    drawn = np.clip(add_noise([0] * DRAWS, noise(law, "1")), -2, 2) + 2
    exact = LAWS[law](1.0)
    weights = np.bincount(np.clip(exact.numbers, -2, 2) + 2, exact.weights)
    for apart in (1, 100):
        pairs = drawn.reshape(-1, 2, apart)
        assert follows((5 * pairs[:, 0] + pairs[:, 1]).ravel(), Pmf(0, np.outer(weights, weights).ravel()))


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
    """Return the difference of two geometric draws."""
    p = -np.expm1(-1 / scale)
    drawn: Integers = generator.geometric(p, draws) - generator.geometric(p, draws)
    return drawn


@pytest.mark.parametrize("name", BROKEN)
def test_the_test_catches_broken_samplers(name: str) -> None:
    """A million draws of each broken sampler are rejected."""
    law, broken = BROKEN[name]
    generator = np.random.default_rng(1)  # noqa: TID251 - nothing drawn here is published
    assert not follows(broken(generator, MANY).astype(np.int64), LAWS[law](3.0))


def test_the_test_passes_a_right_sampler_of_floats() -> None:
    """A million right draws pass, so the rejections are not due to the sample's size."""
    generator = np.random.default_rng(1)  # noqa: TID251 - nothing drawn here is published
    assert follows(two_sided(generator, 3, MANY), discrete_laplace(3.0))


@pytest.mark.parametrize("law", LAWS)
def test_each_number_keeps_its_size_and_has_its_own_draw(law: Law) -> None:
    """Numbers of almost 63 bits, and below zero, get independent noise of the right size."""
    numbers = [2**62 + 1, -(2**62) - 1, 2**40] * 50
    moved = [noised - number for number, noised in zip(numbers, add_noise(numbers, noise(law, "5")), strict=True)]
    assert max(abs(move) for move in moved) < 5 * 60
    assert len(set(moved)) > 5
