"""The schedule of faults: what goes wrong on which day, drawn from a seed.

Faults are dealt like cards. Every kind comes once or several times in each `DAYS` days, so a short run meets all kinds.
"""

import random as schedules  # noqa: TID251 - a schedule is no secret
from dataclasses import dataclass
from typing import Literal

Kind = Literal["kill-web", "kill-night", "kill-database", "full-disk", "clock", "cut", "restore"]

DAYS = 7
"""How many days a deck lasts."""
_DECK: tuple[Kind, ...] = (
    *("kill-web", "kill-web", "kill-night", "kill-night", "kill-database", "kill-database"),
    *("full-disk", "full-disk", "cut", "cut", "cut", "clock", "restore"),
)
_AWAY = 0.1
"""The share of donors that stay away on a day."""


@dataclass(frozen=True)
class Fault:
    """A fault of one day.

    Attributes:
        kind: What goes wrong.
        at: The share of the day's contacts after which it goes wrong, from 0 to 1.
        size: How bad it is, from 0 to 1. Each kind has a scale of its own.
    """

    kind: Kind
    at: float
    size: float

    def __str__(self) -> str:
        """Return the fault for the line of its day."""
        return f"{self.kind} {self.size:.2f} at {self.at:.0%}"


def faults_of(seed: int, day: int) -> tuple[Fault, ...]:
    """Return the faults of the day with this number, in the order in which they happen."""
    deck, place = divmod(day, DAYS)
    kinds = schedules.Random(f"{seed}/{deck}").sample(_DECK, len(_DECK))[place::DAYS]
    draws = schedules.Random(f"{seed}/{deck}/{place}")
    found = [Fault(kind, draws.random(), draws.random()) for kind in kinds]
    return tuple(sorted(found, key=lambda fault: fault.at))


def away(seed: int, day: int, number: int) -> bool:
    """Return whether the donor with this number stays away on a day."""
    return schedules.Random(f"{seed}/{day}/{number}").random() < _AWAY
