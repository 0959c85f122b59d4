"""A day's noise in the simulation: the law of what a campaign publishes, from a seeded generator."""

from dataclasses import dataclass
from math import exp

import numpy as np
from numpy.typing import NDArray

from pdd_research.errors import SettingError
from pdd_research.seeded_randomness import Generator


@dataclass(frozen=True)
class DayNoise:
    """Discrete Laplace noise of this scale, in searches, on each number of a day (docs/reference/privacy.md).

    It models what researchers will see. It protects nobody: releases take their noise from exact samplers.
    """

    scale: float

    def __post_init__(self) -> None:
        """SettingError unless the scale is above 0."""
        if not self.scale > 0:
            raise SettingError(f"a noise of scale {self.scale} is none; it must be above 0")

    @classmethod
    def of_day(cls, epsilon: float, max_searches: int, max_matches: int) -> "DayNoise":
        """For one day's epsilon under these caps: one donor's day moves a day's numbers by 1 + s (1 + m) at most."""
        if not epsilon > 0:
            raise SettingError(f"epsilon is {epsilon}; it must be above 0")
        return cls((1 + max_searches * (1 + max_matches)) / epsilon)

    def draw(self, numbers: int, rng: Generator, draws: float = 1) -> NDArray[np.int64]:
        """Noise for so many numbers, each with the variance of so many draws of the law.

        A draw is the difference of two geometric ones. Parts of draws, as donors' shares add up to, are differences of
        negative binomial ones, of which the geometric is a case.
        """
        success = 1 - exp(-1 / self.scale)
        if draws == 0:
            return np.zeros(numbers, np.int64)
        if draws != 1:
            return rng.negative_binomial(draws, success, numbers) - rng.negative_binomial(draws, success, numbers)
        return rng.geometric(success, numbers) - rng.geometric(success, numbers)
