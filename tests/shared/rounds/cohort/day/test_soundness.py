"""The range of each number of a sum: honest noise does not pass it, and a lying donor moves a number no further."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from scipy import stats

from pdd_shared.protocol.terms import NumberNoise, PartNoise
from pdd_shared.rounds.cohort.day import server
from pdd_shared.rounds.cohort.day.layout import Law, cohort_layout, noise_reach, number_reaches
from pdd_shared.rounds.cohort.messages import CohortDay
from pdd_shared.rounds.cohort.parameters import DELTA, Q, TreeSize
from tests.support.cohort.memory_cohort import CLOSED, MemoryCohort, part, random_from

DONORS = 8
COHORT = MemoryCohort(7, 1)
OPENING = COHORT.opening(COHORT.certifying(range(DONORS)))
ANSWERED = COHORT.answered(OPENING, range(1, COHORT.tree_size.committee.quorum + 1))
HONEST = COHORT.expected(range(DONORS))


def opens_at(place: int, value: int) -> bool:
    """Return whether the day opens when a donor has moved one number of its sum to this value."""
    ciphertext = ANSWERED.sums.ciphertext.copy()
    ciphertext[0, place] = (int(ciphertext[0, place]) + (value - int(HONEST[place])) * DELTA) % Q
    moved = replace(ANSWERED, sums=replace(ANSWERED.sums, ciphertext=ciphertext))
    after = server.open_sum(moved, CLOSED, random_from(1))
    assert not isinstance(after, server.Opened) or after.numbers[place] == value
    return isinstance(after, server.Opened)


@pytest.mark.parametrize("place", [0, 1, 2, 5, 5 + 64, 5 + 128])
def test_a_donor_moves_a_number_as_far_as_its_own_law_and_list_allow(place: int) -> None:
    """Each number, and each law's decoys, may lie beyond what the list's donors add by its own law's reach alone."""
    reach, most = int(number_reaches(COHORT.frame.layout, DONORS)[place]), int(COHORT.frame.layout.most[place])
    assert reach < 1_000 < COHORT.plan.reach
    assert [opens_at(place, value) for value in (-reach - 1, -reach)] == [False, True]
    assert [opens_at(place, DONORS * most + value) for value in (reach, reach + 1)] == [True, False]


def tail(law: Law, uploads: int, reach: np.int64) -> float:
    """Return the exact chance that the noise of so many uploads passes the reach on either side."""
    draws, scale = uploads / law.makers, float(law.noise.scale)
    if law.noise.law == "skellam":
        mean = draws * scale**2 / 2
        return float(2 * stats.skellam.sf(reach, mean, mean))
    half = stats.nbinom(draws, -np.expm1(-1 / scale))
    first = np.arange(int(half.ppf(1e-18)), int(half.isf(1e-18)) + 1)
    return float(2 * (half.pmf(first) * half.sf(first + reach)).sum()) + 2e-18


@pytest.mark.parametrize("uploads", [3, 6, 1_000, 8_192])
@pytest.mark.parametrize(
    "scales", [("discrete-laplace", "0.3"), ("discrete-laplace", "40"), ("skellam", "0.3"), ("skellam", "10000")]
)
def test_the_noise_of_an_honest_list_keeps_to_all_reaches(scales: tuple[str, str], uploads: int) -> None:
    """With the fewest honest donors, the exact chances of all numbers to pass their reach are below 2^-40 together."""
    law, scale = scales
    wanted = NumberNoise.model_validate({"law": law, "scale": Decimal(scale), "unit": 1})
    other = NumberNoise(law="skellam", scale=Decimal(20), unit=1)
    one = part("flu", 1_000, max_searches=10, noise=PartNoise(joined=other, searches=other, counts=wanted))
    found = cohort_layout([one], TreeSize(6), CohortDay(floor=3, sub_cohorts=1))
    reaches = number_reaches(found, uploads)
    assert [law.makers for law in found.laws] == [2, 2]
    of_law = [reaches[found.law_of == law] for law in range(2)]
    chances = [len(own) * tail(law, uploads, own[0]) for law, own in zip(found.laws, of_law, strict=True)]
    assert sum(chances) < 2**-40
    assert [len(set(own)) for own in of_law] == [1, 1]
    assert noise_reach(found, uploads) == reaches.max()
