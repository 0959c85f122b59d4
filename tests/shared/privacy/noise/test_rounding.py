"""Random rounding of counts to units: its vectors, its mean, and the law of a sum after it."""

import json
from collections.abc import Callable
from decimal import Decimal

import numpy as np
import pytest

from pdd_shared.privacy.noise.distributions import InUnits, LaplaceShares, spread
from pdd_shared.privacy.noise.rounding import rounded
from pdd_shared.protocol.terms import NumberNoise, PartNoise
from pdd_shared.rounds.cohort.day import layout as layouts
from pdd_shared.rounds.cohort.day.layout import CohortLayout, cohort_layout
from pdd_shared.rounds.cohort.messages import CohortDay
from pdd_shared.rounds.cohort.parameters import TreeSize
from pdd_shared.rounds.layout import Counts
from tests.support.cohort.memory_cohort import part, random_from
from tests.support.reference import units

Rounding = Callable[..., np.ndarray]
UNIT, SCALE, DONORS, WORDS = 16, 128, 11, 48_000
SEARCHES = 7


def test_the_vectors_are_those_of_the_reference() -> None:
    """The file holds what exact fractions give."""
    assert json.loads(units.VECTORS.read_text("utf-8")) == units.document()


def test_counts_are_rounded_and_charged_as_the_vectors_say() -> None:
    """Counts in units, and the scale that a unit is charged with, equal the vectors."""
    document = units.document()
    for told in document["rounding"]:
        counts = np.array(told["counts"])
        found = rounded(counts, np.full_like(counts, told["unit"]), bytes.fromhex(told["random"]))
        assert found.tolist() == told["rounded"]
    for told in document["charged"]:
        noise = NumberNoise(law="discrete-laplace", scale=Decimal(told["scale"]), unit=told["unit"])
        assert noise.charged_scale == Decimal(told["charged"])


def layout_in_units() -> CohortLayout:
    """Return a layout with many numbers, each in units of 16 counts."""
    one = NumberNoise(law="discrete-laplace", scale=Decimal(SCALE), unit=UNIT)
    flu = part("flu", WORDS, max_searches=10, noise=PartNoise(joined=one, searches=one, counts=one))
    return cohort_layout([flu], TreeSize(8192), CohortDay(floor=830, sub_cohorts=1))


def sums_less_counts() -> np.ndarray:
    """Return how far the published keywords' numbers are from the true counts of all donors, in counts."""
    layout, random = layout_in_units(), random_from(20261123)
    vector = np.zeros(layout.entries, dtype=np.int64)
    vector[: layout.counted] = SEARCHES
    total = np.sum([layout.rounded(vector, random) + layout.draw_noise(random) for _ in range(DONORS)], axis=0)
    return (total * layout.units - DONORS * vector)[: layout.counted]


def is_as_stated() -> bool:
    """Return whether the errors have the mean and the spread of noise and rounding together."""
    errors, law = sums_less_counts(), InUnits(LaplaceShares(SCALE, DONORS, DONORS - 1), UNIT, DONORS)
    mean_error = law.variance**0.5 / len(errors) ** 0.5
    within = (abs(errors) <= spread((law,)).half_width()).mean()
    return bool(abs(errors.mean()) < 4 * mean_error and abs(within - 0.95) < 0.004)


def test_a_sum_in_units_has_the_mean_and_the_interval_that_are_stated() -> None:
    """Rounding moves no mean, and published numbers are within their 95% interval as often as it says."""
    assert is_as_stated()


@pytest.mark.parametrize("always", ["down", "up"])
def test_the_test_catches_rounding_to_one_side(monkeypatch: pytest.MonkeyPatch, always: str) -> None:
    """A home that always rounds down, or up, moves the mean of the sums, and is found out."""
    one_sided: dict[str, Rounding] = {
        "down": lambda counts, units, _: counts // units,
        "up": lambda counts, units, _: -(-counts // units),
    }
    monkeypatch.setattr(layouts, "rounded", one_sided[always])
    assert not is_as_stated()


def test_rounding_goes_up_as_often_as_the_rest_says() -> None:
    """Each remainder is rounded up in its share of cases: chi-square of 16 remainders, 20,000 draws each."""
    counts = np.repeat(np.arange(UNIT), 20_000)
    found = rounded(counts, np.full_like(counts, UNIT), random_from(7)(4 * len(counts)))
    ups, share = found.reshape(UNIT, -1).sum(axis=1), np.arange(UNIT) / UNIT
    assert ups[0] == 0
    expected, variance = 20_000 * share[1:], 20_000 * share[1:] * (1 - share[1:])
    assert ((ups[1:] - expected) ** 2 / variance).sum() < 37.7  # 15 degrees of freedom, 1 in 1,000


def test_the_largest_number_of_a_layout_is_in_units() -> None:
    """The range of a sum counts the units that a donor adds at most, and zeros stay zeros."""
    layout = layout_in_units()
    assert layout.most.max() == 1
    assert not layout.rounded(layout.fill({}), random_from(1)).any()
    given = layout.rounded(layout.fill({("flu", None): Counts(10, (1,) * 10)}), random_from(1))
    assert (given <= layout.most).all()


def test_without_units_no_randomness_is_taken() -> None:
    """A vector with units of one count stays as it is, and takes no random bytes."""
    layout = cohort_layout([part("flu", 2)], TreeSize(8192), CohortDay(floor=830, sub_cohorts=1))
    vector = layout.fill({("flu", None): Counts(3, (1, 2))})
    assert layout.rounded(vector, lambda _: b"").tolist() == vector.tolist()
