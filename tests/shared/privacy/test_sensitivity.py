"""Sensitivity, a day's charge and the forecast: compared with brute force, stated figures and the paper."""

from decimal import Decimal
from itertools import product
from math import e, sqrt

import pytest

from pdd_shared.counting.hits import within_caps
from pdd_shared.privacy.accounting.budget import fits
from pdd_shared.privacy.accounting.charges import Charge
from pdd_shared.privacy.forecast import absence, plain_confidence, plain_loss
from pdd_shared.privacy.sensitivity import l1_sensitivity, squared_l2_sensitivity
from pdd_shared.protocol.terms import Budget, Caps, Noise, PlainTerms
from tests.support.terms import AMPLE, cohort_terms, laplace, terms

GAUSSIAN = terms(
    noise=Noise(law="discrete-gaussian", scale=Decimal(40)),
    budget=Budget(epsilon=Decimal(5), delta=Decimal("0.000001")),
)


@pytest.mark.parametrize(("searches", "matches"), [(1, 1), (2, 1), (3, 2), (2, 3)])
def test_sensitivity_is_the_largest_vector_a_donor_can_make(searches, matches):
    """Over all choices of searches and of four matched entries, L1 and L2 are reached and never exceeded."""
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


@pytest.mark.parametrize(("searches", "hits", "each"), [(3, 2, 1), (3, 3, 2), (2, 4, 2), (3, 5, 2), (2, 3, 1)])
def test_sensitivity_under_caps_on_hits_is_the_largest_vector(searches: int, hits: int, each: int) -> None:
    """Over all choices of searches and of four matched entries, L1 and L2 are reached and never exceeded."""
    bounds = PlainTerms(
        protocol="plain",
        max_searches=searches,
        max_hits=hits,
        max_hits_per_keyword=each,
        noise=laplace("81"),
        budget=AMPLE,
        min_group=3,
    )
    vectors = [
        [1, number, *counted(made, bounds.caps)]
        for number in range(searches + 1)
        for made in product(product([0, 1], repeat=4), repeat=number)
    ]
    assert max(map(sum, vectors)) == l1_sensitivity(bounds)
    assert max(sum(x * x for x in vector) for vector in vectors) == squared_l2_sensitivity(bounds)


def counted(searches: tuple[tuple[int, ...], ...], caps: Caps) -> list[int]:
    """Return the counts of four entries; each search says for each entry whether it matches."""
    hits = [(entry, sum(search[:entry])) for search in searches for entry in range(4) if search[entry]]
    counts = [0] * 4
    for (entry, _), counts_now in zip(hits, within_caps(hits, caps), strict=True):
        counts[entry] += counts_now
    return counts


def test_a_charge_is_what_terms_state() -> None:
    """Law, scale and distance of a day follow from the terms under each kind of noise; so do epsilon and rho."""
    laplacian, gaussian = Charge.of_terms(terms(noise=laplace("81"))), Charge.of_terms(GAUSSIAN)
    assert laplacian == Charge("discrete-laplace", Decimal(81), 81, 0.0)
    assert (laplacian.epsilon, laplacian.rho) == (1.0, 0.5)
    assert gaussian == Charge("discrete-gaussian", Decimal(40), 1601, 0.0)
    assert gaussian.rho == 1601 / 3200
    with pytest.raises(ValueError, match="no pure epsilon"):
        _ = gaussian.epsilon


def test_charges_of_equal_scales_are_one_charge() -> None:
    """Days under equal scales are counted together, however the scales were written."""
    assert len({Charge("discrete-laplace", Decimal(text), 81) for text in ("54", "54.0", "5.4E+1")}) == 1


def test_donors_noise_is_charged_for_its_tables() -> None:
    """Donors' noise adds 2.1 x 10^-23 to delta each day (privacy.md, section 5); its epsilon is that of the
    server's noise.
    """
    charge = Charge.of_terms(cohort_terms(81))
    assert charge.epsilon == 1.0
    assert charge.delta == pytest.approx(e * (1 + e) * 2 * 8192 * 81 * 2.0**-99)
    assert 2.1e-23 < charge.delta < 2.2e-23


def test_noise_that_differs_by_the_kind_of_number_is_no_single_charge() -> None:
    """Terms whose noise differs by kind of number are not charged as one vector, because they are charged by parts."""
    one = cohort_terms(81)
    for kind in ("joined", "searches", "counts"):
        other = one.noise.model_copy(update={kind: cohort_terms(82).noise.joined})
        with pytest.raises(ValueError, match="is charged by parts"):
            Charge.of_terms(one.model_copy(update={"noise": other}))


@pytest.mark.parametrize("scale", ["0.000000000000000001", "0.5", "120", "400"])
def test_a_tables_delta_never_breaks_on_hostile_terms(scale: str) -> None:
    """Hostile terms, with hardly any noise and the largest caps, give a delta of at most 1 and no overflow."""
    hostile = cohort_terms(scale, max_searches=1000, max_matches=100)
    charge = Charge.of_terms(hostile)
    assert 0 < charge.delta <= 1
    assert not fits({charge: 1}, Budget(epsilon=Decimal(10), delta=Decimal("0.001")))
    assert fits({}, Budget(epsilon=Decimal(10), delta=Decimal("0.001")))
    assert fits({charge: 0}, Budget(epsilon=Decimal(10), delta=Decimal("0.001")))


@pytest.mark.parametrize(
    ("group_size", "delay", "loss"), [(100, 2, 0.82), (10, 2, 0.16), (50, 5, 0.15), (750, 2, 1.00)]
)
def test_the_closed_form_gives_the_papers_figures(group_size, delay, loss):
    """The closed form gives the losses that the paper's simulator found (PDD, sections 4.2 and 4.3)."""
    assert plain_loss(group_size, delay) == pytest.approx(loss, abs=0.011)


def test_absence_by_simulation():
    """The closed form agrees with simulated absences within five standard errors."""
    import numpy as np

    generator = np.random.default_rng(5)  # noqa: TID251 - a simulation in a test
    theta = generator.beta(2.2170, 0.4634, 400_000)
    days = generator.random((400_000, 4)) < theta[:, None]
    away = ~days[days[:, 0]][:, 1:].any(axis=1)
    assert away.mean() == pytest.approx(absence(2), abs=5 * sqrt(absence(2) / len(away)))


def test_confidence_weighs_groups_by_their_size():
    """Confidence is the share of donors, not of groups."""
    small, large = plain_confidence([10], 2), plain_confidence([30], 2)
    assert plain_confidence([10, 30], 2) == pytest.approx((10 * small + 30 * large) / 40)
