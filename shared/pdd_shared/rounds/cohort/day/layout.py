"""The vector of a cohort's day: what each number means, its noise, its bounds, and the range that a sum needs.

For each part of the plan's layout and each of its strata the vector has `[joined, searches, count_1 .. count_n]`, and
`full` where the part's terms cap the hits of all periods; its noise is that of the counts. Then come 64 decoys for each
law of noise, which carry noise alone. They are published, so anybody can test whether the donors added the noise that
the terms state.

A sum is read modulo `RANGE`, so it must not pass that range with its noise. `noise_reach` bounds the noise of a sum,
and `largest_range` the number of uploads in it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import asinh, ceil, log, sqrt

import numpy as np
from numpy.typing import NDArray

from pdd_shared.counting.vocabulary import fingerprint
from pdd_shared.privacy.noise.donor_shares import DRAW_BYTES, Table, table
from pdd_shared.privacy.noise.rounding import WORD_BYTES, rounded
from pdd_shared.privacy.noise.skellam import PoissonTable, poisson_table
from pdd_shared.protocol.keys import RandomBytes
from pdd_shared.protocol.limits import DECOYS_A_LAW, MOST_UPLOADS
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import CohortTerms, NumberNoise
from pdd_shared.rounds.cohort.messages import CohortDay, CohortPart
from pdd_shared.rounds.cohort.parameters import RANGE, TreeSize
from pdd_shared.rounds.layout import Counts, blocks, fill, width

Integers = NDArray[np.int64]
Given = Mapping[tuple[str, str | None], Counts]
"""A donor's counts by campaign id and stratum. The stratum is None for a campaign without strata."""
_SHARE_BYTES = 2 * DRAW_BYTES
"""Random bytes of a donor's share of the noise on one number: it is the difference of two draws."""
_PASSED = 2.0**-40
"""The largest acceptable probability that the noise on any number of a sum is larger than the plan's reach."""


@dataclass(frozen=True)
class Law:
    """A law of noise as it applies to some numbers of a vector.

    Attributes:
        noise: The distribution and its scale.
        makers: m_noise, the number of honest donors whose shares add up to one draw of the distribution.
    """

    noise: NumberNoise
    makers: int

    @property
    def table(self) -> Table | PoissonTable:
        """Return the table of the two draws whose difference is a donor's share."""
        draws = poisson_table if self.noise.law == "skellam" else table
        return draws(self.noise.scale, self.makers)


