"""Whole mechanisms on neighbouring vectors: no event is more than e^epsilon times likelier on one than on the other."""

from collections.abc import Callable
from decimal import Decimal
from os import urandom
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pdd_server.services.rounds.plain.noise import add_noise
from pdd_shared.privacy.accounting.charges import Charge
from pdd_shared.privacy.accounting.composition import epsilon
from pdd_shared.privacy.noise.donor_shares import draw_shares
from pdd_shared.privacy.sensitivity import l1_sensitivity, squared_l2_sensitivity
from pdd_shared.protocol.terms import Budget, CohortTerms, Noise, PlainTerms, Terms
from pdd_shared.rounds.cohort.parameters import TreeSize
from tests.support.statistics.distributions import DRAWS, MANY, keeps_to
from tests.support.terms import cohort_terms, laplace, terms

GIVEN = (1, 2, 2, 2)
"""What one donor gives under caps of 2 searches and 2 matches, in the worst way: against zeros."""
CAPS = {"max_searches": 2, "max_matches": 2}
SIZES = [DRAWS, pytest.param(MANY, marks=pytest.mark.slow)]
Rows = NDArray[np.int64]
Mechanism = Callable[[Rows, Any], Rows]
Bounds = Callable[[str], Terms]
MAKERS = TreeSize(10).noise_makers(6, 10)
"""Of 10 leaves 3 collude: a list of 6 has 3 honest donors at least, who make the whole noise."""


def by_server(vectors: Rows, bounds: PlainTerms) -> Rows:
    """Return a round's total with the noise with which it is published."""
    noised = add_noise(vectors.ravel().tolist(), bounds.noise)
    return np.array(noised, dtype=np.int64).reshape(vectors.shape)


def by_donors(vectors: Rows, bounds: CohortTerms, honest: int = MAKERS) -> Rows:
    """Return the sum of a list at the floor whose colluders add no noise, as the server opens it."""
    numbers = vectors.ravel()
    shares = sum(draw_shares(bounds.scale, MAKERS, len(numbers), urandom) for _ in range(honest))
    noisy: Rows = (numbers + shares).reshape(vectors.shape)
    return noisy


def of_server(scale: str) -> PlainTerms:
    return terms(**CAPS, noise=laplace(scale))


def of_donors(scale: str) -> CohortTerms:
    return cohort_terms(scale, **CAPS)


def less(mechanism: Mechanism, bounds_of: Bounds) -> Mechanism:
    """Return the mechanism with 20% too little noise."""

    def broken(vectors: Rows, bounds: Terms) -> Rows:
        return mechanism(vectors, bounds_of(str(bounds.scale * Decimal("0.8"))))

    return broken


MECHANISMS = [pytest.param(by_server, of_server, id="server"), pytest.param(by_donors, of_donors, id="donors")]


def ratios(outcomes: Rows, scale: float) -> NDArray[np.float64]:
    """Return the log-likelihood ratio of each outcome, which distinguishes the two worlds best."""
    given = np.array(GIVEN)
    found: NDArray[np.float64] = (abs(outcomes) - abs(outcomes - given)).sum(axis=1) / scale
    return found


def holds(mechanism: Mechanism, bounds: Terms, draws: int) -> bool:
    """Return whether these counts of outcomes in both worlds keep to a day's charge, in both directions."""
    scale, cost = float(bounds.scale), Charge.of_terms(bounds).epsilon
    gave, nothing = (mechanism(np.tile(row, (draws, 1)), bounds) for row in (GIVEN, (0, 0, 0, 0)))
    one, other = ratios(gave, scale), ratios(nothing, scale)
    return keeps_to(cost, one, other) and keeps_to(cost, -other, -one)


def test_the_neighbours_are_as_far_apart_as_can_be() -> None:
    """The two neighbouring vectors differ by the L1 and L2 norms from which charges are computed."""
    assert sum(GIVEN) == l1_sensitivity(terms(**CAPS))
    assert sum(number**2 for number in GIVEN) <= squared_l2_sensitivity(terms(**CAPS))


@pytest.mark.parametrize("draws", SIZES)
@pytest.mark.parametrize("scale", ["7", "14"])
@pytest.mark.parametrize(("mechanism", "bounds_of"), MECHANISMS)
def test_a_day_costs_no_more_than_its_charge(mechanism: Mechanism, bounds_of: Bounds, scale: str, draws: int) -> None:
    """A day costs at most its charge on every likelihood-ratio event, with exact confidence bounds."""
    assert holds(mechanism, bounds_of(scale), draws)


@pytest.mark.parametrize(("mechanism", "bounds_of"), MECHANISMS)
def test_the_test_catches_too_little_noise(mechanism: Mechanism, bounds_of: Bounds) -> None:
    """The statistical test rejects 20% too little noise."""
    assert not holds(less(mechanism, bounds_of), bounds_of("7"), DRAWS)


def test_the_test_catches_colluders_nobody_counted_on() -> None:
    """The statistical test rejects two donors' shares where three make the whole noise."""

    def two_of_three(vectors: Rows, bounds: CohortTerms) -> Rows:
        return by_donors(vectors, bounds, honest=2)

    assert not holds(two_of_three, of_donors("7"), DRAWS)


def gaussian_holds(scale: str, draws: int) -> bool:
    """Return whether noise of this scale keeps to the epsilon of scale 5 at delta 0.001, in both directions."""
    budget = Budget(epsilon=Decimal(100), delta=Decimal("0.001"))
    noise = Noise(law="discrete-gaussian", scale=Decimal(5))
    promised = terms(**CAPS, noise=noise, budget=budget)
    cost = epsilon({Charge.of_terms(promised): 1}, 0.001)
    drawn = promised.model_copy(update={"noise": noise.model_copy(update={"scale": Decimal(scale)})})
    one, other = (by_server(np.tile(row, (draws, 1)), drawn) @ np.array(GIVEN) for row in (GIVEN, (0, 0, 0, 0)))
    return keeps_to(cost, one, other, 0.001) and keeps_to(cost, -other, -one, 0.001)


@pytest.mark.parametrize("draws", SIZES)
def test_a_gaussian_day_keeps_to_its_epsilon_and_delta(draws: int) -> None:
    """A Gaussian day keeps to its epsilon and delta on the most distinguishing events; half the noise is rejected."""
    assert gaussian_holds("5", draws)
    assert not gaussian_holds("2.5", DRAWS)
