"""The vector of a cohort's day: what each number means, its noise, its bounds, and the range a sum needs.

For each part of the plan's layout and each of its strata the vector has `[joined, searches, count_1 .. count_n]`. Then
come 64 decoys for each law of noise, which carry noise alone. Anybody can hold the published decoys against the law.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, log

import numpy as np
from numpy.typing import NDArray

from pdd_shared.counting.vocabulary import Vocabulary
from pdd_shared.privacy.noise.donor_shares import DRAW_BYTES, table
from pdd_shared.protocol.keys import RandomBytes
from pdd_shared.protocol.limits import DECOYS_A_LAW, MOST_UPLOADS
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import CohortTerms, NumberNoise
from pdd_shared.rounds.cohort.messages import CohortDay, CohortPart
from pdd_shared.rounds.cohort.parameters import RANGE, TreeSize
from pdd_shared.rounds.layout import Counts, blocks, fill, width

Integers = NDArray[np.int64]
Given = Mapping[tuple[str, str | None], Counts]
"""What a donor gives, by campaign and stratum; a campaign without strata has the one named None."""
_SHARE_BYTES = 2 * DRAW_BYTES
_PASSED = 2.0**-40
"""The chance that the noise on some number of a sum is larger than the plan's reach, at most."""


@dataclass(frozen=True)
class Law:
    """A law of noise, and how many honest donors make one draw of it: m_noise."""

    noise: NumberNoise
    makers: int


@dataclass(frozen=True, eq=False)
class CohortLayout:
    """The numbers of a cohort's vector, in order.

    `law_of` has the index of each number's law in `laws`, `most` what one donor adds to it at most. `closed` are
    campaigns whose `min_cohort` is above the cohort's floor: their numbers carry noise alone.
    """

    parts: tuple[CohortPart, ...]
    closed: frozenset[str]
    laws: tuple[Law, ...]
    law_of: Integers = field(repr=False)
    most: Integers = field(repr=False)

    @property
    def entries(self) -> int:
        """Numbers of the vector, decoys included."""
        return len(self.law_of)

    @property
    def counted(self) -> int:
        """Numbers before the decoys."""
        return self.entries - DECOYS_A_LAW * len(self.laws)

    def decoys_of(self, law: int) -> slice:
        """Return the place of a law's decoys in the vector; `law` is its index in `laws`."""
        start = self.counted + DECOYS_A_LAW * law
        return slice(start, start + DECOYS_A_LAW)

    def fill(self, given: Given) -> Integers:
        """Return the vector of a donor's counts, with zeros where it gives nothing or a campaign is closed.

        ValueError for counts that have no place, for counts in two strata of a campaign, and for numbers below zero,
        not whole, or above the campaign's caps: the noise would not hide them.
        """
        known = {(block.campaign, block.stratum) for block in blocks(self.parts)}
        if not given.keys() <= known:
            raise ValueError("counts for a campaign or stratum that the plan does not have")
        if len({campaign for campaign, _ in given}) < len(given):
            raise ValueError("a donor counts in one stratum of a campaign")
        terms = {part.campaign: part.terms for part in self.parts}
        for (campaign, _), counts in given.items():
            _check_caps(counts, terms[campaign])
        counted = {name: counts for name, counts in given.items() if name[0] not in self.closed}
        vector = np.zeros(self.entries, dtype=np.int64)
        vector[: self.counted] = fill(self.parts, counted)
        return vector

    def draw_noise(self, random_bytes: RandomBytes) -> Integers:
        """Return one donor's share of the noise on each number; 32 bytes a number are drawn, in order."""
        drawn = np.frombuffer(random_bytes(_SHARE_BYTES * self.entries), dtype=np.uint8)
        random = drawn.reshape(self.entries, _SHARE_BYTES)
        noise = np.empty(self.entries, dtype=np.int64)
        for index, law in enumerate(self.laws):
            places = self.law_of == index
            halves = table(law.noise.scale, law.makers).draw(random[places].tobytes())
            noise[places] = halves[0::2] - halves[1::2]
        return noise


def _check_caps(counts: Counts, terms: CohortTerms) -> None:
    """Raise ValueError for counts that pass the bounds by which the noise was calibrated."""
    numbers = (counts.searches, *counts.entries)
    if not all(isinstance(number, int) and 0 <= number <= terms.max_searches for number in numbers):
        raise ValueError(f"a count is not a whole number from 0 to the cap of its campaign, {terms.max_searches}")
    if sum(counts.entries) > terms.max_searches * terms.max_matches:
        raise ValueError("the counts have more matches than the cap of their campaign")


