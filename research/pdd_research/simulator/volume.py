"""How many searches a donor makes on an active day."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pdd_research.errors import SettingError
from pdd_research.seeded_randomness import Generator


@dataclass(frozen=True)
class Volume:
    """A donor's searches of a day: normally distributed, rounded, at least 0 (PDD, section 4.1), and capped.

    The paper calls 0.7603 a variance. The simulator that computed the paper's figures uses it as the standard
    deviation, and so does this.
    """

    mean: float = 1.3020
    deviation: float = 0.7603
    max_searches: int | None = None

    def __post_init__(self) -> None:
        """Raise SettingError if the deviation is below 0 or the cap below 1."""
        if self.deviation < 0:
            raise SettingError(f"a standard deviation of {self.deviation} is none; it must be 0 or more")
        if self.max_searches is not None and self.max_searches < 1:
            raise SettingError(f"max_searches is {self.max_searches}; it must be 1 or more")

    def draw(self, donors: int, rng: Generator) -> NDArray[np.int32]:
        """Return the searches of so many donors on one day, before the cap."""
        drawn = rng.standard_normal(donors, np.float32)
        drawn *= np.float32(self.deviation)
        drawn += np.float32(self.mean)
        return np.maximum(np.rint(drawn, out=drawn), 0, out=drawn).astype(np.int32)

    def capped(self, searches: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return how many of these searches count."""
        return searches if self.max_searches is None else np.minimum(searches, self.max_searches)
