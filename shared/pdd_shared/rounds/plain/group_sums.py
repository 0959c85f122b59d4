"""The sum of a day from the sums of `plain`'s groups, so that a lying member can't make another's counts stand out.

A group's sum is known modulo 2^32, and a lying member can add any number to it. Suppose it adds so much that the sum is
2^31 - 1, which is positive when read as signed. Another donor's count of 1 then makes it 2^31, which reads as -2^31: a
change of 2^32, which noise for a change of 1 does not hide.

So before the server adds its noise, `bounded` maps each number into the range that honest members can reach. The result
changes by at most 1 when the sum changes by 1, all around the ring (docs/reference/privacy.md). No group is left out
because of its sum: that it is left out would itself tell something.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from pdd_shared.protocol.messages import Part
from pdd_shared.rounds.layout import LEADING, Vector, width

Numbers = NDArray[np.int64]
RING = 2**32
"""Sums of blinded vectors are known modulo this."""


def bounded(sums: Vector, bounds: Numbers, ring: int = RING) -> Numbers:
    """Map each sum v into the range from 0 to its bound B. Honest sums, which are at most B, stay as they are.

    With h half the ring, the result is v on [0, B], B on [B, h - B], h - v on [h - B, h], and 0 on [h, ring). It is
    continuous, also from ring - 1 to 0, so neighbouring sums on the ring differ by at most 1. A plain clip would jump
    from B at ring - 1 to 0 at 0.

    Args:
        sums: Sums modulo `ring`.
        bounds: B of each sum.
        ring: The modulus; tests use small ones.

    Raises:
        ValueError: A bound is above a quarter of the ring, where the slopes would meet.
    """
    if bounds.max(initial=0) > ring // 4:
        raise ValueError(f"honest sums up to {bounds.max()} cannot be bounded on a ring of {ring}; lower the caps")
    values = sums.astype(np.int64)
    return np.clip(np.minimum(values, ring // 2 - values), 0, bounds)


def honest_bounds(part: Part, members: int) -> Numbers:
    """Return the largest sum that so many honest members can give, for each number of all blocks of a campaign."""
    caps = part.terms.caps
    block = np.full(LEADING + part.entries, caps.hits_per_keyword, dtype=np.int64)
    block[:LEADING] = 1, caps.searches  # each joined once
    return np.tile(members * block, len(part.strata) or 1)


class DaySum:
    """The running sum of a day's groups, to which each group is added whose members have all sent.

    Attributes:
        numbers: The sum, in the vector's order.
        counted: How many members the added groups have together.
        bounded: How many sums were larger than honest members could make them. It follows from exact sums, so only
            those who may see exact sums may see it; it is not published.
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
    """Yield each campaign's part with the slice of the vector that holds all its blocks."""
    start = 0
    for part in layout:
        end = start + width((part,))
        yield part, slice(start, end)
        start = end