def cohort_part_of(campaign: Campaign) -> CohortPart:
    """Return the place in a plan that keeps exactly to the campaign's text.

    VocabularyError if its words can't be counted, ValueError for a campaign of another protocol.
    """
    if not isinstance(campaign.terms, CohortTerms):
        raise ValueError(f"campaign {campaign.id} is for another protocol")
    vocabulary = Vocabulary.parse(campaign.vocabulary)
    return CohortPart(
        campaign=campaign.id,
        entries=len(vocabulary),
        vocabulary=vocabulary.digest().hex(),
        strata=campaign.strata,
        terms=campaign.terms,
    )


def cohort_layout(parts: Sequence[CohortPart], size: TreeSize, day: CohortDay) -> CohortLayout:
    """Return the layout of a (sub-)cohort's vector, whose floor decides how much noise each donor adds."""
    laws: dict[Law, int] = {}
    law_of: list[Integers] = []
    most: list[Integers] = []
    closed = frozenset(part.campaign for part in parts if part.terms.min_cohort > day.floor)
    for part in parts:
        makers = size.noise_makers(day.floor, part.terms.colluders, day.sub_cohorts)
        noise, cap = part.terms.noise, 0 if part.campaign in closed else part.terms.max_searches
        kinds = [laws.setdefault(Law(kind, makers), len(laws)) for kind in (noise.joined, noise.searches, noise.counts)]
        numbers, strata = [1, 1, part.entries], len(part.strata) or 1
        law_of.append(np.tile(np.repeat(np.array(kinds, dtype=np.int64), numbers), strata))
        most.append(np.tile(np.repeat(np.array([min(cap, 1), cap, cap], dtype=np.int64), numbers), strata))
    decoys = np.repeat(np.arange(len(laws), dtype=np.int64), DECOYS_A_LAW)
    return CohortLayout(
        tuple(parts),
        closed,
        tuple(laws),
        np.concatenate([*law_of, decoys]),
        np.concatenate([*most, np.zeros_like(decoys)]),
    )


def count_laws(parts: Sequence[CohortPart]) -> int:
    """Return how many different laws of noise a layout has, whatever the floor."""
    return len(
        {
            (noise, part.terms.colluders)
            for part in parts
            for noise in (part.terms.noise.joined, part.terms.noise.searches, part.terms.noise.counts)
        }
    )


def count_numbers(parts: Sequence[CohortPart]) -> int:
    """Return how many numbers a vector of this layout has at most, decoys included."""
    return width(parts) + DECOYS_A_LAW * count_laws(parts)


@dataclass(frozen=True)
class SumRange:
    """The most uploads of a sum, and what the noise on a number reaches on either side, as a plan states them."""

    capacity: int
    reach: int


def noise_reach(layout: CohortLayout, uploads: int) -> int:
    """Return a size T that the noise of so many uploads passes on any number with probability 2^-40 at most.

    For each law Chernoff's bound: P(|X| >= T) <= 2 exp(-t T) M(t), M the moment generating function of the sum, at the
    best t; the numbers share the 2^-40 evenly. Shares of dishonest donors are not bounded by it.
    """
    evenly = log(2 * max(layout.entries, 1) / _PASSED)
    return max((ceil(_chernoff(law, uploads, evenly)) for law in layout.laws), default=0)


def _chernoff(law: Law, uploads: int, log_chance: float) -> float:
    """Return the least (log M(t) + log_chance) / t over a grid of t in (0, 1 / scale), where M is finite."""
    scale = float(law.noise.scale)
    parts = np.arange(1, 1000) / 1000
    logs = 2 * _log_one_minus(np.ones(1), scale) - _log_one_minus(1 - parts, scale) - _log_one_minus(1 + parts, scale)
    return float(np.min((uploads / law.makers * logs + log_chance) / (parts / scale)))


def _log_one_minus(factors: NDArray[np.float64], scale: float) -> NDArray[np.float64]:
    """Return log(1 - exp(-factor / scale)) for each factor."""
    found: NDArray[np.float64] = np.log(-np.expm1(-factors / scale))
    return found


def fits(capacity: int, most: int, reach: int) -> bool:
    """Return whether sums of so many uploads of numbers up to `most` can be told apart from their noise's reach."""
    return 1 <= capacity <= MOST_UPLOADS and capacity * most + 2 * reach < RANGE


def largest_range(layout: CohortLayout) -> SumRange:
    """Return the largest capacity that the layout's counts and noise leave, with its reach; 0 if not even one fits.

    Whoever plans a day compares it with the cohorts, and leaves campaigns out where it is too small.
    """
    most = int(layout.most.max(initial=0))
    low, high = 0, MOST_UPLOADS
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle, most, noise_reach(layout, middle)) else (low, middle - 1)
    return SumRange(low, noise_reach(layout, low))
