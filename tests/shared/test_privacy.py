"""Sensitivity, noise law and forecast: against brute force, against the exact sum, against the paper."""

from itertools import product
from math import exp, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdd_shared.forecast import absence, plain_confidence, plain_loss
from pdd_shared.privacy.noise import DiscreteLaplace, half_width
from pdd_shared.privacy.sensitivity import l1_sensitivity, squared_l2_sensitivity
from tests.support.terms import terms


@pytest.mark.parametrize(("searches", "matches"), [(1, 1), (2, 1), (3, 2), (2, 3)])
def test_sensitivity_is_the_largest_vector_a_donor_can_make(searches, matches):
    """Over every choice of searches and matched entries (four of them), L1 and L2 are reached and never passed."""
    entries = range(4)
    choices = [c for c in product([0, 1], repeat=4) if sum(c) <= matches]
    l1 = l2 = 0
    for count in range(searches + 1):
        for matched in product(choices, repeat=count):
            vector = [1, count, *(sum(m[e] for m in matched) for e in entries)]
            l1 = max(l1, sum(vector))
            l2 = max(l2, sum(x * x for x in vector))
    bounds = terms(searches, matches)
    assert l1 == l1_sensitivity(bounds)
    assert l2 == squared_l2_sensitivity(bounds)


def law(scale: float) -> dict[int, float]:
    """The exact law, summed far enough that what is left out does not show."""
    reach = int(60 * scale) + 60
    weights = {k: exp(-abs(k) / scale) for k in range(-reach, reach + 1)}
    total = sum(weights.values())
    return {k: weight / total for k, weight in weights.items()}


@given(st.floats(0.2, 40), st.sampled_from([0.5, 0.9, 0.95, 0.99]))
def test_interval_and_deviation_are_those_of_the_law(scale, confidence):
    """The half width is the smallest that holds the probability; the deviation is the law's own."""
    noise, exact = DiscreteLaplace(scale), law(scale)
    half = half_width([noise], confidence)
    assert sum(p for k, p in exact.items() if abs(k) <= half) >= confidence - 1e-9
    assert half == 0 or sum(p for k, p in exact.items() if abs(k) <= half - 1) < confidence + 1e-9
    assert sqrt(noise.variance) == pytest.approx(sqrt(sum(k * k * p for k, p in exact.items())), rel=1e-6)


@pytest.mark.parametrize(
    ("group_size", "delay", "loss"), [(100, 2, 0.82), (10, 2, 0.16), (50, 5, 0.15), (750, 2, 1.00)]
)
def test_the_closed_form_gives_the_papers_figures(group_size, delay, loss):
    """PDD, sections 4.2 and 4.3: the losses its simulator found."""
    assert plain_loss(group_size, delay) == pytest.approx(loss, abs=0.011)


def test_absence_by_simulation():
    """The closed form agrees with donors drawn from the activity distribution, within five standard errors."""
    import numpy as np

    generator = np.random.default_rng(5)  # noqa: TID251 - a simulation in a test
    theta = generator.beta(2.2170, 0.4634, 400_000)
    days = generator.random((400_000, 4)) < theta[:, None]
    away = ~days[days[:, 0]][:, 1:].any(axis=1)
    assert away.mean() == pytest.approx(absence(2), abs=5 * sqrt(absence(2) / len(away)))


def test_confidence_weighs_groups_by_their_size():
    """The share of donors, not of groups."""
    small, large = plain_confidence([10], 2), plain_confidence([30], 2)
    assert plain_confidence([10, 30], 2) == pytest.approx((10 * small + 30 * large) / 40)