@dataclass(frozen=True, eq=False)
class CohortLayout:
    """The numbers of a (sub-)cohort's vector, in order.

    Attributes:
        parts: The campaigns' parts of the plan.
        closed: Ids of the campaigns whose `min_cohort` is above the floor. Their numbers carry noise alone.
        laws: The different laws of noise, in the order in which the numbers first have them.
        law_of: The index in `laws` of each number's law, one for each number of the vector.
        most: The most that one donor adds to each number, noise apart, in units: 0 for decoys and closed campaigns.
    """

    parts: tuple[CohortPart, ...]
    closed: frozenset[str]
    laws: tuple[Law, ...]
    law_of: Integers = field(repr=False)
    most: Integers = field(repr=False)

    @property
    def entries(self) -> int:
        """Return how many numbers the vector has, decoys included."""
        return len(self.law_of)

    @property
    def counted(self) -> int:
        """Return how many numbers come before the decoys."""
        return self.entries - DECOYS_A_LAW * len(self.laws)

    def decoys_of(self, law: int) -> slice:
        """Return the slice of the vector that holds the decoys of the law with this index in `laws`."""
        start = self.counted + DECOYS_A_LAW * law
        return slice(start, start + DECOYS_A_LAW)

    def fill(self, given: Given) -> Integers:
        """Return the vector of a donor's counts, without noise: zeros where it gives nothing or a campaign is closed.

        Raises:
            ValueError: Counts have no place in the layout, or are in two strata of one campaign; or a number is below
                zero, not whole, or above the campaign's caps. The noise is calibrated to one stratum and to the caps,
                so it would not hide such counts.
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

    @property
    def units(self) -> Integers:
        """Return how many counts are one unit, for each number of the vector."""
        return np.array([law.noise.unit for law in self.laws], dtype=np.int64)[self.law_of]

    def rounded(self, vector: Integers, random_bytes: RandomBytes) -> Integers:
        """Return the vector of counts in units, randomly rounded.

        Four random bytes a number are taken, whatever the counts are; none if all units are 1.
        """
        units = self.units
        return vector if (units == 1).all() else rounded(vector, units, random_bytes(WORD_BYTES * self.entries))

    def draw_noise(self, random_bytes: RandomBytes) -> Integers:
        """Return one donor's share of the noise on each number of the vector, in units.

        Each share takes 32 random bytes, in the vector's order: 16 for the draw that is added, 16 for the one that is
        subtracted. The order is part of the protocol, so that test vectors fix the noise in every language.
        """
        drawn = np.frombuffer(random_bytes(_SHARE_BYTES * self.entries), dtype=np.uint8)
        random = drawn.reshape(self.entries, _SHARE_BYTES)
        noise = np.empty(self.entries, dtype=np.int64)
        for index, law in enumerate(self.laws):
            places = self.law_of == index
            halves = law.table.draw(random[places].tobytes())
            noise[places] = halves[0::2] - halves[1::2]
        return noise


def _check_caps(counts: Counts, terms: CohortTerms) -> None:
    """Raise ValueError for counts that pass the caps to which the noise is calibrated."""
    numbers = (counts.searches, *counts.entries)
    if not all(isinstance(number, int) for number in numbers) or not terms.caps.allow(counts.searches, counts.entries):
        raise ValueError("the counts are not whole numbers within the caps of their campaign")


def cohort_part_of(campaign: Campaign) -> CohortPart:
    """Return the part of a plan that states exactly what a campaign's signed text says.

    Raises:
        VocabularyError: The campaign's words can't be counted.
        ValueError: The campaign is for another protocol.
    """
    if not isinstance(campaign.terms, CohortTerms):
        raise ValueError(f"campaign {campaign.id} is for another protocol")
    vocabulary = fingerprint(campaign.vocabulary)
    return CohortPart(
        campaign=campaign.id,
        entries=vocabulary.entries,
        vocabulary=vocabulary.digest.hex(),
        strata=campaign.strata,
        terms=campaign.terms,
    )


def cohort_layout(parts: Sequence[CohortPart], size: TreeSize, day: CohortDay) -> CohortLayout:
    """Return the layout of a (sub-)cohort's vector.

    Args:
        parts: The campaigns' parts, in the plan's order.
        size: What follows from the size of the epoch's tree.
        day: The cohort's floor and number of sub-cohorts. The floor decides how much noise each donor adds.
    """
    laws: dict[Law, int] = {}
    law_of: list[Integers] = []
    most: list[Integers] = []
    closed = frozenset(part.campaign for part in parts if part.terms.min_cohort > day.floor)
    for part in parts:
        makers = size.noise_makers(day.floor, part.terms.colluders, day.sub_cohorts)
        largest = (0, 0, 0) if part.campaign in closed else part.terms.most_units
        kinds = [laws.setdefault(Law(kind, makers), len(laws)) for kind in part.terms.noise.kinds]
        numbers, strata = [1, 1, part.entries + part.terms.caps.has_full], len(part.strata) or 1
        law_of.append(np.tile(np.repeat(np.array(kinds, dtype=np.int64), numbers), strata))
        most.append(np.tile(np.repeat(np.array(largest, dtype=np.int64), numbers), strata))
    decoys = np.repeat(np.arange(len(laws), dtype=np.int64), DECOYS_A_LAW)
    return CohortLayout(
        tuple(parts),
        closed,
        tuple(laws),
        np.concatenate([*law_of, decoys]),
        np.concatenate([*most, np.zeros_like(decoys)]),
    )


def count_laws(parts: Sequence[CohortPart]) -> int:
    """Return the most different laws of noise that a layout can have, whatever the floor.

    Two percentages of colluders can give one m_noise and so one law; here they count as two.
    """
    return len({(noise, part.terms.colluders) for part in parts for noise in part.terms.noise.kinds})


def count_numbers(parts: Sequence[CohortPart]) -> int:
    """Return how many numbers a vector of this layout has at most, decoys included."""
    return width(parts) + DECOYS_A_LAW * count_laws(parts)


@dataclass(frozen=True)
class SumRange:
    """Two fields of a plan: `capacity`, the most uploads of one sum, and `reach`, T, the bound on a number's noise."""

    capacity: int
    reach: int


