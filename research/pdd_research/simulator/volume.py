"""How many searches a donor makes on a day it is there."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pdd_research.errors import SettingError
from pdd_research.seeded_randomness import Generator


@dataclass(frozen=True)
class Volume:
    """A day's searches: normal on raw counts, rounded, cut at 0 (PDD, section 4.1), and at the cap of the campaign.

    The paper gives 0.7603 as a variance. The simulator it was computed with takes the same figure as the standard
    deviation, which is what this does.
    """

    mean: float = 1.3020
    deviation: float = 0.7603
    max_searches: int | None = None

    def __post_init__(self) -> None:
        """SettingError for a deviation below 0 or a cap below 1."""
        if self.deviation < 0:
            raise SettingError(f"a standard deviation of {self.deviation} is none; it must be 0 or more")
        if self.max_searches is not None and self.max_searches < 1:
            raise SettingError(f"max_searches is {self.max_searches}; it must be 1 or more")

    def draw(self, donors: int, rng: Generator) -> NDArray[np.int32]:
        """The searches of so many donors on one day, before the cap."""
        drawn = rng.standard_normal(donors, np.float32)
        drawn *= np.float32(self.deviation)
        drawn += np.float32(self.mean)
        return np.maximum(np.rint(drawn, out=drawn), 0, out=drawn).astype(np.int32)

    def capped(self, searches: NDArray[np.int32]) -> NDArray[np.int32]:
        """What of them counts."""
        return searches if self.max_searches is None else np.minimum(searches, self.max_searches)
