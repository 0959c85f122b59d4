"""The sampler of the noise, against its law."""

from collections import Counter
from collections.abc import Iterable
from math import exp, log
from random import Random  # noqa: TID251 - nothing drawn here is published

import pytest
from scipy.stats import chi2  # type: ignore[import-untyped]

from pdd_server.services.noise import add_discrete_laplace

DRAWS = 20_000
FALSE_ALARM = 1e-6


def follows_the_law(draws: Iterable[int], scale: float) -> bool:
    """Chi-square test of draws against discrete Laplace; false alarms with probability 1e-6.

    Cells are the integers whose expected count is at least 10, and the two tails.
    """
    a = exp(-1 / scale)
    edge = int(-log(10 * (1 + a) / ((1 - a) * DRAWS)) * scale)
    law = {k: DRAWS * (1 - a) / (1 + a) * a ** abs(k) for k in range(-edge, edge + 1)}
    tail = DRAWS * a ** (edge + 1) / (1 + a)
    seen = Counter(max(-edge - 1, min(edge + 1, draw)) for draw in draws)
    law[-edge - 1] = law[edge + 1] = tail
    statistic = sum((seen[k] - expected) ** 2 / expected for k, expected in law.items())
    return bool(chi2.sf(statistic, len(law) - 1) >= FALSE_ALARM)


@pytest.mark.parametrize("scale", [0.5, 3.0, 81.0])
def test_sampler_draws_the_law(scale: float) -> None:
    """20,000 draws pass a chi-square test against the exact discrete Laplace law."""
    assert follows_the_law(add_discrete_laplace([0] * DRAWS, scale), scale)


@pytest.mark.parametrize(
    "broken",
    [
        lambda r, s: round(r.gauss(0, s * 2**0.5)),
        lambda r, s: int(r.expovariate(1 / s) * r.choice((-1, 1))),
        lambda r, s: round(r.expovariate(1 / (1.1 * s)) - r.expovariate(1 / (1.1 * s))),
        lambda _r, _s: 0,
    ],
    ids=["normal", "truncated", "wider", "none"],
)
def test_the_test_catches_broken_samplers(broken: object) -> None:
    """The same test rejects a normal, a Laplace cut towards zero, one 10% too wide, and no noise at all."""
    generator = Random(1)
    assert not follows_the_law([broken(generator, 3.0) for _ in range(DRAWS)], 3.0)  # type: ignore[operator]


def test_each_number_keeps_its_size_and_has_its_own_draw() -> None:
    """Numbers beyond 32 bits, and below zero, come back near themselves, each with a draw of its own."""
    numbers = [2**40, -(2**40)] * 50
    moved = [noised - number for number, noised in zip(numbers, add_discrete_laplace(numbers, 5.0), strict=True)]
    assert max(abs(move) for move in moved) < 5 * 60
    assert len(set(moved)) > 5