def noise_reach(layout: CohortLayout, uploads: int) -> int:
    """Return T, a bound that the noise of a sum passes on any of its numbers with probability 2^-40 at most.

    For each law it is Chernoff's bound: P(|X| >= T) <= 2 exp(-t T) M(t), where M is the moment generating function of
    the summed noise and t is the best point of a grid, or near it. The numbers share the 2^-40 evenly. The bound does
    not hold for dishonest donors, who may add any noise.

    Args:
        layout: The numbers and their laws.
        uploads: How many uploads are in the sum.
    """
    return int(number_reaches(layout, uploads).max(initial=0))


def number_reaches(layout: CohortLayout, uploads: int) -> Integers:
    """Return for each number of a sum the bound on its noise, by its own law: `noise_reach` is the largest of them."""
    reaches = [reach_of(law, uploads, layout.entries) for law in layout.laws]
    return np.array(reaches, dtype=np.int64)[layout.law_of]


def reach_of(law: Law, uploads: int, numbers: int) -> int:
    """Return the bound of `number_reaches` for one law, among so many numbers of a sum."""
    return ceil(_chernoff(law, uploads, log(2 * max(numbers, 1) / _PASSED)))


def _chernoff(law: Law, uploads: int, log_chance: float) -> float:
    """Return the least T that Chernoff's bound shows to be passed with so small a chance."""
    bound = _skellam_bound if law.noise.law == "skellam" else _laplace_bound
    return bound(law, uploads, log_chance)


def _skellam_bound(law: Law, uploads: int, log_chance: float) -> float:
    """Return the least (log M(t) + log_chance) / t, with log M(t) = v (cosh(t) - 1) for noise of variance v.

    The best t has t sinh(t) - cosh(t) + 1 = log_chance / v. With u = asinh(sqrt(2 log_chance / v)) it lies between u
    and 2 u: the left side is at most sinh(t)^2 / 2, and at 2 u at least 2 sinh(u)^2.
    """
    variance = float(law.noise.scale) ** 2 * uploads / law.makers
    points = asinh(sqrt(2 * log_chance / variance)) * np.arange(1000, 2001) / 1000
    found = (2 * variance * np.sinh(points / 2) ** 2 + log_chance) / points
    return float(np.min(found))


def _laplace_bound(law: Law, uploads: int, log_chance: float) -> float:
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
    """Return whether every sum of `capacity` uploads, each adding up to `most`, stays in `RANGE` with its noise."""
    return 1 <= capacity <= MOST_UPLOADS and capacity * most + 2 * reach < RANGE


def largest_range(layout: CohortLayout) -> SumRange:
    """Return the largest capacity whose sums fit the range, with its reach. The capacity is 0 if not even one fits.

    The server's planning compares it with the cohorts, and leaves campaigns out of the plan where it is too small.
    """
    most = int(layout.most.max(initial=0))
    low, high = 0, MOST_UPLOADS
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle, most, noise_reach(layout, middle)) else (low, middle - 1)
    return SumRange(low, noise_reach(layout, low))
