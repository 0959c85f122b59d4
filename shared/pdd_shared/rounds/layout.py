"""The order of the numbers in a day's vector, and the vector of a `plain` round as uint32 little endian.

For each campaign, in the plan's order, and each of its strata the vector has `[joined, searches, count_1 .. count_n]`,
and then `full` if the campaign caps the hits of all its periods together.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pdd_shared.counting.vocabulary import fingerprint
from pdd_shared.protocol.encoding import digest
from pdd_shared.protocol.messages import Campaign, Part
from pdd_shared.protocol.terms import PlainTerms, Terms

Vector = NDArray[np.uint32]
WIRE = np.dtype("<u4")
"""How one number of a vector travels."""
LEADING = 2
"""How many numbers of a block come before its counts: `joined` and `searches`."""


class PlacedPart(Protocol):
    """The fields of a plan's part that decide its place in the vector. Each protocol's part has terms of its own."""

    @property
    def campaign(self) -> str:
        """Return the campaign's id."""

    @property
    def entries(self) -> int:
        """Return the number of entries of its vocabulary, one count each."""

    @property
    def strata(self) -> tuple[str, ...]:
        """Return the names of its strata, none where it has one block."""

    @property
    def terms(self) -> Terms:
        """Return the terms, which say whether its blocks have the number `full`."""


@dataclass(frozen=True)
class Block:
    """The place of one campaign's stratum in the vector: numbers [start, start + width).

    Attributes:
        campaign: The campaign's id.
        stratum: The stratum; None for a campaign without strata.
        start: The index of its first number.
        entries: The number of its counts.
        has_full: Whether the number `full` comes after the counts.
    """

    campaign: str
    stratum: str | None
    start: int
    entries: int
    has_full: bool = False

    @property
    def width(self) -> int:
        """Return how many numbers it has."""
        return LEADING + self.entries + self.has_full

    @property
    def place(self) -> slice:
        """Return the block's numbers as a slice of the vector."""
        return slice(self.start, self.start + self.width)


@dataclass(frozen=True)
class Counts:
    """The numbers of one donor, campaign and day.

    Attributes:
        searches: The number of its searches.
        entries: One count for each entry.
        is_full: Whether these counts have the last of the hits that count in all of the campaign's periods.
    """

    searches: int = field(repr=False)
    entries: tuple[int, ...] = field(repr=False)
    is_full: bool = field(default=False, repr=False)


def blocks(layout: Iterable[PlacedPart]) -> Iterator[Block]:
    """Yield every block of a layout, in the vector's order.

    A campaign without strata has one block, whose stratum is None.
    """
    start = 0
    for part in layout:
        for stratum in part.strata or (None,):
            block = Block(part.campaign, stratum, start, part.entries, part.terms.caps.has_full)
            yield block
            start += block.width


def width(layout: Iterable[PlacedPart]) -> int:
    """Return how many numbers a vector of this layout has."""
    return sum(block.width for block in blocks(layout))


def part_of(campaign: Campaign) -> Part:
    """Return the part of a plan that states exactly what a campaign's signed text says.

    Raises:
        VocabularyError: The campaign's words can't be counted.
        ValueError: The campaign is of the `cohort` protocol, whose plans have parts of their own.
    """
    if not isinstance(campaign.terms, PlainTerms):
        raise ValueError(f"campaign {campaign.id} is for another protocol")
    vocabulary = fingerprint(campaign.vocabulary)
    return Part(
        campaign=campaign.id,
        entries=vocabulary.entries,
        vocabulary=vocabulary.digest.hex(),
        strata=campaign.strata,
        terms=campaign.terms,
    )


def layout_digest(layout: Iterable[Part]) -> bytes:
    """Return the digest of a layout, 32 bytes. A change of any campaign, vocabulary, stratum or term changes it."""
    return digest("layout", *(part.model_dump_json().encode() for part in layout))


def fill(layout: tuple[PlacedPart, ...], given: Mapping[tuple[str, str | None], Counts]) -> Vector:
    """Return the vector with these blocks filled, `joined` included, and zeros elsewhere.

    Args:
        layout: The plan's parts.
        given: Counts by campaign and stratum. Counts shorter than the block's entries are followed by zeros, for
            entries that were appended since the donor consented.

    Raises:
        ValueError: The layout has no place for some counts; the message names their campaign and stratum.
    """
    by_name = {(block.campaign, block.stratum): block for block in blocks(layout)}
    vector = np.zeros(width(layout), dtype=np.uint32)
    for name, counts in given.items():
        block = by_name.get(name)
        if block is None or len(counts.entries) > block.entries or counts.is_full > block.has_full:
            raise ValueError(f"the plan has no place for campaign {name[0]!r}, stratum {name[1]!r}")
        numbers = (1, counts.searches, *counts.entries)
        vector[block.start : block.start + len(numbers)] = numbers
        if block.has_full:
            vector[block.start + block.width - 1] = counts.is_full
    return vector


def to_bytes(vector: Vector) -> bytes:
    """Return the vector as it travels: uint32, little endian."""
    return vector.astype(WIRE, copy=False).tobytes()


def from_bytes(data: bytes, numbers: int) -> Vector:
    """Read a vector as it travelled.

    Raises:
        ValueError: It does not have exactly so many numbers.
    """
    if len(data) != numbers * WIRE.itemsize:
        raise ValueError(f"a vector of this round has {numbers * WIRE.itemsize} bytes, not {len(data)}")
    return np.frombuffer(data, dtype=WIRE).astype(np.uint32)
