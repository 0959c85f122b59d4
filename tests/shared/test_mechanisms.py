"""Whole mechanisms on neighbouring vectors: no event is e^epsilon times likelier on one than on the other."""

from collections.abc import Callable
from decimal import Decimal
from os import urandom
from typing import Literal

import numpy as np
import pytest
from numpy.typing import NDArray

from pdd_server.services.noise import add_noise
from pdd_shared.layout import as_signed
from pdd_shared.messages import Part
from pdd_shared.privacy.charges import Charge
from pdd_shared.privacy.composition import epsilon
from pdd_shared.privacy.sensitivity import l1_sensitivity, squared_l2_sensitivity
from pdd_shared.privacy.shares import with_shares
from pdd_shared.terms import Budget, Noise, PlainTerms
from tests.support.distributions import DRAWS, MANY, keeps_to
from tests.support.terms import terms

GIVEN = (1, 2, 2, 2)
"""What one donor gives under caps of 2 searches and 2 matches, in the worst way: against zeros."""
CAPS = {"max_searches": 2, "max_matches": 2}
SIZES = [DRAWS, pytest.param(MANY, marks=pytest.mark.slow)]
Rows = NDArray[np.int64]
Mechanism = Callable[[Rows, PlainTerms], Rows]


def by_server(vectors: Rows, bounds: PlainTerms) -> Rows:
    """The total of a round, noised as it is published."""
    noised = add_noise(vectors.ravel().tolist(), bounds.noise)
    return np.array(noised, dtype=np.int64).reshape(vectors.shape)


def by_donors(vectors: Rows, bounds: PlainTerms, honest: int = 0) -> Rows:
    """The sum of a group at the floor whose colluders add nothing, as the server sees it."""
    numbers = vectors.ravel().astype(np.uint32)
    layout = (Part(campaign="flu", entries=len(numbers) - 2, vocabulary="11" * 32, strata=(), terms=bounds),)
    zeros = np.zeros_like(numbers)
    members = [numbers, *[zeros] * ((honest or bounds.shares) - 1)]
    return as_signed(sum((with_shares(member, layout, urandom) for member in members), zeros)).reshape(vectors.shape)


def less(mechanism: Mechanism) -> Mechanism:
    """The mechanism with 20% too little noise."""

    def broken(vectors: Rows, bounds: PlainTerms) -> Rows:
        scale = bounds.noise.scale * Decimal("0.8")
        return mechanism(vectors, bounds.model_copy(update={"noise": bounds.noise.model_copy(update={"scale": scale})}))

    return broken


def bounds_of(added_by: Literal["server", "donors"], scale: str) -> PlainTerms:
    noise = Noise(law="discrete-laplace", scale=Decimal(scale), added_by=added_by, colluders=2 * (added_by == "donors"))
    return terms(**CAPS, min_group=5, noise=noise)


def ratios(outcomes: Rows, scale: float) -> NDArray[np.float64]:
    """The logarithm of the likelihood ratio of each outcome: what tells the two worlds apart best."""
    given = np.array(GIVEN)
    found: NDArray[np.float64] = (abs(outcomes) - abs(outcomes - given)).sum(axis=1) / scale
    return found


def holds(mechanism: Mechanism, bounds: PlainTerms, draws: int) -> bool:
    """Whether so many outcomes in each world keep to a day's charge, one way and the other."""
    scale, cost = float(bounds.noise.scale), Charge.of_terms(bounds).epsilon
    gave, nothing = (mechanism(np.tile(row, (draws, 1)), bounds) for row in (GIVEN, (0, 0, 0, 0)))
    one, other = ratios(gave, scale), ratios(nothing, scale)
    return keeps_to(cost, one, other) and keeps_to(cost, -other, -one)


def test_the_neighbours_are_as_far_apart_as_can_be() -> None:
    """Both distances are those that charges are computed from."""
    assert sum(GIVEN) == l1_sensitivity(terms(**CAPS))
    assert sum(number**2 for number in GIVEN) <= squared_l2_sensitivity(terms(**CAPS))


@pytest.mark.parametrize("draws", SIZES)
@pytest.mark.parametrize("scale", ["7", "14"])
@pytest.mark.parametrize(("added_by", "mechanism"), [("server", by_server), ("donors", by_donors)])
def test_a_day_costs_no_more_than_its_charge(
    added_by: Literal["server", "donors"], mechanism: Mechanism, scale: str, draws: int
) -> None:
    """On every likelihood-ratio event, with exact confidence bounds."""
    assert holds(mechanism, bounds_of(added_by, scale), draws)


@pytest.mark.parametrize(("added_by", "mechanism"), [("server", by_server), ("donors", by_donors)])
def test_the_test_catches_too_little_noise(added_by: Literal["server", "donors"], mechanism: Mechanism) -> None:
    """The same test rejects 20% too little noise."""
    bounds = bounds_of(added_by, "7")
    assert not holds(less(mechanism), bounds, DRAWS)


def test_the_test_catches_colluders_nobody_counted_on() -> None:
    """Two members' shares where five make the whole noise: not what five would cost."""
    counted_on = bounds_of("donors", "7")
    counted_on = counted_on.model_copy(update={"noise": counted_on.noise.model_copy(update={"colluders": 0})})

    def two_of_five(vectors: Rows, bounds: PlainTerms) -> Rows:
        return by_donors(vectors, bounds, honest=2)

    assert holds(by_donors, counted_on, DRAWS)
    assert not holds(two_of_five, counted_on, DRAWS)


def gaussian_holds(scale: str, draws: int) -> bool:
    """Whether noise of this scale keeps to the epsilon of scale 5 at delta 0.001, both ways."""
    budget = Budget(epsilon=Decimal(100), delta=Decimal("0.001"))
    noise = Noise(law="discrete-gaussian", scale=Decimal(5), added_by="server", colluders=0)
    promised = terms(**CAPS, noise=noise, budget=budget)
    cost = epsilon({Charge.of_terms(promised): 1}, 0.001)
    drawn = promised.model_copy(update={"noise": noise.model_copy(update={"scale": Decimal(scale)})})
    one, other = (by_server(np.tile(row, (draws, 1)), drawn) @ np.array(GIVEN) for row in (GIVEN, (0, 0, 0, 0)))
    return keeps_to(cost, one, other, 0.001) and keeps_to(cost, -other, -one, 0.001)


@pytest.mark.parametrize("draws", SIZES)
def test_a_gaussian_day_keeps_to_its_epsilon_and_delta(draws: int) -> None:
    """The events that tell the worlds apart best; half the noise is caught."""
    assert gaussian_holds("5", draws)
    assert not gaussian_holds("2.5", DRAWS)
