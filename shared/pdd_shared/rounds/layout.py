"""The vector of a day: per campaign and stratum `[joined, searches, count_1 .. count_n]`, as uint32 little endian."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pdd_shared.counting.vocabulary import Vocabulary
from pdd_shared.protocol.encoding import digest
from pdd_shared.protocol.messages import Campaign, Part
from pdd_shared.protocol.terms import PlainTerms

Vector = NDArray[np.uint32]
WIRE = np.dtype("<u4")
LEADING = 2
"""`joined` and `searches` stand before the counts."""


class PlacedPart(Protocol):
    """What a campaign's part needs for a place in the vector; each protocol has terms of its own."""

    @property
    def campaign(self) -> str:
        """The campaign's id."""

    @property
    def entries(self) -> int:
        """Entries of its vocabulary, one count each."""

    @property
    def strata(self) -> tuple[str, ...]:
        """Names of its strata, none where it has one block."""


@dataclass(frozen=True)
class Block:
    """The place of one campaign's stratum in the vector: numbers [start, start + 2 + entries)."""

    campaign: str
    stratum: str | None
    start: int
    entries: int

    @property
    def place(self) -> slice:
        """The block's numbers as a slice of the vector."""
        return slice(self.start, self.start + LEADING + self.entries)


@dataclass(frozen=True)
class Counts:
    """What one donor gives to one campaign on one day: its number of searches, and one count an entry."""

    searches: int
    entries: tuple[int, ...]


def blocks(layout: Iterable[PlacedPart]) -> Iterator[Block]:
    """Every block of a layout, in the vector's order; a campaign without strata has one, named None."""
    start = 0
    for part in layout:
        for stratum in part.strata or (None,):
            yield Block(part.campaign, stratum, start, part.entries)
            start += LEADING + part.entries


def width(layout: Iterable[PlacedPart]) -> int:
    """How many numbers a vector of this layout has."""
    return sum(LEADING + block.entries for block in blocks(layout))


def part_of(campaign: Campaign) -> Part:
    """The place in a plan that keeps exactly to the campaign's text; VocabularyError if its words can't be counted.

    ValueError for a campaign of the `cohort` protocol, whose plans have parts of their own.
    """
    if not isinstance(campaign.terms, PlainTerms):
        raise ValueError(f"campaign {campaign.id} is for another protocol")
    vocabulary = Vocabulary.parse(campaign.vocabulary)
    return Part(
        campaign=campaign.id,
        entries=len(vocabulary),
        vocabulary=vocabulary.digest().hex(),
        strata=campaign.strata,
        terms=campaign.terms,
    )


def layout_digest(layout: Iterable[Part]) -> bytes:
    """32 bytes that name a layout: any change of campaign, vocabulary, stratum or term changes them."""
    return digest("layout", *(part.model_dump_json().encode() for part in layout))


def fill(layout: tuple[PlacedPart, ...], given: Mapping[tuple[str, str | None], Counts]) -> Vector:
    """The vector with these blocks filled and zeros elsewhere, `joined` included.

    `given` maps (campaign, stratum) to counts; counts shorter than the block's entries are followed by zeros
    (entries appended since the donor consented). ValueError names what does not fit.
    """
    by_name = {(block.campaign, block.stratum): block for block in blocks(layout)}
    vector = np.zeros(width(layout), dtype=np.uint32)
    for name, counts in given.items():
        block = by_name.get(name)
        if block is None or len(counts.entries) > block.entries:
            raise ValueError(f"the plan has no place for campaign {name[0]!r}, stratum {name[1]!r}")
        numbers = (1, counts.searches, *counts.entries)
        vector[block.start : block.start + len(numbers)] = numbers
    return vector


def to_bytes(vector: Vector) -> bytes:
    """The vector as it travels."""
    return vector.astype(WIRE, copy=False).tobytes()


def from_bytes(data: bytes, numbers: int) -> Vector:
    """The vector read back; ValueError if it has not exactly that many numbers."""
    if len(data) != numbers * WIRE.itemsize:
        raise ValueError(f"a vector of this round has {numbers * WIRE.itemsize} bytes, not {len(data)}")
    return np.frombuffer(data, dtype=WIRE).astype(np.uint32)
