"""The noise of a sum whose kinds of numbers have laws of their own, as donors' shares add up to it."""

from decimal import Decimal

import numpy as np
import pytest
from scipy import stats

from pdd_shared.protocol.terms import NumberNoise, PartNoise
from pdd_shared.rounds.cohort.day import layout as layouts
from pdd_shared.rounds.cohort.day.layout import CohortLayout, Law, cohort_layout
from pdd_shared.rounds.cohort.messages import CohortDay
from pdd_shared.rounds.cohort.parameters import TreeSize
from tests.support.cohort.memory_cohort import part, random_from
from tests.support.statistics.distributions import Integers, Pmf, follows, laplace_shares

STRATA = tuple(f"s{number}" for number in range(600))
KINDS = (("skellam", "4.1"), ("discrete-laplace", "6"), ("skellam", "2.5"))
"""The noise of donors, of searches, and of the keyword. Its shares are drawn by 10 honest donors and one more."""
UPLOADS = 11
DAYS = 6


def layout_of_kinds() -> CohortLayout:
    """Return a layout with 600 numbers of each kind, and 64 decoys of each law."""
    kinds = (NumberNoise.model_validate({"law": law, "scale": Decimal(scale), "unit": 1}) for law, scale in KINDS)
    noise = PartNoise(**dict(zip(("joined", "searches", "counts"), kinds, strict=True)))
    flu = part("flu", 1, STRATA, max_searches=10, noise=noise)
    found = cohort_layout([flu], TreeSize(8192), CohortDay(floor=830, sub_cohorts=1))
    assert {law.makers for law in found.laws} == {UPLOADS - 1}
    return found


def summed(layout: CohortLayout) -> Integers:
    """Return the sums of the donors' noise on every number of the vector, a row for each day."""
    random = random_from(20261123)
    return np.array([np.sum([layout.draw_noise(random) for _ in range(UPLOADS)], axis=0) for _ in range(DAYS)])


def stated(law: Law) -> Pmf:
    """Return the law of the sum that the terms state."""
    scale = float(law.noise.scale)
    if law.noise.law == "discrete-laplace":
        return laplace_shares(scale, UPLOADS, law.makers)
    mean = scale**2 / 2 * UPLOADS / law.makers
    reach = int(20 * scale) + 40
    return Pmf(-reach, stats.skellam.pmf(np.arange(-reach, reach + 1), mean, mean))


def as_stated(layout: CohortLayout) -> list[bool]:
    """Return for each kind of number whether the noise of a sum follows its stated law."""
    return compared(layout, layout.law_of)


def compared(layout: CohortLayout, law_of: Integers) -> list[bool]:
    """Return for each law whether the noise of the numbers that have it in `law_of` follows it."""
    noise = summed(layout)
    return [follows(noise[:, law_of == kind].ravel(), stated(law)) for kind, law in enumerate(layout.laws)]


def test_each_kind_of_number_has_the_noise_of_its_law() -> None:
    """In a sum of all donors' uploads, donors, searches and keywords each have the law that the terms state."""
    assert as_stated(layout_of_kinds()) == [True, True, True]


def test_the_test_catches_laws_on_the_wrong_numbers() -> None:
    """A layout that gives searches the noise of keywords, and keywords that of searches, is found out."""
    layout = layout_of_kinds()
    right = layout.law_of.copy()
    layout.law_of[right == 1], layout.law_of[right == 2] = 2, 1
    assert compared(layout, right) == [True, False, False]


@pytest.mark.parametrize("name", ["table", "poisson_table"])
def test_the_test_catches_shares_of_another_law(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A home that draws every law from the tables of one is found out where the terms state the other."""
    layout = layout_of_kinds()
    one = getattr(layouts, name)
    for each in ("table", "poisson_table"):
        monkeypatch.setattr(layouts, each, one)
    skellam = name == "poisson_table"
    assert as_stated(layout) == [skellam, not skellam, skellam]
