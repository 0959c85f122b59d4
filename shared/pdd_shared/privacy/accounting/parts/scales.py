"""The smallest noise with which parts and periods keep to a budget, and which law it is."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, Decimal
from math import asinh, exp, sqrt

from pdd_shared.privacy.accounting.parts.contributions import PartCaps
from pdd_shared.privacy.accounting.parts.gaussian import gaussian_mu
from pdd_shared.privacy.accounting.parts.ratios import LawName
from pdd_shared.privacy.accounting.parts.release import Part, keeps_to

STEP = Decimal("0.001")
"""Scales are multiples of this, in counts."""
_NEAR = 2**13
"""One over this is how close the found scales are to the smallest, as a share."""


@dataclass(frozen=True)
class Wanted:
    """A part that needs noise.

    Attributes:
        caps: What a donor may add to it in a period.
        share: Its share of the budget's rho. All shares add up to 1.
    """

    caps: PartCaps
    share: float


@dataclass(frozen=True)
class Limit:
    """What all parts may cost together.

    Attributes:
        epsilon: The epsilon of the guarantee, above 0.
        delta: Its delta, above 0.
        periods: How many periods are published.
        once: The names of the parts whose caps hold for all periods together, so that they are charged once.
    """

    epsilon: float
    delta: float
    periods: int
    once: frozenset[str] = frozenset()

    def times(self, name: str) -> int:
        """Return how many times the part of this name is charged."""
        return 1 if name in self.once else self.periods

    def holds(self, parts: Mapping[str, Part]) -> bool:
        """Return whether these parts keep to it."""
        release = Counter[Part]()
        for name, part in parts.items():
            release[part] += self.times(name)
        return keeps_to(release, self.epsilon, self.delta)


def deviation(part: Part) -> float:
    """Return the standard deviation of a part's noise, in counts; for the discrete Gaussian at least as much."""
    if part.law != "discrete-laplace":
        return float(part.scale)
    a = exp(-1 / float(part.scale))
    return sqrt(2 * a) / (1 - a)


def gaussian_deviations(wanted: Mapping[str, Wanted], limit: Limit) -> dict[str, float]:
    """Return the standard deviations of Gaussian noise that would keep to the limit, with rho in the stated shares."""
    mu = gaussian_mu(limit.epsilon, limit.delta)
    return {name: sqrt(limit.times(name) * each.caps.squared_l2 / each.share) / mu for name, each in wanted.items()}


def skellam_parts(
    wanted: Mapping[str, Wanted], limit: Limit, laplace: Collection[str] = frozenset()
) -> dict[str, Part]:
    """Return parts with as little Skellam noise as keeps to the limit, and rho in the stated shares.

    A part's rho is its squared L2 sensitivity over twice the variance of its noise. For discrete Laplace noise the
    square of its scale takes the variance's place: a wide one of that scale costs as much.

    Args:
        wanted: The parts that need noise.
        limit: What they may cost together.
        laplace: The names of parts that get discrete Laplace noise instead.
    """
    needed = gaussian_deviations(wanted, limit)

    def part(name: str, times: int) -> Part:
        law: LawName = "discrete-laplace" if name in laplace else "skellam"
        return Part(law, _step_up(needed[name] * times / _NEAR), wanted[name].caps)

    def parts(times: int) -> dict[str, Part]:
        """Return the parts with so many 8,192ths of the deviations that Gaussian noise would need."""
        return {name: part(name, times) for name in wanted}

    return parts(_least_near(_NEAR, lambda times: limit.holds(parts(times))))


def with_better_laws(parts: Mapping[str, Part], limit: Limit) -> dict[str, Part]:
    """Return the parts with discrete Laplace noise for each part that needs less noise so, all others as they are."""
    chosen = dict(parts)
    for name in parts:
        chosen[name] = _as_laplace(chosen, name, limit) or chosen[name]
    return chosen


def _as_laplace(parts: Mapping[str, Part], name: str, limit: Limit) -> Part | None:
    """Return the part with the least discrete Laplace noise, or None if its standard deviation would not be smaller."""

    def at(steps: int) -> Part:
        return replace(parts[name], law="discrete-laplace", scale=steps * STEP)

    def enough(steps: int) -> bool:
        return limit.holds({**parts, name: at(steps)})

    same = 1 / (2 * asinh(1 / (deviation(parts[name]) * sqrt(2))))  # the scale of the same standard deviation
    most = int(same / float(STEP))
    return at(_least(enough, 0, most)) if most and enough(most) else None


def _least_near(start: int, enough: Callable[[int], bool]) -> int:
    """Return about the least number that is enough, which is likely near `start`: doubling steps, then halving."""
    low = high = start
    step = start // 128
    if enough(start):
        while (low := max(0, high - step)) and enough(low):
            high, step = low, 2 * step
    else:
        while not enough(high := low + step):
            low, step = high, 2 * step
    return _least(enough, low, high)


def _least(enough: Callable[[int], bool], low: int, high: int) -> int:
    """Return about the least number above `low` that is enough, by halving; `high` is known to be."""
    while high - low > max(1, high // (2 * _NEAR)):
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _step_up(scale: float) -> Decimal:
    """Return the scale rounded up to a step."""
    return Decimal(scale).quantize(STEP, ROUND_CEILING)
