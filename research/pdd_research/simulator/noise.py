"""The noise of a simulated day: the law of what a campaign publishes, drawn from a seeded generator."""

from dataclasses import dataclass
from math import exp
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pdd_research.errors import SettingError
from pdd_research.seeded_randomness import Generator


@dataclass(frozen=True)
class DayNoise:
    """The noise on each number of one kind on a day (docs/reference/privacy.md).

    It models what researchers will see and protects nobody; releases take their noise from exact samplers.

    Attributes:
        scale: the law's scale, in searches; of Skellam noise the standard deviation.
        law: the law, as terms name it.
    """

    scale: float
    law: Literal["discrete-laplace", "skellam"] = "discrete-laplace"

    def __post_init__(self) -> None:
        """Raise SettingError unless the scale is above 0."""
        if not self.scale > 0:
            raise SettingError(f"a noise of scale {self.scale} is none; it must be above 0")

    @classmethod
    def of_day(cls, epsilon: float, max_searches: int, max_hits: int) -> "DayNoise":
        """Return the noise for one day's epsilon under a campaign's caps.

        One donor's day changes a day's numbers by at most 1 + s + h, for s searches and h hits of a day. This
        sensitivity divided by epsilon is the scale.

        Raises:
            SettingError: unless epsilon is above 0.
        """
        if not epsilon > 0:
            raise SettingError(f"epsilon is {epsilon}; it must be above 0")
        return cls((1 + max_searches + max_hits) / epsilon)

    def draw(self, numbers: int, rng: Generator, draws: float = 1) -> NDArray[np.int64]:
        """Return noise for so many numbers, each with the variance of `draws` draws of the law.

        One draw of Laplace noise is the difference of two geometric numbers. The shares of many donors add up to
        another number of draws, also to a fraction. Their sum is the difference of two negative binomial numbers; the
        geometric law is the negative binomial law of 1 draw. Skellam noise is the difference of two Poisson numbers,
        whose means add up.
        """
        if draws == 0:
            return np.zeros(numbers, np.int64)
        if self.law == "skellam":
            mean = draws * self.scale**2 / 2
            return rng.poisson(mean, numbers) - rng.poisson(mean, numbers)
        success = 1 - exp(-1 / self.scale)
        if draws != 1:
            return rng.negative_binomial(draws, success, numbers) - rng.negative_binomial(draws, success, numbers)
        return rng.geometric(success, numbers) - rng.geometric(success, numbers)
