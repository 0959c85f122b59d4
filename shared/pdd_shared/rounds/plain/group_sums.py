"""From the sums of `plain`'s groups to the sum of a day: no lying member can make another's counts matter more.

A sum is known modulo 2^32, and a member can add any number to it. Read as signed, a sum of 2^31 - 1 that a donor's
count of 1 makes 2^31 falls by 2^32: noise for a change of 1 hides nothing of that. The server's noise is still to come,
so each number is `bounded` to what honest members can reach, by a function that moves by at most 1 where the sum moves
by 1, all around the ring (docs/reference/privacy.md). No group is left out for what its sum holds, since whether it is
left out would tell.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from pdd_shared.protocol.messages import Part
from pdd_shared.rounds.layout import LEADING, Vector, width

Numbers = NDArray[np.int64]
RING = 2**32


def bounded(sums: Vector, bounds: Numbers, ring: int = RING) -> Numbers:
    """Return each sum v modulo `ring` as a number from 0 to its bound B: honest sums, up to B, as they are.

    With h half the ring: v on [0, B], B on [B, h - B], h - v on [h - B, h], and 0 on [h, ring). It is continuous, also
    from ring - 1 to 0, so that neighbouring sums on the ring differ by at most 1. A plain clip jumps from B to 0.
    Raises ValueError if a bound is above a quarter of the ring: the slopes would meet.
    """
    if bounds.max(initial=0) > ring // 4:
        raise ValueError(f"honest sums up to {bounds.max()} cannot be bounded on a ring of {ring}; lower the caps")
    values = sums.astype(np.int64)
    return np.clip(np.minimum(values, ring // 2 - values), 0, bounds)


def honest_bounds(part: Part, members: int) -> Numbers:
    """Return the largest sum of so many honest members, for each number of a campaign's blocks, before noise."""
    block = np.full(LEADING + part.entries, members * part.terms.max_searches, dtype=np.int64)
    block[0] = members  # each joined once
    return np.tile(block, len(part.strata) or 1)


class DaySum:
    """The sum of a day's groups: add each group whose members have all sent.

    `numbers` are in the vector's order, `counted` the members of all groups added. `bounded` counts the numbers that no
    honest group could reach. It follows from exact sums, so it is for whoever may see those, and is not published.
    """

    def __init__(self, layout: Sequence[Part]) -> None:
        self.numbers: Numbers = np.zeros(width(layout), dtype=np.int64)
        self.counted = 0
        self.bounded = 0
        self._parts = tuple(_places(layout))

    def add(self, total: Vector, members: int) -> None:
        """Add a group's sum over so many members' vectors."""
        self.counted += members
        for part, place in self._parts:
            sums, bounds = total[place], honest_bounds(part, members)
            self.numbers[place] += bounded(sums, bounds)
            self.bounded += int((sums > bounds).sum())


def _places(layout: Sequence[Part]) -> Iterator[tuple[Part, slice]]:
    """Yield each campaign's part with the place of all its blocks."""
    start = 0
    for part in layout:
        end = start + width((part,))
        yield part, slice(start, end)
        start = end
